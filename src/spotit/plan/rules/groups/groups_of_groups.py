"""Groups of groups: the greatest of the greatest values, the sum of counts."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Expr
from spotit.plan.facts.forms import form_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(input=r.Aggregate(grouped=True, bare=()) as inner, bare=(), aggregates=calls) if calls:
            keys = [_key(key, column, inner, place) for key, column in zip(rel.keys, rel.columns, strict=False)]
            whole = [_whole(call, inner, place, grouped=rel.grouped) for call in calls]
            kept = tuple(key for key in keys if key is not None)
            made = tuple(call for call in whole if call is not None)
            if len(kept) == len(keys) and len(made) == len(whole):
                return replace(rel, input=inner.input, keys=kept, aggregates=made)
    return None


def _key(key: Expr, column: Column, inner: r.Aggregate, place: RelationPlace) -> Expr | None:
    """Return what an outer key is before the inner grouping, on whose keys rows agree character by character."""
    for expr, made in zip(inner.keys, inner.columns, strict=False):
        if key == made and made.collation.is_identity and column.collation.is_identity:
            return expr if form_of(expr, inner.input, place.facts) is not None else None
    return None


def _whole(call: AggCall, inner: r.Aggregate, place: RelationPlace, *, grouped: bool) -> AggCall | None:
    """Return the aggregate of all rows that an aggregate of the inner ones comes to."""
    if call.filter is not None or call.order or len(call.args) != 1:
        return None
    for made, column in zip(inner.aggregates, inner.columns[len(inner.keys) :], strict=True):
        if call.args != (column,) or made.order:
            continue
        if call.func == made.func and call.function.extreme:
            same = call.collation.is_identity and made.collation.is_identity
            same = same and form_of(made.args[0], inner.input, place.facts) is not None
            return replace(made, distinct=False) if same else None
        if call.func == "sum" and not call.distinct and made.func == "count" and not made.distinct and grouped:
            return made
    return None


GROUPS_OF_GROUPS = RelationRule(
    "groups of groups",
    "MAX of the MAX of smaller groups (the same for MIN) of values of one form is that of the larger ones, and a SUM "
    "of counts by GROUP BY is the count, if the larger groups go by keys of the smaller ones, compared character by "
    "character",
    (r.Aggregate,),
    _apply,
)
