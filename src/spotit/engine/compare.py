"""When two results are the same: BIRD's equality of values, and set, bag, list and Spider's comparison.

Values compare as in Python: 1 = 1.0 = TRUE, -0.0 = 0.0, text is never a number, NULL = NULL, and an integer
compares with a float exactly. A row count of zero has no shape: two empty results are the same whatever
their columns, as in BIRD's `set(rows)`. A failure is no rows: two failures are the same whatever they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from spotit.database import Failure, Outcome, Row, Rows, Value
from spotit.options import Semantics
from spotit.verdict import Side

TOLERANCE = 1e-9
"""Relative difference up to which two numbers differ by rounding only."""

_Agree = Callable[[Sequence[Row], Sequence[Row]], bool]


class OnlyIn(NamedTuple):
    """A row that one side has and the other has not (or, under `list`, has not at that place)."""

    row: Row
    side: Side


def same(left: Outcome, right: Outcome, semantics: Semantics, *, ordered: bool) -> bool:
    """Tell whether the results agree; `ordered` says that the left query has an ORDER BY of its own."""
    if isinstance(left, Failure) or isinstance(right, Failure):
        return isinstance(left, Failure) and isinstance(right, Failure)
    match semantics:
        case Semantics.SET:
            return left.rows == right.rows or set(left.rows) == set(right.rows)
        case Semantics.BAG:
            return _same_bag(left.rows, right.rows)
        case Semantics.LIST:
            return left.rows == right.rows
        case Semantics.SPIDER:
            return _permuted(left.rows, right.rows, _same_list if ordered else _same_bag)


def close(left: Rows, right: Rows, semantics: Semantics, *, ordered: bool) -> bool:
    """Tell whether the results agree when numbers may differ by rounding (relative 1e-9)."""
    match semantics:
        case Semantics.SET:
            return _close_set(left.rows, right.rows)
        case Semantics.BAG:
            return _close_bag(left.rows, right.rows)
        case Semantics.LIST:
            return _close_list(left.rows, right.rows)
        case Semantics.SPIDER:
            return _permuted(left.rows, right.rows, _close_list if ordered else _close_bag)


def degenerate(left: Outcome, right: Outcome) -> bool:
    """Tell whether one side has no row and the other has rows of NULLs only."""
    if isinstance(left, Failure) or isinstance(right, Failure):
        return False
    if bool(left.rows) == bool(right.rows):
        return False
    return all(value is None for row in (*left.rows, *right.rows) for value in row)


def void(rows: Rows) -> bool:
    """Tell whether a result looks like that of no qualifying row: no row, or nothing but NULL and 0."""
    return all(value is None or value == 0 for row in rows.rows for value in row)


def first_difference(left: Outcome, right: Outcome, semantics: Semantics) -> OnlyIn | None:
    """Return the first row that only one side has; None when there is none, or when a side fails."""
    if isinstance(left, Failure) or isinstance(right, Failure):
        return None
    if semantics is Semantics.LIST:
        return _first_displaced(left.rows, right.rows)
    if semantics is Semantics.SET:
        here, there = set(left.rows), set(right.rows)
        only_left = next((row for row in left.rows if row not in there), None)
        only_right = next((row for row in right.rows if row not in here), None)
    else:
        only_left = next(iter(Counter(left.rows) - Counter(right.rows)), None)
        only_right = next(iter(Counter(right.rows) - Counter(left.rows)), None)
    if only_left is not None:
        return OnlyIn(only_left, "left")
    return OnlyIn(only_right, "right") if only_right is not None else None


def _first_displaced(left: Sequence[Row], right: Sequence[Row]) -> OnlyIn | None:
    for here, there in zip(left, right, strict=False):
        if here != there:
            return OnlyIn(here, "left")
    if len(left) == len(right):
        return None
    shorter = min(len(left), len(right))
    return OnlyIn(left[shorter], "left") if len(left) > shorter else OnlyIn(right[shorter], "right")


def _same_list(left: Sequence[Row], right: Sequence[Row]) -> bool:
    return list(left) == list(right)


def _same_bag(left: Sequence[Row], right: Sequence[Row]) -> bool:
    return len(left) == len(right) and (left == right or Counter(left) == Counter(right))


def _permuted(left: Sequence[Row], right: Sequence[Row], agree: _Agree) -> bool:
    """Tell whether some order of the right columns makes the rows agree.

    Columns are matched one by one; a partial match that already disagrees is given up at once.
    """
    if not left or not right:
        return not left and not right
    if len(left) != len(right) or len(left[0]) != len(right[0]):
        return False
    theirs = list(zip(*right, strict=True))
    width = len(theirs)

    def extend(chosen: tuple[int, ...]) -> bool:
        if len(chosen) == width:
            return True
        prefix = [row[: len(chosen) + 1] for row in left]
        tried: list[tuple[Value, ...]] = []
        for index in range(width):
            if index in chosen or theirs[index] in tried:
                continue
            tried.append(theirs[index])
            candidate = list(zip(*(theirs[i] for i in (*chosen, index)), strict=True))
            if agree(prefix, candidate) and extend((*chosen, index)):
                return True
        return False

    return extend(())


def _close_values(left: Value, right: Value) -> bool:
    if left == right:
        return True
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        return False
    if isinstance(left, int) and isinstance(right, int):
        return False
    larger = max(abs(left), abs(right))
    if larger == float("inf"):
        return False
    return abs(left - right) <= TOLERANCE * larger


def _close_rows(left: Row, right: Row) -> bool:
    return len(left) == len(right) and all(map(_close_values, left, right))


def _close_list(left: Sequence[Row], right: Sequence[Row]) -> bool:
    return len(left) == len(right) and all(map(_close_rows, left, right))


def _close_set(left: Sequence[Row], right: Sequence[Row]) -> bool:
    here, there = set(left), set(right)
    found_left = all(any(_close_rows(row, other) for other in there) for row in here - there)
    return found_left and all(any(_close_rows(row, other) for other in here) for row in there - here)


def _close_bag(left: Sequence[Row], right: Sequence[Row]) -> bool:
    if len(left) != len(right):
        return False
    rest = list((Counter(right) - Counter(left)).elements())
    for row in (Counter(left) - Counter(right)).elements():
        partner = next((index for index, other in enumerate(rest) if _close_rows(row, other)), None)
        if partner is None:
            return False
        del rest[partner]
    return not rest
