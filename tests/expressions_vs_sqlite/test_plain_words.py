"""Expressions of one column in plainer words: the engine gives both the same value, for many values of the column."""

from __future__ import annotations

from math import inf, nextafter
from random import Random

import pytest

from spotit.engine.failures import QueryError
from spotit.options import Options
from spotit.plan.expr import Literal
from spotit.plan.one_column import only_column
from spotit.plan.plain.defaults import without_defaults
from spotit.plan.plain.neutral import Deciders, without_neutral
from spotit.plan.rel import Filter, Project
from spotit.plan.show import show_expr
from spotit.plan.sql_form import NoSqlForm, sql_form
from spotit.schemas.load import load_schema
from spotit.search.prove.all_texts import is_never, is_unchanged, truths
from spotit.search.prove.setting import tabulator_at
from spotit.sql import lower_query

SCHEMA = load_schema("CREATE TABLE t(name TEXT, n INTEGER, r REAL)")
TABULATOR = tabulator_at(Options().now)
TEXTS = (None, "", " ", "a", "A", "x", "12", "-12", "-0", "007", "1e3", " 7 ", "9223372036854775807", "a\0b", "é",
         "ab" * 9, "-9223372036854775808", "1.5", ".", "--", "100000000000000000000", "0x10", "\n1")  # fmt: skip
INTEGERS = (None, 0, 1, -1, 5, 7, 10, -12, 99, 100, 999, 1000, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 1 - 2**63)
DRAWN = Random("doubles")
DOUBLES = (None, 0.0, -0.0, 0.5, 2.675, 0.005, 1.005, 1e15 + 0.3, 2.0**52, 2.0**53, 1e300, inf, -inf, 5e-324, 0.15,
           *(nextafter(n / 2, inf) for n in range(-9, 9)),
           *(round(DRAWN.uniform(-1, 1) * 10.0 ** DRAWN.randint(-9, 17), DRAWN.randint(0, 16)) for _ in range(120)),
           )  # fmt: skip
VALUES = {"name": TEXTS, "n": INTEGERS, "r": DOUBLES}


def value_of(expr):
    try:
        return Literal(TABULATOR.tabulate(sql_form(expr, "x"), [()])[0])
    except (NoSqlForm, QueryError):
        return None


DECIDERS = Deciders(
    unchanged=is_unchanged,
    never=lambda condition: is_never(condition, TABULATOR),
    value=value_of,
    truths=truths,
)


def plain_words(sql):
    """Return the plan as it is, and in plainer words."""
    rel = lower_query(sql, SCHEMA, now=None).rel

    def kind(column):
        declared = SCHEMA.column(column)
        return None if declared is None else declared.kind

    return rel, without_neutral(without_defaults(rel, kind, value_of), kind, DECIDERS)


def values(expr, column):
    """Return what the engine makes of an expression of one column, written so that 1 and 1.0 differ."""
    if only_column(expr) is None:
        return [repr(TABULATOR.tabulate(sql_form(expr, "x"), [()])[0])] * len(VALUES[column])

    def of(given):
        try:
            return repr(TABULATOR.tabulate(sql_form(expr, "?1"), [(given,)])[0])
        except QueryError:
            return "failed"

    return [of(given) for given in VALUES[column]]


def text(random, depth):
    pick = random.choice
    if depth <= 0:
        return "name"
    inner = text(random, depth - 1)
    return pick(
        (
            f"COALESCE({inner}, {pick(QUOTED)})",
            f"COALESCE(COALESCE({inner}, ''), 'z')",
            f"HEX({inner})",
            f"TRIM({inner})",
            f"LTRIM({inner}, '-')",
            f"{pick(('TRIM', 'RTRIM'))}({inner}, ' ')",
            f"SUBSTR({inner}, 0, 1)",
            f"UPPER({inner})",
            f"REPLACE({inner}, 'a', '')",
            f"SUBSTR({inner}, INSTR({inner}, 'a') + 1)",
            f"PRINTF('%s!', {inner})",
            f"NULLIF({inner}, 'x')",
            f"({inner} || 'b')",
            f"PRINTF('%03d', {integer(random, depth - 1)})",
            f"CAST({integer(random, depth - 1)} AS TEXT)",
        )
    )


def integer(random, depth):
    pick = random.choice
    column = pick(("LENGTH(name)", "INSTR(name, 'a')", "UNICODE(name)", "CAST(name AS INTEGER)"))
    if depth <= 0:
        return column
    inner = integer(random, depth - 1)
    return pick((f"COALESCE({inner}, 0)", f"({inner} / 3)", f"({inner} | 5)", f"ABS({inner})", f"({inner} - 7)", inner))


QUOTED = ("''", "'x'", "'0'", "'12'")
TESTS = ("= 'x'", "= '007'", "< 'a'", "LIKE '%-%'", "NOT LIKE '%'", "GLOB '*[0-9]'", "IS NULL", "IS NOT ''",
         "IN ('q', '5')",
         "BETWEEN 'Z' AND 'x'", "= 'X' COLLATE NOCASE", "< 3", "<> 1")  # fmt: skip


def number(random, column, depth):
    pick = random.choice
    if depth <= 0:
        return column
    inner = number(random, column, depth - 1)
    return pick(
        (
            f"ROUND({inner}, {pick((0, 1, 2, 5, 10, 15))})",
            f"ROUND({inner})",
            f"COALESCE({inner}, {pick((0, 7))})",
            f"({inner} + 0)",
            f"({inner} * 1)",
            f"ABS({inner})",
            f"CAST({inner} AS INTEGER)",
            f"({inner} % 7)",
            f"PRINTF('%03d', {inner})",
            f"LENGTH({inner})",
            f"IIF({inner} LIKE '1%', 1, 0)",
        )
    )


@pytest.mark.parametrize("column", VALUES)
def test_plainer_words_mean_the_same(column):
    random, changed = Random(f"plain words {column}"), 0
    for _ in range(300):
        depth = random.randint(1, 4)
        expression = text(random, depth) if column == "name" else number(random, column, depth)
        if random.random() < 0.5:
            expression = f"{expression} {random.choice(TESTS)}"
        before, after = plain_words(f"SELECT {expression} FROM t")
        assert isinstance(before, Project) and isinstance(after, Project)
        if before != after:
            changed += 1
            assert values(before.exprs[0], column) == values(after.exprs[0], column), expression
    assert changed > 60


@pytest.mark.parametrize("column", VALUES)
def test_plainer_conditions_are_true_of_the_same_rows(column):
    random, changed = Random(f"plain conditions {column}"), 0
    for _ in range(200):
        depth = random.randint(1, 3)
        expression = text(random, depth) if column == "name" else number(random, column, depth)
        before, after = plain_words(f"SELECT 1 FROM t WHERE {expression} {random.choice(TESTS)}")
        if before != after:
            changed += 1
            truth = [[found == "1" for found in values(_predicate(side), column)] for side in (before, after)]
            assert truth[0] == truth[1], expression
    assert changed > 40


def _predicate(rel):
    while not isinstance(rel, Filter):
        rel = rel.input
    return rel.predicate


@pytest.mark.parametrize(
    ("sql", "same"),
    [
        ("HEX(COALESCE(name, ''))", "HEX(name)"),
        ("HEX(LTRIM(COALESCE(name, '')))", "HEX(LTRIM(name))"),
        ("PRINTF('%s!', COALESCE(SUBSTR(name, 2), ''))", "PRINTF('%s!', SUBSTR(name, 2))"),
        ("CAST(COALESCE(COALESCE(name, ''), 'x') AS INTEGER)", "CAST(COALESCE(name, '') AS INTEGER)"),
        ("RTRIM(name, ' ')", "RTRIM(name)"),
        ("SUBSTR(HEX(name), 0, 1)", "''"),
        ("ROUND(ROUND(r, 2), 10)", "ROUND(r, 2)"),
        ("ROUND(ROUND(r), 0)", "ROUND(r)"),
        ("PRINTF('%03d', LENGTH(name)) = 'x'", "0"),
        ("PRINTF('%03d', n - 7) IS NULL", "0"),
        ("PRINTF('%03d', r) GLOB '*[0-9]'", "1"),
    ],
)
def test_what_is_left_out(sql, same):
    shown = [show_expr(plain_words(f"SELECT {side} FROM t")[1].exprs[0], names=False) for side in (sql, same)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    "sql",
    ["QUOTE(COALESCE(name, ''))", "COALESCE(NULLIF(name, 'a'), '') = ''", "COALESCE(name, '') || n",
     "ROUND(ROUND(r, 10), 2)", "ROUND(ROUND(r, 2), -1)", "ROUND(ROUND(r, n), n)",
     "CAST(n - 7 AS TEXT) < 'a'", "PRINTF('%03d', n) < '5'",
     "PRINTF('%03d', ABS(n)) = 'x'", "LENGTH(LENGTH(name)) = 1"],
)  # fmt: skip
def test_what_is_kept(sql):
    before, after = plain_words(f"SELECT {sql} FROM t")
    assert before == after
