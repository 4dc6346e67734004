"""Expressions that together reach every rule of the symbolic functions, and rows at the boundaries."""

from __future__ import annotations

import random

from expressions_vs_sqlite.scalar_cases import DATED_WORDS, WORDS, random_row
from spotit.database import Value

EDGES = (
    "0000-01-01", "0000-02-29", "0001-12-31", "1899-12-31", "1900-02-28", "1900-03-01", "1989-12-31", "1990-01-01",
    "1990-01-02", "1990-01-31", "1990-05-09", "1990-05-10", "1990-09-30", "1990-10-01", "1990-11-30", "1990-12-30",
    "1990-12-31", "1991-01-01", "1999-12-31", "2000-01-01", "2000-01-29", "2000-01-30", "2000-01-31", "2000-02-01",
    "2000-02-28", "2000-02-29", "2000-03-01", "2000-12-31", "2001-01-01", "2001-02-28", "2004-12-27", "2005-01-02",
    "2008-12-29", "2010-01-03", "2019-05-19", "2024-02-29", "9999-11-30", "9999-12-30", "9999-12-31",
)  # fmt: skip
CLOCKS = ("00:00:00", "00:00:59", "00:59:00", "01:00:00", "09:09:09", "10:10:10", "11:59:59", "12:00:00", "12:59:59",
          "13:00:00", "23:00:00", "23:59:59")  # fmt: skip


def edge_rows(rng: random.Random) -> list[dict[str, Value]]:
    """Return rows at the boundaries of calendar, clock and numbers."""
    rows = []
    for n in range(3 * len(EDGES)):
        row = random_row(rng, finite=False)
        row["d"] = EDGES[n % len(EDGES)]
        row["e"] = rng.choice((EDGES[n % len(EDGES)], rng.choice(EDGES)))
        row["tm"] = CLOCKS[n % len(CLOCKS)]
        row["dt"] = f"{EDGES[n % len(EDGES)]} {rng.choice(CLOCKS)}"
        row["a"] = WORDS[n % len(WORDS)] if n % 7 else None
        row["c"] = DATED_WORDS[n % len(DATED_WORDS)]
        row["i"] = rng.choice((-8, -7, -6, -1, 0, 1, 5, 6, 7, 8, 10, 2000, None))
        if row["a"] in ("07", " 7", "-3", "5.0"):
            # Text that reads as this integer, but is not always what the integer is written as.
            row["i"] = int(float(str(row["a"])))
        row["j"] = rng.choice((-8, -7, -3, -1, 0, 1, 3, 7, 8))
        row["r"] = rng.choice((-2.5, -1.5, -0.5, -0.25, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, None))
        row["q"] = rng.choice((-3.0, -0.75, 0.0, 0.75, 2.0, 2.125))
        rows.append(row)
    return rows


_OPS = ("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")
_DATE_LITERALS = (
    "1990-01-01",
    "1990-12-31",
    "1990-12-30",
    "1990-01-02",
    "1990",
    "1990-01",
    "1990-12",
    "1990-02-00",
    "1990-1",
    "2000-02-29",
    "2000-02-29 12:00:00",
    "2000-02-31",
    "1990-12-32",
    "",
    "9999-12-31",
    "a",
    "19",
)
_TIME_LITERALS = ("12:00:00", "12:00", "11:59:59", "12", "00:00:00", "23:59:59", "24:00:00", "09:09:0")
_LIKES = (
    "1990%",
    "1990-05%",
    "%-05-%",
    "%05%",
    "%-31",
    "%31",
    "____-12-%",
    "19__-%",
    "%1%",
    "1990-12-31",
    "1990-12-31%",
    "%9%9%",
    "_",
    "%",
    "2000-0_-_9%",
    "%00:00%",
    "%T%",
    "%t%",
    "1%0",
    "%:59",
    "%59%",
)
_GLOBS = (
    "1990*",
    "*-0[1-5]-*",
    "[^1]*",
    "*[!1]",
    "????-12-*",
    "*3[01]",
    "[12]9*",
    "*[0-9]",
    "*[^0-9]??",
    "*-*-*",
    "*T*",
)
_MODIFIERS = (
    "+1 day",
    "-1 day",
    "+0 days",
    "+366 days",
    "-400 days",
    "+1 month",
    "-1 month",
    "+13 months",
    "-25 months",
    "+1 year",
    "-4 years",
    "+25 hours",
    "-1 second",
    "+90 minutes",
    "start of month",
    "start of year",
    "start of day",
    "weekday 0",
    "weekday 3",
    "weekday 6",
    "+1.5 days",
    "1 month",
    "localtime",
    "nonsense",
)


def _counted_dates() -> list[str]:
    """Return expressions over dates that are computed from day numbers or seconds, also before the year 0."""
    days = [f"date(d, '{m}')" for m in ("-1 day", "+1 day", "-400 days", "weekday 3", "+1 month", "-1 day', '+2 days")]
    times = [
        f"datetime(dt, '{m}')" for m in ("-1 second", "+90 minutes", "+1 day", "-25 hours', '+1 hour", "+23 hours")
    ]
    constants = (
        "1990-12-31",
        "0000-01-01",
        "-0001-12-31",
        "9999-12-31",
        "2000-02-30",
        "",
        "2000",
        "1990-12-31 23:59:59",
    )
    pairs = [(one, other) for one in days for other in ("d", "e", *days[:2], *map(repr, constants))]
    pairs += [(one, other) for one in times for other in ("dt", "d", *times[:2], *map(repr, constants))]
    found = [f"({one} {op} {other})" for one, other in pairs for op in ("=", "<", ">=")]
    found += [f"{name}({one})" for one in (*days, *times) for name in ("date", "datetime", "julianday", "unixepoch")]
    found += [f"date({one}, '{more}')" for one in (*days, *times) for more in ("+1 day", "-1 day", "start of month")]
    found += [f"strftime('%{letter}', {one})" for one in (*days, *times) for letter in "YFGjVWUwu"]
    found += [f"({one} {more})" for one in days for more in ("+ 0", "|| 'x'", "LIKE '%-12-31'")]
    found += [
        f"CAST({one} AS {kind})" for one in (*days, "strftime('%Y', d, '-1 day')") for kind in ("INTEGER", "REAL")
    ]
    found += [f"max({one}, d)" for one in days] + [f"CASE WHEN i > 0 THEN {one} ELSE e END < d" for one in days]
    found += [f"date(d, '{n} months', '{how}')" for n in ("+1", "-1", "+13", "-4811") for how in ("floor", "ceiling")]
    found += [f"date(d, '-{n} year', 'floor', '+1 day')" for n in (1, 4, 100)]
    for number in ("i", "i * 86400", "i * 1000000000", "i + 2440588", "i * 100000 - 200000000000"):
        for name in ("date", "datetime", "time", "julianday", "unixepoch"):
            found += [
                f"{name}({number}, 'unixepoch')",
                f"{name}({number})",
                f"{name}({number}, 'unixepoch', '+1 month')",
            ]
        found += [f"strftime('%Y-%m-%d %H:%M:%S %j %w %W', {number}, 'unixepoch')", f"date({number}, '-1 day')"]
        found += [f"(date({number}, 'unixepoch') {op} d)" for op in ("=", "<")]
    found += [f"(strftime('%Y-%m-01', d) {op} date(e, 'start of month'))" for op in ("=", "<", ">=")]
    found += [f"(date(d) || ' 12:00:00' {op} dt)" for op in ("=", "<", ">=")]
    return found


def systematic() -> list[str]:
    """Return expressions that together reach every rule of the symbolic functions."""
    found: list[str] = []
    for op in _OPS:
        found += [f"(d {op} '{text}')" for text in _DATE_LITERALS]
        found += [f"('{text}' {op} dt)" for text in (*_DATE_LITERALS, "1990-12-31 23:59:59", "1990-12-31 2")]
        found += [f"(tm {op} '{text}')" for text in _TIME_LITERALS]
        found += [f"(d {op} e)", f"(d {op} dt)", f"(dt {op} e)", f"(strftime('%Y', d) {op} dt)", f"(tm {op} d)"]
        found += [f"(strftime('%m-%d', d) {op} strftime('%m', e))", f"(strftime('%Y/%m', d) {op} e)"]
        found += [f"(strftime('%Y-%m', d) || '-x' {op} d)", f"(strftime('%Y%m', d) {op} strftime('%Y-%m', e))"]
        found += [f"(strftime('%Y-', d) {op} strftime('%Y/', e))", f"(strftime('%Y-', d) {op} strftime('%Y', e))"]
        found += [f"(strftime('%Y/%d', d) {op} strftime('%Y-%m', e))", f"(d || '!' {op} e || '~')"]
        found += [
            f"(strftime('%Y{tail}', d) {op} '{text}')" for tail in ("", "-%m") for text in ("1990", "1990-12", 1990)
        ]
        found += [f"(a {op} '{word}')" for word in ("10", "ab", "abd", "", "é", "2")] + [
            f"(a {op} b)",
            f"(c {op} '2000')",
        ]
        found += [f"(a {op} {n})" for n in (10, 5, 0, 2.5)] + [f"(a {op} i)" for _ in range(op in _OPS[:2] + _OPS[6:])]
        # i + 0 has no affinity, so it is the integer that becomes text here, not the text a number.
        found += [f"(a {op} i + 0)", f"(abs(i) {op} b)", f"(c {op} i * 1000)", f"(i + 0 {op} lower(a))"]
        found += [f"(i {op} {n})" for n in (0, 7, "'7'", "'7.0'", "7.5", "'abc'", "r", "j", "k", "a")]
        found += [f"(r {op} {n})" for n in (0, 0.5, "'0.5'", "i", "q")]
    for side in ("d", "dt", "tm", "strftime('%Y-%m-%dT%H:%M', dt)"):
        found += [f"({side} {negated}LIKE '{p}')" for p in _LIKES for negated in ("", "NOT ")]
        found += [f"({side} GLOB '{p}')" for p in _GLOBS]
        found += [
            f"substr({side}, {start}{stop})"
            for start in (-11, -2, 0, 1, 2, 4, 6, 9, 12, 30)
            for stop in ("", ", 0", ", 1", ", 2", ", 5", ", -3", ", 40", ", NULL")
        ]
        found += [f"replace({side}, '{old}', '{new}')" for old in ("-", ":", " ", "", "T") for new in ("", "/", "--")]
        found += [
            f"{name}({side}{more})"
            for name in ("upper", "lower", "length", "typeof", "date", "time", "datetime", "julianday", "unixepoch")
            for more in ("",)
        ]
        found += [f"instr({side}, '{sought}')" for sought in ("-", ":", "x", "", "-0", "T")]
        found += [f"CAST({side} AS {kind})" for kind in ("INTEGER", "REAL", "NUMERIC", "TEXT")]
        found += [f"({side} {op} {n})" for op in "+-*/%" for n in (3, 2.5, "j")] + [f"(- {side})", f"(NOT {side})"]
        found += [
            f"({name}({side} || '{tail}', '{chars}'))"
            for name in ("trim", "ltrim", "rtrim")
            for tail in ("", " x", "--")
            for chars in ("x ", "-", "", "xT")
        ]
        found += [f"{name}(' ' || {side} || '  ')" for name in ("trim", "ltrim", "rtrim")]
        found += [f"strftime('%{letter}', {side})" for letter in "deFfGgHIjkKlLmMpPQRsSTuUVwWYJ%"]
        found += [f"{name}({side}, '{m}')" for name in ("date", "datetime", "julianday") for m in _MODIFIERS]
        found += [f"strftime('%Y|%j|%W', {side}, '{m}')" for m in _MODIFIERS]
    for first in ("+1 month", "-1 day", "start of month", "+40 days", "start of year"):
        found += [f"datetime(dt, '{first}', '{second}')" for second in _MODIFIERS[:20]]
    found += [
        f"date(strftime('%Y-%m', d) || '-{day}'{more})"
        for day in ("01", "29", "30", "31", "32", "00")
        for more in ("", ", '+1 day'")
    ]
    found += _counted_dates()
    found += [f"datetime(strftime('%Y-%m', d) || '-' || strftime('%d', e){more})" for more in ("", " || ' 24:00:00'")]
    found += ["date(e || ' ' || strftime('%M:%H', tm))", "datetime(e || 'T' || strftime('%M:%H:%S', dt))"]
    found += [
        f"({left} {op} {right})"
        for op in ("+", "-", "*", "/", "%")
        for left in ("i", "r", "k", "7", "-7", "2.5", "a", "NULL")
        for right in ("j", "q", "3", "-3", "0", "0.0", "-2.5", "a")
    ]
    found += [
        f"({left} {op} {right})"
        for op in ("&", "|", "<<", ">>")
        for left in ("i", "k", "r")
        for right in (0, 1, 3, 5, "k")
    ]
    found += [
        f"{name}({arg})"
        for name in ("abs", "sign", "ceil", "floor", "round", "typeof", "-", "~", "+")
        for arg in ("i", "r", "k", "q", "a", "i / 2.0", "r * 3")
    ]
    found += [f"round({arg}, {n})" for arg in ("r", "q", "i", "r / 3", "a") for n in (-1, 0, 1, 2, "NULL", "k")]
    found += [
        f"{name}({', '.join(args)})"
        for name in ("min", "max")
        for args in (
            ("i", "j"),
            ("r", "i"),
            ("i", "r"),
            ("a", "b"),
            ("a", "i"),
            ("d", "e"),
            ("k", "q", "r"),
            ("NULL", "i"),
            ("d", "dt"),
            ("i * 1.0", "i"),
            ("i", "i * 1.0"),
        )
    ]
    found += [
        f"CAST({arg} AS {kind})"
        for arg in ("r", "q", "i", "a", "c", "k", "r * 100", "- r")
        for kind in ("INTEGER", "REAL", "NUMERIC", "TEXT")
    ]
    for left in ("a = 'a'", "a <> 'ab'", "a", "NULL", "i > 0", "a IS NULL", "0"):
        for right in ("a > 'B'", "b = 'a'", "r", "d > '1990'", "NULL", "1", "a = NULL", "a = 'a' OR NULL"):
            found += [f"(({left}) {op} ({right}))" for op in ("AND", "OR", "IS", "=")] + [
                f"NOT (({left}) AND NOT ({right}))"
            ]
            found += [
                f"CASE WHEN {left} THEN {right} ELSE a END",
                f"CASE {left} WHEN {right} THEN 1 WHEN 0 THEN 'no' END",
            ]
    return found
