"""The arrangement noun: for each column of the left result the place of the column on the right that stands for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import perm

from spotit.options import Columns

Arrangement = tuple[int, ...]
_MOST = 60


def can_arrange(left: int, right: int, columns: Columns) -> bool:
    """Tell whether so many columns of the right can stand for so many of the left in more than the given way."""
    match columns:
        case Columns.EXACT:
            return False
        case Columns.PERMUTED:
            return left == right
        case Columns.EXTRA:
            return left <= right


def are_few(left: int, right: int) -> bool:
    """Tell whether there are so few arrangements that all of them can be looked at."""
    return perm(right, left) <= _MOST


def every_arrangement(left: int, right: int) -> Iterator[Arrangement]:
    """Yield the arrangements of so many columns on the left and on the right, the given order first."""
    return permutations(range(right), left)
