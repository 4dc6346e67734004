"""The arrangements of columns by which two queries agree on every database seen so far: what to try a proof with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from spotit.arrangement import Arrangement
from spotit.database import Rows
from spotit.engine.arrange import arranged
from spotit.engine.compare import same
from spotit.options import Semantics
from spotit.search.evidence import Results

_REMEMBERED = 12
"""Results that are kept although the first arrangement agrees with them."""
_LOOKED_AT = 2000


@dataclass(slots=True)
class ColumnOrders:
    """What is known of the columns of two queries: which may stand for which, and results to try arrangements on."""

    widths: tuple[int, int]
    semantics: Semantics
    """How rows are compared: as a set, bag or list."""
    _partners: list[set[int]] = field(init=False)
    _seen: list[tuple[Rows, Rows]] = field(default_factory=list)

    def __post_init__(self) -> None:
        left, right = self.widths
        self._partners = [set(range(right)) for _ in range(left)]

    def see(self, results: Results) -> None:
        """Take in results that agree by some arrangement."""
        left, right = results.left, results.right
        if not (isinstance(left, Rows) and isinstance(right, Rows) and left.rows):
            return
        mine, theirs = (list(zip(*rows.rows, strict=True)) for rows in (left, right))
        for here, partners in enumerate(self._partners):
            values = _column(mine[here])
            partners -= {there for there in partners if not self._same(values, _column(theirs[there]))}
        if len(self._seen) < _REMEMBERED or not self._fits(self._first_fitting_partners(), left, right):
            self._seen.append((left, right))

    def first(self) -> Arrangement | None:
        """Return the first arrangement by which the queries agree on all that was seen; None if there is none."""
        for number, arrangement in enumerate(self._candidates(())):
            if all(self._fits(arrangement, left, right) for left, right in self._seen):
                return arrangement
            if number >= _LOOKED_AT:
                break
        return None

    def _first_fitting_partners(self) -> Arrangement | None:
        return next(self._candidates(()), None)

    def _fits(self, arrangement: Arrangement | None, left: Rows, right: Rows) -> bool:
        return arrangement is not None and self._same(
            left, Rows(left.columns, tuple(arranged(right.rows, arrangement)))
        )

    def _candidates(self, chosen: Arrangement) -> Iterator[Arrangement]:
        """Yield the arrangements that begin like one, columns in the same place first."""
        here = len(chosen)
        if here == len(self._partners):
            yield chosen
            return
        for there in sorted(self._partners[here] - set(chosen), key=lambda place: (place != here, place)):
            yield from self._candidates((*chosen, there))

    def _same(self, left: Rows, right: Rows) -> bool:
        return same(left, right, self.semantics, ordered=True)


def _column(values: tuple[object, ...]) -> Rows:
    return Rows(("",), tuple((value,) for value in values))  # type: ignore[misc]
