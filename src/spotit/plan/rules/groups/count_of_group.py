"""A group of GROUP BY has a row."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Compare, CompareOp, Expr, Literal
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Filter(input=r.Aggregate(grouped=True) as groups):
            tests = conjuncts_of(rel.predicate)
            kept = [test for test in tests if not _is_sure(test, groups)]
            if len(kept) < len(tests):
                return r.Filter(groups, conjunction(kept)) if kept else groups
    return None


def _is_sure(test: Expr, groups: r.Aggregate) -> bool:
    """Tell whether a condition only asks that a group has a row."""
    match test:
        case Compare(op=CompareOp.LT, left=Literal(value=0), right=column):
            pass
        case Compare(op=CompareOp.LE, left=Literal(value=1), right=column):
            pass
        case _:
            return False
    calls = zip(groups.aggregates, groups.columns[len(groups.keys) :], strict=False)
    return any(column == made and call == AggCall("count") for call, made in calls)


COUNT_OF_GROUP = RelationRule(
    "count of a group",
    "COUNT(*) of a group of GROUP BY is at least 1",
    (r.Filter,),
    _apply,
)
