"""RIGHT JOIN as LEFT JOIN."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.rules.rule import Loss, RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.RIGHT):
            return r.Join(r.JoinKind.LEFT, rel.right, rel.left, rel.on)
    return None


RIGHT_AS_LEFT = RelationRule(
    "right join as left join",
    "a RIGHT JOIN b is b LEFT JOIN a, but for the places of the columns",
    (r.Join,),
    _apply,
    loses=frozenset({Loss.PLACES}),
)
