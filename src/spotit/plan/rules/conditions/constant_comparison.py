"""Comparisons of constants."""

from __future__ import annotations

import operator
from collections.abc import Callable

from spotit.plan.expr import Compare, CompareOp, Expr, Literal
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_OPERATORS: dict[CompareOp, Callable[[int, int], bool]] = {
    CompareOp.EQ: operator.eq,
    CompareOp.NE: operator.ne,
    CompareOp.LT: operator.lt,
    CompareOp.LE: operator.le,
    CompareOp.GT: operator.gt,
    CompareOp.GE: operator.ge,
    CompareOp.IS: operator.eq,
    CompareOp.IS_NOT: operator.ne,
}


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Compare(left=Literal(value=int() as left), right=Literal(value=int() as right)):
            return Literal(int(_OPERATORS[expr.op](left, right)))
        case Compare(
            op=CompareOp.EQ | CompareOp.NE, left=Literal(value=str() as left), right=Literal(value=str() as right)
        ):
            same = expr.collation.key(left) == expr.collation.key(right)
            return Literal(int(same is (expr.op is CompareOp.EQ)))
    return None


CONSTANT_COMPARISON = ExpressionRule(
    "constant comparison",
    "a comparison of two integers is 0 or 1, and so is = or <> of two texts under their collation",
    (Compare,),
    _apply,
)
