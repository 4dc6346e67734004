"""STRFTIME formats: each letter gives digits of fixed width, or one of a few such layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.smt.terms.arithmetic import add, eq, le, subtract
from spotit.smt.terms.boolean import and_, ite, not_
from spotit.smt.terms.term import TRUE, Term, integer
from spotit.symbolic.dates.moment import LayoutChoice, Moment, UnknownDate, date_layouts, time_layout, year_layouts
from spotit.symbolic.execution import Execution
from spotit.symbolic.values import calendar
from spotit.symbolic.values.layout import Field, Layout, quotient, remainder

_CHOICES = 8


def formatted(form: str, moment: Moment, run: Execution) -> list[LayoutChoice] | None:
    """Return the layouts that a format gives, each with its guard; None when the engine answers NULL."""
    choices: list[LayoutChoice] = [(TRUE, Layout(()))]
    for piece in _pieces(form):
        conversion = len(piece) == 2
        options = _letter(piece[1], moment, run) if conversion else [(TRUE, Layout.literal(piece))]
        if options is None:
            return None
        choices = [(and_(a, b), left + right) for a, left in choices for b, right in options]
        if len(choices) > _CHOICES:
            raise UnknownDate
    return choices


def _pieces(form: str) -> Iterator[str]:
    """Split a format into conversions like %Y and the text between them."""
    position = 0
    while position < len(form):
        if form[position] == "%":
            # A % at the end is a conversion without a letter, which is unknown.
            yield form[position : position + 2].ljust(2, "\0")
            position += 2
        else:
            end = form.find("%", position)
            end = len(form) if end < 0 else end
            # One character at a time, so that no literal looks like a conversion.
            yield from form[position:end]
            position = end


def _letter(letter: str, moment: Moment, run: Execution) -> list[LayoutChoice] | None:
    if letter == "%":
        return [(TRUE, Layout.literal("%"))]
    if letter in _SPECIAL:
        raise UnknownDate
    maker = _LETTERS.get(letter)
    if maker is not None:
        return [(TRUE, maker(moment, run))]
    match letter:
        case "Y":
            return year_layouts(moment.civil()[0], moment.early(), _EARLY_DIGITS)
        case "F":
            return date_layouts(moment, _EARLY_DIGITS)
        case "G":
            year = _thursday(moment)[0]
            return year_layouts(year, not_(le(integer(0), year)), _EARLY_DIGITS)
        case "e":
            return _padded(moment.civil()[2])
        case "k":
            return _padded(moment.clock[0])
        case "l":
            return _padded(_twelve(moment))
        case "p" | "P":
            noon = le(integer(12), moment.clock[0])
            words = ("AM", "PM") if letter == "p" else ("am", "pm")
            return [(not_(noon), Layout.literal(words[0])), (noon, Layout.literal(words[1]))]
    return None


def _padded(term: Term) -> list[LayoutChoice]:
    """Return the two layouts of a number below 100 padded with a space."""
    short = le(term, integer(9))
    return [(short, Layout((" ", Field(1, remainder(term, 10))))), (not_(short), Layout((Field(2, term),)))]


def _digits(width: int, term: Callable[[Moment], Term]) -> Callable[[Moment, Execution], Layout]:
    return lambda moment, _: Layout((Field(width, term(moment)),))


def _twelve(moment: Moment) -> Term:
    hour = moment.clock[0]
    past = remainder(hour, 12)
    return ite(eq(past, integer(0)), integer(12), past)


def _week(first: Callable[[Term], Term]) -> Callable[[Moment], Term]:
    """Return the week of the year, whose weeks begin at the weekday that `first` counts as 0."""

    def week(moment: Moment) -> Term:
        return quotient(add(subtract(calendar.day_of_year(moment.civil()), first(moment.days())), integer(7)), 7)

    return week


def _thursday(moment: Moment) -> calendar.Civil:
    """Return the Thursday of the week, whose year is the ISO year."""
    days = moment.days()
    return calendar.civil(add(subtract(days, calendar.monday_based(days)), integer(3)))


def _iso_week(moment: Moment, run: Execution) -> Layout:
    week = add(quotient(calendar.day_of_year(_thursday(moment)), 7), integer(1))
    return Layout((Field(2, week),))


def _weekday_number(moment: Moment) -> Term:
    return add(calendar.monday_based(moment.days()), integer(1))


def _minutes_layout(moment: Moment, _: Execution) -> Layout:
    hour, minute, _second = moment.clock
    return Layout((Field(2, hour), ":", Field(2, minute)))


_SPECIAL = "sJg"
"""Numbers of no fixed width; years of two digits have a sign before the year 0."""
_EARLY_DIGITS = 3
"""Of a year below 0, after its sign."""

_LETTERS: dict[str, Callable[[Moment, Execution], Layout]] = {
    "d": _digits(2, lambda moment: moment.civil()[2]),
    "f": lambda moment, _: Layout((Field(2, moment.clock[2]), ".000")),
    "H": _digits(2, lambda moment: moment.clock[0]),
    "I": _digits(2, _twelve),
    "j": _digits(3, lambda moment: add(calendar.day_of_year(moment.civil()), integer(1))),
    "m": _digits(2, lambda moment: moment.civil()[1]),
    "M": _digits(2, lambda moment: moment.clock[1]),
    "R": _minutes_layout,
    "S": _digits(2, lambda moment: moment.clock[2]),
    "T": lambda moment, _: time_layout(moment),
    "u": _digits(1, _weekday_number),
    "U": _digits(2, _week(calendar.weekday)),
    "V": _iso_week,
    "w": _digits(1, lambda moment: calendar.weekday(moment.days())),
    "W": _digits(2, _week(calendar.monday_based)),
}
