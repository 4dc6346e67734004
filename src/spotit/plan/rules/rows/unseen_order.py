"""ORDER BY where no order is seen."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.rule import Loss, RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.OrderBy)
    return None if any(map(may_fail, rel.keys)) else rel.input


UNSEEN_ORDER = RelationRule(
    "unseen order",
    "ORDER BY goes where the order of rows is not seen: below joins, GROUP BY, DISTINCT, IN, and in a result compared"
    " as a bag",
    (r.OrderBy,),
    _apply,
    loses=frozenset({Loss.ORDER}),
)
