"""Text put together from pieces: ||, PRINTF, CAST of numbers, and functions of what GROUP_CONCAT joins."""

from __future__ import annotations

from random import Random

import pytest

from generate.composite_text import Composites
from spotit.selftest.sweep import SweepSummary, ground, try_query

DATABASES = 60
QUERIES = 40
GENERATED_DATABASES = 25

CASES = (
    ("plain", "SELECT length(group_concat(b)) FROM r"),
    ("plain", "SELECT a, length(group_concat(b, '; ')) FROM r GROUP BY a"),
    ("plain", "SELECT length(group_concat(a)) FROM r"),
    ("plain", "SELECT a FROM r GROUP BY a HAVING group_concat(b ORDER BY b) LIKE '%a%'"),
    ("plain", "SELECT a, group_concat(b, ', ') LIKE '%b, 1%' FROM (SELECT * FROM r ORDER BY b) GROUP BY a"),
    ("plain", "SELECT group_concat(b ORDER BY b) LIKE 'A_,%' FROM r"),
    ("plain", "SELECT group_concat(b ORDER BY b) LIKE '%\\%%' ESCAPE '\\' FROM r"),
    ("plain", "SELECT group_concat(b ORDER BY b) GLOB '*[a-b],?*' FROM r"),
    ("plain", "SELECT coalesce(group_concat(b ORDER BY b), 'none') NOT LIKE '%n%' FROM r WHERE a > 0"),
    ("plain", "SELECT 'all: ' || group_concat(b ORDER BY b) FROM r"),
    ("plain", "SELECT 'all: ' || group_concat(b ORDER BY b) || '.' FROM r GROUP BY a"),
    ("plain", "SELECT a || ': ' || group_concat(b ORDER BY b) FROM r GROUP BY a"),
    ("plain", "SELECT DISTINCT (a / 2) || ': ' || group_concat(b ORDER BY b) FROM r GROUP BY a"),
    ("plain", "SELECT a, group_concat(b ORDER BY b) = 'a,b' FROM r GROUP BY a"),
    ("plain", "SELECT '<' || group_concat(b ORDER BY b) || '>' = '<a,b>' FROM r"),
    ("plain", "SELECT '<' || group_concat(b ORDER BY b) || '>' IN (SELECT '<' || b || '>' FROM s) FROM r"),
    ("plain", "SELECT a, group_concat(b ORDER BY b) > 'a,b', group_concat(b ORDER BY b) <= 'ab' FROM r GROUP BY a"),
    ("plain", "SELECT 'b' > group_concat(b ORDER BY b) FROM r"),
    ("plain", "SELECT max(g), min(g) FROM (SELECT group_concat(b, '; ' ORDER BY b) AS g FROM r GROUP BY a)"),
    ("plain", "SELECT a, group_concat(b ORDER BY b) AS g FROM r GROUP BY a ORDER BY g"),
    ("plain", "SELECT a, group_concat(b ORDER BY b) AS g FROM r GROUP BY a ORDER BY g DESC LIMIT 1"),
    ("plain", "SELECT g FROM (SELECT group_concat(b ORDER BY b) AS g FROM r GROUP BY a) ORDER BY g COLLATE NOCASE, 1"),
    ("plain", "SELECT count(DISTINCT '(' || g || ')') FROM (SELECT group_concat(b ORDER BY b) g FROM r GROUP BY a)"),
    ("plain", "SELECT DISTINCT g COLLATE NOCASE FROM (SELECT group_concat(b ORDER BY b) AS g FROM r GROUP BY a)"),
    ("plain", "SELECT max(g COLLATE NOCASE) FROM (SELECT group_concat(b ORDER BY b) AS g FROM r GROUP BY a)"),
    ("plain", "SELECT upper(group_concat(b, ', ' ORDER BY b)) FROM r"),
    ("plain", "SELECT lower('X' || group_concat(b, ', ' ORDER BY b)) FROM r"),
    ("plain", "SELECT replace(group_concat(DISTINCT b), ',', ' | ') FROM r WHERE a = 1"),
    ("plain", "SELECT replace(group_concat(b ORDER BY b), ',', '; ') = 'a; b' FROM r"),
    ("cycle", "SELECT replace(group_concat(hired, '/' ORDER BY id), '/', '+') FROM emp"),
    ("plain", "SELECT CASE WHEN length(group_concat(b)) > 3 THEN 'long' ELSE group_concat(b ORDER BY b) END FROM r"),
    ("plain", "SELECT a || '-' || b || '-' || a FROM r"),
    ("plain", "SELECT r.a || '-' || s.a FROM r, s"),
    ("plain", "SELECT r.a || '-' || s.a = '1-2' FROM r, s"),
    ("plain", "SELECT r.a || s.a FROM r, s"),
    ("plain", "SELECT r.b || ', ' || s.b || ' (' || s.a || ')' FROM r, s"),
    ("plain", "SELECT r.b || '/' || s.b || '/' || r2.b FROM r, s, r AS r2"),
    ("plain", "SELECT count(DISTINCT r.b || '/' || s.b || '/' || r2.b) FROM r, s, r AS r2"),
    ("plain", "SELECT r.b || '/' || s.b || '/' || r2.b AS x FROM r, s, r AS r2 WHERE x LIKE '%a/%1%'"),
    ("plain", "SELECT r.b || '/' || s.b || '/' || r2.b AS x FROM r, s, r AS r2 WHERE x > 'a/b/c'"),
    ("plain", "SELECT length(r.b || '/' || s.b || '/' || r2.b) FROM r, s, r AS r2"),
    ("plain", "SELECT r.a = (s.a || ''), r.a < (s.a || '1'), 11 = +(r.a || s.a), s.c > (r.a || '.5') FROM r, s"),
    ("plain", "SELECT CAST(11 AS INTEGER) = printf('%d1', a) FROM r"),
    ("plain", "SELECT 'sum ' || sum(a) FROM r"),
    ("plain", "SELECT sum(a) || '%' FROM r UNION SELECT b FROM s"),
    ("plain", "SELECT 'sum ' || sum(c) || ' of ' || count(*) FROM s"),
    ("plain", "SELECT CAST(sum(c) AS TEXT) FROM s GROUP BY a"),
    ("plain", "SELECT CAST(sum(c) AS TEXT) = '1.5' FROM s GROUP BY a"),
    ("plain", "SELECT CAST(sum(a) AS TEXT) IN (SELECT b FROM s) FROM r"),
    ("plain", "SELECT round(sum(c), 1) || '%' FROM s"),
    ("plain", "SELECT DISTINCT CAST(sum(c) AS TEXT) || '%' FROM s GROUP BY a"),
    ("plain", "SELECT printf('%.2f', sum(c)) FROM s"),
    ("plain", "SELECT printf('%.1f%%', 100.0 * count(b) / count(*)) FROM s"),
    ("plain", "SELECT printf('%.1f', -sum(c) / 8) FROM s"),
    ("plain", "SELECT printf('%.1f', sum(c)) = '0.0' FROM s GROUP BY a"),
    ("plain", "SELECT printf('%.0f', sum(c)), printf('%.0f', sum(c)) IN ('2', '-0', '0') FROM s GROUP BY a"),
    ("plain", "SELECT printf('%d of %s', sum(a), count(*)) FROM r"),
    ("plain", "SELECT format('%s: %d (%.1f)', b, a, c / 3) FROM s"),
    ("plain", "SELECT printf('%s-%s-%s', r.b, s.b, s.a) FROM r, s"),
    ("plain", "SELECT printf('%d', sum(c)) FROM s"),
    ("plain", "SELECT CAST(printf('%.1f', sum(c)) AS REAL), CAST(printf('%.1f', sum(c) / 4) AS INTEGER) FROM s"),
    ("plain", "SELECT CAST(CAST(sum(c) AS TEXT) AS REAL), CAST(CAST(sum(a) AS TEXT) AS INTEGER) FROM s GROUP BY a"),
    ("plain", "SELECT CAST(CAST(sum(a) AS TEXT) AS REAL) FROM s WHERE CAST(CAST(c AS TEXT) AS INTEGER) > 0"),
    ("cycle", "SELECT printf('%s', group_concat(nick, '#' ORDER BY id)) FROM emp"),
    (
        "cycle",
        "WITH RECURSIVE t(id, p) AS (SELECT id, nick FROM emp WHERE boss IS NULL"
        " UNION ALL SELECT e.id, t.p || '/' || e.nick FROM emp e JOIN t ON e.boss = t.id) SELECT p FROM t",
    ),
    (
        "cycle",
        "WITH RECURSIVE t(id, p) AS (SELECT id, CAST(id AS TEXT) FROM emp WHERE boss IS NULL"
        " UNION ALL SELECT e.id, t.p || '->' || e.id FROM emp e JOIN t ON e.boss = t.id) SELECT p FROM t",
    ),
    ("odd", """SELECT upper(group_concat("group by", '+' ORDER BY "group by")) FROM "order" """),
    ("odd", """SELECT '+' || free || '+' || "x y" || '+' || flag FROM "order" """),
)


@pytest.mark.parametrize(("schema", "sql"), CASES)
def test_composite_text_agrees_with_the_engine(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), DATABASES, (2, 3, 3))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases == DATABASES, (summary.unsupported, summary.invalid)
    assert summary.ambiguous < DATABASES * 3 // 4


@pytest.mark.parametrize("seed", range(3))
def test_generated_composites_agree_with_the_engine(seed: int) -> None:
    random = Random(f"composites {seed}")
    place = ground("plain")
    writer = Composites(random)
    total = SweepSummary()
    for _ in range(QUERIES):
        total.add(try_query(place, writer.query(), random, GENERATED_DATABASES, (2, 2, 3)))
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert total.cases > 0.6 * QUERIES * GENERATED_DATABASES, (total.unsupported, total.invalid)


def test_a_separator_that_stands_in_dates_too_is_not_taken_for_one() -> None:
    sql = "SELECT replace(group_concat(hired, '-' ORDER BY id), '-', '+') FROM emp"
    summary = try_query(ground("cycle"), sql, Random(1), DATABASES, (2,))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))


def test_an_integer_is_not_read_from_the_text_of_a_fraction() -> None:
    sql = "SELECT CAST(CAST(sum(c) / 100000 AS TEXT) AS INTEGER) FROM s"
    summary = try_query(ground("plain"), sql, Random(1), DATABASES, (2,))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
