# ruff: noqa: E501 (a query a line)
"""Near misses of the rules on windows, extremes and groups of joins."""

from __future__ import annotations

from rules_vs_sqlite.near_misses import APART, CHILD, LIST, TWO, NearMiss
from rules_vs_sqlite.near_misses_of_subqueries import NULLED, TIED

TURNED = "INSERT INTO p(k, a, b) VALUES (1, 1, 'y'), (2, 2, 'x')"

WINDOW_MISSES: tuple[NearMiss, ...] = (
    NearMiss(
        "running window",
        "SELECT k, COUNT(*) OVER (ORDER BY a) FROM p",
        "SELECT k, (SELECT COUNT(*) FROM p AS o WHERE o.a <= p.a) FROM p",
        (TWO,),
    ),
    NearMiss(
        "running window",
        "SELECT k, n, COUNT(*) OVER (ORDER BY k ROWS UNBOUNDED PRECEDING) FROM q",
        "SELECT k, n, (SELECT COUNT(*) FROM q AS o WHERE o.k <= q.k) FROM q",
        (TWO, CHILD),
    ),
    NearMiss(
        "rank as count",
        "SELECT k, RANK() OVER (ORDER BY a) FROM p",
        "SELECT k, 1 + (SELECT COUNT(*) FROM p AS o WHERE o.a < p.a) FROM p",
        (TWO,),
    ),
    NearMiss(
        "rank as count",
        "SELECT n, ROW_NUMBER() OVER (ORDER BY k) FROM q",
        "SELECT n, (SELECT COUNT(*) FROM q AS o WHERE o.k <= q.k) FROM q",
        (TWO, CHILD),
    ),
    NearMiss(
        "neighbour in a partition",
        "SELECT n, LAG(n) OVER (ORDER BY k) FROM q",
        "SELECT n, (SELECT o.n FROM q AS o WHERE o.k < q.k ORDER BY o.k DESC LIMIT 1) FROM q",
        (TWO, CHILD),
    ),
    NearMiss(
        "neighbour in a partition",
        "SELECT k, LAG(k, 2) OVER (ORDER BY k) FROM p",
        "SELECT k, (SELECT o.k FROM p AS o WHERE o.k < p.k ORDER BY o.k DESC LIMIT 1) FROM p",
        (TWO,),
    ),
    NearMiss(
        "extreme as EXISTS",
        "SELECT k FROM p WHERE NOT a < (SELECT MAX(x) FROM q)",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE p.a < q.x)",
        (TWO,),
    ),
    NearMiss(
        "EXISTS of one group",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q GROUP BY k HAVING COUNT(*) > 1)",
        "SELECT k FROM p WHERE (SELECT COUNT(*) FROM q) > 1",
        (TWO, TIED),
    ),
    NearMiss(
        "implied EXISTS",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k) AND (SELECT COUNT(*) FROM q WHERE q.p = p.k) > -1",
        "SELECT k FROM p WHERE (SELECT COUNT(*) FROM q WHERE q.p = p.k) > -1",
        (TWO,),
    ),
    NearMiss(
        "IN one value",
        "SELECT k FROM p WHERE a IN (SELECT MAX(x) FROM q GROUP BY k)",
        "SELECT k FROM p WHERE a = (SELECT MAX(x) FROM q GROUP BY k)",
        (APART, "INSERT INTO q(k, n, x) VALUES (1, 1, 1), (2, 1, 2)"),
    ),
    NearMiss(
        "second value",
        "SELECT (SELECT DISTINCT x FROM q ORDER BY x LIMIT 1 OFFSET 1)",
        "SELECT MIN(x) FROM q WHERE x > (SELECT MIN(x) FROM q)",
        (TWO, NULLED),
    ),
    NearMiss(
        "subqueries of one relation",
        "SELECT (SELECT COUNT(*) FROM p), (SELECT COUNT(*) FROM q)",
        "SELECT COUNT(*), COUNT(*) FROM p",
        (TWO,),
    ),
    NearMiss(
        "difference of counts",
        "SELECT COUNT(*) - COUNT(DISTINCT b) FROM p",
        "SELECT COUNT(*) FROM p WHERE b IS NULL",
        (APART,),
    ),
    NearMiss(
        "groups of a join",
        "SELECT p.b, COUNT(*) FROM p JOIN q ON q.x > p.k GROUP BY p.b",
        "SELECT b, (SELECT COUNT(*) FROM q WHERE q.x > p.k) FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.x > p.k)",
        (APART, TIED),
    ),
    NearMiss(
        "outer join with groups",
        "SELECT p.k, g.n FROM p LEFT JOIN (SELECT p, COUNT(*) AS n FROM q GROUP BY p) g ON g.p = p.k",
        "SELECT k, (SELECT COUNT(*) FROM q WHERE q.p = p.k) FROM p",
        (TWO,),
    ),
    NearMiss(
        "join with groups",
        "SELECT p.k FROM p JOIN (SELECT p, TOTAL(x) AS n FROM q GROUP BY p) g ON g.p = p.k WHERE g.n >= 0",
        "SELECT k FROM p WHERE (SELECT TOTAL(x) FROM q WHERE q.p = p.k) >= 0",
        (TWO,),
    ),
    NearMiss(
        "groups of one row",
        "SELECT k FROM (SELECT k FROM p ORDER BY b LIMIT 5) GROUP BY k",
        "SELECT k FROM (SELECT k FROM p ORDER BY b LIMIT 5)",
        (TURNED,),
        LIST,
    ),
    NearMiss(
        "DISTINCT by key",
        "SELECT k FROM (SELECT k FROM p ORDER BY b LIMIT 5) UNION SELECT k FROM p WHERE 0",
        "SELECT k FROM (SELECT k FROM p ORDER BY b LIMIT 5)",
        (TURNED,),
        LIST,
    ),
    NearMiss(
        "DISTINCT of a join",
        "SELECT DISTINCT p.b FROM p JOIN q ON q.x > p.k",
        "SELECT b FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.x > p.k)",
        (APART, TIED),
    ),
    NearMiss(
        "HAVING of an extreme",
        "SELECT b FROM p GROUP BY b HAVING MIN(a) > 0",
        "SELECT DISTINCT b FROM p WHERE NOT EXISTS (SELECT 1 FROM p AS o WHERE o.b IS p.b AND NOT o.a > 0)",
        (TWO,),
    ),
    NearMiss(
        "HAVING of an extreme",
        "SELECT b, COUNT(*) FROM p GROUP BY b HAVING MAX(a) > 1",
        "SELECT b, COUNT(*) FROM p WHERE a > 1 GROUP BY b",
        (APART,),
    ),
    NearMiss(
        "HAVING of an extreme",
        "SELECT c FROM p GROUP BY c HAVING MAX(a) > 1",
        "SELECT c FROM p WHERE a > 1 GROUP BY c",
        ("INSERT INTO p(k, a, b, c) VALUES (1, 2, 'x', 'a'), (2, 3, 'x', 'A')",),
    ),
    NearMiss(
        "HAVING of an extreme",
        "SELECT typeof(z) FROM p GROUP BY z HAVING MAX(a) > 1",
        "SELECT typeof(z) FROM p WHERE a > 1 GROUP BY z",
        ("INSERT INTO p(k, a, b, z) VALUES (1, 2, 'x', 1), (2, 3, 'x', 1.0)",),
    ),
    NearMiss(
        "sum of ones",
        "SELECT b, SUM(a > 1) FROM p GROUP BY b",
        "SELECT b, COUNT(*) FILTER (WHERE a > 1) FROM p GROUP BY b",
        (TWO,),
    ),
    NearMiss(
        "count of DISTINCT rows",
        "SELECT p, COUNT(*) FROM (SELECT DISTINCT p, x FROM q) GROUP BY p",
        "SELECT p, COUNT(DISTINCT x) FROM q GROUP BY p",
        (TWO, CHILD),
    ),
    NearMiss(
        "greatest as none greater",
        "SELECT k FROM p WHERE a <> (SELECT MAX(o.a) FROM p AS o WHERE o.b = 'y')",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p AS o WHERE o.b = 'y' AND p.a < o.a)",
        ("INSERT INTO p(k, a, b) VALUES (1, 5, 'x'), (2, 2, 'y')",),
    ),
)
