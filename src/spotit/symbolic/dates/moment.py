"""SQLite's date functions on texts of a fixed date layout, in integer arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from spotit.database import Value
from spotit.dialect.date_layouts import moment_shape, shift_in, weekday_in
from spotit.smt.terms.arithmetic import add, floor_mod, le, scale, subtract, to_real
from spotit.smt.terms.boolean import and_, not_, or_
from spotit.smt.terms.term import Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.dates import calendar
from spotit.symbolic.dates.calendar import Civil
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import doubles
from spotit.symbolic.values.layout import Field, Layout, quotient, remainder

_DAY_SECONDS = 86400
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": _DAY_SECONDS}
_MAX_MODIFIERS, _MAX_MONTHS, _MAX_SECONDS = 10, 4800, 10**10
"""Shifts within these limits stay after Julian day 0, before which the engine gives up."""


class UnknownDate(Exception):
    """A date or a modifier that is not read here."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A date and a time of day; NULL where `null` holds. `dates` or `number` may be missing, but not both.

    `back` tells that it was moved back, so that it may lie before the year 0.
    """

    null: Term
    dates: Civil | None
    number: Term | None
    clock: tuple[Term, Term, Term]
    back: bool = False

    def civil(self) -> Civil:
        """Return year, month and day."""
        if self.dates is not None:
            return self.dates
        assert self.number is not None
        return calendar.civil(self.number)

    def days(self) -> Term:
        """Return the day number."""
        return self.number if self.number is not None else calendar.day_number(self.civil())

    def seconds(self) -> Term:
        """Return the seconds since midnight."""
        hour, minute, second = self.clock
        return add(scale(3600, hour), scale(60, minute), second)

    def on(self, dates: Civil) -> Moment:
        """Return the same time on another date."""
        return replace(self, null=or_(self.null, _beyond(dates[0])), dates=dates, number=None)

    def on_day(self, number: Term) -> Moment:
        """Return the same time on another day number, which may lie after the year 9999."""
        return replace(self, dates=None, number=number)

    def checked(self) -> Moment:
        """Return the moment, NULL after the year 9999: only then does the engine look, and days may go back before."""
        if self.number is None:
            return self
        late = not_(le(self.number, integer(calendar.LAST_DAY)))
        return replace(self, null=or_(self.null, late))

    def at(self, hour: Term, minute: Term, second: Term) -> Moment:
        """Return another time on the same date."""
        return replace(self, clock=(hour, minute, second))

    def at_midnight(self) -> Moment:
        """Return the beginning of the same date."""
        return self.at(integer(0), integer(0), integer(0))


def _beyond(year: Term) -> Term:
    return not_(le(year, integer(9999)))


def read(layout: Layout, null: Term) -> Moment:
    """Read a date, a date with a time, or a time (of 2000-01-01)."""
    shape = moment_shape(layout.template())
    if shape is None:
        raise UnknownDate
    zero = integer(0)
    checks: list[Term] = []
    dates: Civil = (integer(2000), integer(1), integer(1))
    clock = (zero, zero, zero)
    if shape.dated:
        dates = (layout.number_at(0, 4), layout.number_at(5, 7), layout.number_at(8, 10))
        if not layout.dated:
            checks += [_within(dates[1], 1, 12), _within(dates[2], 1, 31)]
    if (at := shape.clock) is not None:
        second = layout.number_at(at + 6, at + 8) if shape.seconds else zero
        clock = (layout.number_at(at, at + 2), layout.number_at(at + 3, at + 5), second)
        # 24:00:00 is the next day's beginning, and there is nothing behind it.
        elapsed = add(scale(3600, clock[0]), scale(60, clock[1]), clock[2])
        checks += [_within(clock[1], 0, 59), _within(clock[2], 0, 59), le(elapsed, integer(_DAY_SECONDS))]
    moment = Moment(or_(null, *(not_(check) for check in checks)), dates, None, clock)
    return _normal(moment, dated=layout.dated or not shape.dated)


def _within(term: Term, low: int, high: int) -> Term:
    return and_(le(integer(low), term), le(term, integer(high)))


def _normal(moment: Moment, *, dated: bool) -> Moment:
    """Carry over a day that its month lacks, and hour 24."""
    hour = moment.clock[0]
    if hour.hi is None or hour.hi > 23:
        return _shifted(moment, 0)
    if dated:
        return moment
    return moment.on(calendar.months_later(moment.civil(), 0))


def _shifted(moment: Moment, seconds: int) -> Moment:
    """Return the moment some seconds on."""
    days, rest = divmod(seconds, _DAY_SECONDS)
    if rest == 0 and moment.clock[0].hi is not None and moment.clock[0].hi <= 23:
        return moment.on_day(add(moment.days(), integer(days)))
    total = add(moment.seconds(), integer(rest))
    carried = moment.on_day(add(moment.days(), integer(days), quotient(total, _DAY_SECONDS)))
    left = remainder(total, _DAY_SECONDS)
    return carried.at(quotient(left, 3600), remainder(quotient(left, 60), 60), remainder(left, 60))


def modified(moment: Moment, modifier: str, run: Execution) -> Moment:
    """Apply one modifier."""
    if (shift := shift_in(modifier)) is not None:
        return _shift(moment, Fraction(shift[0]), shift[1])
    moment = moment.checked()
    match modifier.lower():
        case "start of month":
            year, month, _ = moment.civil()
            return moment.on((year, month, integer(1))).at_midnight()
        case "start of year":
            return moment.on((moment.civil()[0], integer(1), integer(1))).at_midnight()
        case "start of day":
            return moment.at_midnight()
        case "localtime" | "utc":
            run.assume(ledger.UTC)
            return moment
    if (weekday := weekday_in(modifier)) is not None:
        days = moment.days()
        ahead = floor_mod(subtract(integer(weekday), calendar.weekday(days)), integer(7))
        return moment.on_day(add(days, ahead))
    raise UnknownDate


def _shift(moment: Moment, amount: Fraction, unit: str) -> Moment:
    if unit in ("month", "year"):
        months = int(amount) * (12 if unit == "year" else 1)
        if amount.denominator != 1 or abs(months) > _MAX_MONTHS:
            raise UnknownDate
        moment = moment.checked()
        moment = moment.on(calendar.months_later(moment.civil(), months))
    else:
        seconds = amount * _UNITS[unit]
        if seconds.denominator != 1 or abs(seconds) > _MAX_SECONDS:
            raise UnknownDate
        moment = _shifted(moment, int(seconds))
    return replace(moment, back=True) if amount < 0 else moment


def written(moment: Moment, run: Execution) -> Moment:
    """Return the moment whose year is to be written with four digits: years below 0 are assumed away."""
    if not moment.back:
        return moment
    run.assume(ledger.YEARS)
    if moment.number is not None:
        early = not_(le(integer(calendar.FIRST_DAY), moment.number))
    else:
        early = not_(le(integer(0), moment.civil()[0]))
    return replace(moment, null=or_(moment.null, early), back=False)


def moment_of(layout: Layout, null: Term, modifiers: list[Value], run: Execution) -> Moment:
    """Read a date and apply the modifiers."""
    moment = read(layout, null)
    shape = moment_shape(layout.template())
    if modifiers and not layout.dated and shape is not None and shape.dated:
        # A day that its month lacks is carried over at a moment that depends on the modifiers.
        raise UnknownDate
    for modifier in modifiers:
        if not isinstance(modifier, str) or len(modifiers) > _MAX_MODIFIERS:
            raise UnknownDate
        moment = modified(moment, modifier, run)
    return moment.checked()


def date_layout(moment: Moment) -> Layout:
    """Return YYYY-MM-DD."""
    year, month, day = moment.civil()
    return Layout((Field(4, year), "-", Field(2, month), "-", Field(2, day)))


def time_layout(moment: Moment) -> Layout:
    """Return HH:MM:SS."""
    hour, minute, second = moment.clock
    return Layout((Field(2, hour), ":", Field(2, minute), ":", Field(2, second)))


def julian_day(moment: Moment, run: Execution) -> Term:
    """Return the Julian day number, a Real."""
    start = add(to_real(moment.days()), real(Fraction(calendar.JULIAN_HALF_DAYS, 2)))
    seconds = moment.seconds()
    if seconds.op == "const" and seconds.value == 0:
        return start
    if run.doubles:
        # The engine divides its count of milliseconds.
        half_days = add(scale(2, moment.days()), integer(calendar.JULIAN_HALF_DAYS))
        thousandths = add(scale(500 * _DAY_SECONDS, half_days), scale(1000, seconds))
        return doubles.quotient(thousandths, integer(1000 * _DAY_SECONDS), run)
    run.assume(ledger.REALS)
    return add(start, scale(Fraction(1, _DAY_SECONDS), to_real(seconds)))


def unix_seconds(moment: Moment) -> Term:
    """Return the seconds since 1970, an Int."""
    return add(scale(_DAY_SECONDS, add(moment.days(), integer(-calendar.UNIX_DAY))), moment.seconds())
