"""What a check spends: one clock, and shares of the time that is left."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from spotit.budget import BUDGET
from spotit.search.meter import Meter
from spotit.search.stage import Stage


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_time_is_divided_by_what_is_left(clock: Clock) -> None:
    meter = Meter(10.0, now=clock)
    assert (meter.deadline, meter.left, meter.spent) == (110.0, 10.0, 0.0)
    clock.time = 104.0
    assert (meter.left, meter.spent) == (6.0, 4.0)
    assert meter.part(0.5) == 107.0
    assert meter.part(0.5, 106.0) == 105.0
    assert meter.within(3.0) == 107.0
    assert meter.within(8.0) == meter.deadline
    clock.time = 111.0
    assert meter.left == 0.0


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
        assert is_dataclass(plan)
        for limit in fields(plan):
            value = getattr(plan, limit.name)
            assert 0 < value <= (1 if limit.name.endswith("share") else value), f"{part.name}.{limit.name}"
