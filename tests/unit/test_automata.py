"""The parts of automata that need no engine: alphabets, minimal automata, members, subwords."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from spotit.automata.alphabet import LAST, Alphabet, characters, common, count, singled_out
from spotit.automata.classifier import build, combined, constant
from spotit.automata.expressions.truth import truth
from spotit.automata.languages.integers import Steps
from spotit.automata.languages.measures import length
from spotit.automata.languages.patterns import like
from spotit.automata.members.components import components
from spotit.automata.members.minterms import minterms, together
from spotit.automata.members.subwords import has_all, reduced
from spotit.automata.not_decided import AutomatonTooLarge, NotRegular
from spotit.automata.pools import integer_pool, text_pool
from spotit.plan.expr import Call, Column, Compare, CompareOp, Literal
from spotit.plan.one_column import INTEGER, TEXT


def test_an_alphabet_divides_the_characters() -> None:
    alphabet = singled_out("ba")
    assert alphabet.size == 3
    assert [alphabet.of(ord(c)) for c in "`abc"] == [0, 1, 2, 0]
    assert list(alphabet.intervals())[-1] == (ord("c"), LAST, 0)
    assert [chr(code) for code in alphabet.firsts()] == ["\0", "a", "b"]


def test_surrogates_are_no_characters() -> None:
    around = singled_out("\ud7ff\ue000")
    assert around.size == 3
    assert [first for first, _, _ in around.intervals()] == [0, 0xD7FF, 0xE000, 0xE001]
    assert count(0xD7FF, 0xE000) == 2
    assert characters(0xD7FF, 0xE000, 5) == ("\ud7ff", "\ue000")


def test_common_alphabet() -> None:
    both = common([singled_out("a"), Alphabet.by([ord("a"), ord("d")], lambda code: ord("a") <= code < ord("d"))])
    assert [both.of(ord(c)) for c in "@abcd"] == [0, 1, 2, 2, 0]


def test_plain_characters_first() -> None:
    assert characters(1, LAST, 3) == ("a", "b", "c")
    assert characters(1, 3, 9) == ("\x01", "\x02", "\x03")


def test_automata_are_minimal() -> None:
    counter = build(singled_out("ab"), 0, lambda state, number: (state + 1) % 12, lambda state: state % 3)
    assert len(counter.moves) == 3
    assert counter.alphabet.size == 1
    assert len(combined([like("%a%", None), like("a%", None)], lambda a, b: b and not a).moves) == 1


def test_too_many_states() -> None:
    with pytest.raises(AutomatonTooLarge):
        build(singled_out(""), 0, lambda state, _: state + 1, lambda state: state % 2)
    with pytest.raises(AutomatonTooLarge):
        length(Steps((100_000,), (0, 1)))


def test_members_are_shortest_and_complete() -> None:
    found = {part.label: part for part in minterms(together([like("a", None), like("%b", None)]), 3)}
    assert found[1, 0].members == ("a", "A")
    assert found[1, 0].complete
    assert found[0, 1].members[:2] == ("b", "B")
    assert not found[0, 1].complete
    assert (1, 1) not in found


def test_exactly_as_many_members_as_asked_for() -> None:
    part = next(part for part in minterms(like("a", None), 2) if part.label == 1)
    assert part.members == ("a", "A")
    assert part.complete


def test_components_come_after_what_they_lead_to() -> None:
    rng = random.Random(1)
    for _ in range(200):
        size = rng.randint(1, 8)
        moves = [[rng.randrange(size) for _ in range(2)] for _ in range(size)]
        reach = [_reached(moves, state) for state in range(size)]
        found = list(components(moves))
        assert sorted(state for component in found for state in component) == sorted({0} | reach[0])
        done: set[int] = set()
        for component in found:
            assert all(b in reach[a] or a == b for a, b in product(component, repeat=2))
            done |= set(component)
            assert all(reach[state] <= done for state in component)


def _reached(moves: list[list[int]], start: int) -> set[int]:
    found: set[int] = set()
    todo = [start]
    while todo:
        for after in moves[todo.pop()]:
            if after not in found:
                found.add(after)
                todo.append(after)
    return found


def test_reduced_keeps_short_subwords() -> None:
    rng = random.Random(2)
    dropped = 0
    for _ in range(300):
        word = [(rng.choice("abc"), str(place)) for place in range(rng.randint(0, 14))]
        most = rng.randint(1, 4)
        kept = reduced(word, most)
        assert _subwords(word, most) == _subwords(kept, most)
        assert kept == [item for item in word if item in kept]
        dropped += len(word) - len(kept)
        letters = {label for label, _ in word}
        every = len(_subwords(word, most)) == sum(len(letters) ** size for size in range(most + 1))
        assert has_all(word, len(letters), most) is (every and bool(letters))
    assert dropped > 500


def _subwords(word: list[tuple[object, str]], most: int) -> set[tuple[object, ...]]:
    labels = [label for label, _ in word]
    return {part for size in range(most + 1) for part in combinations(labels, size)}


def test_pools_without_conditions() -> None:
    assert text_pool(frozenset(), frozenset(), 3, ordered=False).texts == ("a", "b", "c")
    assert text_pool(frozenset(), frozenset({"b"}), 2, ordered=True).texts == ("aa", "ab", "b", "ca", "cb")
    assert integer_pool(frozenset(), frozenset({5}), 2, ordered=False) == (0, 1, 5)


def test_a_pool_of_few_texts() -> None:
    short = Compare(CompareOp.LE, TEXT, Literal(""))
    assert text_pool(frozenset({short}), frozenset(), 2, ordered=False).texts == ("", "a", "b")
    least = Compare(CompareOp.LT, INTEGER, Literal(-(2**63) + 1))
    first, *others = integer_pool(frozenset({least}), frozenset(), 2, ordered=True)
    assert first == -(2**63)
    assert len(others) == 2


def test_another_column_is_refused() -> None:
    with pytest.raises(NotRegular):
        truth(Compare(CompareOp.EQ, Column(7, "other"), Literal("a")))
    with pytest.raises(NotRegular):
        truth(Call("soundex", (TEXT,)))
    assert truth(Literal(None)).labels == constant(None).labels
