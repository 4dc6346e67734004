"""Textbook rewrites that were written before the rules were looked at: none is wrong, and many are proved by plans."""

from __future__ import annotations

from random import Random

import pytest

from claims_vs_brute_force.plan_proofs import contradiction, planned, proof_of
from queries import held_out, held_out_two
from queries.textbook import Textbook
from rules_vs_sqlite.world import World
from spotit import load_schema
from spotit.options import Semantics

LISTS = {
    "university": (held_out.DDL, held_out.HELD_OUT, 0.7),
    "hospital": (held_out_two.DDL, held_out_two.HELD_OUT_TWO, 0.5),
}


@pytest.mark.parametrize("name", LISTS)
def test_the_rewrites_are_ones_and_many_are_proved(name: str) -> None:
    ddl, rewrites, share = LISTS[name]
    place, random, proved = World(ddl), Random(name), 0
    for one in rewrites:
        pair = planned(one.left, one.right, load_schema(ddl), one.semantics, degenerate=False)
        assert pair is not None, one.law
        assert contradiction(pair, (place.databases.draw(random, 5) for _ in range(25))) is None, one.law
        proved += proof_of(pair) is not None
    assert proved >= share * len(rewrites), proved


def test_no_law_is_on_two_lists() -> None:
    laws = [_said(one) for _, rewrites, _ in LISTS.values() for one in rewrites]
    assert len(laws) == len(set(laws))
    assert all(one.semantics in (Semantics.SET, Semantics.BAG) for _, rewrites, _ in LISTS.values() for one in rewrites)


def _said(one: Textbook) -> tuple[str, str]:
    return one.left, one.right
