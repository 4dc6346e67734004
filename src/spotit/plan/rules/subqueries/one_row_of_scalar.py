"""A subquery that stands for a value has its first row read alone."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr, Literal, Scalar
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, Scalar)
    match expr.rel:
        case r.Limit() as limit if _is_more(limit):
            return replace(expr, rel=replace(limit, limit=Literal(1)))
        case r.Project(input=r.Limit() as limit) as shown if _is_more(limit):
            return replace(expr, rel=replace(shown, input=replace(limit, limit=Literal(1))))
    return None


def _is_more(limit: r.Limit) -> bool:
    """Tell whether more than one row may be taken."""
    return isinstance(limit.limit, Literal) and isinstance(limit.limit.value, int) and limit.limit.value not in (0, 1)


ONE_ROW_OF_SCALAR = ExpressionRule(
    "one row of a scalar subquery",
    "(SELECT ... LIMIT n) as a value is (SELECT ... LIMIT 1) for n other than 0",
    (Scalar,),
    _apply,
)
