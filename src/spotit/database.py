"""The database noun: concrete rows for the tables of a schema, and query results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from spotit.dialect.names import fold
from spotit.dialect.values import Value
from spotit.frozen import frozen

Row = tuple[Value, ...]


@frozen
class Rows:
    """Named columns and rows: the content of one table, or the result of one query."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    def place(self, name: str) -> int | None:
        """Return which column has that name, ignoring case, or None."""
        if name in self.columns:
            return self.columns.index(name)
        folded = fold(name)
        return next((place for place, column in enumerate(self.columns) if fold(column) == folded), None)

    def project(self, names: Sequence[str]) -> list[Row]:
        """Return the values of these columns in each row; a column that is not there is NULL."""
        places = [self.place(name) for name in names]
        return [tuple([None if place is None else row[place] for place in places]) for row in self.rows]

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form; bytes become {"hex": ...}."""
        return {"columns": list(self.columns), "rows": [[json_value(v) for v in row] for row in self.rows]}


@frozen
class Failure:
    """What a query does that ends with an error instead of rows."""

    message: str

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"error": self.message}


Outcome = Rows | Failure
"""What a query does on a database."""
Tables = Mapping[str, Rows]
"""Rows per table, keyed by the table's declared name."""
_EMPTY = Rows(())


def rows_of(tables: Tables, name: str) -> Rows:
    """Return the rows of a table; one that is not listed has none."""
    return tables.get(name, _EMPTY)


@frozen
class Database:
    """Rows per table, keyed by the table's declared name. Tables that are not listed are empty.

    A column that is not listed in a table's `columns` is NULL; a hidden rowid may be listed under one of its names.
    """

    tables: Tables = field(default_factory=dict)
    now: str | None = None
    """The instant at which the clock stands, "YYYY-MM-DD HH:MM:SS" in UTC; None where it does not matter."""

    @property
    def size(self) -> int:
        """The number of rows in all tables."""
        return sum(len(table.rows) for table in self.tables.values())

    @property
    def height(self) -> int:
        """The number of rows of the largest table."""
        return max((len(table.rows) for table in self.tables.values()), default=0)


def json_value(value: Value) -> object:
    """Return a value as JSON can hold it."""
    return {"hex": value.hex()} if isinstance(value, bytes) else value


__all__ = ["Database", "Failure", "Outcome", "Row", "Rows", "Tables", "Value", "json_value", "rows_of"]
