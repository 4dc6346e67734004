"""Values at which functions of one value tend to differ, made from the literals of the queries.

They are not those of `spotit.plan.hints.nasty`, on purpose: what is attacked must not choose the attack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.database import Value

_STRINGS = re.compile(r"'((?:[^']|'')*)'")
_NUMBERS = re.compile(r"(?<![\w.'])-?\d+(?:\.\d+)?(?![\w.'])")
_PLAIN_TEXTS = (
    "",
    " ",
    "a",
    "A",
    "b",
    "ab",
    "aB",
    "abc",
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
    "a b",
    "x_y",
    "50%",
    "a\tb",
    "it's",
    "\ta",
    "a-b-c",
    "Z",
    "zz",
    "0",
    "12abc",
    "--",
    "  ",
    "aaa",
    "xx",
    "x",
)
_PLAIN_REALS = (
    0.0,
    0.5,
    1.0,
    2.0,
    1.5,
    2.5,
    -0.5,
    -1.5,
    0.1,
    0.3,
    0.005,
    2.675,
    7.0,
    123456.789,
    1e15,
    0.1 + 0.2,
    1 / 3,
    9007199254740993.0,
    1e-9,
    -2.0,
    1e300,
    99.995,
    10.0,
    100.0,
)
_PLAIN_INTEGERS = (
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    7,
    9,
    10,
    11,
    12,
    49,
    50,
    99,
    100,
    101,
    123,
    -10,
    -5,
    1000,
    2**31,
    2**53 + 1,
    -(2**53) - 1,
    3037000500,
    2**63 - 1,
    -(2**63),
)
_DAYS = (
    "2020-02-29",
    "2020-03-01",
    "2020-02-28",
    "2019-12-31",
    "2021-01-01",
    "2000-03-01",
    "1999-06-15",
    "2020-01-31",
    "2020-06-06",
    "2023-01-30",
    "0000-01-01",
    "9999-12-31",
    "2020-12-27",
    "1900-02-28",
    "2024-01-05",
    "2020-10-12",
)
_TIMES = ("00:00:00", "23:59:59", "12:30:00", "06:06:06")


def texts(*queries: str) -> list[str]:
    """Return texts that are close to the strings of the queries, and plain ones."""
    found: dict[str, None] = {}
    strings = [s.replace("''", "'") for query in queries for s in _STRINGS.findall(query)]
    numbers = [n for query in queries for n in _NUMBERS.findall(query)]
    for string in dict.fromkeys(strings):
        found.update(dict.fromkeys(_around(string)))
    for number in dict.fromkeys(numbers):
        found.update(dict.fromkeys((number, f"{number}x", f"0{number}", f" {number}")))
        if number.isdigit() and int(number) <= 20:
            size = int(number)
            found.update(dict.fromkeys(("q" * max(size - 1, 0), "q" * size, "q" * (size + 1), "é" * size)))
    found.update(dict.fromkeys(_PLAIN_TEXTS))
    for first in strings[:3]:
        found.update(dict.fromkeys(first + second for second in strings[:4]))
    return list(found)


def _around(string: str) -> Iterator[str]:
    bare = (
        string.replace("%", "").replace("_", "k").replace("*", "").replace("?", "k").replace("[", "").replace("]", "")
    )
    for base in dict.fromkeys((string, bare)):
        yield from (
            base,
            f" {base}",
            f"{base} ",
            f"{base}x",
            f"x{base}",
            f"x{base}x",
            base.upper(),
            base.lower(),
            base.swapcase(),
        )
        yield from (
            base[:-1],
            base[1:],
            base * 2,
            f"{base}1",
            f"1{base}",
            f"{base}é",
            f"a{base}b",
            f"{base}-{base}",
            f"-{base}",
        )
        if base:
            yield from (base[:-1] + chr(ord(base[-1]) + 1), base[:-1] + chr(max(33, ord(base[-1]) - 1)), f"{base}\t")


def integers(*queries: str) -> list[int]:
    """Return integers that are close to the numbers of the queries, and plain ones."""
    found: dict[int, None] = {}
    for query in queries:
        for number in _NUMBERS.findall(query):
            near = int(float(number))
            found.update(dict.fromkeys((near, near + 1, near - 1, -near, 2 * near, near * 10, near * 10 + 1)))
        for string in _STRINGS.findall(query):
            if string.lstrip("-").isdigit():
                found[int(string)] = None
    found.update(dict.fromkeys(_PLAIN_INTEGERS))
    return [n for n in found if -(2**63) <= n < 2**63]


def reals(*queries: str) -> list[float]:
    """Return doubles that are close to the numbers of the queries, and awkward ones."""
    found: dict[float, None] = {}
    for query in queries:
        for number in _NUMBERS.findall(query):
            near = float(number)
            found.update(dict.fromkeys((near, near + 0.5, near - 0.5, near + 0.005, near * 1.1, near / 3, -near)))
    found.update(dict.fromkeys(_PLAIN_REALS))
    return list(found)


def days(*queries: str) -> list[str]:
    """Return dates that are close to those of the queries, and plain ones."""
    strings = [s for query in queries for s in _STRINGS.findall(query)]
    return list(dict.fromkeys([*(s for s in strings if re.fullmatch(r"\d{4}-\d\d-\d\d", s)), *_DAYS]))


def of_column(declared: str, *queries: str) -> list[Value]:
    """Return values of a declared type."""
    match declared:
        case "TEXT":
            return list(texts(*queries))
        case "INTEGER":
            return list(integers(*queries))
        case "REAL":
            return list(reals(*queries))
        case "DATE":
            return list(days(*queries))
        case _:
            return [f"{day} {time}" for day in days(*queries) for time in _TIMES]
