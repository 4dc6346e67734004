"""GROUP BY without aggregates."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True, aggregates=(), bare=()):
            return r.Distinct(r.Project(rel.input, rel.keys, rel.columns))
    return None


GROUP_AS_DISTINCT = RelationRule(
    "GROUP BY as DISTINCT",
    "GROUP BY without aggregates and bare columns returns the DISTINCT values of its keys, under the same collations",
    (r.Aggregate,),
    _apply,
)
