"""NULLs that a condition leaves out and that no aggregate would count."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import IsNull, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.groups.filter_for_case import skips_nulls
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=False, bare=(), aggregates=(first, *_) as calls, input=r.Filter() as rows):
            value = first.args[0] if first.args else None
            if value is None or not all(call.args == (value,) and skips_nulls(call) for call in calls):
                return None
            tests = conjuncts_of(rows.predicate)
            rest = [test for test in tests if test != Not(IsNull(value))]
            if len(rest) == len(tests):
                return None
            return replace(rel, input=r.Filter(rows.input, conjunction(rest)) if rest else rows.input)
    return None


SKIPPED_NULLS = RelationRule(
    "skipped NULLs",
    "without GROUP BY, a IS NOT NULL may go from WHERE where every aggregate is one of a that skips NULLs",
    (r.Aggregate,),
    _apply,
)
