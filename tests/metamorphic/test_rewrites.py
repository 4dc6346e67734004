"""Rewrites that keep the meaning are found equivalent; small changes of a query mostly make a difference."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import spotit
from generate.pairs import Rewrites, mutants
from generate.query import Queries
from generate.schema import DDL
from spotit import Different, Equivalent, EquivalentUpTo, Invalid, Options, Unsupported
from spotit.engine.open import open_engine, system
from spotit.selftest.sweep import ground


@pytest.mark.parametrize("name", sorted(DDL))
def test_rewrites_are_equivalent(name: str) -> None:
    place = ground(name)
    rewrites = Rewrites(Queries(Random(f"rewrites {name}"), place.schema, place.pools))
    words: Counter[str] = Counter()
    for _ in range(30):
        pair = rewrites.pair()
        options = Options(bound=2, semantics=pair.semantics, timeout=10)
        verdict = spotit.check(pair.left, pair.right, place.schema, options)
        assert not isinstance(verdict, Different | Invalid), f"{pair}\n{verdict}"
        assert verdict.stats.spurious == 0, str(pair)
        words[type(verdict).__name__] += 1
    assert words["Equivalent"] + words["EquivalentUpTo"] + words["Unrefuted"] >= 26, words


@pytest.mark.parametrize("name", sorted(DDL))
def test_mutants_differ(name: str) -> None:
    place = ground(name)
    random = Random(f"mutants {name}")
    writer = Queries(random, place.schema, place.pools)
    words: Counter[str] = Counter()
    while words.total() < 25:
        sql = writer.query(2)
        mutant = next(mutants(sql, random), sql)
        options = Options(bound=2, semantics=random.choice(("set", "bag")), timeout=10)  # type: ignore[arg-type]
        verdict = spotit.check(sql, mutant, place.schema, options)
        if isinstance(verdict, Invalid):
            continue
        words[type(verdict).__name__] += 1
        assert verdict.stats.spurious == 0, f"{sql}\n{mutant}"
        if isinstance(verdict, Equivalent | EquivalentUpTo):
            _attack(place, sql, mutant, options, random)
    assert words["Different"] >= 4, words
    assert words[Unsupported.__name__] <= 4, words


def _attack(place, sql: str, mutant: str, options: Options, random: Random) -> None:  # type: ignore[no-untyped-def]
    """Hold a claim of equivalence against random databases."""
    from claims_vs_brute_force.claims import decide

    case = decide(sql, mutant, open_engine(place.schema, options))
    assert case is not None
    found = case.difference(place.databases.draw(random, 2) for _ in range(60))
    assert found is None, f"{sql}\n{mutant}\n{found and system().script(found, place.schema)}"
