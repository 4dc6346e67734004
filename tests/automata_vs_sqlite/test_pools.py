"""A pool must show whatever any values show, up to its number of cells: minterms, how many of each, in which order."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import product

import pytest

from automata_vs_sqlite.condition_cases import Conditions, Engine, lowered
from spotit.automata.not_decided import AutomatonTooLarge
from spotit.automata.pools import integer_pool, text_pool

_MOST_WORDS = 20_000


def contains(labels: Sequence[Hashable]) -> Callable[[Sequence[Hashable]], bool]:
    """Return the test whether a word is a subword of the labels."""
    places = defaultdict(list)
    for place, label in enumerate(labels):
        places[label].append(place)

    def test(word: Sequence[Hashable]) -> bool:
        at = -1
        for label in word:
            following = bisect_left(places[label], at + 1)
            if following == len(places[label]):
                return False
            at = places[label][following]
        return True

    return test


def gaps(subject: str, seed: int) -> list[object]:
    """Return what brute force sees among values of a random question and the pool does not show."""
    rng = random.Random(seed)
    cases = Conditions(rng, subject)
    values = sorted({*(cases.values() if subject == "x" else cases.integers())})  # type: ignore[type-var]
    conditions = [cases.condition(1) for _ in range(rng.randint(1, 3))]
    draw = (lambda: cases.word(2)) if subject == "x" else (lambda: rng.choice(cases.integers()))
    constants = sorted({draw() for _ in range(rng.randint(0, 2))})
    cells, ordered = rng.randint(1, 4), rng.random() < 0.7
    seen = frozenset(map(lowered, conditions))
    pool: Sequence[object]
    if subject == "x":
        found = text_pool(seen, frozenset(constants), cells, ordered=ordered)
        pool = found.texts
        values = [value for value in values if found.for_nul or "\0" not in value]
    else:
        pool = integer_pool(seen, frozenset(constants), cells, ordered=ordered)
    assert list(pool) == sorted(set(pool))
    assert set(constants) <= set(pool)
    engine = Engine()
    engine.load([*values, *pool])
    results = zip(*(engine.results(condition) for condition in conditions), strict=True)
    places = [
        tuple((value > c) - (value < c) if ordered else value == c for c in constants) for value in (*values, *pool)
    ]
    labels = [(*map(_truth, result), place) for result, place in zip(results, places, strict=True)]
    given, shown = labels[: len(values)], labels[len(values) :]
    if not ordered:
        counts = Counter(shown)
        return [label for label, count in Counter(given).items() if counts[label] < min(count, cells)]
    letters = sorted(set(given), key=repr)
    length = max(size for size in range(1, cells + 1) if size == 1 or len(letters) ** size <= _MOST_WORDS)
    realised, offered = contains(given), contains(shown)
    return [word for word in product(letters, repeat=length) if realised(word) and not offered(word)]


def _truth(value: object) -> bool | None:
    return None if value is None else bool(value)


@pytest.mark.parametrize("seed", (*range(14), *range(15, 60)))  # an automaton of 14 is too large
def test_pools_of_texts(seed: int) -> None:
    assert not gaps("x", seed)


@pytest.mark.parametrize("seed", range(10))
def test_pools_of_integers(seed: int) -> None:
    assert not gaps("n", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 3000))
def test_many_pools(seed: int) -> None:
    try:
        assert not gaps("x", seed)
        assert seed % 20 or not gaps("n", seed)
    except AutomatonTooLarge:
        pytest.skip("too large")
