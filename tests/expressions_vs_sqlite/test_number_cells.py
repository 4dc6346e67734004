"""Functions of one number that are called the same: the engine is asked on many numbers of all sizes."""

from __future__ import annotations

from math import inf, nextafter
from random import Random

import apsw
import pytest

from spotit.dialect.types import Kind
from spotit.options import Options
from spotit.plan.alike import SUBJECT
from spotit.plan.one_column import of_column, only_column
from spotit.plan.rel import Project
from spotit.schemas.load import load_schema
from spotit.search.prove.number_cells import compared
from spotit.search.prove.same_functions import SameFunctions
from spotit.search.prove.setting import tabulator_at
from spotit.sql import lower_query
from spotit.work import Work

SCHEMA = load_schema("CREATE TABLE t(n INTEGER, r REAL)")
KINDS = {"n": Kind.INTEGER, "r": Kind.REAL}
CONSTANTS = ("0", "1", "3", "-2", "0.5", "0.1", "100", "2.5", "-1.5", "7", "9000000000000000000", "1e300")


def function(sql):
    rel = lower_query(f"SELECT {sql} FROM t", SCHEMA, now=None).rel
    assert isinstance(rel, Project)
    column = only_column(rel.exprs[0])
    assert column is not None
    return of_column(rel.exprs[0], column, SUBJECT)


def agreement(left, right, column):
    return compared(function(left), function(right), KINDS[column], tabulator_at(Options().now).tabulate)


def value(random, column, depth):
    pick = random.choice
    if depth == 0:
        return column
    inner, constant = value(random, column, depth - 1), pick(CONSTANTS)
    return pick(
        (
            *(f"({inner} {op} {constant})" for op in "+-*/"),
            f"({constant} - {inner})",
            f"({constant} / {inner})",
            f"(- {inner})",
            f"ABS({inner})",
            f"SIGN({inner})",
            f"ROUND({inner})",
            f"ROUND({inner}, {pick((1, 2, 10))})",
            f"MAX({inner}, {constant})",
            f"MIN({inner}, {constant})",
            f"CAST({inner} AS INTEGER)",
            f"CAST({inner} AS REAL)",
            f"LENGTH({inner})",
            f"COALESCE({inner}, {constant})",
            f"NULLIF({inner}, {constant})",
            f"(CASE WHEN {inner} > {constant} THEN {inner} ELSE {pick(CONSTANTS)} END)",
        )
    )


def condition(random, column):
    one = f"{value(random, column, random.randint(1, 3))} {random.choice(('<', '<=', '=', '<>', 'IS', '>='))}"
    return f"({one} {random.choice(CONSTANTS)})"


def numbers(random, column):
    if column == "n":
        edges = (0, 1, 2**31, 2**53, 2**62, 2**63 - 1, *(10**size for size in range(19)), 2**63 // 3, 2**63 // 100)
        near = [sign * edge + step for edge in edges for step in range(-3, 4) for sign in (1, -1)]
        drawn = [random.randint(-(2**63), 2**63 - 1) >> random.randint(0, 62) for _ in range(300)]
        return [None, *(n for n in (*near, *drawn, -(2**63)) if -(2**63) <= n < 2**63)]
    plain = [random.uniform(-1, 1) * 10.0 ** random.randint(-320, 308) for _ in range(300)]
    halves = [n / 2 for n in range(-60, 240)]
    beside = [nextafter(half, to) for half in halves for to in (inf, -inf)]
    return [None, inf, -inf, 5e-324, 2.0**52, 2.0**53, 1.5e308, *plain, *halves, *beside]


def told_apart(left, right, column, values):
    connection = apsw.Connection(":memory:")

    def outcome(sql, number):
        try:
            return repr(connection.execute(f"SELECT {sql} FROM (SELECT ? AS {column})", (number,)).fetchall())
        except apsw.SQLError:
            return "failed"

    return next((number for number in values if outcome(left, number) != outcome(right, number)), "same")


@pytest.mark.parametrize("column", KINDS)
def test_functions_that_are_called_the_same_are_so_on_the_engine(column):
    random, same = Random(f"cells {column}"), 0
    for _ in range(500):
        left = condition(random, column)
        form = random.choice(("NOT (NOT {})", "({} IS TRUE)", "COALESCE({}, 0)", "({} OR 0)"))
        right = condition(random, column) if random.random() < 0.5 else form.format(left)
        if random.random() < 0.4:
            right = right.replace(column, f"({column} {random.choice(('/ 3 * 3', '* 1.0', '+ 1'))})")
        found = agreement(left, right, column)
        if found.same:
            same += 1
            assert told_apart(left, right, column, numbers(random, column)) == "same", (left, right)
        elif found.apart is not None:
            assert told_apart(left, right, column, [found.apart]) != "same", (left, right, found.apart)
    assert same > 50


OUTER = ("{}", "{} LIKE '1%'", "PRINTF('%03d', {})", "CAST({} AS TEXT)", "({} | 7)", "LENGTH({} % 10)", "UNICODE({})",
         "CASE WHEN {} LIKE '%5' THEN {} ELSE {} + 1 END", "CASE WHEN {} THEN QUOTE({}) END")  # fmt: skip
WRAPPED = (
    *("({} + 0)", "CAST({} AS INTEGER)", "ABS({})", "({} * 1)", "COALESCE({}, 0)", "ROUND({})", "MIN({}, 5)"),
    *("({} - 0.0)", "MAX(MIN({}, 7), -7)", "CAST({} AS REAL)", "NULLIF({}, 1)", "(- -{})", "({} + 3 - 3)"),
    "({} * 2 - {})",
)


@pytest.mark.parametrize("column", KINDS)
def test_values_that_are_called_the_same_are_so_on_the_engine(column):
    random, same = Random(f"values {column}"), 0
    for _ in range(600):
        inner, outer = value(random, column, random.randint(0, 2)), random.choice(OUTER)
        other = random.choice(WRAPPED).replace("{}", inner)
        if random.random() < 0.3:
            inner = random.choice(WRAPPED).replace("{}", inner)
        left, right = (outer.replace("{}", one) for one in (inner, other))
        found = agreement(left, right, column)
        if found.same:
            same += 1
            assert told_apart(left, right, column, numbers(random, column)) == "same", (left, right)
        elif found.apart is not None:
            assert told_apart(left, right, column, [found.apart]) != "same", (left, right, found.apart)
    assert same > (60 if column == "n" else 30)


@pytest.mark.parametrize(
    ("left", "right", "column"),
    [
        ("r / 3 * 3 >= -1.5", "r >= -1.5", "r"),
        ("r * 0.5 > 7", "r / 2.0 > 7", "r"),
        ("n * 2.0 > 7", "n * 1.0 > 3.5", "n"),
        ("LENGTH(n) <= 3", "n BETWEEN -99 AND 999", "n"),
        ("ROUND(r, 2) < 0.5", "ROUND(ROUND(r, 2), 10) < 0.5", "r"),
        ("PRINTF('%03d', COALESCE(n, 7))", "PRINTF('%03d', CAST(COALESCE(n, 7) AS INTEGER))", "n"),
        ("COALESCE(MIN(n, 0), 5) LIKE '1%'", "COALESCE(MIN(MIN(n, 2), 0), 5) LIKE '1%'", "n"),
        ("LENGTH(-n | 7)", "LENGTH((-n + 0) | 7)", "n"),
        ("NULLIF(MIN(n, 9), 5) + 2", "NULLIF(MIN(n, 9) + 1, 6) + 1", "n"),
    ],
)
def test_the_same_in_other_words(left, right, column):
    assert agreement(left, right, column).same


@pytest.mark.parametrize(
    ("left", "right", "column"),
    [
        ("SIGN(r / 3)", "SIGN(r)", "r"),
        ("n * 4 > 0", "n > 1", "n"),
        ("n + 1.0 > 9007199254740992", "n > 9007199254740991", "n"),
        ("ABS(n) > 7", "n > 7 OR n < -7", "n"),
        ("LENGTH(n) = 4", "LENGTH(ABS(n)) = 4", "n"),
    ],
)
def test_a_number_that_tells_functions_apart_is_found(left, right, column):
    found = agreement(left, right, column)
    assert not found.same
    assert found.apart is None or told_apart(left, right, column, [found.apart]) != "same"


@pytest.mark.parametrize("places", [0, 1, 2, 3, 10, 15])
def test_rounding_keeps_the_order(places):
    random, connection = Random(places), apsw.Connection(":memory:")
    rounded = f"SELECT ROUND(?1, {places}) <= ROUND(?2, {places})"
    for _ in range(4000):
        near = round(random.uniform(-1, 1) * 10.0 ** random.randint(-6, 16), places) + 5 * 10.0 ** -(places + 1)
        number = random.choice((near, random.uniform(-1, 1) * 10.0 ** random.randint(-6, 17)))
        assert connection.execute(rounded, (number, nextafter(number, inf))).fetchone() == (1,), number


def test_without_work_left_nothing_is_decided():
    work = Work().allow(0.0)
    work.spend(1.0)
    same = SameFunctions(lambda column: KINDS[column[1]], tabulator_at(Options().now), work)
    plans = [lower_query(f"SELECT {sql} FROM t", SCHEMA, now=None).rel for sql in ("r / 3 * 3 > 1.5", "r > 1.5")]
    assert same.unified(*plans) == plans[1]
