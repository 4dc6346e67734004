"""A left join of which only the rows without a partner are kept, as NOT EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Exists, Expr, IsNull, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.nullness import never_null, refuses
from spotit.plan.rules.block import JoinBlock, Outer, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    for number, outer in enumerate(block.outers):
        there = {column.id for column in outer.optional.columns}
        tests = [test for test in block.conditions if _asks_for_none(test, outer, place)]
        if not tests:
            continue
        others = [test for test in block.conditions if test not in tests]
        rest = block.outers[:number] + block.outers[number + 1 :]
        beside: list[Part] = [*expressions_of(rel), *others, *(o.on for o in rest if o.on is not None)]
        if there & used_ids([*beside, *(o.optional for o in rest)]):
            continue
        partners: r.Rel = outer.optional
        if outer.on is not None:
            partners = r.Filter(partners, conjunction(conjuncts_of(outer.on)))
        none = Not(Exists(r.Project(partners, (), ())))
        return with_input(rel, JoinBlock(block.leaves, rest, (*others, none)).rel, {})
    return None


def _asks_for_none(test: Expr, outer: Outer, place: RelationPlace) -> bool:
    """Tell whether a test is true exactly where an outer join has found no partner."""
    match test:
        case IsNull(arg=Column() as column) if column in outer.optional.columns:
            sure = outer.on is not None and refuses(outer.on, {column.id})
            return sure or never_null(column, outer.optional, place.facts)
    return False


ANTI_JOIN = RelationRule(
    "anti-join",
    "a left join of which only the rows are kept where a column of the partner is NULL that a partner always has, and "
    "of which no more is read, is NOT EXISTS",
    (r.Project, r.Aggregate),
    _apply,
)
