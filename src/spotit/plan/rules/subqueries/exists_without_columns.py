"""EXISTS does not look at columns."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Exists, Expr, Literal
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, Exists)
    match expr.rel:
        case r.Project(input=below, columns=columns) if columns:
            return Exists(r.Project(below, (), ()))
        case r.Filter() | r.Join() | r.Scan():
            return Exists(r.Project(expr.rel, (), ()))
        case r.Limit(input=below, limit=Literal(value=int() as most), offset=None) if most != 0:
            return Exists(below)
        case r.Values(rows=()):
            return Literal(0)
    return None


EXISTS_WITHOUT_COLUMNS = ExpressionRule(
    "EXISTS without columns",
    "EXISTS (SELECT a ...) asks for a row, whatever its columns, and EXISTS (... LIMIT n) for n other than 0 does too; "
    "there is no row among none",
    (Exists,),
    _apply,
)
