"""How plain a witness is: what `shrink` makes smaller, once its grade is as strong as it gets."""

from __future__ import annotations

from itertools import pairwise

from spotit.database import Database, Row, Rows, Value
from spotit.dialect.instants import INSTANTS
from spotit.schema import BaseColumn
from spotit.search.evidence import Results
from spotit.search.hints.column_values import fill_of
from spotit.search.pair import Pair
from spotit.search.witness.tags import asked_by_both, missing

Cost = tuple[int, int, int, int, int, int]


class Plainness:
    """Where each value stands in its column's pool."""

    def __init__(self, pair: Pair, rows: int) -> None:
        self._pair = pair
        self._rows = rows
        self._pools: dict[BaseColumn, dict[Value, int]] = {}
        self._asked = asked_by_both(pair)

    def pool(self, base: BaseColumn) -> dict[Value, int]:
        """Return the values of a column with their places, the plainest at 0."""
        known = self._pools.get(base)
        if known is None:
            table = self._pair.schema.table(base[0])
            column = table.column(base[1]) if table else None
            if table is not None and column is not None and base in self._pair.usage.class_of:
                values = fill_of(table, column, self._pair.usage, self._rows + 3).pool
            else:
                values = tuple(range(1, 10))
            known = self._pools[base] = {value: place for place, value in enumerate(values)}
        return known

    def cost(self, database: Database, results: Results) -> Cost:
        """Return what `shrink` makes smaller, after the grade and what is unnatural or not as wished."""
        nulls = odd = disorder = 0
        places = instant_place(database)
        for name, table in database.tables.items():
            disorder += _descents(table)
            for index, column in enumerate(table.columns):
                base = (name, column)
                pool = self.pool(base)
                matters = base in self._pair.usage.columns
                for row in table.rows:
                    value = row[index]
                    if value is None:
                        nulls += matters
                    else:
                        places += pool.get(value, len(pool) + 1)
                        odd += matters and self.is_odd(base, value)
        return database.size, missing(self._asked, database, results), nulls, odd, places, disorder

    def is_odd(self, base: BaseColumn, value: Value) -> bool:
        """Tell whether a number is negative or a fraction, and no query names it."""
        if not isinstance(value, int | float) or (value >= 0 and float(value).is_integer()):
            return False
        use = self._pair.usage.of(base)
        return value not in use.constants and all(value != test.value for test in use.tests)


def instant_place(database: Database) -> int:
    """Return where the instant stands among those worth trying, the plainest at 0."""
    if database.now is None:
        return 0
    return INSTANTS.index(database.now) if database.now in INSTANTS else len(INSTANTS)


def row_order(row: Row) -> list[tuple[str, float, str]]:
    """Return what rows are sorted by."""
    numbers = ((value if isinstance(value, int | float) else 0) for value in row)
    return [(type(v).__name__, n, str(v)) for v, n in zip(row, numbers, strict=True)]


def _descents(table: Rows) -> int:
    """Return how often a value of a row is greater than the one below it."""
    ordered = [row_order(row) for row in table.rows]
    return sum(a > b for above, below in pairwise(ordered) for a, b in zip(above, below, strict=True))
