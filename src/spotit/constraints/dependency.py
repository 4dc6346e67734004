"""A functional dependency: rows that agree on some columns agree on another."""

from __future__ import annotations

from spotit.database import Row, Tables, Value, rows_of
from spotit.dialect.storage import Equality
from spotit.frozen import frozen


@frozen
class Dependency:
    """Rows that are equal on all the columns, none of them NULL, have the same value, or both NULL, in another."""

    table: str
    columns: tuple[str, ...]
    equality: tuple[Equality, ...]
    """When two values of each of the columns are equal."""
    determined: str
    determined_equality: Equality

    def __str__(self) -> str:
        return f"{self.table}({', '.join(self.columns)}) determines {self.determined}"

    def part(self, values: Row) -> Row | None:
        """Return what decides the other column, for the values of the columns in a row; None when one is NULL."""
        part = tuple([equality.key(value) for equality, value in zip(self.equality, values, strict=True)])
        return None if None in part else part

    def broken_by(self, tables: Tables) -> list[int]:
        """Return the places of the rows that contradict an earlier one."""
        known: dict[Row, Value] = {}
        broken: list[int] = []
        rows = rows_of(tables, self.table).project((*self.columns, self.determined))
        for place, (*values, found) in enumerate(rows):
            part = self.part(tuple(values))
            if part is not None:
                value = self.determined_equality.key(found)
                if known.setdefault(part, value) != value:
                    broken.append(place)
        return broken
