"""De Morgan's laws, which hold with NULLs."""

from __future__ import annotations

from spotit.plan.expr import And, Expr, Not, Or
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Not(arg=And(args=args)):
            return Or(tuple(Not(arg) for arg in args))
        case Not(arg=Or(args=args)):
            return And(tuple(Not(arg) for arg in args))
    return None


NEGATED_JUNCTION = ExpressionRule(
    "negated junction",
    "NOT (a AND b) is NOT a OR NOT b; NOT (a OR b) is NOT a AND NOT b",
    (Not,),
    _apply,
)
