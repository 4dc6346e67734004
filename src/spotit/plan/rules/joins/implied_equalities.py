"""Equalities of columns that follow from others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, CompareOp
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of, equated_columns
from spotit.plan.rules.joins.equalities import merged
from spotit.plan.rules.rule import RelationPlace, RelationRule

LARGEST = 6
"""Columns that are equal to one another, up to which all their equalities are written out."""


def implied_equalities(pairs: Sequence[tuple[Column, Column]]) -> list[Compare]:
    """Return the equalities of columns that follow from those given and are not among them."""
    known = {frozenset(pair) for pair in pairs}
    return [
        Compare(CompareOp.EQ, left, right)
        for found in merged(pairs)
        if len(found) <= LARGEST
        for left, right in combinations(found, 2)
        if frozenset((left, right)) not in known
    ]


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    conditions = conjuncts_of(rel.predicate)
    found = implied_equalities([pair for pair in map(equated_columns, conditions) if pair is not None])
    return r.Filter(rel.input, conjunction([*conditions, *found])) if found else None


IMPLIED_EQUALITIES = RelationRule(
    "implied equalities",
    "where a = b and b = c hold, a = c holds: values that are compared as they are, texts by their characters",
    (r.Filter,),
    _apply,
)
