"""Orders: cuts, first rows and bare columns, and that an open result is one of the permitted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from generate.composite_text import Composites
from generate.group_concat import Concatenations
from generate.orders import Orders
from generate.recursion import Recursions
from generate.windows import GROUNDS, Windows
from spotit.selftest.sweep import ground, sweep_made
from terms_vs_sqlite.permitted import sweep_open, wrongly_forbidden, wrongly_permitted

Maker = Callable[[Random], tuple[str, str]]


def windows(random: Random) -> tuple[str, str]:
    """Return a window query with its schema."""
    place = random.choice(GROUNDS)
    return place.schema, Windows(random, place).query()


MAKERS: dict[str, Maker] = {
    "orders": lambda random: Orders(random).query(),
    "group_concat": lambda random: Concatenations(random).query(),
    "windows": windows,
    "recursion": lambda random: Recursions(random).query(),
    "composites": lambda random: ("plain", Composites(random).query()),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["orders", "group_concat"])
def test_generated_orders_agree_with_the_engine(name: str, seed: int) -> None:
    total = sweep_made(MAKERS[name], seed=f"{name} {seed}", queries=60, databases=25, heights=(2, 3, 4))
    assert not total.crashes, total.crashes[0]
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert total.cases > 0.9 * 60 * 25
    assert total.nontrivial > 0.6 * total.cases
    assert 0 < total.ambiguous < 0.2 * total.cases


@pytest.mark.parametrize("name", ["group_concat", "orders", "recursion", "windows"])
def test_an_open_result_is_one_of_the_permitted(name: str) -> None:
    compared, found = sweep_open(MAKERS[name], seed=f"open {name}", queries=60)
    assert not found, found
    assert compared >= (3 if name == "recursion" else 10)


def test_results_that_no_choice_gives() -> None:
    assert not wrongly_permitted(ground("plain").setting)


def test_results_that_a_choice_gives() -> None:
    assert not wrongly_forbidden(ground("plain").setting)
