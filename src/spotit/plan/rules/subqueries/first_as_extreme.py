"""(SELECT a ... ORDER BY a LIMIT 1) as MIN or MAX."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Expr, Literal, Scalar, SortKey
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_APART = 10**7
"""From the id of the subquery's column to that of the new one below it: no plan has so many."""


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Scalar(
            rel=r.Project(
                input=r.Limit(input=r.OrderBy(input=below, keys=keys), limit=Literal(value=1), offset=offset),
                exprs=(value,),
                columns=columns,
            )
        ) if offset in (None, Literal(0)) and keys[0].expr == value and _decides(keys, below, place):
            call = AggCall("max" if keys[0].descending else "min", (value,), collation=keys[0].collation)
            (shown,) = columns
            made = replace(shown, id=shown.id + _APART)
            return Scalar(r.Project(r.Aggregate(below, (), (call,), (), (made,), grouped=False), (made,), columns))
    return None


def _decides(keys: tuple[SortKey, ...], below: r.Rel, place: ExpressionPlace) -> bool:
    """Tell whether the first key alone says which value comes first, NULLs as MIN and MAX leave them out."""
    first = keys[0]
    if len(keys) > 1 and (not first.collation.is_identity or form_of(first.expr, below, place.facts) is None):
        return False
    if never_null(first.expr, below, place.facts):
        return True
    return first.descending and not first.nulls_first


FIRST_AS_EXTREME = ExpressionRule(
    "first value as extreme",
    "(SELECT a ... ORDER BY a DESC LIMIT 1) is (SELECT MAX(a) ...), NULLs being last; ascending it is MIN if a is "
    "never NULL",
    (Scalar,),
    _apply,
)
