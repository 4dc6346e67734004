"""Two functions of one text: where SQLite tells them apart on a plain string, so must we.

The pools of texts are tested for all pairs, which is fast; the verdicts for some of them.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations
from random import Random

import apsw
import pytest

import spotit
from spotit import Different, Options
from spotit.database import Value
from spotit.dialect.functions import FUNCTIONS, FunctionKind
from spotit.plan.hints.usage import analyse
from spotit.plan.rel import Query
from spotit.schemas.load import schema_from_ddl
from spotit.sql import lower_query
from spotit.verdict import Grade

DDL = "CREATE TABLE t(a TEXT NOT NULL)"
SCHEMA = schema_from_ddl(DDL)
CONNECTION = apsw.Connection(":memory:")
OF_PATHS = ("json_extract", "jsonb_extract")
"""Functions that do nothing without a second argument."""
PRINTED = ("%s", "%d", "%5s", "%-5s", "%.1f", "%q", "%Q", "%w", "%.1s", "%c", "%x", "%05d", "%,d", "%e", "%g")
FORMS = (
    "a",
    *(f"{f.name}(a)" for f in FUNCTIONS if f.kind is FunctionKind.SCALAR and f.encoded and f.accepts(1)),
    *(f"{name}(a, '{mark}')" for name in ("trim", "ltrim", "rtrim") for mark in ("x", "ab")),
    *(f"substr(a, {place})" for place in ("1", "2", "3", "-1", "1, 1", "-2, 1", "2, 1", "0, 2")),
    *(f"replace(a, {change})" for change in ("'a', 'b'", "'a', ''", "' ', ''", "'b', 'a'")),
    *(f"instr(a, '{text}')" for text in ("a", "b", "ab")),
    *(f"like('{pattern}', a)" for pattern in ("a%", "%a", "%a%", "_", "A_")),
    *(f"glob('{pattern}', a)" for pattern in ("a*", "*a*", "[A-Z]*", "[^a]*", "?")),
    *(f"printf('{form}', a)" for form in PRINTED),
    *(f"strftime('%{letter}', a)" for letter in "YmdHMSjwsIpWe"),
    *(f"date(a, '{change}')" for change in ("+1 month", "+30 days", "start of month", "+1 day")),
    *("strftime('%Y-%m', a)", "time(a, '+1 hour')", "timediff(a, '2000-01-01')", "round(a, 1)", "round(a, 2)"),
    *("concat(a, 'x')", "a || 'x'", "'x' || a", "concat_ws('-', a, 'x')", "char(a, 65)", "unhex(a, ' ')"),
    *("coalesce(a, '')", "nullif(a, 'a')", "nullif(a, '')", "iif(a, 1, 0)", "iif(a > 0, 1, 0)", "a = 'a'", "a < 'b'"),
    *("max(a, 'b')", "min(a, 'b')", "pow(a, 2)", "log(2, a)", "atan2(a, 1)", "mod(a, 2)", "a + 0", "-a"),
    *("CAST(a AS INTEGER)", "CAST(a AS REAL)", "json_extract(a, '$.a')", "a ->> 'a'", "json_type(a, '$.a')"),
)
OUTER = (
    "{}", "upper({})", "lower({})", "trim({})", "ltrim({})", "length({})", "octet_length({})", "hex({})",
    "quote({})", "substr({}, 2, 1)", "substr({}, -1)", "replace({}, 'a', 'b')", "instr({}, 'b')", "{} LIKE 'a%'",
    "unicode({})", "CAST({} AS INTEGER)", "{} = 'ab'", "round({})", "typeof({})", "{} || 'x'",
)  # fmt: skip
INNER = (
    "upper(a)", "lower(a)", "trim(a)", "substr(a, 2)", "substr(a, 1, 3)", "replace(a, ' ', '')", "a || 'x'",
    "'x' || a", "replace(a, '-', '')", "substr(a, -3)", "ltrim(a, '0')", "rtrim(a)", "coalesce(nullif(a, ''), 'z')",
)  # fmt: skip
TEXTS = (
    "", "a", "A", "b", "B", "ab", "aB", "Ab", "AB", "abc", "abcdef", "ba", "aa", "aba", "bab", " a", "a ", "  a",
    " a ", "a b", "\ta", "a\t", "x", "xa", "ax", "xax", "é", "É", "éa", "aé", "ß", "漢字", "1", "10", "-1", "1.5",
    "-1.5", "01", "0", "1e2", "12abc", "007", " 7", "7 ", "65", "41", "4142", "0.5", "-0.5", "2.5", "100",
    "1000000", "1234.5", "it's", "'", '"', 'a"b', "a'b", "a%", "%", "_", "*", "[a]", "?", "\\", "\\0041",
    "2000-01-01", "2000-02-29", "2001-12-31", "2024-07-15 13:45:59", "2000-01-01T00:30:00Z", "12:30", "23:59:59",
    "2451545", "2000", "{}", "[]", "[1,2]", "[1, 2]", '{"a":1}', '{"a": 1}', '{"a":"x"}', '{"a":null}', "{a:1}",
    "null", "true", '"a"', "{a", "1,2", "a,b", "a-b", "a_b", "new york", "New York", "z", "Z", "zz", "\n", "a\nb",
    "50%",
)  # fmt: skip


@cache
def value_of(form: str, text: str) -> Value | apsw.Error:
    """Return what SQLite makes of a text, or why it fails."""
    try:
        ((found,),) = CONNECTION.execute(f"SELECT {form} FROM (SELECT CAST(?1 AS TEXT) AS a)", (text,))
    except apsw.Error as error:
        return error
    except UnicodeDecodeError:
        return "not UTF-8"
    return found


def told_apart(left: str, right: str, text: str) -> bool:
    """Tell whether SQLite returns different values for a text, by more than rounding."""
    found = value_of(left, text), value_of(right, text)
    if any(isinstance(value, apsw.Error) for value in found):
        return False
    if all(isinstance(value, int | float) for value in found):
        return not math.isclose(*found, rel_tol=1e-9)
    return type(found[0]) is not type(found[1]) or found[0] != found[1]


@cache
def query_of(form: str) -> Query:
    return lower_query(f"SELECT {form} FROM t", SCHEMA, now=Options().now)


def missed(forms: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the pairs that some plain text tells apart, but no text of the pool made for the pair."""
    found = []
    for pair in combinations(forms, 2):
        if any(told_apart(*pair, text) for text in TEXTS):
            pool = analyse(*map(query_of, pair), SCHEMA).text_pool(0)
            if not any(told_apart(*pair, text) for text in pool):
                found.append(pair)
    return found


def test_the_pool_of_two_functions_tells_them_apart() -> None:
    forms = tuple(form for form in FORMS if form not in [f"{name}(a)" for name in OF_PATHS])
    assert missed(forms) == []


@pytest.mark.parametrize("inner", INNER)
def test_the_pool_of_two_functions_of_a_function_tells_them_apart(inner: str) -> None:
    assert missed(tuple(outer.format(inner) for outer in OUTER)) == []


def sample(count: int) -> list[tuple[str, str]]:
    pairs = [pair for pair in combinations(FORMS, 2) if any(told_apart(*pair, text) for text in TEXTS)]
    return Random(1).sample(pairs, count)


@pytest.mark.parametrize(("left", "right"), [("length(a)", "octet_length(a)"), ("lower(a)", "a"), *sample(40)])
def test_functions_that_differ_on_a_plain_text_are_called_different(left: str, right: str) -> None:
    verdict = spotit.check(f"SELECT {left} FROM t", f"SELECT {right} FROM t", DDL, options=Options(bound=1))
    assert isinstance(verdict, Different) and verdict.grade is Grade.ORDINARY, verdict
