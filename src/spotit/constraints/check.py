"""A CHECK: an SQL condition on the columns of one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spotit.database import Rows, Tables, rows_of
from spotit.frozen import frozen


@frozen
class Check:
    """The condition is true or NULL on every row of the table."""

    table: str
    condition: str
    """SQL text; names in it are those of the table's columns."""

    def __str__(self) -> str:
        return f"{self.table}: {self.condition}"

    def broken_by(self, tables: Tables, evaluate: Evaluate) -> list[int]:
        """Return the places of the rows on which the condition is false."""
        truths = evaluate(self, rows_of(tables, self.table))
        return [place for place, truth in enumerate(truths) if truth is False]


Evaluate = Callable[[Check, Rows], Sequence[bool | None]]
"""Returns the truth of a condition on each row, None for NULL: only who understands SQL can."""
