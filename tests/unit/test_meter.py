"""What a check spends: work that is counted, shares of what is left of it, and a clock that only ends it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

import spotit
from spotit import Different, Options, load_schema
from spotit.budget import BUDGET
from spotit.engine.failures import QueryTimeout
from spotit.engine.open import open_engine
from spotit.engine.sqlite.tabulate import SqliteTabulator
from spotit.search.meter import Meter
from spotit.search.stage import Stage
from spotit.work import Work, accounted


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_work_is_divided_by_what_is_left(clock: Clock) -> None:
    meter = Meter(10.0, whole=8.0, now=clock)
    assert meter.rest.left == 8.0
    meter.work.spend(2.0)
    assert meter.rest.left == 6.0
    assert meter.part(0.5).left == 3.0
    assert meter.part(0.5).part(0.5).left == 1.5
    assert meter.within(5.0).left == 5.0
    assert meter.within(7.0) == meter.rest
    part = meter.within(1.0)
    part.spend(1.5)
    assert part.over and part.left == 0.0
    assert meter.rest.left == 4.5


def test_the_clock_takes_no_work_away_until_it_ends_the_check(clock: Clock) -> None:
    meter = Meter(10.0, now=clock)
    clock.time = 109.0
    assert meter.rest.left == meter.whole
    assert not meter.work.late
    clock.time = 110.0
    assert meter.rest.over and meter.rest.left == 0.0
    assert meter.work.late


def test_a_clock_that_nobody_asked_has_changed_nothing(clock: Clock) -> None:
    meter = Meter(10.0, now=clock)
    clock.time = 200.0
    assert not meter.work.late


def test_with_twice_the_work_everything_costs_half(clock: Clock) -> None:
    meter = Meter(10.0, 2.0, now=clock)
    meter.work.spend(3.0)
    assert meter.work.spent == 1.5
    assert meter.work.units(meter.rest.left) == 2 * (meter.whole - 1.5)


def test_the_seconds_of_a_stage_add_up_even_when_it_fails(clock: Clock) -> None:
    meter = Meter(10.0, now=clock)
    for seconds in (1.0, 2.0):
        with pytest.raises(ValueError, match="gave up"), meter.stage(Stage.PROBE):
            clock.time += seconds
            raise ValueError("gave up")
    assert meter.stages == {Stage.PROBE: 3.0}


def test_only_the_first_difference_is_noted(clock: Clock) -> None:
    meter = Meter(10.0, now=clock)
    assert meter.first_difference is None
    for moment in (102.0, 105.0):
        clock.time = moment
        meter.saw_difference()
    assert meter.first_difference == 2.0


def test_shares_are_shares_and_limits_are_positive() -> None:
    for part in fields(BUDGET):
        plan = getattr(BUDGET, part.name)
        if part.name == "whole":
            continue
        assert is_dataclass(plan)
        for limit in fields(plan):
            value = getattr(plan, limit.name)
            assert 0 < value <= (1 if limit.name.endswith("share") else value), f"{part.name}.{limit.name}"


SLOW = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)"


def test_a_clock_of_the_engine_says_so() -> None:
    engine = open_engine(load_schema("CREATE TABLE t (a INTEGER);"), Options())
    work = Work()
    with accounted(work), pytest.raises(QueryTimeout):
        engine.run(f"{SLOW} SELECT count(*) FROM n, n", budget=0.01)
    assert work.cut_short and not work.late


def test_a_clock_of_the_tabulation_says_so() -> None:
    work = Work()
    with accounted(work), pytest.raises(QueryTimeout):
        SqliteTabulator(options=Options(), budget=0.01).tabulate(f"({SLOW} SELECT count(*) FROM n, n)", [()])
    assert work.cut_short


def test_a_difference_that_no_time_was_left_to_confirm_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = "CREATE TABLE t (a INTEGER);"
    pair = (f"{SLOW} SELECT count(*) + max(a) FROM n, t", f"{SLOW} SELECT count(*) FROM n, t", schema)
    assert isinstance(spotit.check(*pair, work=0.02), Different)
    monkeypatch.setattr("spotit.search.witness.confirm._SECONDS", 0.0)
    verdict = spotit.check(*pair, work=0.02)
    assert not isinstance(verdict, Different)
    assert verdict.stats.cut_short
