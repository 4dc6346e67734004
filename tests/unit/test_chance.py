"""Which failures can be foreseen, and which depend on what SQLite evaluates."""

from __future__ import annotations

import apsw
import pytest

from spotit import load_schema
from spotit.plan.facts.chance import may_fail_by_chance
from spotit.sql import lower_query

SCHEMA = load_schema("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, r REAL); CREATE TABLE u(c INTEGER)")
GROUPED = "FROM t GROUP BY b"
FAILING_CONDITIONS = (
    "SELECT a FROM t WHERE abs(a) > 1",
    "SELECT a FROM t WHERE abs(a) BETWEEN 1 AND 5",
    "SELECT a FROM t WHERE abs(a) > 1 OR abs(a) IS NULL",
    "SELECT a FROM t WHERE id = abs(a)",
    "SELECT a FROM t WHERE NOT (abs(a) + a) IS NULL",
    "SELECT a FROM t WHERE coalesce(abs(a), 1) IN (1, 2)",
    "SELECT a FROM t WHERE CASE WHEN abs(a) > 1 THEN 0 ELSE 1 END",
    "SELECT count(*), count(b) FROM t WHERE abs(a) > 1",
    "SELECT max(abs(a)) FROM t",
    "SELECT count(abs(a)), max(b) FROM t",
    "SELECT b, count(DISTINCT abs(a)) FROM t GROUP BY b",
)
"""Conditions that SQLite evaluates for each row of the table."""


def by_chance(sql: str) -> bool:
    return may_fail_by_chance(lower_query(sql, SCHEMA, now="2025-06-15 12:00:00").rel, SCHEMA)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT abs(a) FROM t WHERE a > 1",
        "SELECT DISTINCT abs(a) FROM t",
        *FAILING_CONDITIONS,
        "SELECT CASE WHEN a > 0 THEN abs(a) END FROM t",
        "SELECT abs(a) FROM t UNION ALL SELECT 1",
        "SELECT b FROM t WHERE abs(r) > 1 ORDER BY abs(r * 2)",
        "SELECT b FROM t WHERE abs(-5) > 1 OR abs(length(b) > 2)",
        f"SELECT b, sum(a) {GROUPED}",
        f"SELECT b {GROUPED} HAVING sum(a) > 1 AND count(*) > sum(id)",
        f"SELECT b {GROUPED} ORDER BY sum(a) DESC LIMIT 1",
        "SELECT sum(a) FROM t LIMIT 1",
        f"SELECT s FROM (SELECT b, sum(a) AS s {GROUPED})",
        "SELECT b FROM t WHERE (SELECT sum(c > 3) FROM u) > 1",
        "SELECT b FROM t WHERE (SELECT sum(CASE WHEN c > 3 THEN 1.5 ELSE 0 END) FROM u) > 1",
        "SELECT b FROM t WHERE (SELECT sum(c * 1.0) FROM u) > 1",
        "SELECT b FROM t WHERE (SELECT sum(n) FROM (SELECT count(*) AS n FROM u)) > 1",
        "SELECT a FROM (SELECT a, ntile(4) OVER (ORDER BY id) AS n FROM t)",
        "SELECT count(a) OVER (ORDER BY id ROWS 2 PRECEDING) FROM t",
        "SELECT b FROM t WHERE b LIKE 'a|%' ESCAPE '|'",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
        "SELECT a FROM t LIMIT 3 OFFSET 1",
    ],
)
def test_foreseen(sql: str) -> None:
    assert not by_chance(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a FROM t WHERE abs(a) > 1 AND b = 'x'",
        "SELECT a FROM t WHERE abs(a) > 1 OR b = 'x'",
        "SELECT a FROM t WHERE CASE WHEN b = 'x' THEN abs(a) ELSE 1 END",
        "SELECT a FROM t WHERE abs(-9223372036854775808) > a",
        "SELECT a FROM t WHERE abs(a) > 1 LIMIT 1",
        "SELECT max(a) FROM t WHERE abs(a) > 1",
        "SELECT a FROM t JOIN u ON abs(a) > 1",
        "SELECT a FROM t ORDER BY abs(a)",
        "SELECT abs(a) FROM t LIMIT 1",
        "SELECT abs(-9223372036854775808) FROM t",
        "SELECT CASE WHEN a > 0 THEN json('x') END FROM t",
        "SELECT a > 1 AND abs(a) > 2 FROM t",
        "SELECT a FROM (SELECT a, abs(a) AS x FROM t)",
        "SELECT abs(a) FROM t INTERSECT SELECT 1",
        "SELECT count(*) FROM t GROUP BY abs(a)",
        "SELECT count(CASE WHEN b = 'x' THEN abs(a) END) FROM t",
        "SELECT count(abs(a)) FILTER (WHERE b = 'x') FROM t",
        "SELECT count(abs(a)) FROM t JOIN u ON a = c",
        f"SELECT b, sum(a) {GROUPED} HAVING b = 'x'",
        f"SELECT abs(sum(a)) {GROUPED} ORDER BY sum(id) LIMIT 1",
        f"SELECT b, sum(a) {GROUPED} ORDER BY b LIMIT 1",
        f"SELECT b, sum(a) {GROUPED} ORDER BY sum(a) LIMIT 0",
        f"SELECT b FROM (SELECT b, sum(a) AS s {GROUPED})",
        f"SELECT s FROM (SELECT b, sum(a) AS s {GROUPED}) WHERE b = 'x'",
        "SELECT b FROM t WHERE (SELECT sum(c) FROM u) > 1",
        "SELECT b FROM t WHERE (SELECT sum(c * 5000000000) FROM u) > 1",
        "SELECT (SELECT sum(c) FROM u) FROM t",
        "SELECT a FROM t LIMIT (SELECT c FROM u)",
        "SELECT a FROM (SELECT a, ntile(a) OVER (ORDER BY id) AS n FROM t)",
        "SELECT a, sum(a) OVER (ORDER BY id) FROM t",
        "SELECT b FROM t WHERE b LIKE 'a' ESCAPE b AND a = 1",
        "SELECT a FROM t WHERE a IN (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n)",
    ],
)
def test_by_chance(sql: str) -> None:
    assert by_chance(sql)


@pytest.mark.parametrize("sql", FAILING_CONDITIONS)
@pytest.mark.parametrize("index", ["", "CREATE INDEX i ON t(b)", "CREATE INDEX i ON t(a, b)"])
def test_what_is_foreseen_fails_on_sqlite(sql: str, index: str) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute(f"CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, r REAL); {index}")
    connection.execute("INSERT INTO t(a, b) VALUES (1, 'x'), (NULL, 'y'), (-9223372036854775808, NULL), (3, 'x')")
    with pytest.raises(apsw.SQLError, match="integer overflow"):
        connection.execute(sql).fetchall()
