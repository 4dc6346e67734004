"""A left join of which only is asked whether there is a partner, as EXISTS."""

from __future__ import annotations

from collections.abc import Mapping

from spotit.plan import rel as r
from spotit.plan.expr import Column, Exists, Expr, IsNull, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.keys import has_one_partner
from spotit.plan.facts.nullness import never_null, refuses
from spotit.plan.facts.seen import seen_below
from spotit.plan.rules.block import JoinBlock, Outer, block_of, used_ids
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part, rewrite

_MOST_TESTS = 4
"""Tests for a partner that become subqueries of their own."""


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project)
    block = block_of(rel.input)
    if block is None or not block.outers:
        return None
    copies = seen_below(rel, place.seen)["input"].copies
    for number, outer in enumerate(block.outers):
        rest = block.outers[:number] + block.outers[number + 1 :]
        there = {column.id for column in outer.optional.columns}
        beside: list[Part] = [*(o.on for o in rest if o.on is not None), *(o.optional for o in rest)]
        if there & used_ids(beside):
            continue
        sure = {column.id for column in outer.optional.columns if _is_sure(column, outer, place)}
        tested = [_Tested(sure).without_tests(expr) for expr in (*rel.exprs, *block.conditions)]
        if there & used_ids([expr for expr, _ in tested]) or not 0 < sum(found for _, found in tested) <= _MOST_TESTS:
            continue
        kept = JoinBlock(block.leaves, block.outers[:number], ()).rel
        if copies and not has_one_partner(kept, outer.optional, outer.on, place.facts):
            continue
        changed = _Asked(sure, outer, place)
        conditions = tuple(changed.asking(test) for test in block.conditions)
        below = JoinBlock(block.leaves, rest, conditions).rel
        return r.Project(below, tuple(changed.asking(expr) for expr in rel.exprs), rel.columns)
    return None


def _is_sure(column: Column, outer: Outer, place: RelationPlace) -> bool:
    """Tell whether a column is never NULL where there is a partner."""
    sure = outer.on is not None and refuses(outer.on, {column.id})
    return sure or never_null(column, outer.optional, place.facts)


class _Tested:
    """Which tests for a partner an expression has."""

    def __init__(self, sure: set[int]) -> None:
        self._sure = sure

    def without_tests(self, expr: Expr) -> tuple[Expr, int]:
        """Return an expression with its tests for a partner replaced by something, and how many they are."""
        found = 0

        def change(part: Expr) -> Expr | None:
            nonlocal found
            if is_test(part, self._sure):
                found += 1
                return _NOTHING
            return None

        return rewrite(expr, change), found


_NOTHING = IsNull(Not(Exists(r.ONE_ROW)))


def is_test(part: Expr, sure: set[int] | Mapping[int, object]) -> bool:
    """Tell whether a condition is true exactly where there is no partner."""
    return isinstance(part, IsNull) and isinstance(part.arg, Column) and part.arg.id in sure


class _Asked:
    """Tests for a partner as subqueries."""

    def __init__(self, sure: set[int], outer: Outer, place: RelationPlace) -> None:
        self._sure = sure
        self._place = place
        self._partners: r.Rel = outer.optional
        if outer.on is not None:
            self._partners = r.Filter(outer.optional, conjunction(conjuncts_of(outer.on)))

    def asking(self, expr: Expr) -> Expr:
        """Return an expression that asks for a partner by NOT EXISTS, each time with columns of its own."""

        def change(part: Expr) -> Expr | None:
            if not is_test(part, self._sure):
                return None
            partners, _ = self._place.copied(self._partners)
            return Not(Exists(r.Project(partners, (), ())))

        return rewrite(expr, change)


OUTER_JOIN_AS_EXISTS = RelationRule(
    "outer join as EXISTS",
    "a left join of which no more is read than whether a column is NULL that a partner always has is NOT EXISTS in "
    "place of that test, if a row never has two partners or copies are not seen",
    (r.Project,),
    _apply,
)
