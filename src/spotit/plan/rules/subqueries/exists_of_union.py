"""EXISTS of UNION ALL as OR."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Exists, Expr, Or
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Exists(rel=r.SetOp(kind=r.SetKind.UNION_ALL, left=left, right=right)):
            return Or((Exists(left), Exists(right)))
        case Exists(rel=r.Project(input=r.SetOp(kind=r.SetKind.UNION_ALL, left=left, right=right))):
            return Or((Exists(left), Exists(right)))
    return None


EXISTS_OF_UNION = ExpressionRule(
    "EXISTS of UNION ALL",
    "there is a row of UNION ALL where there is one of the one side or of the other",
    (Exists,),
    _apply,
)
