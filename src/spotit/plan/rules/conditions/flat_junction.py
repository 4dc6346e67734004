"""AND in AND, OR in OR."""

from __future__ import annotations

from spotit.plan.expr import And, Expr, Or
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, And | Or)
    kind = type(expr)
    if not any(isinstance(arg, kind) for arg in expr.args):
        return None
    return kind(tuple(part for arg in expr.args for part in (arg.args if isinstance(arg, kind) else (arg,))))


FLAT_JUNCTION = ExpressionRule(
    "flat junction",
    "a AND (b AND c) is a AND b AND c; the same for OR",
    (And, Or),
    _apply,
)
