"""ORDER BY x LIMIT 1 that returns x alone: the least or greatest value, whichever of the tied rows is taken.

Whether x is what the rows are ordered by is seen on the terms, after joins have made columns the same. What a plan
shows by itself is the rule `plan.rules.subqueries.first_as_extreme`.
"""

from __future__ import annotations

from spotit.smt.terms.boolean import and_, any_of, not_
from spotit.smt.terms.term import FALSE
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.sums import Member
from spotit.symbolic.relations.aggregates import extreme
from spotit.symbolic.rows.table import SymRow, SymTable
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL


def returns_its_key(table: SymTable) -> bool:
    """Tell whether the only column is what the rows are ordered by first, with NULL as the least value."""
    if len(table.columns) != 1 or not table.directions:
        return False
    first = table.directions[0]
    natural = first.nulls_first is not first.descending
    return natural and first.collation.is_identity and all(row.sort[0] is row.cells[0] for row in table.rows)


def first_value(table: SymTable, run: Execution) -> SymTable:
    """Return the first row of a table that `returns_its_key`."""
    direction = table.directions[0]
    if not table.rows:
        return table
    members = [Member(and_(row.present, not_(row.cells[0].null)), row.cells[0]) for row in table.rows]
    value = extreme([m for m in members if m.inside is not FALSE], run, direction.descending, direction.collation)
    if not direction.descending:
        value = choose(any_of(and_(row.present, row.cells[0].null) for row in table.rows), NULL, value)
    row = SymRow(any_of(row.present for row in table.rows), (value,), (value,))
    return SymTable.of(table.columns, [row], (direction,))
