"""What a check has spent: its account of work, the seconds of each stage, and counts for the statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from spotit.budget import BUDGET
from spotit.search.stage import Stage
from spotit.work import Allowance, Work


@dataclass(slots=True)
class Meter:
    """The spending of one check, from the moment when it is made."""

    seconds: float
    """The clock on the wall ends the check after so many."""
    scale: float = 1.0
    """Multiple of the usual work."""
    whole: float = BUDGET.whole
    """Units of work that are allowed."""
    now: Callable[[], float] = time.monotonic
    start: float = field(init=False)
    work: Work = field(init=False)
    """The account; everything that takes long is noted there."""
    stages: dict[Stage, float] = field(default_factory=dict)
    """Seconds per stage."""
    databases: int = 0
    """Concrete databases tried on the engine."""
    solver_calls: int = 0
    first_difference: float | None = None
    """Seconds until the engine first showed a difference that counts."""

    def __post_init__(self) -> None:
        self.start = self.now()
        self.work = Work(self.seconds, self.scale, self.now)

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return self.now() - self.start

    @property
    def rest(self) -> Allowance:
        """All that the check may still spend."""
        return Allowance(self.work, self.whole)

    def within(self, amount: float) -> Allowance:
        """Return an allowance of so many units, or of the rest if that is less."""
        return self.rest.within(amount)

    def part(self, share: float) -> Allowance:
        """Return an allowance of a share of the rest."""
        return self.rest.part(share)

    @contextmanager
    def held_to(self, amount: float) -> Iterator[None]:
        """Let the rest be no more than so many units within the block."""
        whole = self.whole
        self.whole = min(whole, self.work.spent + amount)
        try:
            yield
        finally:
            self.whole = whole

    @contextmanager
    def stage(self, stage: Stage) -> Iterator[None]:
        """Time a stage."""
        begin = self.now()
        try:
            yield
        finally:
            self.stages[stage] = self.stages.get(stage, 0.0) + self.now() - begin

    def saw_difference(self) -> None:
        """Note the moment of the first difference."""
        if self.first_difference is None:
            self.first_difference = self.spent
