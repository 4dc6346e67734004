"""A CHECK as terms: its condition is true or NULL on each row."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.plan.expr import Expr
from spotit.plan.rel import Scan
from spotit.smt.terms.boolean import not_, or_
from spotit.smt.terms.term import TRUE, Term
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.execution import Execution
from spotit.symbolic.expressions.evaluate import evaluate, truth
from spotit.symbolic.rows.table import Cells, RowEnv, positions_of
from spotit.symbolic.values.value import NULL


@frozen
class LoweredCheck:
    """The condition of a CHECK as an expression over the columns of a scan of its table."""

    scan: Scan
    condition: Expr
    columns: frozenset[str]
    """The names of the columns it speaks of."""


def check_matters(check: LoweredCheck, instance: Instance, run: Execution) -> bool:
    """Tell whether the condition speaks of a touched column or of one that cannot be NULL, or asks for values."""
    table = instance.table(check.scan.table)
    return any(
        instance.touched((table.name, name)) or table.never_null(name, null_keys=instance.null_keys)
        for name in check.columns
    ) or _refuses_nulls(check, run)


def _refuses_nulls(check: LoweredCheck, run: Execution) -> bool:
    """Tell whether a row of NULLs breaks the condition: not both of two columns may be NULL, say."""
    cells = Cells(len(check.scan.fields), lambda _: NULL)
    try:
        true, null = truth(evaluate(check.condition, RowEnv(positions_of(check.scan.columns), cells, {}), run), run)
    except UnsupportedSql:
        return False
    return or_(true, null) is not TRUE


def check_terms(check: LoweredCheck, instance: Instance, run: Execution) -> Iterator[Term]:
    """Yield for each row that the condition is not false on it."""
    positions = positions_of(check.scan.columns)
    for row in range(instance.rows):
        cells = _cells(check.scan, instance, row)
        true, null = truth(evaluate(check.condition, RowEnv(positions, cells, {}), run), run)
        yield or_(not_(instance.present(check.scan.table, row)), true, null)


def _cells(scan: Scan, instance: Instance, row: int) -> Cells:
    return Cells(len(scan.fields), lambda i: instance.cell(scan.table, scan.fields[i], row))
