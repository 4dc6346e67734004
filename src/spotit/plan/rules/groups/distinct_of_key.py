"""DISTINCT inside an aggregate."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, IsNull, Not
from spotit.plan.facts.keys import dependencies
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Aggregate)
    calls = tuple(_plain(call, rel, place.facts) for call in rel.aggregates)
    return None if calls == rel.aggregates else replace(rel, aggregates=calls)


def _plain(call: AggCall, rel: r.Aggregate, facts: Facts) -> AggCall:
    if not call.distinct:
        return call
    if call.function.extreme or _differ(call, rel, facts):
        return replace(call, distinct=False)
    return call


def _differ(call: AggCall, rel: r.Aggregate, facts: Facts) -> bool:
    """Tell whether the values of the argument within a group all differ anyway, NULLs aside."""
    (arg,) = call.args[:1]
    if not isinstance(arg, Column) or not call.collation.is_identity:
        return False
    given = r.Filter(rel.input, Not(IsNull(arg)))
    keys = zip(rel.keys, rel.columns, strict=False)
    same = [key.id for key, made in keys if isinstance(key, Column) and made.collation.is_identity]
    return dependencies(given, facts).unique_on([arg.id, *same])


DISTINCT_OF_KEY = RelationRule(
    "DISTINCT of a key",
    "an aggregate of DISTINCT values is that of all values where no two rows of a group agree on them, and always for"
    " MIN and MAX",
    (r.Aggregate,),
    _apply,
)
