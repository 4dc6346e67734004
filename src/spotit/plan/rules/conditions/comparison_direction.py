"""Comparisons that look to the right."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan.expr import Compare, CompareOp, Expr
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_MIRRORED = {CompareOp.GT: CompareOp.LT, CompareOp.GE: CompareOp.LE}


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, Compare)
    if expr.op not in _MIRRORED:
        return None
    return replace(expr, op=_MIRRORED[expr.op], left=expr.right, right=expr.left)


COMPARISON_DIRECTION = ExpressionRule(
    "comparison direction",
    "a > b is b < a, and a >= b is b <= a, under the same collation",
    (Compare,),
    _apply,
)
