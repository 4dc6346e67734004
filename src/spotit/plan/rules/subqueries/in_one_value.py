"""IN of a subquery that always has one row, as a comparison."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Compare, CompareOp, Expr, InRel, Scalar
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case InRel(args=(value,), rel=rel, collations=(collation,)) if _is_one_row(rel):
            return Compare(CompareOp.EQ, value, Scalar(rel), collation)
    return None


def _is_one_row(rel: r.Rel) -> bool:
    """Tell whether a relation always has one row: an aggregate without GROUP BY."""
    while isinstance(rel, r.Project):
        rel = rel.input
    return isinstance(rel, r.Aggregate) and not rel.grouped


IN_ONE_VALUE = ExpressionRule(
    "IN one value",
    "a IN (SELECT ...) is a = (SELECT ...) if that always has one row, as an aggregate without GROUP BY has",
    (InRel,),
    _apply,
)
