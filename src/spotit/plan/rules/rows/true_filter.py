"""A filter that keeps everything."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.rules.conditions.truth_values import constant_truth
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    return rel.input if constant_truth(rel.predicate) is True else None


TRUE_FILTER = RelationRule(
    "true filter",
    "a condition that is a constant other than 0 keeps every row",
    (r.Filter,),
    _apply,
)
