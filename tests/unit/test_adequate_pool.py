"""Pools that are as good as all strings: enough members of every kind, or none at all."""

from __future__ import annotations

from itertools import pairwise

import pytest

from spotit.dialect.types import Kind
from spotit.plan.expr import Call, Compare, CompareOp, Expr, Literal
from spotit.plan.one_column import TEXT
from spotit.plan.value_uses import ValueClass
from spotit.search.prove.adequate_pool import complete_pool

CELLS = 3


def use(
    *constants: str, conditions: tuple[Expr, ...] = (), ordered: bool = False, opened: bool = False
) -> ValueClass[str]:
    return ValueClass({("t", "x")}, {Kind.TEXT}, set(constants), set(conditions), ordered, opened)


def like(pattern: str) -> Expr:
    return Call("like", (Literal(pattern), TEXT))


def pool_of(what: ValueClass[str]) -> tuple[str, ...]:
    found = complete_pool(what, CELLS)
    assert found is not None
    assert list(found.texts) == sorted(set(found.texts))
    assert what.constants <= set(found.texts)
    return found.texts


@pytest.mark.parametrize("constants", [(), ("a",), ("b", "Paris", "")])
def test_only_equality_needs_as_many_other_strings_as_cells(constants: tuple[str, ...]) -> None:
    assert len(pool_of(use(*constants))) == len(constants) + CELLS


@pytest.mark.parametrize("constants", [(), ("m",), ("Paris", "Rome"), ("a", "b", "zz"), ("1", "10", "2")])
def test_an_order_needs_strings_in_every_gap(constants: tuple[str, ...]) -> None:
    found = pool_of(use(*constants, ordered=True))
    ends = ["", *sorted(constants), "\U0010ffff"]
    for low, high in pairwise(ends):
        assert sum(low < text < high for text in found) >= CELLS, (low, high)


def test_a_gap_that_only_texts_with_nul_fill() -> None:
    found = complete_pool(use("a", "a\x01", ordered=True), CELLS)
    assert found is not None
    assert not found.for_nul
    assert not any("a" < text < "a\x01" for text in found.texts)


@pytest.mark.parametrize(
    ("conditions", "for_nul"),
    [
        ((like("a%"), like("%b")), True),
        ((like("b"),), False),
        ((like("a%"), Compare(CompareOp.EQ, Call("substr", (TEXT, Literal(1), Literal(1))), Literal("a"))), True),
        ((Compare(CompareOp.EQ, Call("trim", (TEXT,)), Literal("Bo")),), True),
        ((Compare(CompareOp.EQ, Call("length", (TEXT,)), Literal(0)),), False),
        ((like("%an%"), Compare(CompareOp.GT, Call("instr", (TEXT, Literal("an"))), Literal(0))), False),
    ],
)
def test_whether_texts_with_nul_are_covered(conditions: tuple[Expr, ...], for_nul: bool) -> None:
    found = complete_pool(use("", conditions=conditions), CELLS)
    assert found is not None
    assert found.for_nul is for_nul


@pytest.mark.parametrize(
    "what", [use(opened=True), use("a\x00b"), use(conditions=(Call("hex", (TEXT,)),)), use(conditions=(TEXT,))]
)
def test_what_is_not_understood_has_no_pool(what: ValueClass[str]) -> None:
    assert complete_pool(what, CELLS) is None
