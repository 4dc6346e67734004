"""Labels of integers: functions that change at a few places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable

from spotit.automata.classifier import Label
from spotit.frozen import frozen

LEAST, MOST = -(2**63), 2**63 - 1
"""SQLite's integers are 64 bits wide."""


@frozen
class Steps:
    """`labels[0]` below `starts[0]`, `labels[i]` from `starts[i - 1]` on: a label for every integer."""

    starts: tuple[int, ...]
    labels: tuple[Label, ...]

    @staticmethod
    def by(starts: Iterable[int], label: Callable[[int], Label]) -> Steps:
        """Return the function `label`, which changes at no other places than `starts`."""
        kept: list[int] = []
        places = sorted(set(starts))
        labels = [label(places[0] - 1)] if places else [label(0)]
        for place in places:
            here = label(place)
            if here != labels[-1]:
                kept.append(place)
                labels.append(here)
        return Steps(tuple(kept), tuple(labels))

    def of(self, number: int) -> Label:
        """Return the label of an integer."""
        return self.labels[bisect_right(self.starts, number)]

    def shifted(self, by: int) -> Steps:
        """Return the labels of `number + by`."""
        return Steps(tuple(start - by for start in self.starts), self.labels)

    def mirrored(self) -> Steps:
        """Return the labels of `-number`."""
        return Steps(tuple(1 - start for start in reversed(self.starts)), tuple(reversed(self.labels)))

    @property
    def last(self) -> int:
        """The least integer that is not negative and from which on the labels stay the same."""
        return max((*self.starts[-1:], 0))


def same(label: Label) -> Steps:
    """Return the function that labels all integers alike."""
    return Steps((), (label,))
