"""Values of a column's type: the literals of a query with their neighbours, and plain ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from spotit.database import Value
from spotit.dialect.tokens import Token
from spotit.schema import Kind

_NUMBERS = (Kind.INTEGER, Kind.REAL, Kind.NUMERIC, Kind.BOOLEAN)
_FRACTION = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+")
"""A datetime with parts of a second: what real columns hold whose queries speak of them so."""


def fits(value: Value, kind: Kind) -> bool:
    """Tell whether a real value is one of the declared type."""
    match kind:
        case Kind.INTEGER:
            return isinstance(value, int) and abs(value) < 2**31
        case Kind.BOOLEAN:
            return value in (0, 1)
        case Kind.REAL | Kind.NUMERIC:
            return isinstance(value, int | float)
        case Kind.TEXT:
            return isinstance(value, str) and "\x00" not in value
        case Kind.DATE | Kind.DATETIME:
            return (
                isinstance(value, str) and len(value) == (10 if kind is Kind.DATE else 19) and _day(value) is not None
            )
    return False


def values_of(tokens: Iterable[Token], kind: Kind) -> Iterator[Value]:
    """Yield the literals as values of a column's type, each with its neighbours."""
    for token in tokens:
        text = token.name
        if kind in _NUMBERS:
            yield from _numbers(text, kind)
        elif kind in (Kind.DATE, Kind.DATETIME):
            yield from _dates(text, kind)
            if _FRACTION.fullmatch(text):
                yield text
        elif kind is Kind.TEXT:
            yield from _texts(text)


def _numbers(text: str, kind: Kind) -> Iterator[Value]:
    try:
        number = float(text)
    except ValueError:
        return
    if kind is Kind.BOOLEAN:
        yield from (0, 1)
    elif number.is_integer() and abs(number) < 2**30:
        yield from (int(number), int(number) + 1, int(number) - 1)
    elif kind is not Kind.INTEGER:
        yield from (number, number + 0.5, number - 0.25)
    else:
        yield from (int(number // 1), int(number // 1) + 1)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _dates(text: str, kind: Kind) -> Iterator[Value]:
    suffix = "" if kind is Kind.DATE else (text[10:19] if len(text) >= 19 else " 00:00:00")
    if len(text) == 4 and text.isdigit() and "1000" < text < "9000":
        yield from (f"{int(text) + step}-{month}{suffix}" for step in (-1, 0, 1) for month in ("01-01", "06-15"))
    elif len(text) == 7 and (first := _day(f"{text}-01")) is not None:
        yield from (f"{text}-{day}{suffix}" for day in ("01", "17"))
        yield f"{first + timedelta(days=45)}{suffix}"
    elif (day := _day(text)) is not None and day.year > 1:
        yield from (f"{day + timedelta(days=step)}{suffix}" for step in (0, 1, -1, 366))


def _texts(text: str) -> Iterator[Value]:
    yield text
    if "%" in text or "_" in text:
        bare = text.replace("%", "").replace("_", "b")
        yield from (bare, f"{bare}x", f"x{bare}", f"x{bare}x")
    elif _day(text) is not None or (len(text) in (4, 7) and text[:4].isdigit()):
        yield from _dates(text, Kind.DATE)
    else:
        yield f"{text}x"


def typical(kind: Kind) -> tuple[Value, ...]:
    """Return plain values of a type."""
    match kind:
        case Kind.INTEGER:
            return (1, 2, 0, 3, 10, -1, 50)
        case Kind.BOOLEAN:
            return (0, 1)
        case Kind.REAL | Kind.NUMERIC:
            return (1, 2, 0, 0.5, 3.25, 10, -1)
        case Kind.DATE:
            return ("2020-01-01", "2020-01-02", "1999-12-31", "2012-05-17")
        case Kind.DATETIME:
            return ("2020-01-01 00:00:00", "2020-01-02 10:30:00", "1999-12-31 23:59:59", "2012-05-17 12:00:00")
        case Kind.TIME:
            return ("00:00:00", "12:00:00", "10:30:00")
        case Kind.BLOB:
            return (b"a", b"b")
        case _:
            return ("a", "b", "abc", "1", "2", "10", "2020-01-01", "B", "1:23.456")
