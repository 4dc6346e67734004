"""LIMIT before the result is computed."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Limit(input=r.Project() as below) if not any(map(may_fail, below.exprs)):
            return replace(below, input=replace(rel, input=below.input))
    return None


LIMIT_BELOW_PROJECTION = RelationRule(
    "limit below projection",
    "the first of the computed rows are computed from the first rows; not for expressions that can fail",
    (r.Limit,),
    _apply,
)
