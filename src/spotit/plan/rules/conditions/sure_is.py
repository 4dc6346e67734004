"""IS between values of which one is never NULL."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan.expr import Compare, CompareOp, Expr
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Compare(op=CompareOp.IS, left=left, right=right) if place.over is not None:
            sure = [never_null(side, place.over, place.facts) for side in (left, right)]
            if all(sure) or (any(sure) and place.truth is SeenValue.TRUE):
                return replace(expr, op=CompareOp.EQ)
        case Compare(op=CompareOp.IS_NOT, left=left, right=right) if place.over is not None:
            if all(never_null(side, place.over, place.facts) for side in (left, right)):
                return replace(expr, op=CompareOp.NE)
    return None


SURE_IS = ExpressionRule(
    "sure IS",
    "a IS b is a = b where neither is ever NULL, and it is true where a = b is if one of them is never NULL",
    (Compare,),
    _apply,
)
