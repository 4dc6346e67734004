"""One of several columns that a join makes equal stands for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.plan.facts.conjuncts import equated_columns
from spotit.plan.rules.block import block_of, with_input
from spotit.plan.rules.joins.equalities import equalities_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or not block.conditions:
        return None
    found = equalities_of(block, place.facts)
    stands_for = {other.id: first for first, *rest in found.classes for other in rest}
    if not stands_for:
        return None
    others = tuple(substitute(condition, stands_for) for condition in found.others)
    head = with_input(rel, rel.input, stands_for)
    conditions = replace(found, others=others).conditions
    if head == rel and _pairs(conditions) == _pairs(block.conditions) and others == found.others:
        return None
    return with_input(head, replace(block, conditions=conditions).rel, {})


def _pairs(conditions: Iterable[Expr]) -> set[frozenset[int]]:
    pairs = (equated_columns(condition) for condition in conditions)
    return {frozenset((a.id, b.id)) for pair in pairs if pair is not None for a, b in (pair,)}


EQUAL_COLUMNS = RelationRule(
    "equal columns",
    "where a condition says that two columns of one form are equal, the one may be read instead of the other above "
    "the condition",
    (r.Project, r.Aggregate),
    _apply,
)
