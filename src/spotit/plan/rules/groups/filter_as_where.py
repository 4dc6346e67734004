"""FILTER of all aggregates of a query without GROUP BY as WHERE."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=False, bare=(), aggregates=calls) if calls:
            first, *rest = (conjuncts_of(call.filter) for call in calls)
            shared = [test for test in first if all(test in other for other in rest) and not has_relation(test)]
            if not shared:
                return None
            left = [[test for test in conjuncts_of(call.filter) if test not in shared] for call in calls]
            plain = (
                replace(call, filter=conjunction(tests) if tests else None)
                for call, tests in zip(calls, left, strict=True)
            )
            return replace(rel, input=r.Filter(rel.input, conjunction(shared)), aggregates=tuple(plain))
    return None


FILTER_AS_WHERE = RelationRule(
    "FILTER as WHERE",
    "without GROUP BY, a condition in the FILTER of every aggregate may stand in WHERE instead",
    (r.Aggregate,),
    _apply,
)
