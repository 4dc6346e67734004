"""A join with DISTINCT rows that only says whether there is one, as EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, Exists, Expr
from spotit.plan.facts.conjuncts import conjunction, is_equality
from spotit.plan.facts.seen import takes_equals_alike
from spotit.plan.rules.block import JoinBlock, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or len(block.leaves) < 2:
        return None
    for leaf in block.leaves:
        if not isinstance(leaf, r.Distinct) or leaf.on is not None:
            continue
        here = {column.id for column in leaf.columns}
        beside: list[Part] = [*expressions_of(rel)]
        beside += [part for outer in block.outers for part in (outer.optional, outer.on) if part is not None]
        if here & used_ids(beside):
            continue
        tests = [test for test in block.conditions if here & used_ids([test])]
        if not all(map(takes_equals_alike, tests)) or not all(_is_fixed(c, tests, here) for c in leaf.columns):
            continue
        rest = tuple(test for test in block.conditions if test not in tests)
        found = Exists(r.Project(r.Filter(leaf.input, conjunction(tests)), (), ()))
        leaves = tuple(other for other in block.leaves if other is not leaf)
        return with_input(rel, JoinBlock(leaves, block.outers, (*rest, found)).rel, {})
    return None


def _is_fixed(column: Column, tests: list[Expr], here: set[int]) -> bool:
    """Tell whether a column is compared, character by character, with a value from elsewhere."""
    if not column.collation.is_identity:
        return False
    for test in tests:
        if isinstance(test, Compare) and is_equality(test):
            for one, other in ((test.left, test.right), (test.right, test.left)):
                if one == column and not here & used_ids([other]):
                    return True
    return False


DISTINCT_AS_EXISTS = RelationRule(
    "DISTINCT as EXISTS",
    "a join with DISTINCT rows each column of which is compared with a value from elsewhere, and of which no more is "
    "asked than equal values of any form answer alike, is EXISTS",
    (r.Project, r.Aggregate),
    _apply,
)
