"""A proof goes on to more rows than were asked for while that is cheap, and says how far it came."""

from __future__ import annotations

from math import inf

import pytest

from spotit import Different, Equivalent, EquivalentUpTo, Options, check
from spotit.reason import EnoughRows
from spotit.search.meter import Meter
from spotit.verdict import claim

TABLE = "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER NOT NULL)"
AVERAGE = "SELECT AVG(b) FROM t", "SELECT TOTAL(b) / COUNT(*) FROM t"
THREE = (
    "SELECT id FROM t UNION SELECT -1 FROM t x, t y, t z WHERE x.id < y.id AND y.id < z.id",
    "SELECT id FROM t UNION SELECT -1 FROM t x, t y, t z WHERE x.id <> y.id AND y.id <> z.id AND x.id <> z.id",
)
"""What is made of three rows: of one or two rows it says nothing, and with six all is said."""
TWO = (
    "SELECT COUNT(*), COALESCE(MIN(a) * 5 = MAX(a) * 3 + 4 AND MIN(a) > 1000, 0) FROM t",
    "SELECT COUNT(*), 0 FROM t",
)
"""A difference that takes two rows, and values that no random database has."""


@pytest.mark.parametrize(("bound", "reached"), [(1, 2), (3, 6), (5, 10), (30, 50), (50, 50)])
def test_a_cheap_proof_is_repeated_with_twice_as_many_rows(bound: int, reached: int) -> None:
    verdict = check(*AVERAGE, TABLE, Options(bound=bound))
    assert isinstance(verdict, EquivalentUpTo) and verdict.rows == reached
    assert f"at most {reached} rows per table" in claim(verdict)
    told = verdict.as_dict()
    assert (told["bound"], told["asked_bound"]) == (reached, bound)


def test_what_was_dear_is_not_repeated() -> None:
    verdict = check(*AVERAGE, TABLE, Options(work=0.02))
    assert isinstance(verdict, EquivalentUpTo) and verdict.rows == 5


def test_how_far_it_goes_is_counted_and_not_timed() -> None:
    first, second = (check(*AVERAGE, TABLE).stats for _ in range(2))
    assert first.work == second.work and not first.cut_short


def test_with_the_rows_of_the_threshold_it_is_a_proof_for_every_database() -> None:
    verdict = check(*THREE, TABLE, Options(bound=3))
    assert isinstance(verdict, Equivalent) and verdict.reason == EnoughRows(6, 6)


def test_a_difference_on_the_way_is_a_difference() -> None:
    verdict = check(*TWO, TABLE, Options(bound=1))
    assert isinstance(verdict, Different) and verdict.witness.database.height == 2
    assert "grow" in verdict.stats.stages and verdict.stats.to_witness is not None


def test_a_meter_holds_a_block_to_so_much() -> None:
    meter = Meter(inf, whole=5.0)
    meter.work.spend(1.0)
    with meter.held_to(0.5):
        assert meter.rest.left == pytest.approx(0.5) and meter.part(0.5).left == pytest.approx(0.25)
        with meter.held_to(2.0):
            assert meter.rest.left == pytest.approx(0.5)
    assert meter.rest.left == pytest.approx(4.0)
