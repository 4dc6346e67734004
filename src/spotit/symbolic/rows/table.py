"""Symbolic tables: rows that are present or not, with cells that are computed when they are first looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from spotit.dialect.collation import Collation
from spotit.frozen import frozen
from spotit.plan.expr import Column
from spotit.smt.terms.boolean import and_
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic.values.value import SymValue


class Cells(Sequence[SymValue]):
    """The cells of one row, each computed on first use: a column that no one reads is never made."""

    __slots__ = ("_known", "_make")

    def __init__(self, width: int, make: Callable[[int], SymValue]) -> None:
        self._make = make
        self._known: list[SymValue | None] = [None] * width

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, index: int) -> SymValue:  # type: ignore[override]
        found = self._known[index]
        if found is None:
            found = self._known[index] = self._make(index)
        return found

    def __iter__(self) -> Iterator[SymValue]:
        return (self[index] for index in range(len(self)))


def joined(left: Sequence[SymValue], right: Sequence[SymValue]) -> Sequence[SymValue]:
    """Return the cells of two rows side by side."""
    if not left:
        return right
    width = len(left)
    return Cells(width + len(right), lambda i: left[i] if i < width else right[i - width])


@frozen(eq=False)
class SymRow:
    """A row that exists where `present` holds; `sort` are its ORDER BY values when the table is ordered."""

    present: Term
    cells: Sequence[SymValue]
    sort: tuple[SymValue, ...] = ()

    def under(self, condition: Term) -> SymRow:
        """Return the row, present only where the condition holds too."""
        return SymRow(and_(self.present, condition), self.cells, self.sort)


@frozen
class Direction:
    """How one ORDER BY term sorts."""

    descending: bool
    nulls_first: bool
    collation: Collation


@frozen(eq=False)
class SymTable:
    """Rows under named columns, ordered by `directions` over each row's `sort` when there are any."""

    columns: tuple[Column, ...]
    rows: tuple[SymRow, ...]
    directions: tuple[Direction, ...] = ()

    @staticmethod
    def of(
        columns: tuple[Column, ...],
        rows: Iterator[SymRow] | Sequence[SymRow],
        directions: tuple[Direction, ...] = (),
    ) -> SymTable:
        """Return the table without the rows that can never be present."""
        return SymTable(columns, tuple(row for row in rows if row.present is not FALSE), directions)


class RowEnv(Mapping[int, SymValue]):
    """The columns of one row, and behind them those of the outer rows."""

    __slots__ = ("_cells", "_outer", "_positions")

    def __init__(self, positions: Mapping[int, int], cells: Sequence[SymValue], outer: Mapping[int, SymValue]) -> None:
        self._positions = positions
        self._cells = cells
        self._outer = outer

    def __getitem__(self, column: int) -> SymValue:
        position = self._positions.get(column)
        return self._outer[column] if position is None else self._cells[position]

    def __iter__(self) -> Iterator[int]:
        yield from self._positions
        yield from (c for c in self._outer if c not in self._positions)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def positions_of(columns: Sequence[Column]) -> dict[int, int]:
    """Return where each column stands, by id."""
    return {column.id: index for index, column in enumerate(columns)}
