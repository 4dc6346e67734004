"""COUNT of what is never NULL."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Aggregate)
    calls = tuple(_counted(call, rel, place) for call in rel.aggregates)
    return None if calls == rel.aggregates else replace(rel, aggregates=calls)


def _counted(call: AggCall, rel: r.Aggregate, place: RelationPlace) -> AggCall:
    if call.func != "count" or not call.args or call.distinct:
        return call
    sure = all(never_null(arg, rel.input, place.facts) and not may_fail(arg) for arg in call.args)
    return replace(call, args=(), collation=AggCall("count").collation) if sure else call


COUNT_OF_ROWS = RelationRule(
    "count of rows",
    "COUNT(a) is COUNT(*) where a is never NULL",
    (r.Aggregate,),
    _apply,
)
