"""A join with the row that a foreign key promises, when nothing else of the row is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spotit.constraints.inclusion import Inclusion
from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr, IsNull, Not
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_below
from spotit.plan.rules.block import JoinBlock, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.joins.equalities import Equalities, equalities_of
from spotit.plan.rules.rule import RelationPlace, RelationRule

Pairs = list[tuple[Column, Column]]
"""Columns of a foreign key, each with the column of the other table that it refers to."""


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or len(block.leaves) < 2:
        return None
    equal = equalities_of(block, place.facts)
    copies = seen_below(rel, place.seen)["input"].copies
    read = used_ids([*expressions_of(rel), *equal.others, *_beside(block)])
    for parent, pairs in _promised(block, equal, place.facts, copies=copies):
        keys = {there.id for _, there in pairs}
        others = {column.id for column in parent.columns} - keys
        if others & read or any(column.id in others for found in equal.classes for column in found):
            continue
        instead = {there.id: here for here, there in pairs}
        left = JoinBlock(tuple(leaf for leaf in block.leaves if leaf is not parent), block.outers, ())
        conditions = (*_without(equal, keys), *_not_null(pairs, left, place.facts))
        return with_input(rel, replace(left, conditions=conditions).substituted(instead).rel, instead)
    return None


def _beside(block: JoinBlock) -> Iterator[r.Rel | Expr]:
    for outer in block.outers:
        yield outer.optional
        if outer.on is not None:
            yield outer.on


def _promised(block: JoinBlock, equal: Equalities, facts: Facts, *, copies: bool) -> Iterator[tuple[r.Scan, Pairs]]:
    """Yield the tables of which each row of another one has a partner (one only, if copies are seen), and by what."""
    for child in block.scans:
        for key in facts.inclusions(child.table):
            if copies and frozenset(key.target_columns) not in facts.keys(key.target):
                continue
            for parent in block.scans:
                pairs = _pairs(child, parent, key) if parent is not child and parent.table == key.target else []
                if pairs and all(equal.together(*pair) for pair in pairs):
                    yield parent, pairs


def _pairs(child: r.Scan, parent: r.Scan, key: Inclusion) -> Pairs:
    """Return the columns that a foreign key makes correspond; none if it takes other values for equal than = does."""
    if not key.is_plain:
        return []
    here, there = (dict(zip(scan.fields, scan.columns, strict=True)) for scan in (child, parent))
    return [(here[name], there[target]) for name, target in zip(key.columns, key.target_columns, strict=True)]


def _without(equal: Equalities, gone: set[int]) -> tuple[Expr, ...]:
    """Return the conditions without the equalities of these columns; those between the others of a class stay."""
    classes = (tuple(column for column in found if column.id not in gone) for found in equal.classes)
    return replace(equal, classes=tuple(found for found in classes if found)).conditions


def _not_null(pairs: Pairs, block: JoinBlock, facts: Facts) -> Iterator[Expr]:
    for here, _ in pairs:
        if not never_null(here, block.rel, facts):
            yield Not(IsNull(here))


JOIN_BY_FOREIGN_KEY = RelationRule(
    "join by foreign key",
    "a join with the row that a foreign key refers to only asks that the key is not NULL, if no more than that key is "
    "read of the row, and the key is unique there or copies are not seen",
    (r.Project, r.Aggregate),
    _apply,
    by_foreign_keys=True,
)
