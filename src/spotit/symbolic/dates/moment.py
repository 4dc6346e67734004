"""SQLite's date functions on texts of a fixed date layout, in integer arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from spotit.database import Value
from spotit.dialect.date_layouts import moment_shape, shift_in, weekday_in
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add, le, scale, subtract, to_real
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import doubles
from spotit.symbolic.values import calendar
from spotit.symbolic.values.calendar import DAY_SECONDS, Civil
from spotit.symbolic.values.layout import Field, Layout, quotient, remainder

LayoutChoice = tuple[Term, Layout]
"""A layout and where it holds."""
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": DAY_SECONDS}
_MAX_MODIFIERS, _MAX_MONTHS, _MAX_SECONDS = 10, 4800, 10**10
"""Shifts within these limits stay after Julian day 0, before which the engine gives up."""
_FIRST_SECOND = -DAY_SECONDS * calendar.JULIAN_HALF_DAYS // 2
"""Noon of Julian day 0."""


class UnknownDate(Exception):
    """A date or a modifier that is not read here."""


@frozen
class Moment:
    """A date and a time of day; NULL where `null` holds. `dates` or `number` may be missing, but not both.

    `total` are the seconds since day 0, where they are known by themselves. `back` tells that the moment was moved
    back, so that it may lie before the year 0.
    """

    null: Term
    dates: Civil | None
    number: Term | None
    clock: tuple[Term, Term, Term]
    total: Term | None = None
    over: Term | None = None
    """By how many days the last step, of months, ran over into the next month; None if it was another step."""
    back: bool = False
    far: bool = False
    """It may lie so far back that it cannot be moved back any more."""

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

    def since_day_0(self) -> Term:
        """Return the seconds since day 0."""
        return self.total if self.total is not None else calendar.seconds_of(self.days(), *self.clock)

    def early(self) -> Term:
        """Return the condition that it lies before the year 0."""
        if not self.back:
            return FALSE
        if self.number is not None:
            return not_(le(integer(calendar.FIRST_DAY), self.number))
        return not_(le(integer(0), self.civil()[0]))

    def on(self, dates: Civil) -> Moment:
        """Return the same time on another date."""
        return replace(self, null=or_(self.null, _beyond(dates[0])), dates=dates, number=None, total=None)

    def on_day(self, number: Term) -> Moment:
        """Return the same time on another day number, which may lie after the year 9999."""
        return replace(self, dates=None, number=number, total=None)

    def checked(self) -> Moment:
        """Return the moment, NULL after the year 9999: only then does the engine look, and days may go back before."""
        if self.number is None:
            return self
        late = not_(le(self.number, integer(calendar.LAST_DAY)))
        return replace(self, null=or_(self.null, late))

    def at(self, hour: Term, minute: Term, second: Term) -> Moment:
        """Return another time on the same date."""
        return replace(self, clock=(hour, minute, second), total=None)

    def at_midnight(self) -> Moment:
        """Return the beginning of the same date."""
        return self.at(integer(0), integer(0), integer(0))


def _beyond(year: Term) -> Term:
    return not_(le(year, integer(9999)))


def read(layout: Layout, null: Term) -> Moment:
    """Read a date, a date with a time, or a time (of 2000-01-01)."""
    if layout.pieces[:1] == ("-",):
        return _read_early(layout, null)
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
        checks += [_within(clock[1], 0, 59), _within(clock[2], 0, 59), le(elapsed, integer(DAY_SECONDS))]
    total = calendar.known_count((*dates, *clock))
    moment = Moment(or_(null, *(not_(check) for check in checks)), dates, None, clock, total)
    return _normal(moment, dated=layout.dated or not shape.dated)


def _read_early(layout: Layout, null: Term) -> Moment:
    """Read a date before the year 0, as date() and datetime() write it; strftime() writes none that can be read."""
    rest = Layout(layout.pieces[1:])
    if rest.template().startswith("999-"):
        return Moment(TRUE, (integer(2000), integer(1), integer(1)), None, (integer(0), integer(0), integer(0)))
    if not rest.dated or moment_shape(rest.template()) is None:
        raise UnknownDate
    later = read(rest, null)
    year, month, day = later.civil()
    dates = (scale(-1, year), month, day)
    if not calendar.is_known(dates):
        raise UnknownDate
    total = calendar.known_count((*dates, *later.clock))
    return replace(later, dates=dates, number=None, total=total, back=True, far=True)


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
    days, rest = divmod(seconds, DAY_SECONDS)
    if rest == 0 and moment.clock[0].hi is not None and moment.clock[0].hi <= 23:
        total = None if moment.total is None else add(moment.total, integer(seconds))
        return replace(moment.on_day(add(moment.days(), integer(days))), total=total)
    if moment.total is not None:
        return _at_second(moment, add(moment.total, integer(seconds)))
    within = add(moment.seconds(), integer(rest))
    carry = add(integer(days), quotient(within, DAY_SECONDS))
    kept = carry.op == "const" and carry.value == 0
    carried = moment if kept else moment.on_day(add(moment.days(), carry))
    return replace(_at_clock(carried, within), total=add(moment.since_day_0(), integer(seconds)))


def _at_second(moment: Moment, total: Term) -> Moment:
    """Return the moment that many seconds since day 0."""
    return replace(_at_clock(moment.on_day(quotient(total, DAY_SECONDS)), total), total=total)


def _at_clock(moment: Moment, seconds: Term) -> Moment:
    """Return the time of day that many seconds after some midnight, on the same date."""
    left = remainder(seconds, DAY_SECONDS)
    return moment.at(quotient(left, 3600), remainder(quotient(left, 60), 60), remainder(left, 60))


def modified(moment: Moment, modifier: str, run: Execution) -> Moment:
    """Apply one modifier."""
    over, moment = moment.over, replace(moment, over=None)
    if (shift := shift_in(modifier)) is not None:
        return _shift(moment, Fraction(shift[0]), shift[1])
    moment = moment.checked()
    match modifier.lower():
        case "ceiling" if over is not None:
            return moment
        case "floor" if over is not None:
            return moment.on_day(subtract(moment.days(), over))
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
        ahead = subtract(integer(weekday), calendar.weekday(days))
        return moment.on_day(add(days, ahead, ite(le(integer(0), ahead), integer(0), integer(7))))
    raise UnknownDate


def _shift(moment: Moment, amount: Fraction, unit: str) -> Moment:
    if unit in ("month", "year"):
        months = int(amount) * (12 if unit == "year" else 1)
        if amount.denominator != 1 or abs(months) > _MAX_MONTHS:
            raise UnknownDate
        moment = moment.checked()
        over = calendar.days_over(moment.civil(), months)
        moment = replace(moment.on(calendar.months_later(moment.civil(), months)), over=over)
    else:
        seconds = amount * _UNITS[unit]
        if seconds.denominator != 1 or abs(seconds) > _MAX_SECONDS:
            raise UnknownDate
        moment = _shifted(moment, int(seconds))
    return replace(moment, back=True) if amount < 0 else moment


def moment_of(layout: Layout, null: Term, modifiers: list[Value], run: Execution) -> Moment:
    """Read a date and apply the modifiers."""
    moment = read(layout, null)
    shape = moment_shape(layout.template())
    if modifiers and not layout.dated and shape is not None and shape.dated:
        # A day that its month lacks is carried over at a moment that depends on the modifiers.
        raise UnknownDate
    return _modified(moment, modifiers, run)


def moment_of_integer(number: Term, modifiers: list[Value], run: Execution) -> Moment:
    """Read an integer as seconds since 1970 where the first modifier says so, else as a Julian day number at noon."""
    if modifiers and str(modifiers[0]).lower() in ("auto", "julianday"):
        raise UnknownDate
    if modifiers and str(modifiers[0]).lower() == "unixepoch":
        modifiers = modifiers[1:]
        total = add(number, integer(calendar.UNIX_DAY * DAY_SECONDS))
    else:
        total = add(scale(DAY_SECONDS, number), integer(_FIRST_SECOND))
    null = not_(_within(total, _FIRST_SECOND, DAY_SECONDS * (calendar.LAST_DAY + 1) - 1))
    start = (integer(0), integer(0), integer(0))
    moment = _at_second(Moment(null, None, integer(0), start, back=True, far=True), total)
    return _modified(moment, modifiers, run)


def _modified(moment: Moment, modifiers: list[Value], run: Execution) -> Moment:
    for n, modifier in enumerate(modifiers):
        if not isinstance(modifier, str) or len(modifiers) > _MAX_MODIFIERS:
            raise UnknownDate
        shift = shift_in(modifier)
        if moment.far and shift is not None and shift[0].startswith("-"):
            raise UnknownDate
        starts = moment.far and modifier.lower().startswith("start of")
        if starts and n + 1 < len(modifiers):
            raise UnknownDate
        moment = modified(moment, modifier, run)
        if starts:
            before = not_(le(integer(_FIRST_SECOND), moment.since_day_0()))
            moment = replace(moment, null=or_(moment.null, before))
    return moment.checked()


def date_layouts(moment: Moment, digits: int) -> list[LayoutChoice]:
    """Return YYYY-MM-DD, a year below 0 with its sign and at least so many digits."""
    year, month, day = moment.civil()
    rest = Layout(("-", Field(2, month), "-", Field(2, day)))
    return [(guard, written + rest) for guard, written in year_layouts(year, moment.early(), digits)]


def year_layouts(year: Term, early: Term, digits: int) -> list[LayoutChoice]:
    """Return YYYY, a year below 0 with its sign and at least so many digits."""
    if early is FALSE:
        return [(TRUE, Layout((Field(4, year),)))]
    before = scale(-1, year)
    long = not_(le(before, integer(10**digits - 1)))
    choices = [
        (not_(early), Layout((Field(4, year),))),
        (and_(early, not_(long)), Layout(("-", Field(digits, before)))),
        (and_(early, long), Layout(("-", Field(4, before)))),
    ]
    return [(guard, layout) for guard, layout in choices if guard is not FALSE]


def time_layout(moment: Moment) -> Layout:
    """Return HH:MM:SS."""
    hour, minute, second = moment.clock
    return Layout((Field(2, hour), ":", Field(2, minute), ":", Field(2, second)))


def julian_day(moment: Moment, run: Execution) -> Term:
    """Return the Julian day number, a Real."""
    start = real(Fraction(calendar.JULIAN_HALF_DAYS, 2))
    seconds = moment.seconds()
    if seconds.op == "const" and seconds.value == 0:
        return add(to_real(moment.days()), start)
    if run.doubles:
        # The engine divides its count of milliseconds.
        half_days = add(scale(2, moment.days()), integer(calendar.JULIAN_HALF_DAYS))
        thousandths = add(scale(500 * DAY_SECONDS, half_days), scale(1000, seconds))
        return doubles.quotient(thousandths, integer(1000 * DAY_SECONDS), run)
    run.assume(ledger.REALS)
    return add(start, scale(Fraction(1, DAY_SECONDS), to_real(moment.since_day_0())))


def unix_seconds(moment: Moment) -> Term:
    """Return the seconds since 1970, an Int."""
    return add(moment.since_day_0(), integer(-calendar.UNIX_DAY * DAY_SECONDS))
