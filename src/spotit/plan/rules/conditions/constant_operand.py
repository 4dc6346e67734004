"""Constants in AND and OR."""

from __future__ import annotations

from spotit.plan.expr import And, Expr, Or
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.conditions.truth_values import FALSE, TRUE, constant_truth, junction
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, And | Or)
    neutral = isinstance(expr, And)
    truths = [constant_truth(arg) for arg in expr.args]
    if (not neutral) in truths:
        return None if any(may_fail(arg) for arg in expr.args) else (FALSE if neutral else TRUE)
    if neutral not in truths:
        return None
    rest = tuple(arg for arg, truth in zip(expr.args, truths, strict=True) if truth is None)
    return junction(type(expr), rest, place.truth) if rest else (TRUE if neutral else FALSE)


CONSTANT_OPERAND = ExpressionRule(
    "constant operand",
    "a AND 1 and a OR 0 are a, where only its truth is seen or it is 0, 1 or NULL anyway; a AND 0 is 0 and a OR 1 is "
    "1, unless a can fail",
    (And, Or),
    _apply,
)
