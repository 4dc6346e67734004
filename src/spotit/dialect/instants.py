"""The clock in a query's text: where it is read, and the same query with an instant written in those places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spotit.dialect.functions import scalar
from spotit.dialect.tokens import Token, TokenKind, tokens
from spotit.dialect.wording import literal
from spotit.errors import Span
from spotit.frozen import frozen

INSTANTS = (
    "2024-08-15 12:00:00",
    "2024-02-29 23:59:59",
    "2024-12-31 00:00:00",
    "2031-01-01 08:30:15",
    "1999-11-30 17:45:30.500",
)
"""Worth trying: a plain one, a leap day, the end of a leap year, the first of a year, an old one within a second."""
SOME_INSTANT = INSTANTS[0]
"""Where a clock stands that nobody has set."""
_PARTS = {"CURRENT_DATE": slice(0, 10), "CURRENT_TIME": slice(11, 19), "CURRENT_TIMESTAMP": slice(0, 19)}


def current(keyword: str, now: str) -> str:
    """Return what CURRENT_DATE, CURRENT_TIME or CURRENT_TIMESTAMP is at an instant."""
    return now[_PARTS[keyword]]


def is_now(value: object) -> bool:
    """Tell whether a date function takes a value for the present instant."""
    return isinstance(value, str) and value.lower() == "now"


def reads_clock(sql: str) -> bool:
    """Tell whether a query's text has what reads the clock, or a text 'now' from which a function might."""
    return next(_readings(sql), None) is not None or any(is_now(token.name) for token in tokens(sql))


def at_instant(sql: str, now: str) -> str:
    """Return the query with an instant in place of the clock.

    >>> at_instant("SELECT date('now', '+1 day'), strftime('%Y'), CURRENT_DATE", "2024-02-29 12:00:00")
    "SELECT date('2024-02-29 12:00:00', '+1 day'), strftime('%Y', '2024-02-29 12:00:00'), '2024-02-29'"
    """
    for reading in reversed(list(_readings(sql))):
        text = literal(current(reading.keyword, now) if reading.keyword else now)
        sql = sql[: reading.place.start] + reading.before + text + sql[reading.place.end :]
    return sql


@frozen
class _Reading:
    """A place where the clock is read, what has to stand before the instant there, and the keyword if it is one."""

    place: Span
    before: str = ""
    keyword: str = ""


@dataclass(slots=True)
class _Open:
    """A bracket that is open: the places at which its function takes dates, and how many commas have passed."""

    dates: tuple[int, ...]
    commas: int = 0


def _readings(sql: str) -> Iterator[_Reading]:
    found = tokens(sql)
    opened: list[_Open] = []
    for place, token in enumerate(found):
        before = found[place - 1] if place else None
        match token.key:
            case "(":
                opened.append(_Open(_dates(before)))
            case ")" if opened:
                call = opened.pop()
                empty = before is not None and before.key == "("
                if (0 if empty else call.commas + 1) in call.dates:
                    yield _Reading(Span(token.start, token.start), "" if empty else ", ")
            case "," if opened:
                opened[-1].commas += 1
            case keyword if keyword in _PARTS and (before is None or before.key not in (".", "AS")):
                yield _Reading(token.span, keyword=keyword)
            case _ if opened and _is_argument(found, place) and is_now(token.name):
                if opened[-1].commas in opened[-1].dates:
                    yield _Reading(token.span)


def _dates(name: Token | None) -> tuple[int, ...]:
    """Return the places at which the function of that name takes dates."""
    function = scalar(name.text.lower()) if name is not None and name.kind is TokenKind.WORD else None
    return function.dates if function is not None else ()


def _is_argument(found: list[Token], place: int) -> bool:
    """Tell whether a string is an argument as it is."""
    around = {found[place - 1].key, found[place + 1].key if place + 1 < len(found) else ""}
    return found[place].kind in (TokenKind.STRING, TokenKind.QUOTED) and around <= {"(", ",", ")"}
