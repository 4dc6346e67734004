"""Dates and times in text: how columns write them, what SQLite reads, and its modifiers (lang_datefunc.html)."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from typing import NamedTuple

from spotit.dialect.types import Kind

DateLayout = tuple[int | str, ...]
"""The widths of the fields of digits, with the marks between them."""

LAYOUTS: Mapping[Kind, DateLayout] = {
    Kind.DATE: (4, "-", 2, "-", 2),
    Kind.DATETIME: (4, "-", 2, "-", 2, " ", 2, ":", 2, ":", 2),
    Kind.TIME: (2, ":", 2, ":", 2),
}
"""How a column of each kind writes its values; other kinds have no layout."""

_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = r"[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?"
_WHOLE = re.compile(rf"({_DAY})(?:[ T]({_TIME}))?")
_WITH_ZONE = re.compile(rf"{_WHOLE.pattern}Z?")
_DAY_OR_MONTH = re.compile(rf"[0-9]{{4}}-[0-9]{{2}}|{_WHOLE.pattern}")
_YEAR = re.compile("[0-9]{4}")
_CLOCK = re.compile("([0-9]{2})(:[0-9]{2}(?::[0-9]{2})?)")
_LOOKS_DATED = re.compile("[0-9]{4}[-/]?[0-9]{2}(?:[-/]?[0-9]{2})?(?:[ T].*)?|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}")
_SHAPE = re.compile("(9999-99-99)(?:([ T]+)99:99(:99)?)?|99:99(:99)?")
_SHIFT = re.compile(r"([+-]?[0-9]+(?:\.[0-9]*)?) +(second|minute|hour|day|month|year)s?", re.IGNORECASE)
_WEEKDAY = re.compile(r"weekday +([0-6])(?:\.0*)?", re.IGNORECASE)


class WrittenDate(NamedTuple):
    """A date as it is written: its day, and the time of day or nothing."""

    day: str
    time: str


def date_in(text: str) -> WrittenDate | None:
    """Return the day and the time of a text that is YYYY-MM-DD, with a time or without; the day need not exist.

    >>> date_in("2020-01-31T10:30"), date_in("2020-01")
    (WrittenDate(day='2020-01-31', time='10:30'), None)
    """
    found = _WHOLE.fullmatch(text)
    return None if found is None else WrittenDate(found[1], found[2] or "")


def is_moment(text: str) -> bool:
    """Tell whether a text is YYYY-MM-DD, with a time or without, perhaps marked as UTC by a Z."""
    return _WITH_ZONE.fullmatch(text) is not None


def has_layout(text: str, kind: Kind) -> bool:
    """Tell whether a text is written as a column of this kind writes its values; false for kinds without a layout."""
    layout = LAYOUTS.get(kind, ())
    digits = "".join("9" * part if isinstance(part, int) else part for part in layout)
    return bool(layout) and text.isascii() and re.sub("[0-9]", "9", text) == digits


def exists(text: str, kind: Kind) -> bool:
    """Tell whether a text is written as a column of this kind writes its values, and names a day and time there is.

    >>> exists("2020-02-29", Kind.DATE), exists("2021-02-29", Kind.DATE), exists("24:00:00", Kind.TIME)
    (True, False, False)
    """
    if not has_layout(text, kind):
        return False
    fields = [int(digits) for digits in re.findall("[0-9]+", text)]
    if kind is not Kind.TIME:
        year, month, day = fields[:3]
        # The calendar repeats every 400 years, and has no year 0 in Python.
        if not 1 <= month <= 12 or not 1 <= day <= monthrange(year % 400 + 400, month)[1]:
            return False
    return all(value <= most for value, most in zip(fields[-3:], (23, 59, 59), strict=True) if kind is not Kind.DATE)


def is_day_or_month(text: str) -> bool:
    """Tell whether a text is a date, or the year and month of one."""
    return _DAY_OR_MONTH.fullmatch(text) is not None


def is_year(text: str) -> bool:
    """Tell whether a text is a year of four digits, from 1000 on."""
    return _YEAR.fullmatch(text) is not None and text >= "1000"


def clock_in(text: str) -> tuple[int, str] | None:
    """Return the hour of a time HH:MM or HH:MM:SS, and what is written after it."""
    found = _CLOCK.fullmatch(text)
    return None if found is None else (int(found[1]), found[2])


def looks_dated(text: str) -> bool:
    """Tell whether a person takes a text for a date, whether SQLite reads it or not."""
    return _LOOKS_DATED.fullmatch(text) is not None


class MomentShape(NamedTuple):
    """Where the fields of a date and a time stand in a text of fixed layout."""

    dated: bool
    clock: int | None
    """Where the hour begins; None without a time."""
    seconds: bool


def moment_shape(template: str) -> MomentShape | None:
    """Return how SQLite reads a text with a 9 for each digit as a date and time, None if that is not known here.

    >>> moment_shape("9999-99-99 99:99"), moment_shape("99:99:99")
    (MomentShape(dated=True, clock=11, seconds=False), MomentShape(dated=False, clock=0, seconds=True))
    """
    found = _SHAPE.fullmatch(template)
    if found is None:
        return None
    day, gap, after_day, alone = found.groups()
    clock = (10 + len(gap) if gap else None) if day else 0
    return MomentShape(day is not None, clock, bool(after_day or alone))


def shift_in(modifier: str) -> tuple[str, str] | None:
    """Return the amount and the unit of a modifier such as '+1 day', None if it is another one.

    >>> shift_in("-1.5 Hours"), shift_in("weekday 0")
    (('-1.5', 'hour'), None)
    """
    found = _SHIFT.fullmatch(modifier)
    return None if found is None else (found[1], found[2].lower())


def weekday_in(modifier: str) -> int | None:
    """Return the day of a modifier 'weekday N', None if it is another one; 0 is Sunday."""
    found = _WEEKDAY.fullmatch(modifier)
    return None if found is None else int(found[1])
