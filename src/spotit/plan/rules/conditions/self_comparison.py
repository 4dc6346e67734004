"""A column compared with itself."""

from __future__ import annotations

from spotit.plan.expr import Column, Compare, CompareOp, Expr, IsNull, Not
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_REFLEXIVE = (CompareOp.EQ, CompareOp.LE, CompareOp.GE)


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Compare(left=Column() as column, right=other) if expr.op in _REFLEXIVE and column == other:
            return Not(IsNull(column))
    return None


SELF_COMPARISON = ExpressionRule(
    "self-comparison",
    "a = a, a <= a and a >= a are true where a is not NULL",
    (Compare,),
    _apply,
    keeps=SeenValue.TRUE,
)
