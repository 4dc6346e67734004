"""A sum of ones as a count."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Case, Literal
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True):
            calls = tuple(map(_counted, rel.aggregates))
            return None if calls == rel.aggregates else replace(rel, aggregates=calls)
    return None


def _counted(call: AggCall) -> AggCall:
    match call:
        case AggCall(func="sum", distinct=False, filter=None, args=(Literal(value=1) as one,)) if one == _ONE:
            return AggCall("count")
        case AggCall(func="sum", distinct=False, filter=None, args=(Case(whens=(when,), default=other),)):
            if when.result == _ONE and other == _ZERO:
                return AggCall("count", filter=when.condition)
    return call


_ZERO, _ONE = Literal(0), Literal(1)

SUM_OF_ONES = RelationRule(
    "sum of ones",
    "by GROUP BY, SUM(1) is COUNT(*), and SUM(CASE WHEN a THEN 1 ELSE 0 END) is COUNT(*) FILTER (WHERE a)",
    (r.Aggregate,),
    _apply,
)
