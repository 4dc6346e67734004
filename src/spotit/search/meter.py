"""What a check has spent: the one clock, and counts of databases and of questions to the solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from spotit.search.stage import Stage


@dataclass(slots=True)
class Meter:
    """The spending of one check, from the moment when it is made."""

    limit: float
    """Seconds for the whole check."""
    now: Callable[[], float] = time.monotonic
    start: float = field(init=False)
    stages: dict[Stage, float] = field(default_factory=dict)
    """Seconds per stage."""
    databases: int = 0
    """Concrete databases tried on the engine."""
    solver_calls: int = 0
    first_difference: float | None = None
    """Seconds until the engine first showed a difference that counts."""

    def __post_init__(self) -> None:
        self.start = self.now()

    @property
    def deadline(self) -> float:
        """The moment when the time is over."""
        return self.start + self.limit

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return self.now() - self.start

    @property
    def left(self) -> float:
        """The seconds left."""
        return max(0.0, self.deadline - self.now())

    def within(self, seconds: float) -> float:
        """Return the moment when so many seconds are over, or the deadline if that is sooner."""
        return min(self.deadline, self.now() + seconds)

    def part(self, share: float, deadline: float | None = None) -> float:
        """Return the moment when that share of the time until the deadline, or until another moment, is over."""
        now = self.now()
        return now + share * ((self.deadline if deadline is None else deadline) - now)

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
