# ruff: noqa: E501 (a query a line)
"""Queries to which the rules on constants, UNION ALL and questions for a partner apply, over the tables of the near misses."""

from __future__ import annotations

from spotit.options import Semantics

_QUERIES: dict[str, tuple[str, ...]] = {
    "one row": (
        "SELECT k, v FROM p, (SELECT 4 AS v)",
        "SELECT k FROM (SELECT 1 AS v) JOIN p ON p.a > v",
        "SELECT 7, 'x' FROM (SELECT COUNT(*) FROM p WHERE a > 1)",
        "SELECT NULL FROM (SELECT MAX(a) FROM p WHERE 0)",
    ),
    "constant key": (
        "SELECT b, MAX(a), COUNT(*) FROM p GROUP BY b, 1 + 1",
        "SELECT v, b, MIN(a), w FROM p, (SELECT 4 AS v, 'x' AS w) GROUP BY v, b, w",
        "SELECT DISTINCT 1, z, 'a' FROM p",
        "SELECT v, w, COUNT(*) FROM p, (SELECT 4 AS v, 'x' AS w) GROUP BY v, w",
        "SELECT DISTINCT 2, 'x' FROM p",
        "SELECT c, 'y' FROM p GROUP BY c, 'y'",
        "SELECT b, COUNT(*), MAX(a) FROM p WHERE b = 'x' GROUP BY b",
        "SELECT COUNT(a) FROM p GROUP BY 'y'",
    ),
    "constant column": (
        "SELECT k, a + 1, b FROM p WHERE a = 1",
        "SELECT b, a, MAX(f) FROM p WHERE a = 1 AND b = 'x' GROUP BY a, b",
        "SELECT q.x, p.k FROM p LEFT JOIN q ON q.p = p.k WHERE q.x = 7",
        "SELECT (SELECT COUNT(*) FROM q WHERE q.x = p.a) FROM p WHERE a = 7",
        "SELECT u || 'y' FROM p WHERE 'u' = u",
    ),
    "NULL operand": (
        "SELECT k, CAST(NULL AS INTEGER), a + NULL, NULL < b, -NULL, a || NULL, UPPER(NULL) FROM p",
        "SELECT k FROM p WHERE 1 + 2 > 3 + NULL OR a = 1",
        "SELECT SUM(CAST(NULL AS INTEGER)), COUNT(NULL + 1) FROM p",
    ),
    "unread column": (
        "SELECT COUNT(*) FROM (SELECT a, b FROM p UNION ALL SELECT x, 'z' FROM q)",
        "SELECT b, MAX(a) FROM (SELECT k, a, b, c FROM p UNION ALL SELECT k, a, b, u FROM p UNION ALL SELECT 1, x, 'z', NULL FROM q) GROUP BY b",
        "SELECT AVG(k) FROM (SELECT * FROM p UNION ALL SELECT * FROM p)",
        "SELECT COUNT(a) FROM (SELECT DISTINCT a, b FROM p UNION ALL SELECT x, v FROM q)",
    ),
    "groups of UNION ALL": (
        "SELECT b, SUM(n) FROM (SELECT b, COUNT(*) AS n FROM p GROUP BY b UNION ALL SELECT u, COUNT(a) FROM p GROUP BY u) GROUP BY b",
        "SELECT b, MAX(n) FROM (SELECT b, MAX(a) AS n FROM p GROUP BY b UNION ALL SELECT v, MAX(x) FROM q GROUP BY v) GROUP BY b",
        "SELECT MIN(n) FROM (SELECT b, MIN(a) AS n FROM p GROUP BY b UNION ALL SELECT v, MIN(x) FROM q GROUP BY v)",
        "SELECT b, SUM(n) FROM (SELECT b, a, COUNT(*) FILTER (WHERE k > 1) AS n FROM p GROUP BY b, a UNION ALL SELECT v, x, COUNT(n) FROM q GROUP BY v, x) GROUP BY b",
    ),
    "outer join as EXISTS": (
        "SELECT q.k, p.k IS NULL FROM q LEFT JOIN p ON p.k = q.p",
        "SELECT q.k FROM q LEFT JOIN p ON p.k = q.x AND p.a > 1 WHERE p.k IS NOT NULL OR q.n > 1",
        "SELECT o.k, CASE WHEN d.i IS NOT NULL THEN 'y' ELSE 'n' END FROM p AS o LEFT JOIN (SELECT DISTINCT x, 1 AS i FROM q WHERE n > 1) AS d ON d.x = o.a WHERE d.i IS NULL OR o.b = 'x'",
        "SELECT p.k, d.i IS NULL FROM p LEFT JOIN (SELECT DISTINCT 1 AS i FROM q) AS d ON 1",
    ),
    "skipped NULLs": (
        "SELECT COUNT(DISTINCT a), MAX(a) FROM p WHERE a IS NOT NULL AND k > 1",
        "SELECT COUNT(*) FROM (SELECT DISTINCT a FROM p WHERE a IS NOT NULL)",
        "SELECT AVG(x) FROM q WHERE x IS NOT NULL",
    ),
    "HAVING of an extreme": (
        "SELECT b FROM p GROUP BY b HAVING SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END) > 0",
        "SELECT p, k FROM q GROUP BY p, k HAVING COUNT(x) >= 1",
        "SELECT c FROM p GROUP BY c HAVING COUNT(CASE WHEN a = 1 THEN 1 END) = 0",
        "SELECT p FROM q GROUP BY p HAVING COUNT(DISTINCT x) = 0",
    ),
    "merged EXISTS": (
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k AND q.x > 1) OR EXISTS (SELECT 1 FROM q WHERE q.x = p.a)",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE q.p = p.k) AND a > 0 AND NOT EXISTS (SELECT n FROM q WHERE q.x = p.a AND q.n = 1)",
        "SELECT k, EXISTS (SELECT 1 FROM q, s WHERE q.p = s.p AND s.m = p.a) OR EXISTS (SELECT 1 FROM q, s WHERE q.x = s.m) FROM p",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q) OR EXISTS (SELECT 1 FROM q WHERE q.x = p.a)",
    ),
    "no rows": (
        "SELECT p.k, d.x FROM p LEFT JOIN (SELECT x, k FROM q WHERE 0) AS d ON d.k = p.k",
        "SELECT p.k, q.x, q.n IS NULL FROM p LEFT JOIN q ON 0",
    ),
    "inlined projection": (
        "SELECT p.k, d.y, d.z FROM p LEFT JOIN (SELECT k, x + 1 AS y, x < 2 AS z FROM q) AS d ON d.k = p.k AND d.y > 1",
        "SELECT o.k, (SELECT d.y FROM (SELECT 1 AS i) LEFT JOIN (SELECT -x AS y, k FROM q) AS d ON d.k = o.k) FROM p AS o",
    ),
}  # fmt: skip

DIRECTED_CONSTANTS = {rule: tuple((sql, Semantics.BAG) for sql in queries) for rule, queries in _QUERIES.items()}
