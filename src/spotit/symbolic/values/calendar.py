"""The proleptic Gregorian calendar in integer arithmetic: days are counted from the 1st of March of the year 0."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add, eq, floor_mod, indicator, le, lt, scale, subtract, to_real
from spotit.smt.terms.boolean import and_, iff, ite, not_, or_
from spotit.smt.terms.term import Memo, Term, integer
from spotit.symbolic.values.layout import quotient, remainder
from spotit.symbolic.values.pool import lookup

_BEFORE_MONTH = (0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275)
"""Days from the 1st of March to the first of each month."""
_BEFORE_JANUARY = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_MONTH_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

LAST_DAY = 3652364
"""The 31st of December 9999."""
FIRST_DAY = -60
"""The 1st of January 0000."""
UNIX_DAY = 719468
"""The 1st of January 1970."""
JULIAN_HALF_DAYS = 2 * 1721120 - 1
"""Twice the Julian day number at the beginning of day 0."""

DAY_SECONDS = 86400
_MOST_ORDERED = 16
"""Dates of which it is said that they sort as their day numbers do."""

Civil = tuple[Term, Term, Term]
"""Year, month, day."""

Fields = tuple[Term, ...]
"""Year, month, day, and perhaps hour, minute, second."""

_numbers: Memo[Civil, Term] = Memo()
"""The day numbers of dates, as far as they are known."""
_counts: Memo[Fields, Term] = Memo()
"""The day numbers of dates that were computed from them, the seconds since day 0 of dates with a time."""


def leap(year: Term) -> Term:
    """Return the condition that the year has a 29th of February."""

    def divisible(by: int) -> Term:
        return eq(floor_mod(year, integer(by)), integer(0))

    return and_(divisible(4), or_(not_(divisible(100)), divisible(400)))


def day_number(date: Civil) -> Term:
    """Return the number of a day; a day beyond its month's end counts on into the next."""
    known = _numbers.here()
    if date not in known:
        known[date] = _day_number(date)
    return known[date]


@frozen
class NamedDay:
    """A date, perhaps with a time, and a variable for its day number."""

    fields: Fields
    variable: Term
    index: Term
    """The place of the whole text among all of its layout."""

    @property
    def number(self) -> Term:
        """The day number by year, month and day."""
        return _day_number((self.fields[0], self.fields[1], self.fields[2]))

    @property
    def place(self) -> Term:
        """A number by which days sort, by year, month and day."""
        return add(scale(10000, self.fields[0]), scale(100, self.fields[1]), self.fields[2])


def name_day(fields: Fields, variable: Term, index: Term) -> NamedDay:
    """Let a variable stand for the day number of a date."""
    _numbers.here()[fields[0], fields[1], fields[2]] = variable
    return NamedDay(fields, variable, index)


def same_order(days: Sequence[NamedDay]) -> Iterator[Term]:
    """Yield that dates sort as their day numbers do, which is true."""
    for one, other in combinations(days[:_MOST_ORDERED], 2):
        yield iff(le(one.place, other.place), le(one.variable, other.variable))
        yield iff(le(other.place, one.place), le(other.variable, one.variable))


def is_known(date: Civil) -> bool:
    """Tell whether the day number of a date is known, so that it is one of the calendar."""
    return date in _numbers.here()


def note_count(fields: Fields, count: Term) -> None:
    """Note from which day number, or seconds since day 0, a date has been computed."""
    _counts.here()[fields] = count


def known_count(fields: Fields) -> Term | None:
    """Return from which day number, or seconds since day 0, a date has been computed; None if it has not."""
    return _counts.here().get(fields)


def note_choice(condition: Term, first: Fields, second: Fields, chosen: Fields) -> None:
    """Note what is known of a date that is the first of two where a condition holds, else the second."""
    known = _numbers.here()
    days = [known.get((fields[0], fields[1], fields[2])) for fields in (first, second) if len(fields) in (3, 6)]
    if len(days) == 2 and days[0] is not None and days[1] is not None:
        known[chosen[0], chosen[1], chosen[2]] = ite(condition, days[0], days[1])
    counts = [known_count(fields) for fields in (first, second)]
    if counts[0] is not None or counts[1] is not None:
        note_count(chosen, ite(condition, _count(first), _count(second)))


def comparable_counts(left: Fields, right: Fields) -> tuple[Term, Term] | None:
    """Return numbers that compare as two dates do, if one of these was computed from such a number."""
    unknown = [fields for fields in (left, right) if known_count(fields) is None]
    if len(unknown) == 2 or not all(map(_is_clock, unknown)):
        return None
    return _count(left), _count(right)


def _is_clock(fields: Fields) -> bool:
    """Tell whether the fields of the time, if there are any, are known to be those of a time of day."""
    limits = zip(fields[3:], (23, 59, 59), strict=False)
    return all(field.hi is not None and field.hi <= limit for field, limit in limits)


def _count(fields: Fields) -> Term:
    known = known_count(fields)
    if known is not None:
        return known
    year, month, day, *clock = fields
    days = day_number((year, month, day))
    return seconds_of(days, clock[0], clock[1], clock[2]) if clock else days


def seconds_of(days: Term, hour: Term, minute: Term, second: Term) -> Term:
    """Return the seconds since day 0."""
    return add(scale(DAY_SECONDS, days), scale(3600, hour), scale(60, minute), second)


def count_from(text: str, *, timed: bool) -> tuple[int, bool]:
    """Return the least count of a date (with a time) whose text is not before another, and whether they are equal."""
    unit = DAY_SECONDS if timed else 1
    span = range(unit * FIRST_DAY, unit * (LAST_DAY + 1))
    place = bisect_left(span, text, key=lambda count: _text(count, timed))
    return span.start + place, place < len(span) and _text(span[place], timed) == text


def _text(count: int, timed: bool) -> str:
    days, seconds = divmod(count, DAY_SECONDS) if timed else (count, 0)
    year, month, day = (int(part.value) for part in civil(integer(days)))
    date = f"{year:04}-{month:02}-{day:02}"
    return f"{date} {seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}" if timed else date


def _day_number(date: Civil) -> Term:
    year, month, day = date
    since = subtract(year, indicator(le(month, integer(2))))
    centuries = scale(-1, quotient(since, 100))
    return add(
        scale(365, since), quotient(since, 4), centuries, quotient(since, 400),
        lookup(month, [integer(n) for n in _BEFORE_MONTH]), day, integer(-1),
    )  # fmt: skip


def comparisons(days: Sequence[NamedDay]) -> dict[Term, Term]:
    """Return for comparisons of days or seconds those of the dates' texts, which sort alike and are simpler terms."""
    found: dict[Term, Term] = {}
    for form in (lambda number: number, to_real):
        for timed in (False, True):
            numbered = [(form(_count(day.fields)), day.index) for day in days if (len(day.fields) > 3) is timed]
            found |= {le(a, b): le(here, there) for (a, here), (b, there) in permutations(numbered, 2)}
            found |= {lt(a, b): lt(here, there) for (a, here), (b, there) in permutations(numbered, 2)}
            found |= {eq(a, b): eq(here, there) for (a, here), (b, there) in combinations(numbered, 2)}
    return found


def civil(days: Term) -> Civil:
    """Return the date of a day number."""
    era, day = quotient(days, 146097), remainder(days, 146097)
    leaps = add(day, scale(-1, quotient(day, 1460)), quotient(day, 36524), scale(-1, quotient(day, 146096)))
    year = quotient(leaps, 365)
    offset = subtract(day, add(scale(365, year), quotient(year, 4), scale(-1, quotient(year, 100))))
    fifth = quotient(add(scale(5, offset), integer(2)), 153)
    month = add(fifth, integer(3), scale(-12, indicator(le(integer(10), fifth))))
    first = lookup(fifth, [integer((153 * n + 2) // 5) for n in range(12)])
    year = add(year, scale(400, era), indicator(le(integer(10), fifth)))
    date = (year, month, add(subtract(offset, first), integer(1)))
    if days.op != "const":
        _numbers.here()[date] = days
        note_count(date, days)
    return date


def month_length(year: Term, month: Term) -> Term:
    """Return the number of days of a month."""
    plain = lookup(month, [integer(n) for n in _MONTH_DAYS])
    return ite(and_(eq(month, integer(2)), leap(year)), integer(29), plain)


def day_of_year(date: Civil) -> Term:
    """Return the days since the 1st of January."""
    year, month, day = date
    shift = indicator(and_(le(integer(3), month), leap(year)))
    return add(lookup(month, [integer(n) for n in _BEFORE_JANUARY]), shift, day, integer(-1))


def weekday(days: Term) -> Term:
    """Return 0 for Sunday to 6 for Saturday."""
    return floor_mod(add(days, integer(3)), integer(7))


def monday_based(days: Term) -> Term:
    """Return 0 for Monday to 6 for Sunday."""
    sunday_based = weekday(days)
    return add(sunday_based, ite(eq(sunday_based, integer(0)), integer(6), integer(-1)))


def months_later(date: Civil, months: int) -> Civil:
    """Return the date some months on; a day that the month lacks runs over into the next month, as in SQLite."""
    year, month, day = date
    if months % 12:
        count = add(month, integer(months - 1))
        year, month = add(year, quotient(count, 12)), add(remainder(count, 12), integer(1))
    else:
        year = add(year, integer(months // 12))
    length = month_length(year, month)
    over = not_(le(day, length))
    return year, add(month, indicator(over)), ite(over, subtract(day, length), day)


def days_over(date: Civil, months: int) -> Term:
    """Return by how many days the same day some months on runs over into the next month."""
    year, month, _ = months_later((date[0], date[1], integer(1)), months)
    length = month_length(year, month)
    return ite(le(date[2], length), integer(0), subtract(date[2], length))
