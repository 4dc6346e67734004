"""Which columns of the right result stand for those of the left, so that the rows agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from spotit.arrangement import Arrangement
from spotit.database import Row, Value
from spotit.engine.failures import TooManyOrders

_STEPS = 20_000
"""Partial arrangements that are looked at in one comparison."""

Agree = Callable[[Sequence[Row], Sequence[Row]], bool]
"""Whether rows agree; it must hold for the first columns of rows that agree."""


def find_arrangement(left: Sequence[Row], right: Sequence[Row], agree: Agree) -> Arrangement | None:
    """Return the first arrangement of the right columns by which the rows agree, None if there is none.

    Columns are matched one by one; a partial match that already disagrees is given up at once. Both sides have rows.
    Raises `TooManyOrders` where that takes too long.
    """
    mine, theirs = list(zip(*left, strict=True)), list(zip(*right, strict=True))
    partners = [
        [there for there in range(len(theirs)) if _may_stand(mine[here], theirs[there], agree)]
        for here in range(len(mine))
    ]
    steps = iter(range(_STEPS))

    def extend(chosen: Arrangement) -> Arrangement | None:
        if len(chosen) == len(mine):
            return chosen
        prefix = list(zip(*mine[: len(chosen) + 1], strict=True))
        for there in _untried(partners[len(chosen)], chosen, theirs):
            if next(steps, None) is None:
                raise TooManyOrders
            longer = (*chosen, there)
            if agree(prefix, list(zip(*(theirs[place] for place in longer), strict=True))):
                found = extend(longer)
                if found is not None:
                    return found
        return None

    return extend(())


def arranged(rows: Sequence[Row], arrangement: Arrangement) -> list[Row]:
    """Return rows with only the columns of an arrangement, in its order."""
    return [tuple([row[place] for place in arrangement]) for row in rows]


def _may_stand(here: Sequence[Value], there: Sequence[Value], agree: Agree) -> bool:
    return agree([(value,) for value in here], [(value,) for value in there])


def _untried(partners: Sequence[int], chosen: Arrangement, columns: Sequence[Sequence[Value]]) -> Iterator[int]:
    """Yield the columns that are not chosen, of several that hold the same the first."""
    tried: set[Sequence[Value]] = set()
    for place in partners:
        if place not in chosen and columns[place] not in tried:
            tried.add(columns[place])
            yield place
