"""Work: effort that is counted instead of timed, so that a check comes to the same end on any machine, under any load.

`Work` is the account of one check, an `Allowance` what a part of it may still spend. A unit is about what one core does
in a second; `spotit.budget.PRICES` says what a database, a term or a step of the solver costs. The clock on the wall is
only asked whether the user's limit is reached. Once it is, every allowance is used up, and the account says so.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from spotit.frozen import frozen


class Work:
    """What a check has spent, in units."""

    __slots__ = ("_deadline", "_now", "_price", "cut_short", "late", "spent")

    def __init__(
        self, seconds: float = math.inf, scale: float = 1.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.spent = 0.0
        self.late = False
        """The clock was asked after the limit, so that nothing more is done."""
        self.cut_short = False
        """The clock has ended something, at the limit or before: with more time the check might end otherwise."""
        self._now = now
        self._deadline = now() + seconds
        self._price = 1.0 / scale

    def spend(self, units: float) -> None:
        """Note what was done; with a scale of 2 everything costs half."""
        self.spent += units * self._price

    def units(self, amount: float) -> float:
        """Return how much can be done for an amount of this account: the reverse of what `spend` notes."""
        return amount / self._price

    @property
    def seconds_left(self) -> float:
        """The seconds until the user's limit."""
        return max(0.0, self._deadline - self._now())

    def is_late(self) -> bool:
        """Tell whether the user's limit is reached, and keep that in mind."""
        if not self.late and self._now() >= self._deadline:
            self.late = self.cut_short = True
        return self.late

    def allow(self, amount: float = math.inf) -> Allowance:
        """Return an allowance of so much more."""
        return Allowance(self, self.spent + amount)


@frozen
class Allowance:
    """What may be spent until the account stands at `end`."""

    work: Work
    end: float

    @property
    def left(self) -> float:
        """What is left of it; nothing when the clock says that the check is over."""
        return 0.0 if self.work.is_late() else max(0.0, self.end - self.work.spent)

    @property
    def over(self) -> bool:
        """Whether it is used up."""
        return self.work.spent > self.end or self.work.is_late()

    def spend(self, units: float) -> None:
        """Note what was done."""
        self.work.spend(units)

    def part(self, share: float, least: float = 0.0) -> Allowance:
        """Return a share of what is left, or so much if that is more and there is so much."""
        left = self.end - self.work.spent
        return Allowance(self.work, self.work.spent + max(share * left, min(least, left)))

    def within(self, amount: float) -> Allowance:
        """Return so much of it, or all that is left if that is less."""
        return Allowance(self.work, min(self.end, self.work.spent + amount))


_ACCOUNT: ContextVar[Work | None] = ContextVar("account", default=None)


@contextmanager
def accounted(work: Work) -> Iterator[None]:
    """Make it the account of what is done in the block."""
    token = _ACCOUNT.set(work)
    try:
        yield
    finally:
        _ACCOUNT.reset(token)


def clock_stopped() -> None:
    """Note on the account of the check at hand, if there is one, that a clock has ended something."""
    work = _ACCOUNT.get()
    if work is not None:
        work.cut_short = True


def unlimited() -> Allowance:
    """Return an allowance that is never used up."""
    return Work().allow()
