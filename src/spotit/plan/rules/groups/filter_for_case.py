"""An aggregate of a CASE without ELSE as an aggregate with FILTER."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Case, Literal
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Aggregate)
    if rel.bare:
        return None  # MIN and MAX say from which row they are taken
    calls = tuple(map(_filtered, rel.aggregates))
    return None if calls == rel.aggregates else replace(rel, aggregates=calls)


def _filtered(call: AggCall) -> AggCall:
    match call:
        case AggCall(args=(Case(whens=(when,), default=Literal(value=None)),)) if skips_nulls(call):
            tests = [*conjuncts_of(call.filter), *conjuncts_of(when.condition)]
            return replace(call, args=(when.result,), filter=conjunction(tests) if tests else None)
    return call


def skips_nulls(call: AggCall) -> bool:
    """Tell whether an aggregate leaves out the rows on which its argument is NULL."""
    return call.function.counts or call.function.extreme or call.function.adds


FILTER_FOR_CASE = RelationRule(
    "FILTER for CASE",
    "an aggregate that skips NULLs, of CASE WHEN a THEN b END, is that of b FILTER (WHERE a), beside no bare column",
    (r.Aggregate,),
    _apply,
)
