"""A filter of a filter."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Filter(input=r.Filter(input=below, predicate=first), predicate=second):
            return r.Filter(below, conjunction([*conjuncts_of(first), *conjuncts_of(second)]))
    return None


MERGED_FILTERS = RelationRule(
    "merged filters",
    "what is left of the rows with a by the condition b are the rows with a AND b",
    (r.Filter,),
    _apply,
)
