"""A sum of ones as a count."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, And, Case, Compare, IsNull, Literal, Not, Or
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True):
            calls = tuple(_counted(call, rel, place) for call in rel.aggregates)
            return None if calls == rel.aggregates else replace(rel, aggregates=calls)
    return None


def _counted(call: AggCall, rel: r.Aggregate, place: RelationPlace) -> AggCall:
    match call:
        case AggCall(func="sum", distinct=False, filter=None, args=(test,)) if isinstance(test, _TESTS):
            return AggCall("count", filter=test) if never_null(test, rel.input, place.facts) else call
        case AggCall(func="sum", distinct=False, filter=None, args=(Literal(value=1) as one,)) if one == _ONE:
            return AggCall("count")
        case AggCall(func="sum", distinct=False, filter=None, args=(Case(whens=(when,), default=other),)):
            if when.result == _ONE and other == _ZERO:
                return AggCall("count", filter=when.condition)
    return call


_TESTS = (Compare, IsNull, And, Or, Not)
_ZERO, _ONE = Literal(0), Literal(1)

SUM_OF_ONES = RelationRule(
    "sum of ones",
    "by GROUP BY, SUM(1) is COUNT(*), and SUM(CASE WHEN a THEN 1 ELSE 0 END) is COUNT(*) FILTER (WHERE a), and so is "
    "SUM(a) of a condition that is never NULL",
    (r.Aggregate,),
    _apply,
)
