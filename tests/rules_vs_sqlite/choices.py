"""A run of something that makes choices, and all runs of it, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Untold(Exception):
    """The results that a plan permits are too many, or hang on something that is not followed."""


class Choices:
    """The choices of one run: those that are given, and then the first of each."""

    def __init__(self, given: Sequence[int] = ()) -> None:
        self._given = given
        self.made: list[tuple[int, int]] = []
        """Which of how many was taken."""

    def one_of(self, items: Sequence[T], key: Callable[[T], Hashable]) -> T:
        """Return one of the items; those with the same key are the same choice."""
        apart = list({key(item): item for item in reversed(items)}.values())
        if len(apart) == 1:
            return apart[0]
        place = self._given[len(self.made)] if len(self.made) < len(self._given) else 0
        self.made.append((place, len(apart)))
        return apart[place]


def all_runs(run: Callable[[Choices], T], most: int) -> Iterator[T]:
    """Yield what comes of a run by each way to choose; `Untold` if there are more than so many."""
    given: list[int] = []
    for _ in range(most):
        choices = Choices(given)
        yield run(choices)
        made = choices.made
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        if not made:
            return
        given = [place for place, _ in made]
        given[-1] += 1
    raise Untold("too many choices")
