"""Outer joins under conditions: those that refuse rows without a partner, and those that only look so."""

from __future__ import annotations

from random import Random

import pytest

from spotit.options import Options
from spotit.plan import rel as r
from spotit.plan.walk import walk
from spotit.selftest.sweep import ground, try_query
from spotit.sql.lowering.query import lower_query
from spotit.symbolic.relations.join_flatten import Flat

REFUSING = (
    "s.b = 'a'",
    "s.b <> 'a'",
    "s.a",
    "NOT s.a",
    "-s.a < 1",
    "s.a + r.a > 0",
    "s.b IS NOT NULL",
    "upper(s.b) = 'A'",
    "s.b LIKE 'a%'",
    "r.b LIKE s.b",
    "s.b NOT LIKE 'a%'",
    "s.a IN (1, 2)",
    "s.a NOT IN (1, 2)",
    "s.b IN (SELECT b FROM r)",
    "(r.a, s.b) IN (SELECT a, b FROM r)",
    "s.a BETWEEN 0 AND r.a",
    "NOT (s.a > 1)",
    "s.a = 1 OR s.c > 1",
    "r.a > 0 AND (r.b = 'a' OR r.a < 5) AND s.a < 3",
    "CAST(s.b AS INTEGER) = 1",
    "substr(s.b, 1, 1) = 'a'",
)
ALLOWING = (
    "s.b IS NULL",
    "NOT (s.b IS NOT NULL)",
    "s.b IS 'a'",
    "s.b IS NOT 'a'",
    "s.b IS r.b",
    "coalesce(s.b, 'a') = 'a'",
    "ifnull(s.a, 1)",
    "iif(s.a > 1, 0, 1)",
    "typeof(s.a) = 'null'",
    "s.a = 1 OR r.a = 1",
    "s.a IS NULL OR s.a = 1",
    "NOT (s.a = 1 AND r.a = 2)",
    "(s.a > 1) IS NOT 1",
    "(s.a = 1) IS NULL",
    "s.b NOT IN (SELECT b FROM r WHERE r.a > 5)",
    "NOT (s.a IN (SELECT a FROM r WHERE 0))",
    "NOT EXISTS (SELECT 1 FROM t WHERE t.a = s.a)",
    "r.a = 1",
    "1",
)
_QUERIES = (
    "SELECT r.a, r.b, s.a, s.b FROM r LEFT JOIN s ON r.a = s.a WHERE {}",
    "SELECT r.a, s.b FROM s RIGHT JOIN r ON r.b = s.b AND s.a > 0 WHERE {}",
    "SELECT r.b, COUNT(*), SUM(s.a) FROM r LEFT JOIN s ON r.a = s.a WHERE {} GROUP BY r.b",
    "SELECT x.a, t.a FROM (SELECT r.a, s.a AS k FROM r LEFT JOIN s ON r.b = s.b WHERE {}) AS x JOIN t ON t.a = x.k",
)
_CHAINS = (
    "SELECT r.a, t.a FROM r LEFT JOIN s ON r.a = s.a LEFT JOIN t ON t.a = s.a WHERE t.a > 0",
    "SELECT r.a, t.a FROM r LEFT JOIN s ON r.a = s.a LEFT JOIN t ON t.a = s.a WHERE s.a > 0",
    "SELECT r.a, s.b, t.a FROM r LEFT JOIN s ON r.a = s.a JOIN t ON t.a = s.a",
    "SELECT r.a, s.b, t.a FROM r LEFT JOIN s ON r.a = s.a JOIN t ON t.a IS s.a",
    "SELECT r.a, k FROM r LEFT JOIN (SELECT a, 1 AS k FROM s) AS x ON x.a = r.a WHERE k = 1",
    "SELECT r.a, k FROM r LEFT JOIN (SELECT a, coalesce(b, 'a') AS k FROM s) AS x ON x.a = r.a WHERE k >= 'a'",
    "SELECT r.a, (SELECT COUNT(*) FROM s LEFT JOIN t ON t.a = s.a WHERE t.a >= r.a) FROM r",
    "SELECT r.a, s.a FROM r FULL JOIN s ON r.a = s.a WHERE s.a > 0",
)


@pytest.mark.parametrize("condition", (*REFUSING, *ALLOWING))
def test_conditions_over_outer_joins(condition: str) -> None:
    for query in _QUERIES:
        _agrees(query.format(condition))


@pytest.mark.parametrize("sql", _CHAINS)
def test_chains_of_outer_joins(sql: str) -> None:
    _agrees(sql)


def _agrees(sql: str) -> None:
    seen = try_query(ground("plain"), sql, Random(sql), 40, (3,))
    assert not seen.mismatches, "\n".join(map(str, seen.mismatches))
    assert not seen.unsupported and not seen.invalid, sql
    assert seen.cases > 10


@pytest.mark.parametrize("condition", REFUSING)
def test_a_refused_row_makes_the_join_an_inner_one(condition: str) -> None:
    assert not any(isinstance(leaf, r.Join) for leaf in _leaves(condition))


@pytest.mark.parametrize("condition", ALLOWING)
def test_other_outer_joins_stay(condition: str) -> None:
    assert any(isinstance(leaf, r.Join) for leaf in _leaves(condition))


def _leaves(condition: str) -> list[r.Rel]:
    query = lower_query(_QUERIES[0].format(condition), ground("plain").setting.schema, now=Options().now)
    flat = Flat()
    flat.take(next(node for node in walk(query.rel) if isinstance(node, r.Filter | r.Join)))
    flat.open_outer()
    return flat.leaves
