"""A table joined with itself by its key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from spotit.plan import rel as r
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rules.block import JoinBlock, block_of, with_input
from spotit.plan.rules.joins.equalities import Equalities, equalities_of
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or len(block.leaves) < 2:
        return None
    equal = equalities_of(block, place.facts)
    for kept, gone in _same_rows(block, equal, place.facts):
        instead = dict(zip((column.id for column in gone.columns), kept.columns, strict=True))
        leaves = tuple(leaf for leaf in block.leaves if leaf is not gone)
        # What equated the two scans now equates a column with itself: it still asks that the column is not NULL.
        return with_input(rel, JoinBlock(leaves, block.outers, equal.conditions).substituted(instead).rel, instead)
    return None


def _same_rows(block: JoinBlock, equal: Equalities, facts: Facts) -> Iterator[tuple[r.Scan, r.Scan]]:
    """Yield two scans that always stand at the same row of their table."""
    for kept, gone in combinations(block.scans, 2):
        if kept.table != gone.table or kept.fields != gone.fields:
            continue
        named = {name: pair for name, *pair in zip(kept.fields, kept.columns, gone.columns, strict=True)}
        for key in facts.keys(kept.table):
            pairs = [named[name] for name in key if name in named]
            if len(pairs) == len(key) and all(equal.together(*pair) for pair in pairs):
                yield kept, gone


SELF_JOIN_BY_KEY = RelationRule(
    "self-join by key",
    "a table joined with itself on a key stands at the same row twice, and the key is not NULL there",
    (r.Project, r.Aggregate),
    _apply,
)
