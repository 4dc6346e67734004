"""ORDER BY before the result is computed."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.OrderBy(input=r.Project() as below, keys=keys) if not any(map(has_relation, below.exprs)):
            values = {column.id: expr for column, expr in zip(below.columns, below.exprs, strict=True)}
            return replace(below, input=r.OrderBy(below.input, tuple(substitute(key, values) for key in keys)))
    return None


SORT_BELOW_PROJECTION = RelationRule(
    "sort below projection",
    "rows sorted by computed values are the computed values of rows sorted by the expressions; not with subqueries in"
    " them",
    (r.OrderBy,),
    _apply,
)
