"""Rewrites of every kind are proved for every database, near misses are not; `benchmarks/rewrites.py` tries more."""

from __future__ import annotations

from random import Random

import pytest

from claims_vs_brute_force.rewrite_proofs import GROUNDS, SEMANTICS, TINY_GROUNDS, attack_plans, place, run, run_tiny
from generate.rewrites.every_kind import KINDS, rewrite

FEWEST = 25


def test_there_are_enough_kinds() -> None:
    assert len(KINDS) >= FEWEST
    assert all(kind.__doc__ for kind in KINDS.values())


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_fits_a_schema(kind: str) -> None:
    places = [place(ground) for ground in GROUNDS]
    assert any(rewrite(kind, Random(kind), here.schema, here.pools) is not None for here in places)


@pytest.mark.parametrize("ground", GROUNDS)
def test_rewrites_are_proved_for_every_database(ground: str) -> None:
    found = run("suite", 1, 8, grounds=(ground,))
    assert not found.wrong, found.wrong[0]
    for semantics in SEMANTICS:
        assert found.share(semantics, "equivalent") >= 0.85, found.missed
        assert found.share(semantics, "undecided") <= 0.02, found.missed


@pytest.mark.parametrize("ground", TINY_GROUNDS)
def test_proofs_hold_on_every_tiny_database(ground: str) -> None:
    found = run_tiny("suite", 1, grounds=(ground,), most=60)
    assert not found.wrong, found.wrong[0]


@pytest.mark.parametrize("ground", GROUNDS)
def test_near_misses_are_not_proved(ground: str) -> None:
    assert next(attack_plans(ground, "suite", 2, 25), "") == ""


@pytest.mark.slow
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("seed", range(10))
def test_near_misses_are_not_proved_at_length(ground: str, seed: int) -> None:
    assert next(attack_plans(ground, f"long {seed}", 40, 60, rows=12), "") == ""
