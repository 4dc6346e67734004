"""Inner joins in one row."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.INNER, on=None, right=r.Join(kind=r.JoinKind.INNER, on=None) as right):
            return r.Join(r.JoinKind.INNER, r.Join(r.JoinKind.INNER, rel.left, right.left), right.right)
    return None


LEFT_DEEP_JOIN = RelationRule(
    "left-deep join",
    "a product with a product may be formed from left to right",
    (r.Join,),
    _apply,
)
