"""NOT of NOT, and NOT of a constant."""

from __future__ import annotations

from spotit.plan.expr import Expr, Literal, Not
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.conditions.truth_values import constant_truth, is_truth_value
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Not(arg=Not(arg=inner)) if place.truth <= SeenValue.LOGIC or is_truth_value(inner):
            return inner
        case Not(arg=Literal(value=None)):
            return Literal(None)
        case Not(arg=constant):
            truth = constant_truth(constant)
            return None if truth is None else Literal(int(not truth))
    return None


DOUBLE_NEGATION = ExpressionRule(
    "double negation",
    "NOT NOT a is a, where only its truth is seen or it is 0, 1 or NULL anyway; NOT 0 is 1, NOT 1 is 0, NOT NULL is "
    "NULL",
    (Not,),
    _apply,
)
