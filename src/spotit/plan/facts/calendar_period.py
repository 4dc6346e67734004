"""On which years it is enough to compare two functions of a date: the calendar repeats every 400 years.

400 years are 146,097 days, which are whole weeks. So dates that are moved by days, months and years, or to the start of
a month, move along when the date does, and their months, days and weekdays stay. That ends at a year that a constant
names, and at the first and last year that SQLite has: years near those are all looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import ceil

from spotit.dialect.date_layouts import shift_in, weekday_in
from spotit.dialect.functions import Determinism
from spotit.dialect.types import DAY_KINDS
from spotit.plan import expr as e
from spotit.plan.walk import Part, parts, walk

_PERIOD = 400
_LAST = 9999
_MOST_MOVED = 300
_YEARS = {"second": 1 / 31536000, "minute": 1 / 525600, "hour": 1 / 8760, "day": 1 / 365, "month": 1 / 12, "year": 1.0}
_DAYS = frozenset(("day", "month", "year"))
_DAY_SIZE = 10
_OF_TIME = re.compile("%[^mdjwWuYUVGgF%]|[.]")
"""In a format: what may read the time of day."""
_ROUNDING = frozenset(("start of day", "start of month", "start of year", "ceiling", "floor"))
_YEAR_FORMS = frozenset(("%Y", "%Y-%m", "%Y-%m-%d"))
_YEAR_SIZES = frozenset((4, 7, 10))
_WITHOUT_YEAR = re.compile("(?:[^%]|%[mdjwWuHMSe%])*")
_YEAR_FIRST = re.compile("([0-9]{4})(?:-[0-9]{2}(?:-[0-9]{2}(?: [0-9:.]*)?)?)?")
_YEAR_PATTERN = re.compile("([0-9]{4})(?:%|-[-0-9%_]*)")


def years_enough(left: e.Expr, right: e.Expr) -> tuple[tuple[int, int], ...] | None:
    """Return spans of years; functions that agree on all days of those agree on all days. None if that is not known.

    The functions are of one column, which holds dates.
    """
    repeats = all(map(_moves, (left, right))) or all(map(_repeats, (left, right)))
    moved = _moved(left) + _moved(right)
    if not repeats or moved > _MOST_MOVED:
        return None
    near = 2 + ceil(moved)
    named = {0, _LAST, *(year for side in (left, right) for year in _named(side))}
    return tuple(_spans(sorted(named), near))


def reads_day_alone(expr: e.Expr) -> bool:
    """Tell whether an expression of a date and time is the same for its date alone."""
    match expr:
        case e.Column():
            return False
        case e.Call(name="date", args=(moment, *modifiers)) if moves_along(moment):
            return all(map(_moves_days, (moment, *modifiers)))
        case e.Call(name="strftime", args=(e.Literal(value=str() as form), moment, *modifiers)) if moves_along(moment):
            return not _OF_TIME.search(form) and all(map(_moves_days, (moment, *modifiers)))
        case e.Call(name="substr", args=(moment, e.Literal(value=1), e.Literal(value=int() as size))):
            is_day = moves_along(moment) and 0 <= size <= _DAY_SIZE and _moves_days(moment)
            return is_day or reads_day_alone(moment)
    return all(isinstance(part, e.Literal) or reads_day_alone(part) for part in parts(expr) if isinstance(part, e.Expr))


def _moves_days(expr: e.Expr) -> bool:
    """Tell whether all modifiers in an expression move by whole days."""
    texts = (node.value for node in walk(expr) if isinstance(node, e.Literal))
    shifts = (shift_in(text.lower()) for text in texts if isinstance(text, str))
    return all(shift is None or (shift[1] in _DAYS and float(shift[0]).is_integer()) for shift in shifts)


def moves(part: Part) -> int:
    """Return how often something moves a date: one by days, months or years, or to another day."""
    calls = (node for node in walk(part) if isinstance(node, e.Call) and node.function.dates)
    return sum(_is_modifier(arg) for call in calls for arg in call.args)


def _spans(named: Iterable[int], near: int) -> Iterator[tuple[int, int]]:
    """Yield the years near those that are named, and of those in between a period."""
    after = 0
    for year in named:
        if after < year - near:
            yield after, min(after + _PERIOD, year - near) - 1
        start, after = max(after, year - near), max(after, year + near + 1)
        yield start, min(after - 1, _LAST)


def moves_along(expr: e.Expr) -> bool:
    """Tell whether an expression is a date that moves along with the column's."""
    match expr:
        case e.Column():
            return True
        case e.Call(name="strftime", args=(e.Literal(value="%Y-%m-%d"), moved, *modifiers)):
            return moves_along(moved) and all(map(_is_modifier, modifiers))
        case e.Call(name="substr", args=(moved, e.Literal(value=1), e.Literal(value=10))):
            return moves_along(moved)
        case e.Call(args=(moved, *modifiers)) if expr.function.layout in DAY_KINDS:
            return moves_along(moved) and all(map(_is_modifier, modifiers))
    return False


def _moves(expr: e.Expr) -> bool:
    """Tell whether an expression is such a date, or the year or year and month of one as text."""
    match _plain(expr):
        case e.Call(name="strftime", args=(e.Literal(value=form), date, *modifiers)):
            return form in _YEAR_FORMS and moves_along(date) and all(map(_is_modifier, modifiers))
        case e.Call(name="substr", args=(date, e.Literal(value=1), e.Literal(value=size))):
            return size in _YEAR_SIZES and moves_along(date)
        case plain:
            return moves_along(plain)


def _is_modifier(expr: e.Expr) -> bool:
    if not isinstance(expr, e.Literal) or not isinstance(expr.value, str):
        return False
    text = expr.value.lower()
    return text in _ROUNDING or shift_in(text) is not None or weekday_in(text) is not None


def _moved(expr: e.Expr) -> float:
    """Return by how many years dates are moved at most, all modifiers together."""
    total = 0.0
    for node in walk(expr):
        if isinstance(node, e.Literal) and isinstance(node.value, str):
            shift = shift_in(node.value.lower())
            total += 1 if shift is None else abs(float(shift[0])) * _YEARS[shift[1]]
    return total


def _repeats(expr: e.Expr) -> bool:
    """Tell whether the value of an expression repeats every 400 years, away from the years that constants name."""
    match expr:
        case e.Literal():
            return True
        case e.Compare(left=left, right=right) if expr.collation.is_identity:
            return all(map(_moves, (left, right))) or all(map(_repeats, (left, right))) or _year_of(expr) is not None
        case e.IsNull(arg=arg):
            return _moves(arg) or _repeats(arg)
        case e.And(args=args) | e.Or(args=args):
            return all(map(_repeats, args))
        case e.Not(arg=arg) | e.Negate(arg=arg) | e.Cast(arg=arg) | e.Affine(arg=arg):
            return _repeats(arg)
        case e.Arith(left=left, right=right):
            return _repeats(left) and _repeats(right)
        case e.Case(whens=whens, default=default):
            return all(_repeats(when.condition) and _repeats(when.result) for when in whens) and _repeats(default)
        case e.Call():
            return _call_repeats(expr)
    return False


def _call_repeats(call: e.Call) -> bool:
    match call:
        case e.Call(name="strftime", args=(e.Literal(value=str() as form), moved, *modifiers)):
            is_date = moves_along(moved) and all(map(_is_modifier, modifiers))
            return is_date and _WITHOUT_YEAR.fullmatch(form) is not None
        case e.Call(name="substr", args=(moved, e.Literal(value=int() as start), *_)) if start >= 5:
            return moves_along(moved) or _repeats(moved)
        case e.Call(name="like"):
            return _year_of(call) is not None or all(map(_repeats, call.args))
    return call.function.determinism is Determinism.PURE and all(map(_repeats, call.args))


def _named(expr: e.Expr) -> Iterator[int]:
    """Yield the years with which an expression compares."""
    yield from (year for node in walk(expr) if isinstance(node, e.Expr) and (year := _year_of(node)) is not None)


def _year_of(expr: e.Expr) -> int | None:
    """Return the year with which an expression compares a moving date, None if it is no such comparison."""
    match expr:
        case e.Compare(left=moving, right=constant) if isinstance(constant, e.Literal | e.Affine):
            return _year_in(constant, _YEAR_FIRST) if _moves(moving) else None
        case e.Compare(left=constant, right=moving) if isinstance(constant, e.Literal | e.Affine):
            return _year_in(constant, _YEAR_FIRST) if _moves(moving) else None
        case e.Call(name="like", args=(constant, moving)):
            return _year_in(constant, _YEAR_PATTERN) if _moves(moving) else None
    return None


def _plain(expr: e.Expr) -> e.Expr:
    return expr.arg if isinstance(expr, e.Affine) else expr


def _year_in(constant: e.Expr, form: re.Pattern[str]) -> int | None:
    value = constant.value if isinstance(constant := _plain(constant), e.Literal) else None
    found = form.fullmatch(value) if isinstance(value, str) else None
    return None if found is None else int(found[1])
