"""A key: columns whose values together occur in one row only."""

from __future__ import annotations

from spotit.database import Row, Tables, rows_of
from spotit.dialect.storage import Equality
from spotit.frozen import frozen


@frozen
class Key:
    """No two rows of the table are equal on all the columns; a row with a NULL among them is equal to no other."""

    table: str
    columns: tuple[str, ...]
    equality: tuple[Equality, ...]
    """When two values of each column are equal."""
    is_rowid: bool = False
    """The column is the number that SQLite gives each row: it holds integers only."""

    def __str__(self) -> str:
        return f"{self.table}({', '.join(self.columns)}) is a key"

    def part(self, values: Row) -> Row | None:
        """Return what no other row may have, for the values of the columns in a row; None when one of them is NULL."""
        part = tuple([equality.key(value) for equality, value in zip(self.equality, values, strict=True)])
        return None if None in part else part

    def broken_by(self, tables: Tables) -> list[int]:
        """Return the places of the rows that repeat an earlier one."""
        seen: set[Row] = set()
        broken: list[int] = []
        for place, values in enumerate(rows_of(tables, self.table).project(self.columns)):
            part = self.part(values)
            if part is None:
                continue
            if part in seen or (self.is_rowid and not isinstance(part[0], int)):
                broken.append(place)
            seen.add(part)
        return broken
