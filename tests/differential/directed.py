"""Queries for corners that generated ones rarely reach: schema (of `generate.schema`) and SQL."""

from __future__ import annotations

DIRECTED = (
    ("plain", "SELECT t.a, typeof(t.a), s.c FROM s JOIN t ON s.c = t.a"),
    ("plain", "SELECT t.a, typeof(t.a), s.c FROM s LEFT JOIN t ON t.a = s.c"),
    ("plain", "SELECT r.a, typeof(t.a) FROM r JOIN t ON t.a = r.a"),
    ("plain", "SELECT r.a, t.d FROM r JOIN t ON t.a IS r.a"),
    ("plain", "SELECT r.a, t.d FROM r LEFT JOIN t ON t.a IS r.a"),
    ("plain", "SELECT r.b, r.b IN (SELECT s.b FROM s), r.b NOT IN (SELECT s.b FROM s) FROM r"),
    ("plain", "SELECT (r.a, r.b) IN (SELECT s.a, s.b FROM s), (r.a, r.b) NOT IN (SELECT s.a, s.b FROM s) FROM r"),
    ("plain", "SELECT r.b IS NULL AND r.b <> 'a', r.b IS NULL OR r.b = 'a', NOT (r.b IS NULL AND r.b <> 'a') FROM r"),
    ("plain", "SELECT EXISTS (SELECT 1 FROM s WHERE s.a = r.a), NOT EXISTS (SELECT 1 FROM s WHERE s.b > r.b) FROM r"),
    ("plain", "SELECT TOTAL(s.a), SUM(s.a), AVG(s.c), COUNT(s.b) FROM s WHERE s.a > 4"),
    ("plain", "SELECT TOTAL(t.a), SUM(t.a), AVG(t.a), typeof(SUM(t.a)) FROM t"),
    # Text that is more than an integer is summed as a REAL.
    ("plain", "SELECT typeof(SUM(d)), SUM(d), typeof(SUM(strftime('%Y', d))), SUM(strftime('%m-%d', d)) FROM t"),
    ("plain", "SELECT typeof(SUM(strftime('%m-%d', d))) FROM t"),
    ("plain", "SELECT s.a FROM s UNION SELECT t.a FROM t ORDER BY 1 DESC LIMIT 2 OFFSET 1"),
    ("plain", "SELECT CASE WHEN r.a > 1 THEN r.a ELSE r.b END OR 0, NOT coalesce(r.a, r.b) FROM r"),
    ("collated", "SELECT c.id, p.k, p.n FROM c JOIN p ON c.k = p.k"),
    ("collated", "SELECT c.id, p.k, p.n FROM c JOIN p ON p.k = c.k"),
    ("collated", "SELECT c.id, p.k FROM c LEFT JOIN p ON c.k = p.k COLLATE NOCASE"),
    ("collated", "SELECT c.id, p.n FROM c JOIN p ON p.m IS c.m"),
    ("collated", "SELECT c.id, p.n FROM c LEFT JOIN p ON c.m = p.m COLLATE BINARY"),
    ("collated", "SELECT p.n, 'A' = p.k, 'b' = p.m, lower('A') < p.k, 'a' || ' ' = p.m FROM p"),
    ("collated", "SELECT MAX(w.a), MIN(w.b) FROM w"),
    ("collated", "SELECT w.a, w.b FROM w WHERE w.a IN (SELECT p.k FROM p)"),
    (
        "cycle",
        "SELECT d.name, h.nick FROM dept d JOIN emp e ON e.dept_id = d.id LEFT JOIN emp h ON d.head = h.id",
    ),
    ("cycle", "SELECT e.id, b.id FROM emp AS e LEFT JOIN emp AS b ON e.boss IS b.id"),
    ("composite", "SELECT m.id, g.v FROM mark AS m LEFT JOIN grid AS g ON m.x = g.x AND m.y = g.y"),
    ("composite", "SELECT m.id, g.v FROM mark AS m JOIN grid AS g ON m.x = g.x"),
    ("composite", "SELECT a.id, b.id FROM mark AS a JOIN mark AS b ON a.x IS b.x AND a.w IS b.w"),
    # A key put together from two rows of one table: no foreign key promises its partner.
    ("composite", "SELECT g.v FROM mark AS m JOIN mark AS n JOIN grid AS g ON g.x = m.x AND g.y = n.y"),
    ("composite", "SELECT g.v FROM grid AS a JOIN grid AS b JOIN grid AS g ON g.x = a.x AND g.y = b.y"),
    ("composite", "SELECT g.v FROM mark AS m JOIN mark AS n LEFT JOIN grid AS g ON g.x = m.x AND g.y = n.y"),
    # 0 and 0.0 are equal, but which of them a cut keeps can be seen.
    ("plain", "SELECT typeof(x) FROM (SELECT t.a * 0 AS x FROM t LIMIT 1)"),
    ("plain", "SELECT typeof(first_value(t.a * 0) OVER ()) FROM t"),
    ("plain", "SELECT typeof(lag(t.a * 0) OVER ()) FROM t"),
    ("plain", "SELECT max(b COLLATE NOCASE), min(b COLLATE NOCASE) FROM s"),
    ("plain", "SELECT count(DISTINCT b COLLATE NOCASE), count(DISTINCT b COLLATE RTRIM) FROM s"),
    ("plain", "SELECT x.b, y.b FROM s AS x JOIN s AS y ON x.b = y.b COLLATE NOCASE"),
    ("plain", "SELECT r.a, typeof(r.a), s.c, typeof(s.c) FROM r JOIN s ON r.a = s.c"),
    ("plain", "SELECT b, lower(b) = b COLLATE NOCASE, upper(b) < b COLLATE NOCASE, b || ' ' = b COLLATE RTRIM FROM s"),
    ("plain", "SELECT upper(CASE WHEN x.a > 0 THEN coalesce(x.b, 'a') ELSE y.b END) FROM s AS x, s AS y"),
    ("plain", "SELECT count(*) OVER (PARTITION BY b COLLATE NOCASE), rank() OVER (ORDER BY b COLLATE NOCASE) FROM s"),
    ("plain", "SELECT DISTINCT s.a FROM s ORDER BY s.c"),
    ("odd", "SELECT x.raw < y.raw, x.raw = y.raw, max(x.raw, y.raw) FROM ref AS x, ref AS y"),
    ("odd", "SELECT raw FROM ref ORDER BY raw DESC"),
    ("plain", "SELECT d = '2020-02-29 12:00:00 ' COLLATE RTRIM, d < '2020-02-29 12:00:00 ' COLLATE RTRIM FROM t"),
    ("plain", "SELECT r.b < s.b COLLATE NOCASE, r.b = s.b COLLATE NOCASE, r.b < s.b COLLATE RTRIM FROM r, s"),
    ("odd", 'SELECT o."group by" < p.kin, o.kin < p.tag, o.tag = p."group by" FROM "order" AS o, "order" AS p'),
    ("plain", "SELECT s.b IS (r.a + 1), (r.a + 1) IS NOT s.b, s.b = (r.a + 1) FROM r, s"),
    ("plain", "SELECT strftime('%d', d) = a, strftime('%d', d) > a, strftime('%S.%M', d) + a FROM t"),
    ("plain", "SELECT (b || 'e1') % a FROM s"),
    ("plain", "SELECT a, sum(a) OVER (ORDER BY a DESC RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM s"),
    ("plain", "SELECT a, sum(a) OVER (ORDER BY a DESC RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM s"),
    ("plain", "SELECT c, count(*) OVER (ORDER BY c RANGE BETWEEN 0.5 PRECEDING AND 1.5 FOLLOWING) FROM s"),
    (
        "plain",
        "SELECT first_value(b) OVER (ORDER BY rowid ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"
        " EXCLUDE CURRENT ROW) FROM s",
    ),
    (
        "plain",
        "SELECT last_value(b) OVER (ORDER BY rowid ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"
        " EXCLUDE CURRENT ROW) FROM s",
    ),
    ("plain", "SELECT max(b COLLATE NOCASE) OVER (), min(b COLLATE NOCASE) OVER () FROM s"),
    ("plain", "WITH RECURSIVE w(t) AS (SELECT 'A' COLLATE NOCASE UNION SELECT lower(t) FROM w) SELECT t FROM w"),
    (
        "plain",
        "WITH RECURSIVE g(x, n) AS (SELECT a, 1 FROM r UNION ALL SELECT s.c, n + 1 FROM g JOIN s ON s.a = g.x"
        " WHERE n < 2) SELECT x, n FROM g",
    ),
    ("plain", "SELECT r.b = 'É' COLLATE NOCASE, s.b = 'É' COLLATE NOCASE, s.b = 'a' COLLATE RTRIM FROM r, s"),
    ("plain", "SELECT r.b = 'a' COLLATE RTRIM, r.b < 'a' COLLATE RTRIM FROM r"),
    ("plain", "SELECT coalesce(x.b, 'q') || y.b, coalesce(x.b, 'q') || coalesce(y.b, 'z') FROM s AS x, r AS y"),
    ("plain", "SELECT +b = a, b = a, +a = b, +b = 1, b = 1, +b < 2, b < 2 FROM s"),
    ("plain", "SELECT a IS TRUE, a IS NOT TRUE, a IS FALSE, a IS NOT FALSE, b IS TRUE, b IS NOT FALSE FROM s"),
    ("plain", "SELECT ('x' || sum(a)) = ('y' || count(*)), ('x' || sum(a)) = ('x' || count(*)) FROM s"),
    (
        "plain",
        "SELECT x.g < y.g, x.g = y.g FROM (SELECT group_concat(b ORDER BY rowid) AS g FROM s) AS x,"
        " (SELECT group_concat(b ORDER BY rowid DESC) AS g FROM s) AS y",
    ),
    (
        "plain",
        "SELECT count(DISTINCT g) FROM (SELECT k, group_concat(v, 'b' ORDER BY v DESC) AS g FROM (SELECT 1 AS k,"
        " CASE WHEN a > 0 THEN 'a' ELSE 'c' END AS v FROM r UNION ALL SELECT 1, '' UNION ALL SELECT 2, 'ab')"
        " GROUP BY k)",
    ),
    ("plain", "SELECT group_concat(DISTINCT b ORDER BY a, rowid) FROM s"),
    ("plain", "SELECT hex(CASE WHEN r.a > 2 THEN r.a % 3 WHEN r.a > 0 THEN s.b ELSE x'00' END) FROM r, s"),
    ("shop", "SELECT p.id, q.id FROM purchase AS p JOIN purchase AS q ON q.id = p.amount"),
    ("plain", "SELECT a FROM s ORDER BY a NULLS LAST LIMIT 1"),
    ("plain", "SELECT a FROM s ORDER BY a DESC NULLS FIRST LIMIT 1"),
    ("odd", """SELECT "group by" IN ('a', 'AB', '1'), kin NOT IN ('A', 'aB') FROM "order" """),
    ("odd", 'SELECT o."x y" + 1, o.free || 1, o.free > 1, typeof(o.free) FROM "order" AS o'),
    ("odd", "SELECT r.c, c.n FROM ref AS r JOIN code AS c ON c.n IS r.k"),
    ("shop", "SELECT p.id, c.name FROM purchase AS p LEFT JOIN customer AS c ON c.id IS p.customer_id"),
    ("shop", "SELECT c.id, (SELECT MAX(p.day) FROM purchase AS p WHERE p.customer_id = c.id) FROM customer AS c"),
)
