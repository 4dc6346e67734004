"""What a user wants of witnesses: numbers of rows, values of columns, no NULLs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from spotit.database import Database, Value
from spotit.dialect.wording import literal
from spotit.frozen import frozen
from spotit.schema import BaseColumn, Schema

COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@frozen
class RowsWanted:
    """A table has so many rows."""

    table: str
    op: str
    number: int

    def holds(self, database: Database) -> bool:
        """Tell whether a database has them."""
        found = database.tables.get(self.table)
        return COMPARED[self.op](len(found.rows) if found else 0, self.number)


@frozen
class ValuesWanted:
    """A column of every row is one of some values, or compares so with a constant; NULL is not excluded."""

    base: BaseColumn
    op: str
    """`in`, `not in`, `between`, or a comparison."""
    values: tuple[Value, ...]

    @property
    def condition(self) -> str:
        """The condition in SQL, over the columns of the table."""
        name = '"' + self.base[1].replace('"', '""') + '"'
        if self.op in ("in", "not in"):
            return f"{name} {self.op.upper()} ({', '.join(map(literal, self.values))})"
        if self.op == "between":
            return f"{name} BETWEEN {literal(self.values[0])} AND {literal(self.values[1])}"
        return f"{name} {self.op} {literal(self.values[0])}"

    def allows(self, value: Value) -> bool:
        """Tell whether a value is as it should be."""
        if value is None:
            return True
        if self.op in ("in", "not in"):
            return (value in self.values) is (self.op == "in")
        if self.op == "between":
            return _order(self.values[0]) <= _order(value) <= _order(self.values[1])
        return COMPARED[self.op](_order(value), _order(self.values[0]))

    def examples(self) -> tuple[Value, ...]:
        """Return values that are as they should be, as far as the constants suggest any."""
        near: list[Value] = list(self.values)
        for value in self.values:
            if isinstance(value, int):
                near += [value + 1, value - 1, value + 2, value - 2, value + 10]
        if self.op == "between" and all(isinstance(value, int) for value in self.values):
            low, high = (int(str(value)) for value in self.values)
            near += [(low + high) // 2, low + (high - low) // 3]
        return tuple(value for value in dict.fromkeys(near) if self.allows(value))


@frozen
class NoNulls:
    """A column, or any column of a table, or any at all, holds no NULL."""

    table: str | None = None
    column: str | None = None

    def covers(self, base: BaseColumn) -> bool:
        """Tell whether the wish is about a column."""
        return self.table in (None, base[0]) and self.column in (None, base[1])


Wish = RowsWanted | ValuesWanted | NoNulls


@frozen
class Preferences:
    """All that a user wants of the witnesses over one schema."""

    wishes: tuple[Wish, ...] = ()
    required: tuple[ValuesWanted, ...] = ()
    texts: tuple[str, ...] = ()
    """The requirements as they were written."""
    examples: Mapping[BaseColumn, tuple[Value, ...]] = field(default_factory=dict)
    """Values that fulfil the wishes about a column."""

    def unmet(self, database: Database, columns: frozenset[BaseColumn]) -> int:
        """Return how many wishes a database does not fulfil, cell by cell; `columns` are those that matter."""
        return sum(_unmet(wish, database, columns) for wish in self.wishes)

    def strengthened(self, schema: Schema) -> Schema:
        """Return the schema with the requirements as CHECKs."""
        if not self.required:
            return schema
        added: dict[str, list[str]] = {}
        for wanted in self.required:
            added.setdefault(wanted.base[0], []).append(wanted.condition)
        tables = tuple(replace(t, checks=(*t.checks, *added.get(t.name, ()))) for t in schema.tables)
        return replace(schema, tables=tables)


NO_PREFERENCES = Preferences()


def _unmet(wish: Wish, database: Database, columns: frozenset[BaseColumn]) -> int:
    match wish:
        case RowsWanted():
            found = database.tables.get(wish.table)
            return 0 if wish.holds(database) else max(1, abs(wish.number - (len(found.rows) if found else 0)))
        case ValuesWanted():
            return sum(not wish.allows(value) for base, value in _cells(database) if base == wish.base)
        case NoNulls():
            named = wish.column is not None
            cells = ((base, value) for base, value in _cells(database) if named or base in columns)
            return sum(value is None and wish.covers(base) for base, value in cells)


def _cells(database: Database) -> Iterator[tuple[BaseColumn, Value]]:
    for name, table in database.tables.items():
        for row in table.rows:
            yield from (((name, column), value) for column, value in zip(table.columns, row, strict=True))


def _order(value: Value) -> tuple[int, float, str]:
    """Return the key of SQLite's order: numbers before texts."""
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))
