"""Inner joins before left joins."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.rules.rule import Loss, RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.INNER, on=None, left=r.Join(kind=r.JoinKind.LEFT) as outer, right=other):
            return replace(outer, left=r.Join(r.JoinKind.INNER, outer.left, other))
        case r.Join(kind=r.JoinKind.INNER, on=None, left=other, right=r.Join(kind=r.JoinKind.LEFT) as outer):
            return replace(outer, left=r.Join(r.JoinKind.INNER, other, outer.left))
    return None


INNER_BELOW_OUTER_JOIN = RelationRule(
    "inner below outer join",
    "a left join that is multiplied by a relation is the left join of its kept side multiplied by the relation",
    (r.Join,),
    _apply,
    loses=frozenset({Loss.PLACES}),
)
