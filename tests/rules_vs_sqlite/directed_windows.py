# ruff: noqa: E501 (a query a line)
"""Queries to which the rules on windows, extremes and groups of joins apply, over the tables of the near misses."""

from __future__ import annotations

from spotit.options import Semantics

_QUERIES: dict[str, tuple[str, ...]] = {
    "running window": (
        "SELECT k, COUNT(*) OVER (ORDER BY k), MAX(a) OVER (PARTITION BY b ORDER BY k) FROM p",
        "SELECT k, n, MIN(x) OVER (PARTITION BY p ORDER BY n DESC, k) FROM q",
        "SELECT k, COUNT(x) OVER (ORDER BY n) FROM q",
    ),
    "rank as count": (
        "SELECT k, RANK() OVER (ORDER BY b DESC) FROM p",
        "SELECT k, n, ROW_NUMBER() OVER (PARTITION BY k ORDER BY n) FROM q",
        "SELECT k, DENSE_RANK() OVER (PARTITION BY p ORDER BY n) FROM q",
    ),
    "neighbour in a partition": (
        "SELECT k, LAG(a) OVER (ORDER BY k), LEAD(b) OVER (ORDER BY k DESC) FROM p",
        "SELECT k, n, LEAD(x) OVER (PARTITION BY k ORDER BY n) FROM q",
    ),
    "extreme as EXISTS": (
        "SELECT k FROM p WHERE a < (SELECT MAX(x) FROM q WHERE q.p = p.k)",
        "SELECT k FROM p WHERE a <= (SELECT MIN(x) FROM q WHERE q.p = p.k)",
        "SELECT k FROM p WHERE k > (SELECT MAX(n) FROM q)",
    ),
    "EXISTS of one group": (
        "SELECT k FROM p WHERE (k, a) IN (SELECT p, MAX(x) FROM q GROUP BY p)",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k GROUP BY q.p HAVING COUNT(*) > 1)",
    ),
    "implied EXISTS": (
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k) AND (SELECT COUNT(*) FROM q WHERE q.p = p.k) > 1",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k) AND a <> (SELECT MAX(x) FROM q WHERE q.p = p.k)",
    ),
    "EXISTS of UNION ALL": (
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k UNION ALL SELECT 1 FROM s WHERE s.p = p.k)",
    ),
    "IN one value": (
        "SELECT k FROM p WHERE a IN (SELECT MAX(x) FROM q)",
        "SELECT k, a NOT IN (SELECT MIN(x) FROM q) FROM p",
    ),
    "second value": (
        "SELECT (SELECT DISTINCT x FROM q ORDER BY x DESC LIMIT 1 OFFSET 1)",
        "SELECT k, (SELECT DISTINCT n FROM q WHERE q.p = p.k ORDER BY n LIMIT 1 OFFSET 1) FROM p",
    ),
    "subqueries of one relation": (
        "SELECT (SELECT COUNT(*) FROM p WHERE a > 1), (SELECT MAX(k) FROM p WHERE b = 'x')",
        "SELECT 100 * (SELECT COUNT(*) FROM q WHERE x > 1) / (SELECT COUNT(*) FROM q)",
    ),
    "difference of counts": (
        "SELECT COUNT(*) - COUNT(a) FROM p",
        "SELECT b, COUNT(*) - COUNT(a) FROM p GROUP BY b",
    ),
    "groups of a join": (
        "SELECT p.k, p.b, COUNT(*), MAX(s.m) FROM p JOIN s ON s.p = p.k GROUP BY p.k, p.b",
        "SELECT p.k, p.a, COUNT(q.x), MIN(q.n) FROM p JOIN q ON q.x > p.k GROUP BY p.k, p.a",
    ),
    "outer join with groups": (
        "SELECT p.k, g.n FROM p LEFT JOIN (SELECT p, COUNT(*) AS n FROM q GROUP BY p) g ON g.p = p.k",
        "SELECT p.k, COALESCE(g.n, 0), g.m FROM p LEFT JOIN (SELECT p, COUNT(*) AS n, MAX(x) AS m FROM q GROUP BY p) g ON g.p = p.k",
        "SELECT p.k FROM p LEFT JOIN (SELECT p, COUNT(*) AS n FROM q GROUP BY p) g ON g.p = p.k WHERE g.n IS NULL",
    ),
    "DISTINCT of a join": ("SELECT DISTINCT p.k, p.a FROM p JOIN q ON q.x = p.a",),
    "HAVING of an extreme": (
        "SELECT b FROM p GROUP BY b HAVING MAX(a) > 1",
        "SELECT p FROM q GROUP BY p HAVING MIN(n) > 1",
    ),
    "sum of ones": ("SELECT b, SUM(a IS NULL), SUM(k > 1) FROM p GROUP BY b",),
    "count of DISTINCT rows": ("SELECT p, COUNT(*) FROM (SELECT DISTINCT p, n FROM q) GROUP BY p",),
    "greatest as none greater": (
        "SELECT k FROM p WHERE k <> (SELECT MAX(k) FROM p)",
        "SELECT b FROM p GROUP BY b HAVING COUNT(*) = (SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM p GROUP BY b))",
    ),
    "join with groups": (
        "SELECT k FROM p, (SELECT MAX(x) AS m FROM q) WHERE a < m",
        "SELECT p.k FROM p JOIN (SELECT p, AVG(x) AS m FROM q GROUP BY p) g ON g.p = p.k WHERE p.a < g.m",
    ),
}

DIRECTED_WINDOWS = {rule: tuple((sql, Semantics.BAG) for sql in queries) for rule, queries in _QUERIES.items()}
