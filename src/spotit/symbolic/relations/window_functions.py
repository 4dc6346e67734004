"""What each window function computes on one row (windowfunctions.html, 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spotit.dialect.functions import Encoded
from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.plan.expr import AggCall, BoundKind, Column, Exclude, Expr, FrameBound, FrameUnit, WindowCall
from spotit.plan.walk import parts
from spotit.smt.terms.arithmetic import add, cases, count, eq, lt, subtract, to_real
from spotit.smt.terms.boolean import and_, any_of, not_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic import ledger
from spotit.symbolic.expressions.evaluate import evaluate
from spotit.symbolic.operators.doubles import quotient
from spotit.symbolic.operators.sums import Member, note_sliding, summand
from spotit.symbolic.relations.aggregates import aggregate
from spotit.symbolic.relations.group_concat import bracketed, join, json_members, one_separator
from spotit.symbolic.relations.window_frames import Arrangement, Frames, Offset
from spotit.symbolic.rows.ordering import unlike
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.merge import choose, union
from spotit.symbolic.values.pool import lookup
from spotit.symbolic.values.value import NULL, Alt, SymValue, number
from spotit.symbolic.values.value_order import same

if TYPE_CHECKING:
    from spotit.symbolic.relations.window import WindowInput

_FINE = 12
"""Rows up to which the ties that matter to a chosen row are told apart from those that do not."""


@dataclass(slots=True, eq=False)
class Evaluation:
    """One window call over its source."""

    call: WindowCall
    source: WindowInput
    _rows: Arrangement | None = None
    _frames: Frames | None = None
    _values: dict[tuple[int, int], SymValue] = field(default_factory=dict)
    _filters: dict[int, Term] = field(default_factory=dict)
    _known: dict[int, SymValue] = field(default_factory=dict)
    _noted: bool = False

    @property
    def rows(self) -> Arrangement:
        """The rows as the window arranges them."""
        if self._rows is None:
            self._rows = self.source.arrangement(self.call)
        return self._rows

    @property
    def frames(self) -> Frames:
        """The frames of the rows."""
        if self._frames is None:
            frame = self.call.frame
            self._frames = Frames(
                self.rows,
                frame.unit,
                self._bound(frame.start),
                self._bound(frame.end),
                frame.exclude,
                self.source.executor.run,
            )
        return self._frames

    def cell(self, row: int) -> SymValue:
        """Return the value of the call on a row."""
        if row not in self._known:
            run = self.source.executor.run
            run.check_work()
            with run.guarded_by(and_(self.source.guard, self.source.table.rows[row].present)):
                self._known[row] = self._compute(row)
        return self._known[row]

    def _compute(self, row: int) -> SymValue:
        function = FUNCTIONS.get(self.call.func)
        result = aggregated(self, row) if function is None else function(self, row)
        if not self._noted:
            self._noted = True
            note_ties(self)
        return result

    def argument(self, number: int, row: int) -> SymValue:
        """Return the value of an argument on a row."""
        key = (number, row)
        if key not in self._values:
            self._values[key] = self.source.value(self.call.args[number], row)
        return self._values[key]

    def counted(self, row: int) -> Term:
        """Return the condition that a row passes the FILTER."""
        if self.call.filter is None:
            return TRUE
        if row not in self._filters:
            self._filters[row] = self.source.holds(self.call.filter, row)
        return self._filters[row]

    def whole_number(self, number: int) -> int:
        """Return an argument that must be a positive constant."""
        known = self.constant(self.call.args[number])
        if not isinstance(known, int) or known <= 0:
            raise UnsupportedSql(f"{self.call.func}() of something other than a positive constant", self.call.span)
        return known

    def constant(self, expr: Expr) -> object:
        """Return the value of a constant expression; Unsupported when it is none."""
        known = evaluate(expr, {}, self.source.executor.run).constant if _is_closed(expr) else None
        if known is None:
            raise UnsupportedSql(f"{self.call.func}() with an argument that is not constant", self.call.span)
        return known[0]

    def _bound(self, bound: FrameBound) -> tuple[BoundKind, Offset]:
        if bound.offset is None:
            return bound.kind, None
        found = self.constant(bound.offset)
        ranged = self.call.frame.unit is FrameUnit.RANGE
        if not isinstance(found, int | float) or found < 0 or not (ranged or float(found).is_integer()):
            raise UnsupportedSql("window frame whose offset the engine refuses", self.call.span)
        return bound.kind, found


def _is_closed(expr: Expr) -> bool:
    return not isinstance(expr, Column) and all(
        not isinstance(part, Column | r.Rel) and (not isinstance(part, Expr) or _is_closed(part))
        for part in parts(expr)
    )


def note_ties(call: Evaluation) -> None:
    """Record where the order among peers, which SQL leaves open, decides the values of a call."""
    function = call.call.function
    if function.name in _TIES:
        _TIES[function.name](call)
    elif function.framed and call.frames.cuts_peers:
        call.source.report_ties(call.rows)
    elif function.name in _CHOOSING:
        _note_choice(call)


def _note_places(call: Evaluation) -> None:
    """Record where the place among peers decides, which is everywhere."""
    call.source.report_ties(call.rows)


def _note_parts(call: Evaluation) -> None:
    """Record where peers fall into different parts of ntile()."""
    for i, j, both in call.source.ties(call.rows):
        apart = not_(same(call.cell(i), call.cell(j)))
        call.source.ambiguous(and_(both, apart, call.source.unlike(i, j)))


def _note_choice(call: Evaluation) -> None:
    """Record where first_value() and its like choose among peers with different values."""
    ties = call.source.ties(call.rows)
    frames = call.frames
    for i, j, both in ties:
        differ = and_(both, unlike([call.argument(0, i)], [call.argument(0, j)]))
        if differ is FALSE:
            continue
        if call.rows.size > _FINE:
            call.source.ambiguous(differ)
            continue
        for row in range(call.rows.size):
            inside = and_(frames.inside(row, i), frames.inside(row, j))
            if inside is not FALSE:
                chosen = any_of(_CHOOSING[call.call.func](call, row, n) for n in (i, j))
                call.source.ambiguous(and_(call.source.table.rows[row].present, differ, inside, chosen))


def _row_number(call: Evaluation, row: int) -> SymValue:
    return number(add(call.rows.place(row), integer(1)))


def _rank(call: Evaluation, row: int) -> SymValue:
    return number(add(call.rows.smaller(row), integer(1)))


def _dense_rank(call: Evaluation, row: int) -> SymValue:
    return number(add(call.rows.group(row), integer(1)))


def _percent_rank(call: Evaluation, row: int) -> SymValue:
    # The quotient by 0 is 0 in terms, which is what a partition of one row has.
    others = subtract(call.rows.height(row), integer(1))
    return number(quotient(call.rows.smaller(row), others, call.source.executor.run))


def _cume_dist(call: Evaluation, row: int) -> SymValue:
    return number(quotient(call.rows.not_greater(row), call.rows.height(row), call.source.executor.run))


def _ntile(call: Evaluation, row: int) -> SymValue:
    buckets = call.whole_number(0)
    place, height = call.rows.place(row), call.rows.height(row)

    def tile(rows: int) -> Term:
        leaves = [integer(bucket_of(n, rows, buckets)) for n in range(call.rows.size)]
        return lookup(place, leaves)

    return number(cases(height, tile))


def bucket_of(place: int, rows: int, buckets: int) -> int:
    """Return the ntile() of the row at a place: the larger buckets come first."""
    least, larger = divmod(rows, buckets)
    wide = larger * (least + 1)
    if place < wide or least == 0:
        return 1 + place // (least + 1)
    return 1 + larger + (place - wide) // least


def _neighbour(sign: int) -> Callable[[Evaluation, int], SymValue]:
    def value(call: Evaluation, row: int) -> SymValue:
        args = call.call.args
        default = call.argument(2, row) if len(args) > 2 else NULL
        offset = call.argument(1, row) if len(args) > 1 else number(integer(1))
        result = default
        for alt in offset.alts:
            if not isinstance(alt.atom, Number) or alt.atom.term.sort is not Sort.INT:
                raise UnsupportedSql(f"{call.call.func}() with an offset that is not an integer", call.call.span)
            distance = alt.atom.term
            if sign < 0 and (distance.lo is None or distance.lo < 0):
                _leave_negative(call, row, alt.guard, distance)
            wanted = add(call.rows.place(row), distance) if sign > 0 else subtract(call.rows.place(row), distance)
            for j in reversed(range(call.rows.size)):
                here = and_(alt.guard, call.rows.member(row, j), eq(call.rows.place(j), wanted))
                if here is not FALSE:
                    result = choose(here, call.argument(0, j), result)
        return result

    return value


def _leave_negative(call: Evaluation, row: int, guard: Term, distance: Term) -> None:
    """Exclude negative offsets of lag(): what they return depends on how far SQLite has read ahead."""
    if distance.hi is not None and distance.hi < 0:
        raise UnsupportedSql("lag() with a negative offset", call.call.span)
    run = call.source.executor.run
    run.assume(ledger.LAGS)
    run.incomplete(and_(call.source.table.rows[row].present, guard, lt(distance, integer(0))))


def _is_first(call: Evaluation, row: int, other: int) -> Term:
    """Return the condition that `other` is the first row of the frame of `row`."""
    frames, rows = call.frames, call.rows
    if frames.start[0] is BoundKind.UNBOUNDED_PRECEDING and frames.exclude is Exclude.NO_OTHERS:
        return and_(frames.inside(row, other), not_(any_of(rows.earlier(other))))
    return _is_end(call, row, other, lambda n: rows.first(n, other))


def _is_last(call: Evaluation, row: int, other: int) -> Term:
    """Return the condition that `other` is the last row of the frame of `row`."""
    frames, rows = call.frames, call.rows
    if frames.end[0] is BoundKind.UNBOUNDED_FOLLOWING and frames.exclude is Exclude.NO_OTHERS:
        later = [and_(rows.member(other, n), rows.first(other, n)) for n in rows.others(other)]
        return and_(frames.inside(row, other), not_(any_of(later)))
    return _is_end(call, row, other, lambda n: rows.first(other, n))


def _is_end(call: Evaluation, row: int, other: int, beyond: Callable[[int], Term]) -> Term:
    inside = call.frames.inside(row, other)
    if inside is FALSE:
        return FALSE
    rest = [n for n in range(call.rows.size) if n != other]
    return and_(inside, not_(any_of(and_(call.frames.inside(row, n), beyond(n)) for n in rest)))


def _is_nth(call: Evaluation, row: int, other: int) -> Term:
    """Return the condition that `other` is the n-th row of the frame of `row`."""
    wanted = call.whole_number(1)
    inside = call.frames.inside(row, other)
    if inside is FALSE:
        return FALSE
    rest = [n for n in range(call.rows.size) if n != other]
    earlier = count(and_(call.frames.inside(row, n), call.rows.first(n, other)) for n in rest)
    return and_(inside, eq(earlier, integer(wanted - 1)))


def _chosen(is_chosen: Callable[[Evaluation, int, int], Term]) -> Callable[[Evaluation, int], SymValue]:
    def value(call: Evaluation, row: int) -> SymValue:
        result = NULL
        for other in reversed(range(call.rows.size)):
            chosen = is_chosen(call, row, other)
            if chosen is not FALSE:
                result = choose(chosen, call.argument(0, other), result)
        return result

    return value


def aggregated(call: Evaluation, row: int) -> SymValue:
    """Return an aggregate over the frame of a row."""
    window = call.call
    members = [
        Member(and_(call.frames.inside(row, n), call.counted(n)), call.argument(0, n) if window.args else NULL)
        for n in range(call.rows.size)
        if call.frames.inside(row, n) is not FALSE
    ]
    if Encoded.JOINED in window.function.encoded:
        return _joined(call, row)
    run = call.source.executor.run
    if window.function.adds and call.frames.slides:
        note_sliding(members, run)
    single = AggCall(window.func, window.args, filter=window.filter, collation=window.collation, span=window.span)
    result = aggregate(single, members, run)
    return _once_real(call, row, result) if window.func == "sum" else result


def _joined(call: Evaluation, row: int) -> SymValue:
    """Return group_concat() or its JSON kin over the frame of a row, in the order of the window."""
    rows = range(call.rows.size)
    run = call.source.executor.run
    members = [Member(and_(call.frames.inside(row, n), call.counted(n)), call.argument(0, n)) for n in rows]
    if call.call.func != "group_concat":
        seconds = [call.argument(1, n) for n in rows] if len(call.call.args) > 1 else []
        members = json_members(call.call, members, seconds, run)
        return bracketed(call.call, join(members, ",", call.rows.first, call.rows.peers, run), run)
    separator = one_separator([call.argument(1, n) for n in rows], call.call.span)
    return join(members, separator, call.rows.first, call.rows.peers, run)


def _once_real(call: Evaluation, row: int, result: SymValue) -> SymValue:
    """Make a moving sum REAL where a REAL was in it before: SQLite subtracts what leaves the frame."""
    frames = call.frames
    if not frames.slides:
        return result
    run = call.source.executor.run
    seen = []
    for n in range(call.rows.size):
        guards = [
            alt.guard
            for alt in summand(call.argument(0, n), run).alts
            if isinstance(alt.atom, Number) and alt.atom.term.sort is Sort.REAL
        ]
        entered = and_(call.rows.member(row, n), frames.before_end(row, n), call.counted(n))
        seen.append(and_(entered, any_of(guards)))
    was_real = any_of(seen)
    if was_real is FALSE:
        return result
    alts: list[Alt] = []
    for alt in result.alts:
        assert isinstance(alt.atom, Number)
        if alt.atom.term.sort is Sort.INT:
            alts.append(Alt(and_(alt.guard, not_(was_real)), alt.atom))
            alts.append(Alt(and_(alt.guard, was_real), Number(to_real(alt.atom.term))))
        else:
            alts.append(alt)
    return union(result.null, alts)


_CHOOSING: dict[str, Callable[[Evaluation, int, int], Term]] = {
    "first_value": _is_first,
    "last_value": _is_last,
    "nth_value": _is_nth,
}
_TIES: dict[str, Callable[[Evaluation], None]] = {
    "row_number": _note_places,
    "lag": _note_places,
    "lead": _note_places,
    "ntile": _note_parts,
}
"""How the functions that depend on places note where peers could change theirs."""

FUNCTIONS: dict[str, Callable[[Evaluation, int], SymValue]] = {
    "row_number": _row_number,
    "rank": _rank,
    "dense_rank": _dense_rank,
    "percent_rank": _percent_rank,
    "cume_dist": _cume_dist,
    "ntile": _ntile,
    "lag": _neighbour(-1),
    "lead": _neighbour(1),
    **{name: _chosen(test) for name, test in _CHOOSING.items()},
}

__all__ = ["FUNCTIONS", "Evaluation", "bucket_of"]
