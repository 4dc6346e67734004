"""A column that holds no NULL."""

from __future__ import annotations

from spotit.database import Tables, rows_of
from spotit.frozen import frozen


@frozen
class NotNull:
    """Every row of the table has a value in the column."""

    table: str
    column: str

    def __str__(self) -> str:
        return f"{self.table}.{self.column} is not NULL"

    def broken_by(self, tables: Tables) -> list[int]:
        """Return the places of the rows that have no value there."""
        values = rows_of(tables, self.table).project((self.column,))
        return [place for place, (value,) in enumerate(values) if value is None]
