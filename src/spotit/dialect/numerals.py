"""Numbers in text, as SQLite reads them (datatype3.html, section 3; lang_expr.html, CAST)."""

from __future__ import annotations

import re

from spotit.dialect.values import LEAST, MOST, Value

BLANKS = " \t\n\v\f\r"
"""The characters that may surround a number; no other blank of Unicode does."""

_DIGITS = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WHOLE = re.compile(rf"[{BLANKS}]*([+-]?{_DIGITS})[{BLANKS}]*")
_PREFIX = re.compile(rf"[{BLANKS}]*([+-]?{_DIGITS})")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_MOST_DIGITS = len(str(MOST))
_WRITTEN_INTEGER = re.compile(r"0|-?[1-9][0-9]*")


def number_in(text: str) -> int | float | None:
    """Return the number that a text is in full, as a comparison under numeric affinity sees it; None if it is none.

    >>> number_in(" 1e1 "), number_in("12"), number_in("12a"), number_in("\u0663")
    (10.0, 12, None, None)
    """
    found = _WHOLE.fullmatch(text)
    return None if found is None else _value(found[1])


def number_of(value: Value) -> int | float | None:
    """Return a number as it is, and the number that a text is in full; None for other values."""
    if isinstance(value, bool) or value is None or isinstance(value, bytes):
        return None
    return value if isinstance(value, int | float) else number_in(value)


def leading_number(text: str) -> int | float:
    """Return the number that a text begins with, as arithmetic and CAST AS NUMERIC see it; 0 if there is none.

    >>> leading_number("12abc"), leading_number("1.5e"), leading_number("abc")
    (12, 1.5, 0)
    """
    found = _PREFIX.match(text)
    return 0 if found is None else _value(found[1])


def written_integer(text: str) -> int | None:
    """Return the integer that CAST AS TEXT writes exactly like this text, None if there is none.

    >>> written_integer("-7"), written_integer("07"), written_integer("-0")
    (-7, None, None)
    """
    if _WRITTEN_INTEGER.fullmatch(text) is None:
        return None
    value = small_integer(text)
    return value if value is not None and LEAST <= value <= MOST else None


def small_integer(numeral: str) -> int | None:
    """Return the integer that a numeral of digits with or without a sign stands for, None if it takes over 64 bits.

    Python itself refuses to read integers of thousands of digits.

    >>> small_integer("-007"), small_integer("9" * 5000)
    (-7, None)
    """
    digits = numeral.lstrip("+-0")
    if len(digits) > _MOST_DIGITS:
        return None
    return -int(digits or "0") if numeral.startswith("-") else int(digits or "0")


def whole_if_exact(number: int | float) -> int | float:
    """Return a REAL that is a whole number as that INTEGER, as a column of numeric affinity stores it."""
    if isinstance(number, int) or not LEAST < number < MOST or number != int(number):
        return number
    return int(number)


def _value(numeral: str) -> int | float:
    if _INTEGER.fullmatch(numeral) is not None:
        value = small_integer(numeral)
        if value is not None and LEAST <= value <= MOST:
            return value
    return float(numeral)
