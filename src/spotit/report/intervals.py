"""How sure an accuracy is: intervals, and comparisons of two methods on the same questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, sqrt

from spotit.evaluate.records import Outcome, QuestionId
from spotit.frozen import frozen

_QUANTILE = 1.959963984540054
"""Of the normal distribution, for 95 %."""


@frozen
class Interval:
    """A confidence interval in percent."""

    low: float
    high: float


def wilson(right: int, questions: int) -> Interval | None:
    """Return the 95 % interval of Wilson for a share; None without questions.

    >>> wilson(8, 10)
    Interval(low=49.0, high=94.3)
    """
    if not questions:
        return None
    share, square = right / questions, _QUANTILE**2
    middle = (share + square / (2 * questions)) / (1 + square / questions)
    spread = _QUANTILE * sqrt(share * (1 - share) / questions + square / (4 * questions**2)) / (1 + square / questions)
    return Interval(round(100 * max(middle - spread, 0.0), 1), round(100 * min(middle + spread, 1.0), 1))


@frozen
class Paired:
    """Two methods on the same questions: what only one of them gets right, and how likely that is by chance."""

    first: str
    second: str
    only_first: int
    only_second: int
    chance: float
    """Of a difference at least as large if both were equally good: the exact test of McNemar, two-sided."""


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the two-sided probability of the exact test of McNemar.

    >>> round(mcnemar(10, 2), 4), mcnemar(0, 0)
    (0.0386, 1.0)
    """
    trials, fewer = only_first + only_second, min(only_first, only_second)
    tail = sum(comb(trials, k) for k in range(fewer + 1))
    return min(1.0, 2 * tail / 2**trials) if trials else 1.0


def paired(outcomes: Sequence[Outcome], methods: Sequence[str], right: Callable[[Outcome], bool]) -> Iterator[Paired]:
    """Yield the comparisons of each two methods, in their order."""
    correct = {method: _correct(outcomes, method, right) for method in methods}
    for first, second in combinations(methods, 2):
        here, there = correct[first], correct[second]
        shared = here.keys() & there.keys()
        only_first = sum(here[q] and not there[q] for q in shared)
        only_second = sum(there[q] and not here[q] for q in shared)
        yield Paired(first, second, only_first, only_second, mcnemar(only_first, only_second))


def _correct(outcomes: Sequence[Outcome], method: str, right: Callable[[Outcome], bool]) -> Mapping[QuestionId, bool]:
    return {o.question_id: right(o) for o in outcomes if o.method == method}
