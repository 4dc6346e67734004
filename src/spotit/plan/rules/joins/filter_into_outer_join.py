"""WHERE of the optional table as part of ON."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.LEFT, right=r.Filter() as right):
            on = conjunction([*conjuncts_of(rel.on), *conjuncts_of(right.predicate)])
            return replace(rel, right=right.input, on=on)
    return None


FILTER_INTO_OUTER_JOIN = RelationRule(
    "filter into outer join",
    "a filter on the optional side of a left join may be a part of its condition instead",
    (r.Join,),
    _apply,
)
