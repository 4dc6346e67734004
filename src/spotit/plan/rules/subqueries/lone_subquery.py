"""SELECT (SELECT ...) without FROM."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Scalar
from spotit.plan.facts.keys import at_most_one_row
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Project(input=r.ONE_ROW, exprs=(Scalar(rel=r.Project() as inner),)) if len(inner.columns) == 1:
            if _is_one_row(inner.input) or (not place.seen.absence and at_most_one_row(inner, place.facts)):
                return r.Project(inner.input, inner.exprs, rel.columns)
    return None


def _is_one_row(rel: r.Rel) -> bool:
    return isinstance(rel, r.Aggregate) and not rel.grouped


LONE_SUBQUERY = RelationRule(
    "lone subquery",
    "SELECT (SELECT ...) is the subquery if that always has one row, as an aggregate without GROUP BY has, or one at "
    "most where no row is not told from a row of NULLs",
    (r.Project,),
    _apply,
)
