"""IS NULL written as a comparison, and IS where no NULL is."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan.expr import Compare, CompareOp, Expr, IsNull, Literal, Not
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, Compare)
    if expr.op not in (CompareOp.IS, CompareOp.IS_NOT):
        return None
    for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if side == Literal(None):
            return IsNull(other) if expr.op is CompareOp.IS else Not(IsNull(other))
        if isinstance(side, Literal) and expr.op is CompareOp.IS and place.truth is SeenValue.TRUE:
            return replace(expr, op=CompareOp.EQ)
    return None


COMPARISON_WITH_NULL = ExpressionRule(
    "comparison with NULL",
    "a IS NULL tests for NULL, however it is written; a IS c for a constant c that is not NULL is true where a = c is",
    (Compare,),
    _apply,
)
