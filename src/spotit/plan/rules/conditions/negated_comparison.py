"""NOT of a comparison."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan.expr import Compare, CompareOp, Expr, Not
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_OPPOSITE = {
    CompareOp.EQ: CompareOp.NE,
    CompareOp.NE: CompareOp.EQ,
    CompareOp.LT: CompareOp.GE,
    CompareOp.GE: CompareOp.LT,
    CompareOp.GT: CompareOp.LE,
    CompareOp.LE: CompareOp.GT,
    CompareOp.IS: CompareOp.IS_NOT,
    CompareOp.IS_NOT: CompareOp.IS,
}


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Not(arg=Compare() as comparison):
            return replace(comparison, op=_OPPOSITE[comparison.op])
    return None


NEGATED_COMPARISON = ExpressionRule(
    "negated comparison",
    "NOT (a < b) is a >= b, and so for every comparison: both are NULL where an operand is (IS and IS NOT never are)",
    (Not,),
    _apply,
)
