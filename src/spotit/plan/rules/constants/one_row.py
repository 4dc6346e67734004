"""Joins with the one row that SELECT without FROM reads, and aggregations of which nothing is read."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.block import used_ids
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.INNER, left=r.Values(rows=((),)), on=None):
            return rel.right
        case r.Join(kind=r.JoinKind.INNER, right=r.Values(rows=((),)), on=None):
            return rel.left
        case r.Project(input=r.Aggregate(grouped=False) as below) if not may_fail(below):
            if used_ids(rel.exprs).isdisjoint(column.id for column in below.columns):
                return r.Project(r.ONE_ROW, rel.exprs, rel.columns)
    return None


ONE_ROW_RULE = RelationRule(
    "one row",
    "a product with one row without columns is the other side, and an aggregate without GROUP BY of which nothing is "
    "read is one row",
    (r.Join, r.Project),
    _apply,
)
