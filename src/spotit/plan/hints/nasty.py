"""Values at which functions of one value tend to differ, made from the constants of two plans.

A proof over sample values says little where the samples are plain: these are what it is attacked with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from math import inf, nextafter

from spotit.database import Value
from spotit.frozen import frozen
from spotit.plan.expr import Literal
from spotit.plan.rel import Rel
from spotit.plan.walk import walk
from spotit.schema import Kind

_WILDCARDS = str.maketrans({"%": "", "_": "k", "*": "", "?": "k", "[": "", "]": "", "^": ""})
_DAY = re.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
"""A date, or the beginning of one, in a constant."""
_LONGEST = 40
"""Lengths up to this are spelled out."""
_MOST_DIGITS = 18
"""Numbers of digits for which integers are tried that have so many, or one more."""
_MOST_CHARACTERS = 8
"""Characters of a constant that are tried alone."""
_MOST_CONSTANTS = 12
"""Constants that values are made from, at most."""
_TEXTS = (
    *(
        "",
        " ",
        "a",
        "A",
        "b",
        "aB",
        "é",
        "É",
        "ß",
        "漢字",
        "1",
        "10",
        "-1",
        "1.5",
        "1e2",
        "007",
        " 7",
        "7 ",
        "12abc",
        "0",
    ),
    *("\\x", "[1", "a b", "a  b", "50%", "x_y", "\ta", "it's", "a-b-c", "--", "aaa", "zz"),
)
_REALS = (
    *(0.0, 0.5, 1.5, 2.5, -0.5, -2.5, 0.1, 0.3, 0.1 + 0.2, 1 / 3, 0.005, 1.005, 2.675, 99.995, 7.0, 123456.789),
    *(1e15 + 0.5, 2.0**53, 1e-9, 1e300, -1.0, 100.0, 1.7e308, -1.7e308, 5e-324, 1e-310),
    *(nextafter(whole, to) for whole in (0.5, 1.0, 2.0, 3.0, 10.0, 100.0) for to in (inf, -inf)),
)
_UNEVEN_REALS = tuple(1.13**power / 7 for power in range(-60, 100))
"""Numbers of many sizes with all their digits: arithmetic in other steps rounds some of them otherwise."""
_INTEGERS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    9,
    10,
    11,
    99,
    100,
    -10,
    2**31,
    2**53 + 1,
    -(2**53) - 1,
    3037000500,
    2**63 - 1,
    -(2**63),
)
_DATES = (
    *("2020-02-29", "2020-03-01", "2019-12-31", "2021-01-01", "2020-01-31", "2023-01-30", "1900-02-28", "2000-12-31"),
    *("2020-12-27", "2024-01-05", "1999-06-15", "0000-01-01", "9999-12-31", "0380-01-01", "0530-06-01", "0970-10-10"),
    *("1000-01-01", "3999-11-11", "5000-05-05", "7777-07-07", "0099-12-31"),
)
_TIMES = ("00:00:00", "23:59:59", "12:30:00", "09:05:07")


@frozen
class Constants:
    """The constants of two plans."""

    texts: tuple[str, ...]
    numbers: tuple[int | float, ...]

    @staticmethod
    def of(plans: Iterable[Rel]) -> Constants:
        """Return the constants in the order in which they stand."""
        values = [node.value for plan in plans for node in walk(plan) if isinstance(node, Literal)]
        texts = dict.fromkeys(value for value in values if isinstance(value, str))
        numbers = dict.fromkeys(value for value in values if isinstance(value, int | float))
        return Constants(tuple(texts)[:_MOST_CONSTANTS], tuple(numbers)[:_MOST_CONSTANTS])


def nasty_values(kind: Kind, constants: Constants) -> tuple[Value, ...]:
    """Return values of a kind, those close to the constants first."""
    match kind:
        case Kind.INTEGER:
            return tuple(dict.fromkeys((*_integers(constants), *_INTEGERS)))
        case Kind.BOOLEAN:
            return (0, 1)
        case Kind.REAL:
            return tuple(dict.fromkeys((*_reals(constants), *_REALS, *_UNEVEN_REALS)))
        case Kind.NUMERIC:
            return tuple(
                dict.fromkeys((*_integers(constants), *_reals(constants), *_REALS, *_INTEGERS, *_UNEVEN_REALS))
            )
        case Kind.DATE:
            return tuple(_days(constants))
        case Kind.DATETIME:
            return tuple(f"{day} {time}" for day in _days(constants) for time in _TIMES)
        case Kind.TIME:
            return _TIMES
        case Kind.BLOB:
            return (b"", b"a", b"\x00", b"A", b"ab")
        case Kind.TEXT:
            return tuple(dict.fromkeys((*_texts(constants), *_TEXTS)))
        case Kind.ANY:
            return tuple(_anything(constants))


def _anything(constants: Constants) -> Iterator[Value]:
    """Yield values of every class for a column that keeps each as it is: 1, 1.0 and '1' are three of them."""
    numbers = dict.fromkeys(_integers(constants))
    yield from numbers
    yield from map(float, numbers)
    yield from dict.fromkeys(_reals(constants))
    yield from dict.fromkeys(_texts(constants))
    yield from (text.encode() for text in constants.texts)
    for others in (_TEXTS, _INTEGERS, _REALS):
        yield from others


def _days(constants: Constants) -> Iterator[str]:
    """Yield the days that the constants name and those beside them, days of years that they name, and nasty ones."""
    found: dict[str, None] = {}
    for text in (*constants.texts, *map(str, constants.numbers)):
        written = _DAY.match(text)
        if written is None:
            continue
        year, month, day = (int(part or 1) for part in written.groups())
        if 1 <= year <= 9998 and 1 <= month <= 12 and 1 <= day <= 28:
            near = date(year, month, day)
            found.update(dict.fromkeys(str(near + timedelta(days=days)) for days in (0, -1, 1, 40, 400)))
    yield from dict.fromkeys((*found, *_DATES))


def _texts(constants: Constants) -> Iterator[str]:
    for text in constants.texts:
        for base in dict.fromkeys((text, text.translate(_WILDCARDS))):
            yield from _around(base)
    for first, second in zip(constants.texts, constants.texts[1:], strict=False):
        yield first + second
    for number in constants.numbers:
        yield from (f"{number}", f" {number}", f"0{number}", f"{number}x", f"{number}.5")
        if isinstance(number, int) and 0 < number <= _LONGEST:
            yield from ("q" * (number - 1), "q" * number, "q" * (number + 1), "é" * number)
            yield from (" " + "q" * (number - 1), "q" * (number - 1) + " ", "1" * number)


def _around(text: str) -> Iterator[str]:
    yield from (text, f" {text}", f"{text} ", text.swapcase(), text.upper(), text.lower(), f"{text}x", f"x{text}")
    yield from (f"x{text}x", text[:-1], text[1:], f"{text}é", f"1{text}", f"{text}1", f"{text}\t", text + text)
    yield from (f"{text}-{text}", f"-{text}", f"{text} {text}")
    for character in dict.fromkeys(text[:_MOST_CHARACTERS]):
        yield from (character, f"{_next(character)}", f"{_next(character)}x")
    if text:
        yield from (text[:-1] + _next(text[-1]), f"{text[0]}-{text[1:]}")


def _next(character: str) -> str:
    """Return the character behind it, surrogates left out."""
    code = min(ord(character) + 1, 0x10FFFF)
    return chr(code if code not in range(0xD800, 0xE000) else 0xE000)


def _integers(constants: Constants) -> Iterator[int]:
    for number in constants.numbers:
        if abs(number) < 2**62:
            near = int(number)
            yield from (near, near - 1, near + 1, -near, 2 * near, 10 * near, 10 * near + 1)
            if 0 < near < _MOST_DIGITS:
                yield from (10**near, 10**near - 1, 10 ** (near - 1), -(10 ** (near - 1)))
    for text in constants.texts:
        if text.isascii() and text.isdigit() and len(text) < 18:
            yield int(text)


def _reals(constants: Constants) -> Iterator[float]:
    for number in constants.numbers:
        near = float(number)
        yield from (nextafter(near, inf), nextafter(near, -inf))
        yield from (near, near + 0.5, near - 0.5, near + 0.005, near / 3, near * 1.1, -near)
