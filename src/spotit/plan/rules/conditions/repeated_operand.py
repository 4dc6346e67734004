"""The same condition twice."""

from __future__ import annotations

from spotit.plan.expr import And, Expr, Or
from spotit.plan.rules.conditions.truth_values import junction
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, And | Or)
    args = tuple(dict.fromkeys(expr.args))
    return junction(type(expr), args, place.truth) if len(args) < len(expr.args) else None


REPEATED_OPERAND = ExpressionRule(
    "repeated operand",
    "a AND a is a, where only its truth is seen or it is 0, 1 or NULL anyway; the same for OR",
    (And, Or),
    _apply,
)
