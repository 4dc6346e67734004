"""Constructs that are rare but occur: computed LIMITs, offsets of LAG from a column, and the like."""

from __future__ import annotations

from random import Random

import pytest

from spotit.selftest.sweep import ground, try_query

DATABASES = 60

CASES = (
    ("plain", "SELECT a FROM r ORDER BY a LIMIT (SELECT count(*) FROM s)"),
    ("plain", "SELECT a FROM r ORDER BY a LIMIT (SELECT count(*) / 2 FROM r)"),
    ("plain", "SELECT a FROM r ORDER BY a LIMIT 1 OFFSET (SELECT count(*) / 2 FROM r)"),
    ("plain", "SELECT avg(a) FROM (SELECT a FROM r WHERE a IS NOT NULL ORDER BY a"
     " LIMIT 2 - (SELECT count(a) FROM r) % 2 OFFSET (SELECT (count(a) - 1) / 2 FROM r))"),
    ("plain", "SELECT a FROM r ORDER BY a DESC, rowid LIMIT (SELECT max(a) FROM s)"),
    ("plain", "SELECT a FROM r ORDER BY a, b LIMIT (SELECT round(count(*) * 0.5) FROM r)"),
    ("plain", "SELECT a FROM r ORDER BY a, b LIMIT (SELECT count(*) * 0.5 FROM r)"),
    ("plain", "SELECT a FROM r ORDER BY a LIMIT -1 OFFSET (SELECT min(a) FROM s WHERE a > -2)"),
    ("plain", "WITH n AS (SELECT count(*) AS k FROM s) SELECT b FROM r ORDER BY b LIMIT (SELECT k - 1 FROM n)"),
    ("plain", "SELECT (SELECT a FROM r ORDER BY a LIMIT 1 OFFSET (SELECT count(*) FROM s)), c FROM s"),
    ("plain", "SELECT a FROM r UNION SELECT a FROM s ORDER BY 1 LIMIT (SELECT count(*) FROM t)"),
    ("plain", "SELECT a FROM r WHERE (a, b) IN ((1, 'a'), (2, 'b'))"),
    ("plain", "SELECT (a, b) NOT IN (('1', 1), (2, NULL)) FROM r"),
    ("plain", "SELECT r.a, s.a FROM r, s WHERE (r.a, r.b) IN ((s.a, s.b), (1, 'a'))"),
    ("plain", "SELECT (a, b) IN ((b, a)) FROM r"),
    ("plain", "SELECT typeof(z), z / 2 FROM (SELECT c AS z FROM s UNION ALL SELECT a FROM r)"),
    ("plain", "SELECT typeof(z), z / 2 FROM (SELECT a AS z FROM r UNION ALL SELECT c FROM s)"),
    ("plain", "SELECT typeof(z), z || '' FROM (SELECT 1 AS z UNION SELECT c FROM s)"),
    ("plain", "SELECT typeof(z) FROM (SELECT CAST(c AS REAL) AS z FROM s UNION ALL SELECT a FROM r)"),
    ("plain", "WITH w(z) AS (SELECT c FROM s UNION SELECT a FROM s) SELECT typeof(z), z / 2 FROM w"),
    ("plain", "SELECT c IN (SELECT +a FROM r), (c, 1) IN (SELECT +a, 1 FROM r) FROM s"),
    ("cycle", "SELECT id, lag(pay, boss) OVER (ORDER BY id) FROM emp"),
    ("cycle", "SELECT id, lead(pay, boss, -1) OVER (ORDER BY id) FROM emp"),
    ("cycle", "SELECT id, lag(nick, dept_id % 2, 'none') OVER (ORDER BY id) FROM emp"),
)  # fmt: skip


@pytest.mark.parametrize(("schema", "sql"), CASES)
def test_rare_constructs_agree_with_the_engine(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), DATABASES, (2, 3, 4))
    failed = sum(count for error, count in summary.invalid.items() if "datatype mismatch" in error)
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases + failed == DATABASES, (summary.unsupported, summary.invalid)
    assert summary.ambiguous < DATABASES * 3 // 4
