"""WHERE of a joined table after the join."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.INNER | r.JoinKind.LEFT, left=r.Filter() as left):
            return r.Filter(replace(rel, left=left.input), left.predicate)
        case r.Join(kind=r.JoinKind.INNER, right=r.Filter() as right):
            return r.Filter(replace(rel, right=right.input), right.predicate)
    return None


FILTER_ABOVE_JOIN = RelationRule(
    "filter above join",
    "a filter on a side of an inner join, or on the kept side of a left join, may be applied after the join",
    (r.Join,),
    _apply,
)
