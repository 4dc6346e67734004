"""Functions of dates and times (lang_datefunc.html)."""

from __future__ import annotations

from spotit.dialect.functions.record import MANY, Determinism, Encoded, Function, Hints, Result


def _date(name: str, result: Result, description: str, *, at: int = 0, alike: bool = False) -> Function:
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
        hints=Hints(alike=alike),
    )


FUNCTIONS = (
    _date("date", Result.TEXT, "the date as YYYY-MM-DD, after modifiers", alike=True),
    _date("time", Result.TEXT, "the time as HH:MM:SS, after modifiers"),
    _date("datetime", Result.TEXT, "the date and time as YYYY-MM-DD HH:MM:SS, after modifiers", alike=True),
    _date("julianday", Result.REAL, "days since noon of 24 November 4714 BC"),
    _date("unixepoch", Result.NUMBER, "seconds since 1970, with a fraction after the modifier 'subsec'"),
    _date("strftime", Result.TEXT, "the date by a format of %Y, %m and the like, after modifiers", at=1),
    Function(
        "timediff",
        2,
        2,
        Result.TEXT,
        "the time between two dates as +YYYY-MM-DD HH:MM:SS.SSS",
        strict=True,
        determinism=Determinism.CLOCK,
        dates=(0, 1),
    ),
)
