"""Plans that are the same up to the names and ids of their columns."""

from __future__ import annotations

from random import Random

import pytest

from generate.pairs import mutants
from generate.query import Queries
from generate.schema import DDL, pools, schema
from spotit import load_schema
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.isomorphic import isomorphic
from spotit.plan.rel import Rel
from spotit.plan.show import show
from spotit.sql import lower_query

NOW = "2025-06-15 12:00:00"
SCHEMA = load_schema(
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c TEXT COLLATE NOCASE); CREATE TABLE u(a INTEGER, b TEXT)"
)


def plan(sql: str) -> Rel:
    return lower_query(sql, SCHEMA, now=NOW).rel


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT a, b FROM t", "SELECT x.a AS one, x.b AS two FROM t AS x"),
        ("SELECT (SELECT a FROM u WHERE u.b = t.b) FROM t", "SELECT (SELECT y.a FROM u y WHERE y.b = x.b) FROM t x"),
        ("SELECT count(*) AS n FROM t GROUP BY b ORDER BY n", "SELECT count(*) FROM t GROUP BY b ORDER BY 1"),
        (
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 3) SELECT n FROM r",
            "WITH RECURSIVE s(m) AS (SELECT 1 UNION ALL SELECT m + 1 FROM s LIMIT 3) SELECT m FROM s",
        ),
        ("SELECT a FROM t UNION SELECT a FROM u", "SELECT a AS z FROM t UNION SELECT u.a FROM u"),
    ],
)
def test_names_do_not_matter(left: str, right: str) -> None:
    assert isomorphic(plan(left), plan(right))


OTHERS = (
    ("SELECT a, b FROM t", "SELECT b, a FROM t"),
    ("SELECT a FROM t", "SELECT a FROM u"),
    ("SELECT x.b FROM t x JOIN t y ON x.a = y.a", "SELECT y.b FROM t x JOIN t y ON x.a = y.a"),
    ("SELECT DISTINCT b FROM t", "SELECT DISTINCT c FROM t"),
    ("SELECT DISTINCT b FROM t", "SELECT DISTINCT b COLLATE NOCASE FROM t"),
    ("SELECT b FROM t GROUP BY b", "SELECT b FROM t GROUP BY b COLLATE NOCASE"),
    ("SELECT min(b) FROM t", "SELECT min(b COLLATE NOCASE) FROM t"),
    ("SELECT 1 FROM t", "SELECT 1.0 FROM t"),
    ("SELECT b FROM t ORDER BY a", "SELECT b FROM t ORDER BY a DESC"),
    ("SELECT b FROM t ORDER BY a LIMIT 1", "SELECT b FROM t ORDER BY a LIMIT 1 OFFSET 1"),
    ("SELECT sum(a) FROM t", "SELECT sum(a) FILTER (WHERE b = 'x') FROM t"),
    ("SELECT sum(a) OVER (PARTITION BY b) FROM t", "SELECT sum(a) OVER (ORDER BY b) FROM t"),
    ("SELECT a FROM t WHERE b IN (SELECT b FROM u)", "SELECT a FROM t WHERE a IN (SELECT a FROM u)"),
    ("SELECT count(*) FROM t", "SELECT count(*) FROM t GROUP BY 'x'"),
    ("SELECT a FROM t UNION SELECT a FROM u", "SELECT a FROM t UNION ALL SELECT a FROM u"),
    ("SELECT substr(b, 1) FROM t", "SELECT substr(b, 1, 1) FROM t"),
    ("SELECT CAST(b AS INTEGER) FROM t", "SELECT CAST(b AS TEXT) FROM t"),
)
"""Pairs of queries whose plans are not the same."""


@pytest.mark.parametrize(("left", "right"), OTHERS)
def test_everything_else_does(left: str, right: str) -> None:
    assert isomorphic(plan(left), plan(left))
    assert not isomorphic(plan(left), plan(right))


@pytest.mark.parametrize("name", sorted(DDL))
def test_the_printed_plan_says_the_same(name: str) -> None:
    made = schema(name)
    random = Random(f"isomorphic {name}")
    writer = Queries(random, made, pools(made))
    same = other = 0
    for _ in range(150):
        left = writer.query(2)
        right = next(mutants(left, random), left) if random.random() < 0.8 else left
        try:
            plans = [lower_query(sql, made, now=NOW).rel for sql in (left, right)]
        except (InvalidSql, UnsupportedSql):
            continue
        found = isomorphic(*plans)
        assert found == (show(plans[0], names=False) == show(plans[1], names=False)), f"{left}\n{right}"
        same, other = same + found, other + (not found)
    assert same > 15 and other > 40, (same, other)
