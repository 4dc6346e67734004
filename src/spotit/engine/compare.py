"""When two results are the same: BIRD's equality of values; rows as a set, bag or list; columns in which order.

Values compare as in Python: 1 = 1.0 = TRUE, -0.0 = 0.0, text is never a number, NULL = NULL, and an integer
compares with a float exactly. A row count of zero has no shape: two empty results are the same whatever
their columns, as in BIRD's `set(rows)`. A failure is no rows: two failures are the same whatever they say.

Where columns may be arranged, one arrangement must do for all rows; which one may depend on the two results. Spider's
comparison is that of bags or lists with permuted columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from spotit.arrangement import Arrangement, can_arrange
from spotit.database import Failure, Outcome, Row, Rows, Value
from spotit.engine.arrange import Agree, find_arrangement
from spotit.options import Columns, Semantics, columns_compared, rows_compared
from spotit.verdict import Side

TOLERANCE = 1e-9
"""Relative difference up to which two numbers differ by rounding only."""


class OnlyIn(NamedTuple):
    """A row that one side has and the other has not (or, under `list`, has not at that place)."""

    row: Row
    side: Side


def same(
    left: Outcome, right: Outcome, semantics: Semantics, *, ordered: bool, columns: Columns = Columns.EXACT
) -> bool:
    """Tell whether the results agree; `ordered` says that the left query has an ORDER BY of its own.

    Raises `TooManyOrders` where columns may be arranged in more ways than can be tried.
    """
    if isinstance(left, Failure) or isinstance(right, Failure):
        return isinstance(left, Failure) and isinstance(right, Failure)
    agree = _SAME[rows_compared(semantics, ordered=ordered)]
    return _agreement(left, right, agree, columns_compared(semantics, columns)) is not None


def close(left: Rows, right: Rows, semantics: Semantics, *, ordered: bool, columns: Columns = Columns.EXACT) -> bool:
    """Tell whether the results agree when numbers may differ by rounding (relative 1e-9)."""
    agree = _CLOSE[rows_compared(semantics, ordered=ordered)]
    return _agreement(left, right, agree, columns_compared(semantics, columns)) is not None


def agreement(
    left: Rows, right: Rows, semantics: Semantics, *, ordered: bool, columns: Columns = Columns.EXACT
) -> Arrangement | None:
    """Return which columns of the right result stand for those of the left so that they agree, None if they do not."""
    agree = _SAME[rows_compared(semantics, ordered=ordered)]
    return _agreement(left, right, agree, columns_compared(semantics, columns))


def _agreement(left: Rows, right: Rows, agree: Agree, columns: Columns) -> Arrangement | None:
    """Return the arrangement by which results agree; the given one where they agree as they are."""
    given = tuple(range(len(left.columns)))
    if agree(left.rows, right.rows):
        return given
    if not left.rows or not right.rows or not can_arrange(len(left.columns), len(right.columns), columns):
        return None
    return find_arrangement(left.rows, right.rows, agree)


def degenerate(left: Outcome, right: Outcome, semantics: Semantics, columns: Columns = Columns.EXACT) -> bool:
    """Tell whether one side has no row and the other one row of NULLs in the columns that are compared.

    As sets, several rows of NULLs are one row.
    """
    if isinstance(left, Failure) or isinstance(right, Failure):
        return False
    if bool(left.rows) == bool(right.rows):
        return False
    if semantics is not Semantics.SET and len(left.rows) + len(right.rows) > 1:
        return False
    if columns is Columns.EXTRA and right.rows and len(left.columns) <= len(right.columns):
        nulls = sum(all(value is None for value in column) for column in zip(*right.rows, strict=True))
        return nulls >= len(left.columns)
    return all(value is None for row in (*left.rows, *right.rows) for value in row)


def void(rows: Rows, cells: Collection[int] = ()) -> bool:
    """Tell whether a result looks like that of no qualifying row: no row, or nothing but NULL and 0.

    In the columns at the places `cells` a 0 is a value of the data.
    """
    return all(
        value is None or (value == 0 and place not in cells) for row in rows.rows for place, value in enumerate(row)
    )


def first_difference(left: Outcome, right: Outcome, semantics: Semantics) -> OnlyIn | None:
    """Return the first row that only one side has, with the columns as they stand; None when there is none.

    None also when a side fails.
    """
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


def _same_set(left: Sequence[Row], right: Sequence[Row]) -> bool:
    return left == right or set(left) == set(right)


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


_SAME = {Semantics.SET: _same_set, Semantics.BAG: _same_bag, Semantics.LIST: _same_list}
_CLOSE = {Semantics.SET: _close_set, Semantics.BAG: _close_bag, Semantics.LIST: _close_list}
