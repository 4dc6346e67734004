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
    ("plain", "SELECT s.a FROM s UNION SELECT t.a FROM t ORDER BY 1 DESC LIMIT 2 OFFSET 1"),
    ("plain", "SELECT CASE WHEN r.a > 1 THEN r.a ELSE r.b END OR 0, NOT coalesce(r.a, r.b) FROM r"),
    ("collated", "SELECT c.id, p.k, p.n FROM c JOIN p ON c.k = p.k"),
    ("collated", "SELECT c.id, p.k, p.n FROM c JOIN p ON p.k = c.k"),
    ("collated", "SELECT c.id, p.k FROM c LEFT JOIN p ON c.k = p.k COLLATE NOCASE"),
    ("collated", "SELECT c.id, p.n FROM c JOIN p ON p.m IS c.m"),
    ("collated", "SELECT c.id, p.n FROM c LEFT JOIN p ON c.m = p.m COLLATE BINARY"),
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
    ("odd", 'SELECT o."x y" + 1, o.free || 1, o.free > 1, typeof(o.free) FROM "order" AS o'),
    ("odd", "SELECT r.c, c.n FROM ref AS r JOIN code AS c ON c.n IS r.k"),
    ("shop", "SELECT p.id, c.name FROM purchase AS p LEFT JOIN customer AS c ON c.id IS p.customer_id"),
    ("shop", "SELECT c.id, (SELECT MAX(p.day) FROM purchase AS p WHERE p.customer_id = c.id) FROM customer AS c"),
)
