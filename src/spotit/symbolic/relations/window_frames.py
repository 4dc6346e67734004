"""The rows of a window: its partitions, the order inside them, and the frame of each row (windowfunctions.html, 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from spotit.dialect.collation import Collation
from spotit.plan.expr import ArithOp, BoundKind, Exclude, FrameUnit
from spotit.smt.terms.arithmetic import count, le, lt, subtract
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import int64
from spotit.symbolic.operators.conversion import lift, per_atom
from spotit.symbolic.operators.doubles import shifted
from spotit.symbolic.rows.ordering import precedes, sorts_before
from spotit.symbolic.rows.table import Direction, SymRow, SymTable
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same_row


@dataclass(slots=True, eq=False)
class Arrangement:
    """Rows in the partitions and the order of one window; what it says of a row holds where that row is present."""

    table: SymTable
    """The input, whose own order decides among peers when no free choice does."""
    partitions: Sequence[Sequence[SymValue]]
    collations: Sequence[Collation]
    sorts: Sequence[tuple[SymValue, ...]]
    directions: tuple[Direction, ...]
    free_places: Callable[[Sequence[Term]], Sequence[Term] | None]
    """Asked once, when two rows can be peers."""
    _places: list[Sequence[Term] | None] = field(default_factory=list)
    _together: dict[tuple[int, int], Term] = field(default_factory=dict)
    _order: dict[tuple[int, int], tuple[Term, Term]] = field(default_factory=dict)
    _first: dict[tuple[int, int], Term] = field(default_factory=dict)
    _place: dict[int, Term] = field(default_factory=dict)
    _group: dict[int, Term] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of rows, present or not."""
        return len(self.table.rows)

    def others(self, row: int) -> list[int]:
        """Return the other rows that can be in the same partition."""
        return [j for j in range(self.size) if j != row and self.member(row, j) is not FALSE]

    def member(self, row: int, other: int) -> Term:
        """Return the condition that `other` is present in the partition of `row`."""
        if row == other:
            return TRUE
        return and_(self.table.rows[other].present, self.together(row, other))

    def together(self, row: int, other: int) -> Term:
        """Return the condition that two rows have the same partition values."""
        key = (min(row, other), max(row, other))
        if key not in self._together:
            first, second = (self.partitions[n] for n in key)
            self._together[key] = same_row(first, second, self.collations)
        return self._together[key]

    def _precedes(self, row: int, other: int) -> tuple[Term, Term]:
        key = (row, other)
        if key not in self._order:
            a, b = (SymRow(TRUE, (), self.sorts[n]) for n in key)
            self._order[key] = precedes(SymTable((), (), self.directions), a, b)
        return self._order[key]

    def before(self, row: int, other: int) -> Term:
        """Return the condition that `row` sorts strictly before `other`."""
        return self._precedes(row, other)[0] if row != other else FALSE

    def peers(self, row: int, other: int) -> Term:
        """Return the condition that the two tie under ORDER BY."""
        return self._precedes(min(row, other), max(row, other))[1] if row != other else TRUE

    def first(self, row: int, other: int) -> Term:
        """Return the condition that `row` comes before `other`, ties decided."""
        if row == other:
            return FALSE
        if row > other:
            return not_(self.first(other, row))
        key = (row, other)
        if key not in self._first:
            tied = self.peers(row, other)
            if tied is not FALSE:
                tied = and_(tied, self._chosen(row, other))
            self._first[key] = or_(self.before(row, other), tied)
        return self._first[key]

    def _chosen(self, row: int, other: int) -> Term:
        """Return the condition that of two peers the one at the lower position comes first."""
        if not self._places:
            self._places.append(self.free_places([row.present for row in self.table.rows]))
        (places,) = self._places
        if places is not None:
            return lt(places[row], places[other])
        strict, tied = precedes(self.table, self.table.rows[row], self.table.rows[other])
        return or_(strict, tied)

    def earlier(self, row: int) -> list[Term]:
        """Return for each other row of the partition that it is present and comes before."""
        return [and_(self.member(row, j), self.first(j, row)) for j in self.others(row)]

    def place(self, row: int) -> Term:
        """Return the number of rows before a row in its partition."""
        if row not in self._place:
            self._place[row] = count(self.earlier(row))
        return self._place[row]

    def smaller(self, row: int) -> Term:
        """Return the number of rows that sort strictly before a row."""
        return count(and_(self.member(row, j), self.before(j, row)) for j in self.others(row))

    def not_greater(self, row: int) -> Term:
        """Return the number of rows that do not sort after a row, itself included."""
        return count([TRUE, *(and_(self.member(row, j), not_(self.before(row, j))) for j in self.others(row))])

    def height(self, row: int) -> Term:
        """Return the number of rows of a row's partition."""
        return count([TRUE, *(self.member(row, j) for j in self.others(row))])

    def group(self, row: int) -> Term:
        """Return the number of peer groups before that of a row."""
        if row not in self._group:
            leads = [and_(self.member(row, j), self.before(j, row), self.leads(j)) for j in self.others(row)]
            self._group[row] = count(leads)
        return self._group[row]

    def leads(self, row: int) -> Term:
        """Return the condition that no peer comes before a row."""
        return not_(any_of(and_(self.member(row, j), self.peers(row, j), self.first(j, row)) for j in self.others(row)))


Offset = int | float | None
"""How far PRECEDING or FOLLOWING reaches; None for the other bounds."""


@dataclass(slots=True, eq=False)
class Frames:
    """The frame of each row of an arrangement."""

    rows: Arrangement
    unit: FrameUnit
    start: tuple[BoundKind, Offset]
    end: tuple[BoundKind, Offset]
    exclude: Exclude
    run: Execution
    _inside: dict[tuple[int, int], Term] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether the frame is the partition."""
        return (
            self.start[0] is BoundKind.UNBOUNDED_PRECEDING
            and self.end[0] is BoundKind.UNBOUNDED_FOLLOWING
            and self.exclude is Exclude.NO_OTHERS
        )

    @property
    def slides(self) -> bool:
        """Whether rows leave the frame as it goes on; with others excluded it is filled anew for each row."""
        return self.start[0] is not BoundKind.UNBOUNDED_PRECEDING and self.exclude is Exclude.NO_OTHERS

    @property
    def cuts_peers(self) -> bool:
        """Whether the frame of a row may hold one of its peers and not another."""
        bounds = (self.start[0], self.end[0])
        return self.unit is FrameUnit.ROWS and bounds != (BoundKind.UNBOUNDED_PRECEDING, BoundKind.UNBOUNDED_FOLLOWING)

    def inside(self, row: int, other: int) -> Term:
        """Return the condition that `other` is in the frame of `row`."""
        key = (row, other)
        if key not in self._inside:
            member = self.rows.member(row, other)
            self._inside[key] = member if member is FALSE else and_(member, self._within(row, other))
        return self._inside[key]

    def _within(self, row: int, other: int) -> Term:
        kept = self._kept(row, other)
        return kept if kept is FALSE else and_(kept, self.after_start(row, other), self.before_end(row, other))

    def _kept(self, row: int, other: int) -> Term:
        match self.exclude:
            case Exclude.CURRENT_ROW:
                return FALSE if row == other else TRUE
            case Exclude.GROUP:
                return not_(self.rows.peers(row, other))
            case Exclude.TIES:
                return TRUE if row == other else not_(self.rows.peers(row, other))
        return TRUE

    def after_start(self, row: int, other: int) -> Term:
        """Return the condition that `other` does not lie before the start of the frame."""
        return self._bounded(row, other, self.start, BoundKind.UNBOUNDED_PRECEDING)

    def before_end(self, row: int, other: int) -> Term:
        """Return the condition that `other` does not lie behind the end of the frame."""
        return self._bounded(row, other, self.end, BoundKind.UNBOUNDED_FOLLOWING)

    def _bounded(self, row: int, other: int, bound: tuple[BoundKind, Offset], unbounded: BoundKind) -> Term:
        kind, offset = bound
        if kind is unbounded:
            return TRUE
        starts = unbounded is BoundKind.UNBOUNDED_PRECEDING
        if kind is BoundKind.CURRENT_ROW:
            return self._not_beyond(row, other, starts=starts)
        assert offset is not None
        if self.unit is FrameUnit.RANGE:
            return self._in_range(row, other, kind, offset, starts=starts)
        measure = self.rows.place if self.unit is FrameUnit.ROWS else self.rows.group
        distance = subtract(measure(other), measure(row))
        reach = integer(int(offset) if kind is BoundKind.FOLLOWING else -int(offset))
        return le(reach, distance) if starts else le(distance, reach)

    def _not_beyond(self, row: int, other: int, *, starts: bool) -> Term:
        """Return the condition that `other` is not before (`starts`) or not behind the current row, or its peers."""
        low, high = (other, row) if starts else (row, other)
        if self.unit is FrameUnit.ROWS:
            return not_(self.rows.first(low, high))
        return not_(self.rows.before(low, high))

    def _in_range(self, row: int, other: int, kind: BoundKind, offset: int | float, *, starts: bool) -> Term:
        """Compare the one sort value with the bound, as SQLite does: the offset is added to the lower side."""
        (here,), (there,) = self.rows.sorts[row], self.rows.sorts[other]
        (direction,) = self.rows.directions
        shift = -offset if direction.descending else offset
        if kind is BoundKind.FOLLOWING:
            here = _shifted(here, shift, self.run)
        else:
            there = _shifted(there, shift, self.run)
        return not_(sorts_before(there, here, direction) if starts else sorts_before(here, there, direction))


def _shifted(value: SymValue, offset: int | float, run: Execution) -> SymValue:
    """Return the value plus an offset; what is no number stays."""
    if offset == 0:
        return value
    return per_atom(value, lambda atom: _moved(atom, offset, run) if isinstance(atom, Number) else lift(atom))


def _moved(atom: Number, offset: int | float, run: Execution) -> SymValue:
    if isinstance(offset, int) and atom.term.sort is Sort.INT:
        return int64.operate(ArithOp.ADD, atom.term, integer(offset), run)
    return shifted(atom.term, offset, run)


__all__ = ["Arrangement", "Frames", "Offset"]
