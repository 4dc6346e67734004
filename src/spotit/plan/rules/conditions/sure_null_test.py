"""IS NULL of what never is, or always is."""

from __future__ import annotations

from spotit.plan.expr import Expr, IsNull, Literal
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.conditions.truth_values import FALSE, TRUE
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, IsNull)
    if expr.arg == Literal(None):
        return TRUE
    if place.over is not None and never_null(expr.arg, place.over, place.facts):
        return FALSE
    return None


SURE_NULL_TEST = ExpressionRule(
    "sure NULL test",
    "a IS NULL is 0 where the schema or a condition below says that a is never NULL",
    (IsNull,),
    _apply,
)
