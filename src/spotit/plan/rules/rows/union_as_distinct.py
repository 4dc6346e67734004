"""UNION as DISTINCT of UNION ALL."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.SetOp(kind=r.SetKind.UNION):
            return r.Distinct(replace(rel, kind=r.SetKind.UNION_ALL))
    return None


UNION_AS_DISTINCT = RelationRule(
    "UNION as DISTINCT",
    "UNION keeps one of each of the rows of UNION ALL, under the same collations",
    (r.SetOp,),
    _apply,
)
