"""IN (SELECT ...) as EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Compare, CompareOp, Exists, Expr, InRel
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.seen import SeenValue
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule
from spotit.plan.walk import has_relation


def matching_rows(expr: InRel) -> r.Filter:
    """Return the rows of the subquery that equal the left operand of an IN."""
    compared = zip(expr.rel.columns, expr.args, expr.collations, strict=True)
    tests = [Compare(CompareOp.EQ, column, arg, collation) for column, arg, collation in compared]
    return r.Filter(expr.rel, conjunction(tests))


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, InRel)
    if any(has_relation(arg) for arg in expr.args):
        return None
    if place.truth is not SeenValue.TRUE and not _never_null(expr, place):
        return None
    return Exists(r.Project(matching_rows(expr), (), ()))


def _never_null(expr: InRel, place: ExpressionPlace) -> bool:
    if place.over is None:
        return False
    over, facts = place.over, place.facts
    there = all(never_null(column, expr.rel, facts) for column in expr.rel.columns)
    return there and all(never_null(arg, over, facts) for arg in expr.args)


IN_AS_EXISTS = ExpressionRule(
    "IN as EXISTS",
    "a IN (SELECT b ...) is true where EXISTS (SELECT ... WHERE b = a) is, and the same as it where neither side is "
    "ever NULL",
    (InRel,),
    _apply,
)
