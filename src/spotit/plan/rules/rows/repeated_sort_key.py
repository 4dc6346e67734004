"""ORDER BY terms that decide nothing."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Literal, SortKey
from spotit.plan.facts.keys import dependencies
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.OrderBy)
    known = dependencies(rel.input, place.facts)
    kept: list[SortKey] = []
    for key in rel.keys:
        decided = known.closure(k.expr.id for k in kept if isinstance(k.expr, Column) and k.collation.is_identity)
        tied = isinstance(key.expr, Literal) or (isinstance(key.expr, Column) and key.expr.id in decided)
        if not tied and not any(other.expr == key.expr and other.collation is key.collation for other in kept):
            kept.append(key)
    if len(kept) == len(rel.keys):
        return None
    return r.OrderBy(rel.input, tuple(kept)) if kept else rel.input


REPEATED_SORT_KEY = RelationRule(
    "repeated sort key",
    "an ORDER BY term on which rows agree that agree on the terms before it (a constant, a term again, what a key "
    "decides) goes",
    (r.OrderBy,),
    _apply,
)
