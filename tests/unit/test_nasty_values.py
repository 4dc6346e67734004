"""Nasty values are close to the constants of the queries, and of the kind that a column holds."""

from __future__ import annotations

from spotit.plan.hints.nasty import Constants, nasty_values
from spotit.schema import Kind


def test_texts_are_around_the_constants() -> None:
    texts = nasty_values(Kind.TEXT, Constants(("Bo",), (7,)))
    assert {" Bo", "Bo ", "bO", "Bp", "Box", "q" * 6, "q" * 7, "q" * 8, "é"} <= set(texts)
    assert len(texts) == len(set(texts))


def test_patterns_lose_their_wildcards() -> None:
    texts = nasty_values(Kind.TEXT, Constants(("a%b_", "[A-C]*"), ()))
    assert {"abk", "A-C", "D"} <= set(texts)


def test_integers_reach_the_ends_of_64_bits() -> None:
    integers = nasty_values(Kind.INTEGER, Constants((), (12, 2.5)))
    assert {11, 12, 13, 120, 2**63 - 1, -(2**63), 2**53 + 1} <= set(integers)
    assert all(isinstance(n, int) and -(2**63) <= n < 2**63 for n in integers)


def test_every_kind_has_values() -> None:
    assert all(nasty_values(kind, Constants((), ())) for kind in Kind)


def test_no_text_has_a_lone_surrogate() -> None:
    for text in nasty_values(Kind.TEXT, Constants(("\ud7ff", "\U0010ffff"), ())):
        str(text).encode()  # a lone surrogate would raise
