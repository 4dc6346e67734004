"""What is computed of NULL."""

from __future__ import annotations

from spotit.plan.expr import Affine, Arith, BitNot, Call, Cast, Compare, Expr, Literal, Negate
from spotit.plan.facts.nullness import is_null_with
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    return Literal(None) if is_null_with(expr, ()) else None


NULL_OPERAND = ExpressionRule(
    "NULL operand",
    "CAST, arithmetic, comparisons and functions of NULL that are NULL where an operand is are NULL",
    (Affine, Arith, BitNot, Call, Cast, Compare, Negate),
    _apply,
)
