"""LIMIT and OFFSET that are not constants, as in OFFSET (SELECT COUNT(*) / 2 FROM t), which finds a median."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.smt.terms.arithmetic import add, count, eq, floor_of, le, lt, to_real
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, Sort, Term, integer
from spotit.symbolic import ledger
from spotit.symbolic.execution import Env, Execution
from spotit.symbolic.expressions.evaluate import evaluate
from spotit.symbolic.rows.ordering import earlier, record_cut
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor


def computed(rel: r.Limit, env: Env, executor: Executor) -> tuple[Term | None, Term] | None:
    """Return LIMIT (None: there is none) and OFFSET as Int terms; None when both are constants."""
    values = [evaluate(expr, env, executor.run) if isinstance(expr, Expr) else None for expr in (rel.limit, rel.offset)]
    if all(value is None or value.constant is not None for value in values):
        return None
    most, skipped = (None if value is None else _whole(value, executor.run) for value in values)
    return most, integer(0) if skipped is None else skipped


def _whole(value: SymValue, run: Execution) -> Term:
    """Return the integer that a value is; the engine fails where it is none."""
    result: Term = integer(0)
    fails = [value.null]
    for alt in value.alts:
        if not isinstance(alt.atom, Number):
            raise UnsupportedSql("LIMIT that may be text")
        term = alt.atom.term
        if term.sort is Sort.REAL:
            whole = floor_of(term)
            fails.append(and_(alt.guard, not_(eq(to_real(whole), term))))
            term = whole
        result = ite(alt.guard, term, result)
    failing = or_(*fails)
    if failing is not FALSE:
        run.assume(ledger.LIMITS)
        run.incomplete(failing)
    return result


def cut(table: SymTable, most: Term | None, skipped: Term, run: Execution) -> SymTable:
    """Keep the rows from `skipped` on, at most `most` of them; a negative OFFSET is 0, a negative LIMIT is none."""
    start = ite(lt(skipped, integer(0)), integer(0), skipped)
    kept = []
    for conditions in earlier(table, run):
        position = count(conditions)
        keep = le(start, position)
        if most is not None:
            keep = and_(keep, or_(lt(most, integer(0)), lt(position, add(start, most))))
        kept.append(keep)
    record_cut(table, kept, run)
    rows = [row.under(keep) for row, keep in zip(table.rows, kept, strict=True)]
    return SymTable.of(table.columns, rows, table.directions)
