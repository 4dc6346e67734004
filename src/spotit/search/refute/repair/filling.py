"""The tables of a database while they are filled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spotit.database import Row, Rows, Value
from spotit.schema import Table
from spotit.search.pair import Pair


@dataclass(slots=True)
class Filling:
    """The tables that have rows so far; their columns are spelled as declared."""

    pair: Pair
    tables: dict[str, Rows]

    def table(self, name: str) -> Table:
        """Return the schema's table."""
        table = self.pair.schema.table(name)
        assert table is not None, name
        return table

    def lacks(self, table: str, column: str) -> bool:
        """Tell whether the table has rows without such a column."""
        return table in self.tables and self.tables[table].place(column) is None

    def add_column(self, table: str, column: str, values: Iterable[Value]) -> None:
        """Give each row its value in a new column."""
        rows = self.tables[table]
        wider = tuple((*row, value) for row, value in zip(rows.rows, values, strict=True))
        self.tables[table] = Rows((*rows.columns, column), wider)

    def add_rows(self, table: str, columns: tuple[str, ...], added: list[Row]) -> None:
        """Add rows with values in these columns only; the others are NULL, also in earlier rows."""
        known = self.tables.get(table, Rows(()))
        names = (*known.columns, *(name for name in columns if known.place(name) is None))
        rows = (*known.project(names), *Rows(columns, tuple(added)).project(names))
        self.tables[table] = Rows(names, rows)

    def give_columns(self) -> None:
        """Give rows without any column one: they cannot be inserted otherwise, though only their being there counts."""
        for name, rows in self.tables.items():
            if not rows.columns:
                first = self.table(name).columns[0].name
                self.tables[name] = Rows((first,), ((None,),) * len(rows.rows))
