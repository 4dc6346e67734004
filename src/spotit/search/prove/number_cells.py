"""Functions of one number that are the same for every 64-bit integer, or for every double.

The numbers are divided into cells, in each of which every part of a function has values of one type and only rises or
only falls: sums, products and quotients with a constant do, also where they round, since rounding keeps the order. The
ends of the cells are found by halving, on the engine itself. On each cell a function is written in its simplest words:
a part that is the same at both ends is that constant throughout, a branch is taken on all of a cell or on none of it,
and sums of an integer that do not overflow are a straight line. Two functions that read the same then are the same.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import isfinite

from spotit.database import Value
from spotit.dialect.storage import stored
from spotit.dialect.types import Affinity, Kind
from spotit.dialect.wording import literal
from spotit.engine.failures import QueryError
from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan.sql_form import NoSqlForm, sql_form
from spotit.plan.walk import walk, with_parts

Tabulate = Callable[[str, Sequence[tuple[Value, ...]]], list[Value]]
"""Returns the values of an SQL expression of ?1 for some arguments; raises `QueryError`."""
_MOST_CELLS = 300
_PARTS = 16
"""Into how many parts an interval is divided at a time."""
_MOST_PLACES = 15
_TRUTHS = (e.Compare, e.And, e.Or, e.Not, e.IsNull)
_FAILED = "failed"
_NUMBER = e.Column(-9, "number")
"""Stands for the number in the words for a straight line."""
_TYPES = {Affinity.INTEGER: "integer", Affinity.REAL: "real"}


class NotDivided(Exception):
    """A function is not understood, or has too many cells."""


@frozen
class Agreement:
    """Whether two functions of a number are the same."""

    same: bool
    apart: int | float | None = None
    """A number for which they are not, if one was found."""


def compared(left: e.Expr, right: e.Expr, kind: Kind, tabulate: Tabulate) -> Agreement:
    """Compare two functions of a column of integers or doubles; neither same nor apart where that is not decided."""
    cells = _Cells(kind, tabulate)
    try:
        forms = [sql_form(side, "?1") for side in (left, right)]
        starts = cells.with_parts(left, right)
    except (NoSqlForm, NotDivided):
        return Agreement(same=False)
    words = _Words(cells, starts)
    for places in (words.starts, words.ends):
        ours, theirs = (cells.keys(form, places) for form in forms)
        apart = next((place for place, a, b in zip(places, ours, theirs, strict=True) if a != b), None)
        if apart is not None:
            return Agreement(same=False, apart=cells.number(apart))
    if cells.at_null(forms[0]) != cells.at_null(forms[1]):
        return Agreement(same=False)
    try:
        return Agreement(same=all(words.of(left, cell) == words.of(right, cell) for cell in words.wide))
    except (NoSqlForm, NotDivided):
        return Agreement(same=False)


class _Cells:
    """Divides all numbers of a kind; a number goes by its place in their order, a cell by the place it starts at."""

    def __init__(self, kind: Kind, tabulate: Tabulate) -> None:
        self.is_real = kind is Kind.REAL
        self._tabulate = tabulate
        self._known: dict[e.Expr, tuple[int, ...]] = {}
        self.last = _place(float("inf")) if self.is_real else 2**63 - 1
        self._all = (_place(float("-inf")) if self.is_real else -(2**63),)

    def number(self, place: int) -> int | float:
        """Return the number at a place."""
        return _double(place) if self.is_real else place

    def keys(self, form: str, places: Sequence[int]) -> list[str]:
        """Return the values of an SQL expression at some places, written so that 1 and 1.0 differ."""
        arguments = [(self.number(place),) for place in places]
        try:
            return list(map(repr, self._tabulate(form, arguments)))
        except QueryError:
            if len(places) == 1:
                return [_FAILED]
            return [key for place in places for key in self.keys(form, (place,))]

    def values(self, form: str, places: Sequence[int]) -> list[Value]:
        """Return the values of an SQL expression at some places."""
        try:
            return self._tabulate(form, [(self.number(place),) for place in places])
        except QueryError:
            raise NotDivided from None

    def at_null(self, form: str) -> str:
        """Return the value for NULL."""
        try:
            return repr(self._tabulate(form, [(None,)])[0])
        except QueryError:
            return _FAILED

    def with_parts(self, *exprs: e.Expr) -> tuple[int, ...]:
        """Return where the cells start for expressions and all their parts, but those that are not understood."""
        found = set(self._all)
        for part in {part for expr in exprs for part in walk(expr)}:
            if isinstance(part, e.When):
                found.update(self._truth(part.condition) if self.understands(part.condition) else ())
            elif isinstance(part, e.Expr) and self.understands(part):
                found.update(self.of(part))
        return self._limited(sorted(found))

    def understands(self, expr: e.Expr) -> bool:
        """Tell whether an expression rises or falls on each of its cells."""
        try:
            return bool(self.of(expr))
        except (NoSqlForm, NotDivided):
            return False

    def of(self, expr: e.Expr) -> tuple[int, ...]:
        """Return where the cells start in which an expression has one type and rises or falls."""
        if expr not in self._known:
            self._known[expr] = self._divided(expr)
        return self._known[expr]

    def _divided(self, expr: e.Expr) -> tuple[int, ...]:
        match expr:
            case e.Column() | e.Literal(value=None | int() | float() | str()):
                return self._all
            case e.Compare(left=left, right=right):
                return self._comparison(left, right)
            case e.And(args=args) | e.Or(args=args):
                return self._together(map(self._truth, args))
            case e.Not(arg=arg):
                return self._truth(arg)
            case e.IsNull(arg=arg):
                return self.of(arg)
            case e.Case(whens=whens, default=default):
                results = (default, *(when.result for when in whens))
                return self._together([*(self._truth(when.condition) for when in whens), *map(self.of, results)])
            case e.Negate(arg=arg) | e.Cast(arg=arg, affinity=Affinity.INTEGER | Affinity.REAL):
                return self._operated(expr, arg)
            case e.Arith(op=e.ArithOp.ADD | e.ArithOp.SUB | e.ArithOp.MUL | e.ArithOp.DIV, left=left, right=right):
                if _is_number(right):
                    return self._operated(expr, left)
                if _is_number(left):
                    return self._operated(expr, right)
            case e.Call():
                return self._call(expr)
        raise NotDivided

    def _call(self, expr: e.Call) -> tuple[int, ...]:
        match expr.name, expr.args:
            case _, (arg,) if expr.function.steady:
                return self._operated(expr, arg)
            case _, (arg, e.Literal(value=int(places))) if expr.function.steady and 0 <= places <= _MOST_PLACES:
                return self._operated(expr, arg)
            case "length", (arg,):
                return self._length(expr, arg)
            case _, args if expr.function.extreme:
                given = [arg for arg in args if not _is_number(arg)]
                if len(given) != 1 or len(args) < 2:
                    raise NotDivided
                starts = self.of(given[0])
                for arg in args:
                    starts = self._beside(starts, given[0], arg) if isinstance(arg, e.Literal) else starts
                return starts
        raise NotDivided

    def _length(self, expr: e.Call, arg: e.Expr) -> tuple[int, ...]:
        """The numerals of integers are longer the further from 0 they are; how REALs are written is another matter."""
        starts = self._operated(expr, arg)
        if "'real'" in self.keys(f"typeof({sql_form(arg, '?1')})", starts):
            raise NotDivided
        return starts

    def _operated(self, expr: e.Expr, arg: e.Expr) -> tuple[int, ...]:
        """Divide at 0 and where the type changes: by overflow, at one end of what lies on one side of 0."""
        starts = self._beside(self.of(arg), arg, e.Literal(0))
        return self._cut(starts, f"typeof({sql_form(expr, '?1')})")

    def _comparison(self, left: e.Expr, right: e.Expr) -> tuple[int, ...]:
        match _plain(left), _plain(right):
            case (arg, e.Literal() as constant) | (e.Literal() as constant, arg):
                if constant.value is None or isinstance(constant.value, str):
                    return self.of(arg)
                if _is_number(constant):
                    return self._beside(self.of(arg), arg, constant)
        raise NotDivided

    def _truth(self, expr: e.Expr) -> tuple[int, ...]:
        """Divide where an expression becomes true."""
        return self.of(expr) if isinstance(expr, _TRUTHS) else self._beside(self.of(expr), expr, e.Literal(0))

    def _beside(self, starts: tuple[int, ...], arg: e.Expr, constant: e.Literal) -> tuple[int, ...]:
        """Divide where a value that rises or falls comes to a constant and where it leaves it."""
        form, value = sql_form(arg, "?1"), literal(constant.value)
        return self._cut(starts, f"CASE WHEN +{form} < {value} THEN -1 WHEN +{form} = {value} THEN 0 ELSE 1 END")

    def _together(self, divisions: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
        return self._limited(sorted({start for starts in divisions for start in starts}))

    def _cut(self, starts: tuple[int, ...], form: str) -> tuple[int, ...]:
        """Divide cells where an expression changes that in none of them comes back to a value it had."""
        found = list(starts)
        open_ = list(pairwise((*starts, self.last + 1)))
        while open_:
            places = [_between(first, end - 1) for first, end in open_]
            keys = iter(self.keys(form, [place for listed in places for place in listed]))
            changes = [pair for listed in places for pair in _changes(listed, [next(keys) for _ in listed])]
            found += [after for before, after in changes if after == before + 1]
            open_ = [(before, after + 1) for before, after in changes if after > before + 1]
            self._limited(found)
        return tuple(sorted(found))

    def _limited(self, starts: Sequence[int]) -> tuple[int, ...]:
        if len(starts) > _MOST_CELLS:
            raise NotDivided
        return tuple(starts)


_Line = tuple[int, int]
"""A straight line: what the number is multiplied by, and what is added."""


class _Words:
    """Writes functions in their simplest words on each cell."""

    def __init__(self, cells: _Cells, starts: Sequence[int]) -> None:
        self._cells = cells
        self.starts = starts
        self.ends = [*(start - 1 for start in starts[1:]), cells.last]
        self.wide = [cell for cell, start in enumerate(starts) if start < self.ends[cell]]
        """The cells of more than one number."""
        self._known: dict[str, list[tuple[Value, Value]]] = {}

    def of(self, expr: e.Expr, cell: int) -> e.Expr:
        """Return an expression that has the same values on a cell."""
        if isinstance(expr, e.Column | e.Literal):
            return expr
        if self._cells.understands(expr):
            first, last = self._at(sql_form(expr, "?1"), cell)
            if e.Literal(first) == e.Literal(last):
                return e.Literal(first)
            line = self._line(expr, cell)
            if line is not None and self._is_on(line, cell, (first, last)):
                return e.Arith(e.ArithOp.ADD, e.Arith(e.ArithOp.MUL, _NUMBER, e.Literal(line[0])), e.Literal(line[1]))
        taken = self._taken(expr, cell)
        if taken is not expr:
            return self.of(taken, cell)
        return with_parts(expr, lambda _, part: self.of(part, cell) if isinstance(part, e.Expr) else part)

    def _taken(self, expr: e.Expr, cell: int) -> e.Expr:
        """Return the branch that is taken on the whole cell, or else the expression."""
        match expr:
            case e.Case(whens=whens, default=default):
                truths = [self._is_true(when.condition, cell) for when in whens]
                if None in truths:
                    return expr
                return next((when.result for when, true in zip(whens, truths, strict=True) if true), default)
            case e.Cast(arg=arg, affinity=affinity) if self._has_type(arg, _TYPES.get(affinity, ""), cell):
                return arg
            case e.Call(args=args) if self._cells.understands(expr):
                return self._argument(expr, args, cell)
        return expr

    def _argument(self, call: e.Call, args: Sequence[e.Expr], cell: int) -> e.Expr:
        """Return the argument that a function returns on the cell, or the one that ABS changes the sign of."""
        if call.name == "abs" and self._is_true(e.Compare(e.CompareOp.GT, args[0], e.Literal(0)), cell):
            return args[0]
        if call.name == "abs" and self._is_true(e.Compare(e.CompareOp.LT, args[0], e.Literal(0)), cell):
            return e.Negate(args[0])
        first, last = self._at(sql_form(call, "?1"), cell)
        if call.function.extreme and e.Literal(first) != e.Literal(last):
            return next(arg for arg in args if not _is_number(arg))
        return call

    def _line(self, expr: e.Expr, cell: int) -> _Line | None:
        """Return the straight line that an expression is on a cell; None for others, and where it may leave 64 bits."""
        match expr:
            case e.Column():
                return None if self._cells.is_real else (1, 0)
            case e.Literal(value=int(value)):
                return 0, value
            case e.Negate(arg=arg):
                found = self._combined(e.ArithOp.SUB, e.Literal(0), arg, cell)
            case e.Arith(op=e.ArithOp.ADD | e.ArithOp.SUB | e.ArithOp.MUL as op, left=left, right=right):
                found = self._combined(op, left, right, cell)
            case _:
                taken = self._taken(expr, cell)
                return None if taken is expr else self._line(taken, cell)
        return found if found is not None and self._has_type(expr, "integer", cell) else None

    def _is_on(self, line: _Line, cell: int, values: tuple[Value, Value]) -> bool:
        return values == tuple(line[0] * place + line[1] for place in (self.starts[cell], self.ends[cell]))

    def _combined(self, op: e.ArithOp, left: e.Expr, right: e.Expr, cell: int) -> _Line | None:
        first, second = self._line(left, cell), self._line(right, cell)
        if first is None or second is None:
            return None
        (scale, offset), (more, added) = first, second
        if op is not e.ArithOp.MUL:
            sign = 1 if op is e.ArithOp.ADD else -1
            return scale + sign * more, offset + sign * added
        if scale and more:
            return None
        return scale * added + more * offset, offset * added

    def _has_type(self, expr: e.Expr, type_: str, cell: int) -> bool:
        """Tell whether the values on a cell are of one type."""
        known = isinstance(expr, e.Column) or self._cells.understands(expr)
        return known and self._at(f"typeof({sql_form(expr, '?1')})", cell) == (type_, type_)

    def _is_true(self, condition: e.Expr, cell: int) -> bool | None:
        """Tell whether a condition is true on the whole cell; None if that is not known."""
        if not self._cells.understands(condition):
            return None
        first, last = self._at(f"({sql_form(condition, '?1')}) IS TRUE", cell)
        return bool(first) if first == last else None

    def _at(self, form: str, cell: int) -> tuple[Value, Value]:
        """Return the values of an SQL expression at both ends of a cell."""
        if form not in self._known:
            self._known[form] = list(
                zip(self._cells.values(form, self.starts), self._cells.values(form, self.ends), strict=True)
            )
        return self._known[form][cell]


def _between(first: int, last: int) -> list[int]:
    """Return both ends of an interval and some places between them."""
    return sorted({first + (last - first) * part // _PARTS for part in range(_PARTS + 1)})


def _changes(places: Sequence[int], keys: Sequence[str]) -> list[tuple[int, int]]:
    """Return neighbours among places whose keys differ."""
    pairs = zip(pairwise(places), pairwise(keys), strict=True)
    return [neighbours for neighbours, (one, other) in pairs if one != other]


def _plain(expr: e.Expr) -> e.Expr:
    """Return an operand of a comparison without the affinity that it is given: numbers stay the numbers they are."""
    if not isinstance(expr, e.Affine) or expr.affinity is Affinity.TEXT:
        return expr
    return e.Literal(stored(expr.arg.value, expr.affinity)) if isinstance(expr.arg, e.Literal) else expr.arg


def _is_number(expr: e.Expr) -> bool:
    return isinstance(expr, e.Literal) and isinstance(expr.value, int | float) and isfinite(expr.value)


def _place(number: float) -> int:
    """Return the place of a double in the order of all, -0.0 before 0.0."""
    bits = int(struct.unpack("<q", struct.pack("<d", number))[0])
    return bits if bits >= 0 else -(bits & (2**63 - 1)) - 1


def _double(place: int) -> float:
    """Return the double at a place."""
    bits = place if place >= 0 else -(place + 1) | -(2**63)
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])
