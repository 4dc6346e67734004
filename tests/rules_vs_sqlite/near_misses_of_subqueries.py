"""Near misses of the rules on subqueries, windows, first rows and groups of groups."""

from __future__ import annotations

from rules_vs_sqlite.near_misses import CHILD, FIVE, LIST, TWINS, TWO, NearMiss

TIED = "INSERT INTO q(k, n, p, x) VALUES (1, 1, 1, 7), (2, 1, 1, 7), (3, 2, NULL, 4)"
NULLED = "INSERT INTO q(k, n, p, x) VALUES (1, 1, 1, NULL), (1, 2, 1, 4)"

SUBQUERY_MISSES: tuple[NearMiss, ...] = (
    NearMiss(
        "count as EXISTS",
        "SELECT k FROM p WHERE (SELECT COUNT(*) FROM q WHERE q.p = p.k) > 1",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        (TWO, CHILD),
    ),
    NearMiss(
        "count as EXISTS",
        "SELECT k FROM p WHERE (SELECT COUNT(x) FROM q WHERE q.p = p.k) > 0",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        (TWO, CHILD),
    ),
    NearMiss(
        "count as EXISTS",
        "SELECT k FROM p WHERE (SELECT COUNT(*) FROM q WHERE q.p = p.k GROUP BY q.p) = 0",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        (TWO,),
    ),
    NearMiss(
        "one row of a scalar subquery",
        "SELECT (SELECT k FROM p LIMIT 0)",
        "SELECT (SELECT k FROM p LIMIT 1)",
        (TWO,),
    ),
    NearMiss(
        "one row of a scalar subquery",
        "SELECT k FROM p WHERE k IN (SELECT k FROM p ORDER BY k LIMIT 2)",
        "SELECT k FROM p WHERE k IN (SELECT k FROM p ORDER BY k LIMIT 1)",
        (TWO,),
    ),
    NearMiss("lone subquery", "SELECT (SELECT a FROM p WHERE k = 1)", "SELECT a FROM p WHERE k = 1", ()),
    NearMiss("lone subquery", "SELECT (SELECT max(a) FROM p GROUP BY b)", "SELECT max(a) FROM p GROUP BY b", ()),
    NearMiss(
        "first by key",
        "SELECT n FROM q ORDER BY x LIMIT 1",
        "SELECT n FROM q WHERE x = (SELECT MIN(x) FROM q)",
        (TWO, NULLED),
    ),
    NearMiss(
        "first by key",
        "SELECT x FROM q ORDER BY k LIMIT 1",
        "SELECT x FROM q WHERE k = (SELECT MIN(k) FROM q)",
        (TWO, TWINS),
    ),
    NearMiss(
        "first by key",
        "SELECT a FROM p ORDER BY k LIMIT 1 OFFSET 1",
        "SELECT a FROM p WHERE k = (SELECT MIN(k) FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first by key",
        "SELECT u FROM p ORDER BY u DESC LIMIT 1",
        "SELECT u FROM p WHERE u = (SELECT MAX(u) FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first value as extreme",
        "SELECT x FROM q ORDER BY x LIMIT 1",
        "SELECT MIN(x) FROM q HAVING COUNT(*) > 0",
        (TWO, NULLED),
    ),
    NearMiss("first value as extreme", "SELECT a FROM p ORDER BY a DESC LIMIT 1", "SELECT MAX(a) FROM p", ()),
    NearMiss(
        "first value as extreme",
        "SELECT a FROM p ORDER BY f DESC, a DESC LIMIT 1",
        "SELECT MAX(a) FROM p HAVING COUNT(*) > 0",
        (TWO,),
    ),
    NearMiss(
        "first of a partition",
        "SELECT n FROM (SELECT n, ROW_NUMBER() OVER (PARTITION BY p ORDER BY x DESC) AS i FROM q) WHERE i = 1",
        "SELECT n FROM q WHERE x = (SELECT MAX(x) FROM q AS o WHERE o.p IS q.p)",
        (TWO, NULLED, "UPDATE q SET x = NULL"),
    ),
    NearMiss(
        "first of a partition",
        "SELECT k FROM (SELECT k, ROW_NUMBER() OVER (ORDER BY n) AS i FROM q) WHERE i = 1",
        "SELECT k FROM q WHERE n = (SELECT MIN(n) FROM q)",
        (TWO, TIED),
    ),
    NearMiss(
        "first of a partition",
        "SELECT a FROM (SELECT a, RANK() OVER (ORDER BY k) AS i FROM p) WHERE i = 2",
        "SELECT a FROM p WHERE k = (SELECT MIN(k) FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first of a partition",
        "SELECT k, i FROM (SELECT k, RANK() OVER (PARTITION BY a ORDER BY k) AS i FROM p) WHERE i <= 2",
        "SELECT k, 1 FROM p",
        (TWO, "UPDATE p SET a = 1"),
    ),
    NearMiss(
        "window as subquery",
        "SELECT k, COUNT(*) OVER (PARTITION BY a) FROM p",
        "SELECT k, (SELECT COUNT(*) FROM p AS o WHERE o.a = p.a) FROM p",
        (TWO,),
    ),
    NearMiss(
        "window as subquery",
        "SELECT k, COUNT(*) OVER (ORDER BY k) FROM p",
        "SELECT k, (SELECT COUNT(*) FROM p) FROM p",
        (TWO,),
    ),
    NearMiss(
        "window as subquery",
        "SELECT k, MAX(k) OVER () FROM p WHERE k < 2",
        "SELECT k, (SELECT MAX(k) FROM p) FROM p WHERE k < 2",
        (TWO,),
    ),
    NearMiss(
        "window as subquery",
        "SELECT k, COUNT(*) OVER (ROWS UNBOUNDED PRECEDING) FROM p",
        "SELECT k, (SELECT COUNT(*) FROM p) FROM p",
        (TWO,),
    ),
    NearMiss("count of a group", "SELECT COUNT(*) FROM p HAVING COUNT(*) > 0", "SELECT COUNT(*) FROM p", ()),
    NearMiss(
        "count of a group",
        "SELECT b FROM p GROUP BY b HAVING COUNT(a) > 0",
        "SELECT b FROM p GROUP BY b",
        (TWO,),
    ),
    NearMiss("sum of ones", "SELECT SUM(1) FROM p", "SELECT COUNT(*) FROM p", ()),
    NearMiss(
        "sum of ones",
        "SELECT b, SUM(CASE WHEN a > 1 THEN 1 END) FROM p GROUP BY b",
        "SELECT b, COUNT(CASE WHEN a > 1 THEN 1 END) FROM p GROUP BY b",
        (TWO,),
    ),
    NearMiss(
        "sum of ones",
        "SELECT b, SUM(1) FILTER (WHERE a > 1) FROM p GROUP BY b",
        "SELECT b, COUNT(*) FILTER (WHERE a > 1) FROM p GROUP BY b",
        (TWO,),
    ),
    NearMiss(
        "sum of ones",
        "SELECT b, SUM(DISTINCT CASE WHEN k > 0 THEN 1 ELSE 0 END) FROM p GROUP BY b",
        "SELECT b, COUNT(CASE WHEN k > 0 THEN 1 END) FROM p GROUP BY b",
        (TWO, FIVE),
    ),
    NearMiss(
        "extreme key",
        "SELECT p, MIN(x) FROM q GROUP BY p",
        "SELECT p, x FROM q WHERE x = (SELECT MIN(x) FROM q AS o WHERE o.p IS q.p)",
        (TWO, NULLED, "UPDATE q SET x = NULL"),
    ),
    NearMiss(
        "extreme key",
        "SELECT k, MIN(n) FROM q GROUP BY p, k",
        "SELECT k, n FROM q WHERE n = (SELECT MIN(n) FROM q AS o WHERE o.p = q.p)",
        (TWO, CHILD),
    ),
    NearMiss("extreme key", "SELECT MAX(k), a FROM p", "SELECT k, a FROM p WHERE k = (SELECT MAX(k) FROM p)", ()),
    NearMiss("extreme of one row", "SELECT MAX(a) FROM p WHERE k = 1", "SELECT a FROM p WHERE k = 1", ()),
    NearMiss(
        "extreme of one row",
        "SELECT k, (SELECT COUNT(x) FROM q HAVING COUNT(*) > 0) FROM p",
        "SELECT k, (SELECT COUNT(x) FROM q) FROM p",
        (TWO,),
    ),
    NearMiss(
        "extreme of one row",
        "SELECT k, (SELECT MIN(x) FROM q HAVING COUNT(*) > 1) FROM p",
        "SELECT k, (SELECT MIN(x) FROM q) FROM p",
        (TWO, "INSERT INTO q(k, n, x) VALUES (1, 1, 1)"),
    ),
    NearMiss(
        "extreme of one row",
        "SELECT k, (SELECT MAX(x) FILTER (WHERE n > 1) FROM q WHERE q.k = p.k AND q.n = 1) FROM p",
        "SELECT k, (SELECT x FROM q WHERE q.k = p.k AND q.n = 1) FROM p",
        (TWO, CHILD),
    ),
    NearMiss(
        "groups of an outer join",
        "SELECT p.k, COUNT(*) FROM p LEFT JOIN q ON q.p = p.k GROUP BY p.k",
        "SELECT k, (SELECT COUNT(*) FROM q WHERE q.p = p.k) FROM p",
        (TWO,),
    ),
    NearMiss(
        "groups of an outer join",
        "SELECT p.b, COUNT(q.n) FROM p LEFT JOIN q ON q.p = p.k GROUP BY p.b",
        "SELECT b, (SELECT COUNT(*) FROM q WHERE q.p = p.k) FROM p",
        (TWO, "UPDATE p SET b = 'x'"),
    ),
    NearMiss(
        "groups of an outer join",
        "SELECT p.k, COUNT(q.n) FROM p LEFT JOIN q ON q.p = p.k WHERE q.x > 1 GROUP BY p.k",
        "SELECT k, (SELECT COUNT(*) FROM q WHERE q.p = p.k AND q.x > 1) FROM p",
        (TWO,),
    ),
    NearMiss(
        "groups of an outer join",
        "SELECT p.k, MAX(coalesce(q.x, 0)) FROM p LEFT JOIN q ON q.p = p.k GROUP BY p.k",
        "SELECT k, (SELECT MAX(coalesce(q.x, 0)) FROM q WHERE q.p = p.k) FROM p",
        (TWO,),
    ),
    NearMiss(
        "join with groups",
        "SELECT p.k, d.c FROM p JOIN (SELECT p, COUNT(*) AS c FROM q GROUP BY p) AS d ON d.p = p.k",
        "SELECT k, (SELECT COUNT(*) FROM q WHERE q.p = p.k) FROM p",
        (TWO, CHILD),
    ),
    NearMiss(
        "join with groups",
        "SELECT p.k FROM p JOIN (SELECT p, k, MAX(n) AS m FROM q GROUP BY p, k) AS d ON d.p = p.k WHERE d.m > 0",
        "SELECT k FROM p WHERE (SELECT MAX(n) FROM q WHERE q.p = p.k) > 0",
        (TWO, TIED),
    ),
    NearMiss(
        "NOT IN beside a NULL test",
        "SELECT k FROM p WHERE a NOT IN (SELECT k FROM p)",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM p AS o WHERE o.k = p.a)",
        (TWO,),
    ),
    NearMiss(
        "NOT IN beside a NULL test",
        "SELECT k FROM p WHERE a IS NOT NULL AND a NOT IN (SELECT x FROM q)",
        "SELECT k FROM p WHERE a IS NOT NULL AND NOT EXISTS (SELECT 1 FROM q WHERE x = a)",
        (TWO, CHILD),
    ),
    NearMiss(
        "NOT IN beside a NULL test",
        "SELECT k FROM p WHERE f IS NOT NULL AND a NOT IN (SELECT k FROM p)",
        "SELECT k FROM p WHERE f IS NOT NULL AND NOT EXISTS (SELECT 1 FROM p AS o WHERE o.k = p.a)",
        (TWO,),
    ),
    NearMiss(
        "greatest as none greater",
        "SELECT n FROM q WHERE x = (SELECT MAX(x) FROM q)",
        "SELECT n FROM q WHERE NOT EXISTS (SELECT 1 FROM q AS o WHERE o.x > q.x)",
        (TWO, CHILD),
    ),
    NearMiss(
        "greatest as none greater",
        "SELECT n FROM q WHERE x = (SELECT MAX(x) FROM q WHERE n > 1)",
        "SELECT n FROM q WHERE x IS NOT NULL AND NOT EXISTS (SELECT 1 FROM q AS o WHERE o.n > 1 AND o.x > q.x)",
        (TWO, TIED, "UPDATE q SET x = 9 WHERE n = 1"),
    ),
    NearMiss(
        "greatest as none greater",
        "SELECT n FROM q WHERE n = (SELECT MAX(x) FROM q)",
        "SELECT n FROM q WHERE NOT EXISTS (SELECT 1 FROM q AS o WHERE o.x > q.n)",
        (TWO, NULLED, "UPDATE q SET x = 0"),
    ),
    NearMiss(
        "EXISTS without columns",
        "SELECT k FROM p WHERE EXISTS (SELECT MAX(x) FROM q WHERE 0)",
        "SELECT k FROM p WHERE 0",
        (TWO,),
    ),
    NearMiss(
        "unused aggregate", "SELECT b, a, MAX(k) FROM p GROUP BY b", "SELECT b, a, MIN(k) FROM p GROUP BY b",
        (TWO, "UPDATE p SET b = 'x'"), LIST,
    ),
)  # fmt: skip
