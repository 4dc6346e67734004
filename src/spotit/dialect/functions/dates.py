"""Functions of dates and times (lang_datefunc.html)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

from spotit.dialect.date_layouts import WrittenDate, date_in, shift_in
from spotit.dialect.functions.record import MANY, Constants, Determinism, Encoded, Function, Hints, Result, nothing
from spotit.dialect.numerals import number_of
from spotit.dialect.types import Kind
from spotit.dialect.values import Value

_BEFORE_FIRST_DAY = 1721424.5
"""The Julian day number of the day before 0001-01-01."""


def _moments(arguments: Constants) -> Iterator[str]:
    """Yield what is read as a moment: a date with a time, a time alone, a day number."""
    yield from ("2001-02-03 14:05:06", "12:30", "2451545")


def _formatted(arguments: Constants) -> Iterator[str]:
    """Yield moments, and formats where the format is not constant."""
    yield from _moments(arguments)
    if arguments and not isinstance(arguments[0], str):
        yield from ("%", "%Y")


def _days(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield moments whose day, after the modifiers, is the wanted one."""
    if position == 0 and isinstance(result, str):
        yield from _unmodified([result, f"{result} 12:30:00"], arguments[1:])


def _seconds(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield moments that are the wanted one after the modifiers."""
    if position == 0 and isinstance(result, str):
        shorter = [result.removesuffix(" 00:00:00")] if result.endswith(" 00:00:00") else []
        yield from _unmodified([result, *shorter], arguments[1:])


def _times(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    if position == 0 and len(arguments) == 1:
        yield from (result, f"2000-01-01 {result!s}")


def _day_of_number(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    number = number_of(result)
    if position == 0 and number is not None and 1721425 < number < 5373484:
        yield from _unmodified([_at_second((number - 2440587.5) * 86400)], arguments[1:])


def _second_of_number(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    number = number_of(result)
    if position == 0 and number is not None and -62135596800 <= number <= 253402300799:
        yield from _unmodified([_at_second(number)], arguments[1:])


def _at_second(seconds: float) -> str:
    """Return the moment so many seconds after 1970, without the time where that is midnight."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=round(seconds))
    return moment.strftime("%Y-%m-%d %H:%M:%S").removesuffix(" 00:00:00").zfill(10)


def _unmodified(moments: Iterable[str], modifiers: Constants) -> Iterator[str]:
    """Yield the moments from which constant modifiers lead to the given ones, as far as they can be undone."""
    for moment in moments:
        before: str | None = moment
        for modifier in reversed(modifiers):
            before = None if before is None or not isinstance(modifier, str) else _shifted(before, modifier, -1)
        if before is not None:
            yield before


def _shifted(moment: str, modifier: str, sign: int) -> str | None:
    """Return the moment after a modifier (before it, for a sign of -1); None for modifiers that are not understood."""
    found, shift, start = date_in(moment), shift_in(modifier), _STARTS.get(modifier.lower())
    if found is None:
        return None
    if start is not None:
        return moment if sign < 0 else f"{found.day[: len(start)]}{'2000-01-01'[len(start) :]}"
    if shift is None or "." in shift[0] or shift[1] not in ("day", "month", "year"):
        return None
    amount = sign * int(shift[0])
    try:
        day = date.fromisoformat(found.day)
        if shift[1] == "day":
            day += timedelta(amount)
        else:
            months = day.year * 12 + day.month - 1 + amount * (12 if shift[1] == "year" else 1)
            day = date(months // 12, months % 12 + 1, day.day)
    except (ValueError, OverflowError):
        return None
    return f"{day.isoformat()} {found.time}".rstrip()


_STARTS = {"start of day": "YYYY-MM-DD", "start of month": "YYYY-MM", "start of year": "YYYY"}
"""What of a date stays after a modifier."""


_FIELDS = {
    "%Y": "(?P<year>[0-9]{4})",
    "%m": "(?P<month>[0-9]{1,2})",
    "%d": "(?P<day>[0-9]{1,2})",
    "%H": "(?P<hour>[0-9]{1,2})",
    "%M": "(?P<minute>[0-9]{1,2})",
    "%S": "(?P<second>[0-9]{1,2})",
}
_ABBREVIATED = {"%F": "%Y-%m-%d", "%T": "%H:%M:%S", "%R": "%H:%M"}
_DIRECTIVE = re.compile("(%.)")


def _from_parts(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield moments whose parts are those that the result of strftime() shows."""
    if position != 1:
        return
    parts = _parts_in(arguments[0], str(result))
    if parts is None:
        yield "2000-01-01"
        return
    found = {name: int(digits) for name, digits in parts.items()}
    day = f"{found.get('year', 2000):04}-{found.get('month', 1):02}-{found.get('day', 1):02}"
    times = [found.get(name, 0) for name in ("hour", "minute", "second")]
    timed = any(name in found for name in ("hour", "minute", "second"))
    moments = [day + (" {:02}:{:02}:{:02}".format(*times) if timed else "")]
    if set(found) == {"year"}:
        moments.append(f"{day[:4]}-12-31")
    yield from _unmodified(moments, arguments[2:])


def _parts_in(form: Value, text: str) -> dict[str, str] | None:
    """Return the fields of a moment in a text of the given format; None where the format has other fields."""
    if not isinstance(form, str):
        return None
    for short, long in _ABBREVIATED.items():
        form = form.replace(short, long)
    pieces = _DIRECTIVE.split(form)
    if len(set(pieces[1::2])) < len(pieces[1::2]) or not set(pieces[1::2]) <= set(_FIELDS):
        return None
    pattern = "".join(_FIELDS.get(piece) or re.escape(piece) for piece in pieces)
    found = re.fullmatch(pattern, text, re.DOTALL)
    return None if found is None else found.groupdict()


def _moment_in(arguments: Constants) -> WrittenDate | None:
    """Return the moment that constant arguments, a date and modifiers, lead to."""
    moment = arguments[0] if arguments else None
    for modifier in arguments[1:]:
        known = isinstance(moment, str) and isinstance(modifier, str)
        moment = _shifted(str(moment), str(modifier), 1) if known else None
    return date_in(moment) if isinstance(moment, str) else None


def _day_value(arguments: Constants) -> Value:
    found = _moment_in(arguments)
    return None if found is None else found.day


def _moment_value(arguments: Constants) -> Value:
    found = _moment_in(arguments)
    return None if found is None else f"{found.day} {(found.time + ':00')[:8] if found.time else '00:00:00'}"


def _day_number(arguments: Constants) -> Value:
    found = _moment_in(arguments)
    if found is None:
        return None
    parts = zip((found.time or "0").split(":"), (24, 1440, 86400), strict=False)
    try:
        day = date.fromisoformat(found.day).toordinal() + _BEFORE_FIRST_DAY
    except ValueError:
        return None
    return day + sum(float(part) / share for part, share in parts)


def _part_of_day(arguments: Constants) -> Value:
    found = _moment_in(arguments[1:])
    if found is None:
        return None
    day = found.day
    return {"%Y": day[:4], "%m": day[5:7], "%d": day[8:], "%Y-%m": day[:7], "%Y-%m-%d": day}.get(str(arguments[0]))


def _date(
    name: str, result: Result, description: str, hints: Hints, *, at: int = 0, layout: Kind | None = None
) -> Function:
    """Return a function of the date at a position, followed by modifiers."""
    return Function(
        name,
        0,
        MANY,
        result,
        description,
        encoded=Encoded.TABLE | Encoded.DATE,
        strict=True,
        determinism=Determinism.CLOCK,
        dates=(at,),
        layout=layout,
        hints=hints,
    )


FUNCTIONS = (
    _date(
        "date",
        Result.TEXT,
        "the day as YYYY-MM-DD, after modifiers",
        Hints(_moments, _days, _day_value, alike=True),
        layout=Kind.DATE,
    ),
    _date(
        "time",
        Result.TEXT,
        "the time as HH:MM:SS, after modifiers",
        Hints(_moments, _times),
        layout=Kind.TIME,
    ),
    _date(
        "datetime",
        Result.TEXT,
        "the date and time as YYYY-MM-DD HH:MM:SS, after modifiers",
        Hints(_moments, _seconds, _moment_value, alike=True),
        layout=Kind.DATETIME,
    ),
    _date(
        "julianday",
        Result.REAL,
        "days since noon of 24 November 4714 BC",
        Hints(_moments, _day_of_number, _day_number),
    ),
    _date(
        "unixepoch",
        Result.NUMBER,
        "seconds since 1970, with a fraction after the modifier 'subsec'",
        Hints(_moments, _second_of_number),
    ),
    _date(
        "strftime",
        Result.TEXT,
        "the date in a format such as %Y-%m, after modifiers",
        Hints(_formatted, _from_parts, _part_of_day),
        at=1,
    ),
    Function(
        "timediff",
        2,
        2,
        Result.TEXT,
        "the time between two dates as +YYYY-MM-DD HH:MM:SS.SSS",
        strict=True,
        determinism=Determinism.CLOCK,
        dates=(0, 1),
        hints=Hints(_moments, nothing),
    ),
)
