"""Rows of two results that are the same row on every database: what is left of a comparison without them.

Two queries that mean the same often list their rows alike: the group of the third order on the left is the group of
the third order on the right. That two rows agree, where they are present, is a small question; that the results agree
is one about every row of one and every row of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from spotit.arrangement import Arrangement
from spotit.frozen import frozen
from spotit.options import Semantics
from spotit.smt.terms.boolean import and_, iff, not_, or_
from spotit.smt.terms.interpret import Assignment, compile_terms
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic.difference import arranged, differ_besides
from spotit.symbolic.rows.table import SymRow, SymTable
from spotit.symbolic.values.value_order import same_row

Refute = Callable[[Term], Assignment | bool]
"""Tells whether a condition can never hold: True, or an assignment under which it does, or False if that is unknown."""

_MOST_PAIRS = 2500
"""Pairs of rows that are looked at, at most."""


def differ_without_pairs(
    left: SymTable,
    right: SymTable,
    semantics: Semantics,
    arrangements: Sequence[Arrangement],
    samples: Sequence[Assignment],
    refuted: Refute,
) -> Term | None:
    """Return the condition that the results differ, by the rows without a partner; None if none has one.

    It means the same where `refuted` knows what it says it knows.
    """
    if semantics is Semantics.LIST or len(arrangements) > 1 or len(left.columns) != len(right.columns):
        return None
    other = next(arranged(right, arrangements))
    if not 0 < len(left.rows) * len(other.rows) <= _MOST_PAIRS:
        return None
    pairs = _Pairing(left.rows, other.rows, samples, refuted).found()
    return differ_besides(left, other, semantics, pairs) if pairs else None


@frozen
class _Pair:
    """Two rows, and when one of them is there and the other one is not, or is another."""

    left: int
    right: int
    apart: Term

    @property
    def shift(self) -> int:
        return abs(self.left - self.right)


class _Pairing:
    """The search for partners: those that no sample tells apart are asked about, the nearest first."""

    def __init__(
        self,
        left: Sequence[SymRow],
        right: Sequence[SymRow],
        samples: Sequence[Assignment],
        refuted: Refute,
    ) -> None:
        self._refuted = refuted
        self._pairs = [
            _Pair(i, j, _apart(a, b)) for i, a in enumerate(left) for j, b in enumerate(right) if _may_meet(a, b)
        ]
        self._evaluate = compile_terms([pair.apart for pair in self._pairs], default=True)
        self._open = [True] * len(self._pairs)
        """Which of the pairs no sample tells apart."""
        for sample in samples:
            self._learn(sample)

    def _learn(self, sample: Assignment) -> None:
        for place, value in enumerate(self._evaluate(sample)):
            if value:
                self._open[place] = False

    def found(self) -> dict[int, int]:
        """Return the row on the right that each row on the left is, for those that have one."""
        partner: dict[int, int] = {}
        taken: set[int] = set()
        by_row: dict[int, list[int]] = {}
        for place, pair in enumerate(self._pairs):
            by_row.setdefault(pair.left, []).append(place)
        for row, places in by_row.items():
            for place in self._candidates(places, taken):
                pair = self._pairs[place]
                answer = True if pair.apart is FALSE else self._refuted(pair.apart)
                if answer is True:
                    partner[row] = pair.right
                    taken.add(pair.right)
                    break
                if answer is not False:
                    self._learn(answer)
                self._open[place] = False
        return partner

    def _candidates(self, places: list[int], taken: set[int]) -> Iterator[int]:
        """Yield the pairs of a row that may be one, the nearest first."""
        for place in sorted(places, key=lambda place: self._pairs[place].shift):
            if self._open[place] and self._pairs[place].right not in taken:
                yield place


def _may_meet(left: SymRow, right: SymRow) -> bool:
    return left.present is not FALSE and right.present is not FALSE


def _apart(left: SymRow, right: SymRow) -> Term:
    there = not_(iff(left.present, right.present))
    return or_(there, and_(left.present, right.present, not_(same_row(left.cells, right.cells))))
