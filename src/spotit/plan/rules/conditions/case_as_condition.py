"""CASE that only says whether its condition is true."""

from __future__ import annotations

from spotit.plan.expr import Case, Expr, Literal, When
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.conditions.truth_values import constant_truth
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Case(whens=(When(condition=condition, result=result),), default=default):
            otherwise = default == Literal(None) or constant_truth(default) is False
            return condition if constant_truth(result) is True and otherwise else None
    return None


CASE_AS_CONDITION = ExpressionRule(
    "CASE as condition",
    "CASE WHEN a THEN 1 ELSE 0 END is true where a is",
    (Case,),
    _apply,
    keeps=SeenValue.TRUE,
)
