"""Functions of dates and times (lang_datefunc.html)."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.functions.record import MANY, Constants, Determinism, Encoded, Function, Hints, Result


def _moments(arguments: Constants) -> Iterator[str]:
    """Yield what is read as a moment: a date with a time, a time alone, a day number."""
    yield from ("2001-02-03 14:05:06", "12:30", "2451545")


def _formatted(arguments: Constants) -> Iterator[str]:
    """Yield moments, and formats where the format is not constant."""
    yield from _moments(arguments)
    if arguments and not isinstance(arguments[0], str):
        yield from ("%", "%Y")


_MOMENT = Hints(_moments)
_ALIKE = Hints(_moments, alike=True)


def _date(name: str, result: Result, description: str, hints: Hints, *, at: int = 0) -> Function:
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
        hints=hints,
    )


FUNCTIONS = (
    _date("date", Result.TEXT, "the date as YYYY-MM-DD, after modifiers", _ALIKE),
    _date("time", Result.TEXT, "the time as HH:MM:SS, after modifiers", _MOMENT),
    _date("datetime", Result.TEXT, "the date and time as YYYY-MM-DD HH:MM:SS, after modifiers", _ALIKE),
    _date("julianday", Result.REAL, "days since noon of 24 November 4714 BC", _MOMENT),
    _date("unixepoch", Result.NUMBER, "seconds since 1970, with a fraction after the modifier 'subsec'", _MOMENT),
    _date("strftime", Result.TEXT, "the date in a format such as %Y-%m, after modifiers", Hints(_formatted), at=1),
    Function(
        "timediff",
        2,
        2,
        Result.TEXT,
        "the time between two dates as +YYYY-MM-DD HH:MM:SS.SSS",
        strict=True,
        determinism=Determinism.CLOCK,
        dates=(0, 1),
        hints=_MOMENT,
    ),
)
