"""The example database while it is mined: read only, one query after the other, tables that cannot be read left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from spotit.database import Row, Value
from spotit.dialect.wording import quote
from spotit.engine.failures import QueryError
from spotit.engine.protocol import Reader
from spotit.frozen import frozen
from spotit.schema import DeclaredColumn, Schema, Table

SAMPLE = 4000
"""Rows of a table that candidates for facts are looked for in."""
_SECONDS = 120.0
"""For one query on the example database."""
_WIDTH = 60
"""Results of one query, so that no query is longer than the engine takes."""

Progress = Callable[[str, int, int], None]
"""Told what is looked at next, how many parts are done, and how many there are."""


class Unreadable(Exception):
    """A part of the database that cannot be read; it has no facts."""


@frozen
class ExampleFile:
    """A database file and its schema."""

    path: Path
    schema: Schema
    reader: Reader
    tell: Progress

    def rows(self, sql: str, most: int = 100_000) -> tuple[Row, ...]:
        """Return the result of a query; raise `Unreadable` when it has none."""
        try:
            return self.reader.run(sql, max_rows=most, budget=_SECONDS).rows
        except QueryError as error:
            raise Unreadable(error.message) from None

    def counts(self, table: str, expressions: Sequence[str], where: str = "") -> list[Value]:
        """Return the values of aggregate expressions over a table, in as few passes as possible."""
        found: list[Value] = []
        for start in range(0, len(expressions), _WIDTH):
            part = ", ".join(expressions[start : start + _WIDTH])
            found += self.rows(f"SELECT {part} FROM {quote(table)}{where}")[0]
        return found

    def number(self, sql: str) -> int:
        """Return the count that a query returns."""
        value = self.rows(sql)[0][0]
        return value if isinstance(value, int) else 0


@frozen
class MinedColumn:
    """One column: what the whole of it holds, and its values in the sample."""

    declared: DeclaredColumn
    present: int
    """Values that are not NULL."""
    least: Value
    greatest: Value
    types: frozenset[str]
    """The storage classes of its values."""
    sample: tuple[Value, ...]
    sampled: frozenset[Value] = field(repr=False)
    """The different values of the sample, without NULL."""

    @property
    def name(self) -> str:
        """The name as declared."""
        return self.declared.name

    @property
    def sql(self) -> str:
        """The name as SQL."""
        return quote(self.declared.name)

    @property
    def is_number(self) -> bool:
        """Whether all values are numbers."""
        return bool(self.types) and self.types <= {"integer", "real"}

    @property
    def is_text(self) -> bool:
        """Whether all values are texts."""
        return self.types == {"text"}

    @property
    def filled(self) -> list[Value]:
        """The values of the sample, without NULL."""
        return [value for value in self.sample if value is not None]


@frozen
class MinedTable:
    """One table of the database."""

    table: Table
    rows: int
    columns: tuple[MinedColumn, ...]
    is_whole: bool
    """The sample holds every row."""

    @property
    def name(self) -> str:
        """The name as declared."""
        return self.table.name

    @property
    def sql(self) -> str:
        """The name as SQL."""
        return quote(self.table.name)

    def column(self, name: str) -> MinedColumn | None:
        """Return the column of that declared name."""
        return next((column for column in self.columns if column.name == name), None)


def read_table(source: ExampleFile, table: Table) -> MinedTable:
    """Return a table with the statistics of its columns and a sample of its rows."""
    declared = [column for column in table.columns if not column.computed]
    rows = source.number(f"SELECT count(*) FROM {quote(table.name)}")
    names = [quote(column.name) for column in declared]
    sample = source.rows(f"SELECT {', '.join(names)} FROM {quote(table.name)}{_sampling(table, rows)} LIMIT {SAMPLE}")
    statistics = source.counts(table.name, [part for name in names for part in _statistics(name)])
    found = []
    for place, column in enumerate(declared):
        present, least, greatest, *of_type = statistics[place * 7 : place * 7 + 7]
        classes = zip(("integer", "real", "text", "blob"), of_type, strict=True)
        values = tuple(row[place] for row in sample)
        found.append(
            MinedColumn(
                column,
                present if isinstance(present, int) else 0,
                least,
                greatest,
                frozenset(name for name, count in classes if count),
                values,
                frozenset(value for value in values if value is not None),
            )
        )
    return MinedTable(table, rows, tuple(found), rows <= SAMPLE)


def _statistics(name: str) -> tuple[str, ...]:
    classes = ("integer", "real", "text", "blob")
    return (f"count({name})", f"min({name})", f"max({name})", *(f"sum(typeof({name}) = '{c}')" for c in classes))


def _sampling(table: Table, rows: int) -> str:
    """Return the clause that spreads the sample over a large table, by its rowids."""
    if rows <= SAMPLE or table.without_rowid:
        return ""
    rowid = table.rowid_column or table.hidden_rowid
    return "" if rowid is None else f" WHERE {quote(rowid)} % {rows // SAMPLE} = 0"
