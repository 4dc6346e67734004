"""The proleptic Gregorian calendar in integer arithmetic: days are counted from the 1st of March of the year 0."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations

from spotit.smt.terms.arithmetic import add, eq, floor_mod, indicator, le, scale, subtract, to_real
from spotit.smt.terms.boolean import and_, ite, not_, or_
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

Civil = tuple[Term, Term, Term]
"""Year, month, day."""

_numbers: Memo[Civil, Term] = Memo()


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


def _day_number(date: Civil) -> Term:
    year, month, day = date
    since = subtract(year, indicator(le(month, integer(2))))
    centuries = scale(-1, quotient(since, 100))
    return add(
        scale(365, since), quotient(since, 4), centuries, quotient(since, 400),
        lookup(month, [integer(n) for n in _BEFORE_MONTH]), day, integer(-1),
    )  # fmt: skip


def comparisons(dates: Mapping[Civil, Term]) -> dict[Term, Term]:
    """Return for comparisons of day numbers those of the dates' texts, which sort alike and are simpler terms."""
    found: dict[Term, Term] = {}
    known = _numbers.here()
    for form in (lambda number: number, to_real):
        numbered = [(form(known[date]), place) for date, place in dates.items() if date in known]
        found |= {le(a, b): le(here, there) for (a, here), (b, there) in permutations(numbered, 2)}
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
    return (
        add(year, scale(400, era), indicator(le(integer(10), fifth))),
        month,
        add(subtract(offset, first), integer(1)),
    )


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
    return floor_mod(add(days, integer(2)), integer(7))


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
