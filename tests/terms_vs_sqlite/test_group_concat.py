"""GROUP_CONCAT: what it joins, in which order, and how joined text compares."""

from __future__ import annotations

from random import Random

import pytest

from spotit.selftest.sweep import ground, try_query

DATABASES = 60

CASES = (
    ("plain", "SELECT group_concat(b) FROM r"),
    ("plain", "SELECT a, group_concat(b) FROM r GROUP BY a"),
    ("plain", "SELECT group_concat(b, '; ') FROM r WHERE a > 0"),
    ("plain", "SELECT group_concat(DISTINCT b) FROM s"),
    ("plain", "SELECT group_concat(b ORDER BY a) FROM s"),
    ("plain", "SELECT group_concat(b, '|' ORDER BY b DESC) FROM s"),
    ("plain", "SELECT group_concat(a) FROM r"),
    ("plain", "SELECT a, group_concat(c, '/' ORDER BY rowid) FROM s GROUP BY a"),
    ("plain", "SELECT b, group_concat(a ORDER BY a) FROM r GROUP BY b HAVING count(*) > 1"),
    ("plain", "SELECT group_concat(d ORDER BY d) FROM t"),
    (
        "plain",
        "SELECT g < 'abc', g > 'abc', g < '10', g < '1.5', g < 'a,b', g >= 'a' FROM"
        " (SELECT group_concat(b ORDER BY b) AS g FROM r GROUP BY a)",
    ),
    ("plain", "SELECT DISTINCT g FROM (SELECT a, group_concat(b ORDER BY b) AS g FROM r GROUP BY a)"),
    ("plain", "SELECT group_concat(b ORDER BY b) FROM r UNION SELECT b FROM s"),
    ("plain", "SELECT b FROM s EXCEPT SELECT group_concat(b ORDER BY b) FROM r GROUP BY a"),
    ("plain", "SELECT a, b, group_concat(b, '|') OVER (ORDER BY rowid) FROM r"),
    (
        "plain",
        "SELECT a, group_concat(b, '|') OVER (PARTITION BY a ORDER BY rowid ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)"
        " FROM r",
    ),
    ("plain", "SELECT a, group_concat(b, '|') FILTER (WHERE a > 0) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT CASE WHEN count(*) > 1 THEN group_concat(b ORDER BY b) ELSE 'none' END FROM r"),
    ("plain", "SELECT typeof(group_concat(b)) FROM r"),
    ("plain", "SELECT coalesce(group_concat(b ORDER BY b, a), 'x') FROM r"),
    ("plain", "SELECT a FROM r GROUP BY a HAVING group_concat(b ORDER BY b) = 'a'"),
    ("plain", "SELECT string_agg(b, ', ') FROM (SELECT b FROM r ORDER BY b)"),
    ("cycle", "SELECT dept_id, group_concat(nick, '#' ORDER BY id) FROM emp GROUP BY dept_id"),
    ("cycle", "SELECT dept_id, group_concat(DISTINCT boss) FROM emp GROUP BY dept_id"),
    ("cycle", "SELECT group_concat(pay, '#' ORDER BY id) FROM emp"),
    ("odd", """SELECT group_concat("group by", '+' ORDER BY "group by") FROM "order" """),
    ("odd", """SELECT group_concat(free, '+' ORDER BY rowid) FROM "order" """),
    ("odd", """SELECT group_concat(DISTINCT "group by") FROM "order" """),
)


@pytest.mark.parametrize(("schema", "sql"), CASES)
def test_group_concat_agrees_with_the_engine(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), DATABASES, (2, 3, 4))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases == DATABASES
    if "FROM (" not in sql and any(f"ORDER BY {key}" in sql for key in ("b)", "b,", "b DESC", "d)", "id", "rowid")):
        assert summary.ambiguous == 0
    assert summary.ambiguous < DATABASES * 2 // 3
