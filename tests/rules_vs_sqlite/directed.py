"""Queries to which each rule applies, over the tables of the near misses."""

from __future__ import annotations

from rules_vs_sqlite.directed_constants import DIRECTED_CONSTANTS
from rules_vs_sqlite.directed_windows import DIRECTED_WINDOWS
from spotit.options import Semantics

BAG, SET, LIST = Semantics.BAG, Semantics.SET, Semantics.LIST

DIRECTED: dict[str, tuple[tuple[str, Semantics], ...]] = {
    "flat junction": (
        ("SELECT k FROM p WHERE a = 1 AND NOT (b = 'x' OR k > 1)", BAG),
        ("SELECT k, a OR NOT (b <> 'x' AND z) FROM p", BAG),
    ),
    "repeated operand": (
        ("SELECT k FROM p WHERE a = 1 AND b = 'x' AND a = 1", BAG),
        ("SELECT k, a > 1 OR a > 1 FROM p", BAG),
    ),
    "constant operand": (
        ("SELECT k FROM p WHERE 1 AND a > 1", BAG),
        ("SELECT k, a OR 0, a AND 0, a OR 2.5, a AND 1 FROM p", BAG),
    ),
    "double negation": (
        ("SELECT k FROM p WHERE NOT NOT a", BAG),
        ("SELECT k, NOT NOT (a > 1), NOT 0, NOT NULL FROM p", BAG),
    ),
    "negated junction": (
        ("SELECT k FROM p WHERE NOT (a > 1 AND b = 'x')", BAG),
        ("SELECT p.k, NOT (a > 1 OR x > 1) FROM p LEFT JOIN q ON p.k = q.k", BAG),
    ),
    "negated comparison": (
        ("SELECT k FROM p WHERE NOT a > 1", BAG),
        ("SELECT k, NOT a IS 1, NOT a = 1, NOT a <= f, NOT c < 'B', NOT a IS NOT NULL FROM p", BAG),
    ),
    "comparison direction": (
        ("SELECT k, a > f, c >= 'B', 2 > a FROM p", BAG),
        ("SELECT p.k FROM p JOIN q ON p.a >= q.x", BAG),
    ),
    "comparison with NULL": (
        ("SELECT k, a IS NULL, NULL IS NOT a FROM p", BAG),
        ("SELECT k FROM p WHERE a IS 1 OR c IS 'A'", BAG),
    ),
    "constant comparison": (
        ("SELECT k, 1 < 2, 'a' = 'A', 'a' = 'A' COLLATE NOCASE, 3 IS 4 FROM p", BAG),
        ("SELECT k FROM p WHERE 1 = 1 AND 'x' <> 'y'", BAG),
    ),
    "self-comparison": (
        ("SELECT k FROM p WHERE a = a", BAG),
        ("SELECT k FROM p WHERE c <= c OR a >= a", BAG),
    ),
    "sure NULL test": (
        ("SELECT k, b IS NULL, k IS NOT NULL FROM p", BAG),
        ("SELECT p.k, q.x IS NULL FROM p JOIN q ON p.k = q.x", BAG),
        ("SELECT p.k, count(*) IS NULL FROM p GROUP BY p.k", BAG),
    ),
    "CASE as condition": (
        ("SELECT k FROM p WHERE CASE WHEN a > 1 THEN 1 ELSE 0 END", BAG),
        ("SELECT k FROM p WHERE iif(a > 1, 2, NULL) OR (a = 1) IS TRUE", BAG),
    ),
    "IN as EXISTS": (
        ("SELECT k FROM p WHERE a IN (SELECT x FROM q)", BAG),
        ("SELECT k FROM p WHERE k NOT IN (SELECT n FROM q WHERE x IS NULL)", BAG),
        ("SELECT b, k IN (SELECT k FROM q) FROM p", BAG),
        ("SELECT k FROM p WHERE (k, a) IN (SELECT k, x FROM q) OR c IN (SELECT v FROM q)", BAG),
    ),
    "EXISTS without columns": (
        ("SELECT k FROM p WHERE EXISTS (SELECT k, x FROM q WHERE q.p = p.k)", BAG),
        ("SELECT k, NOT EXISTS (SELECT DISTINCT x FROM q WHERE q.p = p.k LIMIT 3) FROM p", BAG),
    ),
    "first value as extreme": (
        ("SELECT k FROM p WHERE a = (SELECT a FROM p ORDER BY a DESC LIMIT 1)", BAG),
        ("SELECT k, (SELECT n FROM q WHERE q.k = p.k ORDER BY n LIMIT 1) FROM p", BAG),
        ("SELECT (SELECT x FROM q WHERE x IS NOT NULL ORDER BY x, k LIMIT 1)", BAG),
        ("SELECT a FROM p ORDER BY a DESC LIMIT 1", BAG),
        ("SELECT b FROM p WHERE a > 0 ORDER BY b LIMIT 1", BAG),
        ("SELECT x FROM q WHERE x IS NOT NULL ORDER BY x, k LIMIT 1 OFFSET 0", LIST),
    ),
    "count as EXISTS": (
        ("SELECT k FROM p WHERE (SELECT COUNT(*) FROM q WHERE q.p = p.k) > 0", BAG),
        ("SELECT k, (SELECT COUNT(x) FROM q WHERE q.p = p.k) = 0, 1 <= (SELECT COUNT(*) FROM r) FROM p", BAG),
    ),
    "one row of a scalar subquery": (
        ("SELECT k, (SELECT x FROM q WHERE q.p = p.k ORDER BY k LIMIT 2) FROM p", BAG),
        ("SELECT k FROM p WHERE a = (SELECT n FROM q ORDER BY k, n LIMIT 5 OFFSET 1)", BAG),
        ("SELECT (SELECT x FROM q ORDER BY k, n LIMIT -1)", BAG),
        ("SELECT (SELECT n FROM q UNION SELECT k FROM p ORDER BY 1 LIMIT 3 OFFSET 1)", BAG),
    ),
    "lone subquery": (
        ("SELECT (SELECT MAX(a) FROM p)", BAG),
        ("SELECT (SELECT COUNT(*) FROM q WHERE x > 1)", LIST),
        ("SELECT k, (SELECT (SELECT o.a FROM p AS o WHERE o.k = p.k)) FROM p", BAG),
    ),
    "first by key": (
        ("SELECT a, b FROM p ORDER BY k LIMIT 1", BAG),
        (
            "SELECT b, n FROM (SELECT p.b, q.n, q.k FROM q JOIN p ON p.k = q.k WHERE q.n = 1 "
            "ORDER BY q.k DESC LIMIT 1)",
            BAG,
        ),
        ("SELECT k FROM p WHERE a = (SELECT x FROM q WHERE q.k = p.k ORDER BY n DESC LIMIT 1)", BAG),
    ),
    "first of a partition": (
        ("SELECT k FROM (SELECT k, ROW_NUMBER() OVER (PARTITION BY a ORDER BY k) AS i FROM p) WHERE i = 1", BAG),
        ("SELECT k, b FROM (SELECT k, b, RANK() OVER (ORDER BY b DESC) AS i FROM p) WHERE i <= 1", BAG),
        ("SELECT x FROM (SELECT x, DENSE_RANK() OVER (PARTITION BY x, p ORDER BY n) AS i FROM q) WHERE 2 > i", BAG),
    ),
    "window as subquery": (
        ("SELECT k, COUNT(*) OVER (PARTITION BY a) FROM p", BAG),
        ("SELECT k, MAX(a) OVER (PARTITION BY b), MIN(a) OVER () FROM p WHERE k > 0", BAG),
        ("SELECT k FROM (SELECT k, COUNT(a) FILTER (WHERE a > 0) OVER (PARTITION BY b) AS c FROM p) WHERE c > 1", BAG),
        (
            "SELECT k, COUNT(*) OVER (PARTITION BY a ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING "
            "AND UNBOUNDED FOLLOWING) FROM p",
            BAG,
        ),
    ),
    "sum of ones": (
        ("SELECT a, SUM(CASE WHEN k > 1 THEN 1 ELSE 0 END) FROM p GROUP BY a", BAG),
        ("SELECT b, SUM(1), SUM(iif(a > 1, 1, 0)) FROM p GROUP BY b", BAG),
    ),
    "count of a group": (
        ("SELECT a FROM p GROUP BY a HAVING COUNT(*) > 0", BAG),
        ("SELECT a, MAX(k) FROM p GROUP BY a HAVING COUNT(*) >= 1 AND MAX(k) > 1", BAG),
    ),
    "unused aggregate": (
        ("SELECT g FROM (SELECT a AS g, COUNT(*), MAX(k) AS m FROM p GROUP BY a) WHERE m > 1", BAG),
        ("SELECT MAX(g) FROM (SELECT a AS g, COUNT(*) FROM p GROUP BY a)", BAG),
    ),
    "extreme key": (
        ("SELECT MIN(k) FROM p GROUP BY a", BAG),
        ("SELECT b, MAX(k), a FROM p WHERE k > 0 GROUP BY b", BAG),
        ("SELECT k, MIN(n), x FROM q GROUP BY k", BAG),
    ),
    "extreme of one row": (
        ("SELECT k, (SELECT MAX(o.a) FROM p AS o WHERE o.k = p.a) FROM p", BAG),
        ("SELECT k, (SELECT MIN(x) FROM q WHERE q.p = p.k HAVING COUNT(*) > 0) FROM p", BAG),
    ),
    "groups of an outer join": (
        ("SELECT p.k, COUNT(q.n) FROM p LEFT JOIN q ON q.p = p.k GROUP BY p.k", BAG),
        (
            "SELECT p.k, p.b, MAX(q.x), COUNT(DISTINCT q.x) FROM p LEFT JOIN q ON q.p = p.k AND q.n > 1 WHERE p.k > 0 "
            "GROUP BY p.k, p.b",
            BAG,
        ),
    ),
    "join with groups": (
        ("SELECT p.b FROM p JOIN (SELECT p, MAX(x) AS m FROM q GROUP BY p) AS d ON d.p = p.k AND d.m > p.a", BAG),
        ("SELECT p.k, d.c FROM p JOIN (SELECT p, COUNT(*) AS c FROM q GROUP BY p) AS d ON d.p = p.k", BAG),
        ("SELECT o.k FROM q AS o JOIN (SELECT p, MAX(x) AS m FROM q GROUP BY p) AS d ON d.p = o.p AND d.m = o.x", BAG),
    ),
    "NOT IN beside a NULL test": (
        ("SELECT k FROM p WHERE a IS NOT NULL AND a NOT IN (SELECT x FROM q WHERE x IS NOT NULL)", BAG),
        ("SELECT k FROM p WHERE a > 0 AND a NOT IN (SELECT n FROM q)", BAG),
    ),
    "greatest as none greater": (
        ("SELECT k FROM p WHERE a = (SELECT MAX(a) FROM p)", BAG),
        ("SELECT k FROM p WHERE a = (SELECT MIN(o.a) FROM p AS o WHERE o.b = p.b AND o.k > 0) AND k > 0", BAG),
        ("SELECT k FROM q WHERE (SELECT MAX(o.x) FROM q AS o WHERE o.p IS q.p) = x", BAG),
    ),
    "unseen order": (
        ("SELECT a FROM p ORDER BY f DESC", BAG),
        ("SELECT count(*), max(d.a) FROM (SELECT * FROM p ORDER BY b) AS d", LIST),
        ("SELECT p.k FROM p JOIN (SELECT * FROM q ORDER BY x) AS d ON d.p = p.k", BAG),
        ("SELECT k FROM p WHERE a IN (SELECT x FROM q ORDER BY n)", BAG),
    ),
    "unseen copies": (
        ("SELECT DISTINCT a, b FROM p", SET),
        ("SELECT k FROM p WHERE a IN (SELECT DISTINCT x FROM q)", BAG),
        ("SELECT count(DISTINCT d.x), max(d.x) FROM (SELECT DISTINCT x, p FROM q) AS d", BAG),
        ("SELECT DISTINCT d.a + 1 FROM (SELECT DISTINCT a, b FROM p) AS d", BAG),
        ("SELECT DISTINCT z FROM p", SET),
    ),
    "UNION as DISTINCT": (
        ("SELECT a FROM p UNION SELECT x FROM q", BAG),
        ("SELECT count(*) FROM (SELECT z, b FROM p UNION SELECT x, v FROM q UNION ALL SELECT 1, 'x')", BAG),
    ),
    "repeated sort key": (
        ("SELECT a FROM p ORDER BY k, a, b", LIST),
        ("SELECT n FROM q WHERE k = 1 ORDER BY k, n, x", LIST),
        ("SELECT a FROM p ORDER BY a, a DESC, 'x', k LIMIT 2", BAG),
    ),
    "sort below projection": (
        ("SELECT a + 1 AS s, b FROM p ORDER BY s, k", LIST),
        ("SELECT -n FROM q ORDER BY 1, k LIMIT 2", LIST),
    ),
    "limit below projection": (
        ("SELECT a + 1 FROM p ORDER BY k LIMIT 2", LIST),
        ("SELECT b FROM (SELECT k, a, b FROM p ORDER BY k DESC LIMIT 2 OFFSET 1) WHERE a > 1", BAG),
    ),
    "true filter": (
        ("SELECT k FROM p WHERE 1", BAG),
        ("SELECT k FROM p WHERE b IS NOT NULL", BAG),
    ),
    "merged filters": (
        ("SELECT k FROM (SELECT * FROM p WHERE a > 1) WHERE b = 'x'", BAG),
        ("SELECT p.k FROM p JOIN q ON p.k = q.p WHERE q.x > 1", BAG),
    ),
    "implied NULL test": (
        ("SELECT k FROM p WHERE a IS NOT NULL AND a > 1", BAG),
        ("SELECT p.k FROM p, q WHERE p.a = q.x AND p.a IS NOT NULL AND q.x IS NOT NULL", BAG),
    ),
    "inlined projection": (
        ("SELECT d.s * 2 FROM (SELECT a + 1 AS s, b FROM p) AS d WHERE d.b = 'x'", BAG),
        ("SELECT d.k, e.b FROM (SELECT p AS k, x FROM q) AS d LEFT JOIN (SELECT k, b FROM p) AS e ON d.k = e.k", BAG),
        ("WITH d AS (SELECT a AS s FROM p) SELECT s, count(*) FROM d GROUP BY s", BAG),
        ("SELECT d.s FROM (SELECT k, (SELECT max(x) FROM q WHERE q.p = p.k) AS s FROM p) AS d WHERE d.k > 1", BAG),
        ("SELECT rank() OVER (ORDER BY d.s) FROM (SELECT a + 1 AS s FROM p) AS d", BAG),
    ),
    "renamed columns": (
        ("SELECT y, x FROM (SELECT DISTINCT a AS x, b AS y FROM p)", BAG),
        ("SELECT s FROM (SELECT a AS s FROM p UNION SELECT x FROM q) AS d", BAG),
        ("SELECT x FROM (SELECT DISTINCT a AS x FROM p ORDER BY a DESC LIMIT 2)", BAG),
    ),
    "condition above join": (
        ("SELECT p.b, q.x FROM p JOIN q ON p.k = q.p AND q.x > 1", BAG),
        ("SELECT p.b, count(*) FROM p JOIN q USING (k) GROUP BY p.b", BAG),
    ),
    "filter above join": (
        ("SELECT d.b, q.x FROM (SELECT * FROM p WHERE a > 1) AS d JOIN q ON d.k = q.p", BAG),
        ("SELECT d.b, q.x FROM (SELECT * FROM p WHERE a > 1) AS d LEFT JOIN q ON d.k = q.p", BAG),
        ("SELECT p.b, d.x FROM p JOIN (SELECT * FROM q WHERE x IS NULL) AS d ON p.k = d.p", BAG),
    ),
    "filter into outer join": (
        ("SELECT p.b, d.x FROM p LEFT JOIN (SELECT * FROM q WHERE x > 1) AS d ON p.k = d.p", BAG),
        ("SELECT p.b, d.x FROM (SELECT * FROM q WHERE x > 1) AS d RIGHT JOIN p ON p.k = d.p", BAG),
    ),
    "left-deep join": (
        ("SELECT p.b, q.x, r.y FROM p JOIN (q JOIN r ON q.v = r.t) ON p.k = q.p", BAG),
        ("SELECT p.b FROM p, (SELECT q.p AS i FROM q, r) AS d WHERE d.i = p.k", BAG),
    ),
    "right join as left join": (
        ("SELECT p.b, q.x FROM p RIGHT JOIN q ON p.k = q.p", BAG),
        ("SELECT p.b, q.x FROM q RIGHT JOIN p ON p.k = q.p AND q.x > 1", BAG),
    ),
    "inner below outer join": (
        ("SELECT p.b, q.x, r.y FROM p LEFT JOIN q ON p.k = q.p JOIN r ON r.y = p.b", BAG),
        ("SELECT r.y, p.b, q.x FROM r JOIN (p LEFT JOIN q ON p.k = q.p) ON r.y = p.b", BAG),
    ),
    "outer join as inner join": (
        ("SELECT p.b, q.x FROM p LEFT JOIN q ON p.k = q.p WHERE q.x > 1", BAG),
        ("SELECT p.b, q.x FROM p FULL JOIN q ON p.k = q.p WHERE p.b = 'x'", BAG),
        ("SELECT p.b, q.x FROM p FULL JOIN q ON p.k = q.p WHERE q.x IN (1, 2)", BAG),
        ("SELECT p.b, q.x FROM p FULL JOIN q ON p.k = q.p WHERE q.x > p.a", BAG),
        ("SELECT p.b, r.y FROM p LEFT JOIN q ON p.k = q.p LEFT JOIN r ON q.v = r.t WHERE r.y LIKE '%x%'", BAG),
    ),
    "equal columns": (
        ("SELECT q.p, p.k + q.p FROM p JOIN q ON p.k = q.p", BAG),
        ("SELECT q.x, count(*) FROM p JOIN q ON p.a = q.x AND q.x = q.g WHERE q.g > 0 GROUP BY q.x", BAG),
        ("SELECT y.b FROM p AS x JOIN p AS y ON x.b = y.b JOIN p AS w ON w.b = y.b WHERE w.k > x.k", BAG),
    ),
    "self-join by key": (
        ("SELECT x.a, y.b FROM p AS x JOIN p AS y ON x.k = y.k", BAG),
        ("SELECT count(*) FROM p AS x JOIN p AS y ON x.u = y.u AND x.a = y.a", BAG),
        ("SELECT x.x FROM q AS x JOIN q AS y ON x.k = y.k AND x.n = y.n WHERE y.x > 1", BAG),
    ),
    "join by foreign key": (
        ("SELECT q.x FROM q JOIN p ON q.p = p.k", BAG),
        ("SELECT p.k, count(*) FROM q JOIN p ON q.p = p.k GROUP BY p.k", BAG),
        ("SELECT q.x FROM q JOIN p ON q.g = p.a", SET),
        ("SELECT q.x FROM q JOIN p ON q.p = p.k JOIN p AS w ON w.a = p.k", BAG),
    ),
    "unused outer join": (
        ("SELECT q.x FROM q LEFT JOIN p ON q.p = p.k", BAG),
        ("SELECT p.b FROM p LEFT JOIN q ON q.p = p.k", SET),
        ("SELECT count(*) FROM q LEFT JOIN p ON q.p = p.k AND p.a > 1", BAG),
    ),
    "EXISTS as join": (
        ("SELECT p.b FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k AND q.x > 1)", SET),
        ("SELECT q.x FROM q WHERE q.x IN (SELECT k FROM p WHERE b = 'x')", BAG),
        ("SELECT max(p.a), count(DISTINCT p.b) FROM p WHERE p.a IN (SELECT x FROM q)", BAG),
    ),
    "count of rows": (
        ("SELECT count(b), count(k), count(a) FROM p", BAG),
        ("SELECT count(a), count(1) FROM p WHERE a > 1", BAG),
        ("SELECT p.b, count(q.k) FROM p JOIN q ON p.k = q.p GROUP BY p.b", BAG),
    ),
    "DISTINCT of a key": (
        ("SELECT count(DISTINCT k), max(DISTINCT a), count(DISTINCT u), sum(DISTINCT k) FROM p", BAG),
        ("SELECT k, count(DISTINCT n) FROM q GROUP BY k", BAG),
        ("SELECT count(DISTINCT q.n) FROM q JOIN p ON q.p = p.k WHERE q.k = 1", BAG),
    ),
    "GROUP BY as DISTINCT": (
        ("SELECT a, b FROM p GROUP BY a, b", BAG),
        ("SELECT count(*) FROM (SELECT c FROM p GROUP BY c) AS d", BAG),
        ("SELECT a + 1 FROM p GROUP BY a + 1 HAVING a + 1 > 2", BAG),
    ),
    "decided column": (
        ("SELECT k, b, count(*) FROM p GROUP BY k", BAG),
        ("SELECT p.k, p.a, max(q.x) FROM p JOIN q ON q.p = p.k GROUP BY q.p", BAG),
    ),
    "DISTINCT by key": (
        ("SELECT DISTINCT k, b FROM p", BAG),
        ("SELECT DISTINCT q.k, q.n FROM q JOIN p ON q.p = p.k", BAG),
        ("SELECT DISTINCT d.x, d.m FROM (SELECT x, max(n) AS m FROM q GROUP BY x) AS d", BAG),
    ),
    "sure IS": (
        ("SELECT k FROM p WHERE k IS a", BAG),
        ("SELECT k IS 3, k IS NOT 2, b IS 'x' FROM p", BAG),
        ("SELECT q.x FROM q WHERE EXISTS (SELECT 1 FROM p WHERE p.k IS q.p)", BAG),
    ),
    "FILTER for CASE": (
        ("SELECT b, count(CASE WHEN a > 1 THEN 1 END), max(CASE WHEN a > 1 THEN z END) FROM p GROUP BY b", BAG),
        ("SELECT sum(CASE WHEN a > 1 THEN k END) FILTER (WHERE f > 1), avg(CASE WHEN a THEN f END) FROM p", BAG),
        ("SELECT count(DISTINCT CASE WHEN x > 1 THEN n END), total(CASE WHEN x THEN n END) FROM q", BAG),
    ),
    "FILTER as WHERE": (
        ("SELECT count(*) FILTER (WHERE a > 1) FROM p", BAG),
        ("SELECT max(k) FILTER (WHERE a > 1 AND b = 'x'), count(u) FILTER (WHERE a > 1) FROM p", BAG),
    ),
    "HAVING as WHERE": (
        ("SELECT x, count(*) FROM q GROUP BY x HAVING x > 1", BAG),
        ("SELECT x, n, max(p) FROM q GROUP BY x, n HAVING x > n AND count(*) > 1 AND typeof(n) = 'integer'", BAG),
        ("SELECT z, count(*) FROM p GROUP BY z HAVING z <> 1", BAG),
    ),
    "count of DISTINCT rows": (
        ("SELECT count(*) FROM (SELECT DISTINCT b FROM p)", BAG),
        ("SELECT count(a) FROM (SELECT DISTINCT a FROM p)", BAG),
        ("SELECT count(c) FROM (SELECT c FROM p GROUP BY c)", BAG),
    ),
    "groups of groups": (
        ("SELECT max(m) FROM (SELECT x, max(n) AS m FROM q GROUP BY x)", BAG),
        (
            "SELECT x, sum(m), min(l) FROM (SELECT x, k, count(p) AS m, min(g) AS l FROM q GROUP BY x, k) GROUP BY x",
            BAG,
        ),
    ),
    "groups of one row": (
        ("SELECT k, max(a), count(*), count(a), min(b) FILTER (WHERE a > 1) FROM p GROUP BY k", BAG),
        ("SELECT n, k, count(x) FILTER (WHERE g > 1), v FROM q GROUP BY n, k", BAG),
    ),
    "set operation as EXISTS": (
        ("SELECT a FROM p INTERSECT SELECT x FROM q", BAG),
        ("SELECT a, b FROM p EXCEPT SELECT x, v FROM q", BAG),
        ("SELECT a FROM p EXCEPT SELECT a FROM p WHERE k > 1", SET),
    ),
    "no rows": (
        ("SELECT a FROM p WHERE 0 UNION ALL SELECT x FROM q", BAG),
        ("SELECT count(*) FROM p, (SELECT DISTINCT x FROM q WHERE NULL)", BAG),
        ("SELECT p.k, d.x FROM p LEFT JOIN (SELECT x FROM q WHERE 0) AS d ON 1 UNION ALL SELECT k, x FROM q", BAG),
        ("SELECT b, count(*) FROM p WHERE 1 = 2 GROUP BY b UNION ALL SELECT v, k FROM q", BAG),
    ),
    "below UNION ALL": (
        ("SELECT y FROM (SELECT a AS y FROM p UNION ALL SELECT x FROM q) WHERE y > 1", BAG),
        ("SELECT y + 1 FROM (SELECT a AS y, b FROM p UNION ALL SELECT x, v FROM q)", BAG),
        ("SELECT DISTINCT y FROM (SELECT c AS y, k FROM p UNION ALL SELECT t, 1 FROM r) WHERE y = 'A'", BAG),
    ),
    "EXISTS of the same row": (
        ("SELECT a FROM p WHERE EXISTS (SELECT 1 FROM p AS o WHERE o.k = p.k AND o.a > 1)", BAG),
        ("SELECT a FROM p WHERE NOT EXISTS (SELECT 1 FROM p AS o WHERE o.k = p.k AND o.a > 1)", BAG),
        ("SELECT b FROM p WHERE EXISTS (SELECT 1 FROM p AS o WHERE o.z IS p.z) AND a > 1", BAG),
        ("SELECT u FROM p WHERE NOT EXISTS (SELECT 1 FROM p AS o WHERE o.u = p.u)", BAG),
    ),
    "outer join by foreign key": (("SELECT s.m, t.b FROM s LEFT JOIN p AS t ON t.k = s.p", BAG),),
    "anti-join": (
        ("SELECT p.b FROM p LEFT JOIN q ON q.p = p.k WHERE q.k IS NULL", BAG),
        ("SELECT count(*) FROM p LEFT JOIN q ON q.p = p.k AND q.x > 1 LEFT JOIN r ON r.t = p.b WHERE q.p IS NULL", BAG),
    ),
    "DISTINCT as EXISTS": (
        ("SELECT p.b FROM p JOIN (SELECT DISTINCT x FROM q) AS d ON d.x = p.a", BAG),
        ("SELECT count(*) FROM p JOIN (SELECT x, g FROM q GROUP BY x, g) AS d ON d.x = p.a AND d.g = p.k", BAG),
    ),
    "scalar as outer join": (
        ("SELECT x, (SELECT b FROM p WHERE p.k = q.p) FROM q", BAG),
        ("SELECT x, 1 + (SELECT a FROM p WHERE p.k = q.g AND p.a > 1) FROM q WHERE n > 1", BAG),
    ),
    "implied equalities": (
        ("SELECT p.b, q.x FROM p, q WHERE p.a = q.x AND q.x = q.g AND q.g = p.k", BAG),
        ("SELECT x.b FROM p AS x, p AS y, q WHERE x.z = y.z AND y.z = q.v AND q.v = x.c COLLATE BINARY", BAG),
    ),
    "seconds as a number": (
        ("SELECT k, strftime('%s', b) - strftime('%s', u, '+1 day', 'subsec') FROM p", BAG),
        ("SELECT k, CAST(strftime('%s', c) AS INTEGER) FROM p", BAG),
        ("SELECT k FROM p WHERE -strftime('%s', b, 'start of month') < strftime('%s', a) * 2", BAG),
    ),
    "canonical order": (
        ("SELECT p.b FROM q, p WHERE q.x = 1 AND p.k = q.p", BAG),
        ("SELECT p.b, w.y FROM p LEFT JOIN q ON p.k = q.p LEFT JOIN r AS w ON w.y = p.b", BAG),
        ("SELECT max(x), k, count(*) FROM q GROUP BY n, k", BAG),
    ),
}
for _rule, _queries in (*DIRECTED_WINDOWS.items(), *DIRECTED_CONSTANTS.items()):
    DIRECTED[_rule] = (*DIRECTED.get(_rule, ()), *_queries)
