"""ON of an inner join as WHERE."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.INNER, left=left, right=right, on=on) if on is not None:
            return r.Filter(r.Join(r.JoinKind.INNER, left, right), on)
    return None


CONDITION_ABOVE_JOIN = RelationRule(
    "condition above join",
    "an inner join on a condition is the product filtered by the condition",
    (r.Join,),
    _apply,
)
