"""Pools that are as good as all strings: enough members of every kind, or none at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest

from spotit.plan.text_uses import TextClass
from spotit.search.prove import adequate_pool
from spotit.search.prove.adequate_pool import Matching, complete_pool

CELLS = 3


def likes(pattern: str, texts: Sequence[str]) -> list[bool]:
    expression = "".join({"%": ".*", "_": "."}.get(c, re.escape(c)) for c in pattern)
    return [re.fullmatch(expression, text, re.IGNORECASE | re.DOTALL) is not None for text in texts]


MATCHING = Matching(likes, seconds=0.3)


def use(*constants: str, patterns: Sequence[str] = (), ordered: bool = False, opened: bool = False) -> TextClass:
    return TextClass({("t", "x")}, set(constants), set(patterns), ordered, opened)


def pool_of(what: TextClass) -> tuple[str, ...]:
    found = complete_pool(what, CELLS, MATCHING)
    assert found is not None
    assert list(found) == sorted(set(found))
    assert what.constants <= set(found)
    return found


@pytest.mark.parametrize("constants", [(), ("a",), ("b", "Paris", "")])
def test_only_equality_needs_as_many_other_strings_as_cells(constants: tuple[str, ...]) -> None:
    assert len(pool_of(use(*constants))) == len(constants) + CELLS


@pytest.mark.parametrize("constants", [(), ("m",), ("Paris", "Rome"), ("a", "b", "zz"), ("1", "10", "2")])
def test_an_order_needs_strings_in_every_gap(constants: tuple[str, ...]) -> None:
    found = pool_of(use(*constants, ordered=True))
    ends = ["", *sorted(constants), "\U0010ffff"]
    for low, high in pairwise(ends):
        assert sum(low < text < high for text in found) >= CELLS, (low, high)


def test_a_gap_without_strings_makes_no_claim() -> None:
    assert complete_pool(use("a", "a\x01", ordered=True), CELLS, MATCHING) is None


@pytest.mark.parametrize("patterns", [("a%",), ("%an%", "P%"), ("_%", "%b")])
def test_patterns_need_strings_of_every_way_to_match_them(
    patterns: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adequate_pool, "string_matching", lambda *_, seconds: (None, True))
    found = pool_of(use("Ann", patterns=patterns))
    kinds = Counter(tuple(likes(pattern, [text])[0] for pattern in patterns) for text in found if text != "Ann")
    # The empty string alone does not match _%, and no string matches %b only.
    few = {(False, False): 1, (False, True): 0} if patterns[0] == "_%" else {}
    for kind in product((True, False), repeat=len(patterns)):
        assert kinds[kind] >= few.get(kind, CELLS), kind


@pytest.mark.parametrize(("sure", "expected"), [(True, ("B", "b")), (False, None)])
def test_a_kind_with_few_strings_must_be_known_to_have_no_more(
    sure: bool, expected: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adequate_pool, "string_matching", lambda *_, seconds: (None, sure))
    found = complete_pool(use(patterns=("b",)), CELLS, MATCHING)
    assert (found and tuple(text for text in found if text in ("B", "b"))) == expected
    assert found is None or len(found) == 2 + CELLS


def test_a_string_that_the_variations_do_not_have_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([("bB1", True), (None, True)])
    monkeypatch.setattr(adequate_pool, "string_matching", lambda *_, seconds: next(answers))
    found = complete_pool(use(patterns=("b",)), CELLS, MATCHING)
    assert found is not None and "bB1" in found


@pytest.mark.parametrize(
    "what",
    [
        use(opened=True),
        use("a\x00b"),
        use(patterns=("a%",), ordered=True),
        use(patterns=("a%", "b%", "c%", "d%")),
        use(patterns=("a\\%",)),
        use(patterns=("ä%",)),
    ],
)
def test_what_is_not_understood_has_no_pool(what: TextClass) -> None:
    assert complete_pool(what, CELLS, MATCHING) is None
