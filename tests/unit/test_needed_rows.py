"""With how many rows the constants of a plan that count rows can matter."""

from __future__ import annotations

import pytest

from spotit.options import Options
from spotit.plan.facts.needed_rows import FAR, needed_rows
from spotit.plan.facts.schema_facts import Facts
from spotit.schemas.load import load_schema
from spotit.sql import lower_query

SCHEMA = load_schema(
    "CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, b BOOLEAN, p INTEGER CHECK (p < 9));"
    "CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id));"
)
ALL = "SELECT id FROM t"


def needed(left: str, right: str = ALL) -> int:
    facts = Facts.of(SCHEMA, Options())
    rels = [lower_query(sql, SCHEMA).rel for sql in (left, right)]
    return needed_rows(rels[0], rels[1], facts).twice


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT n FROM t", 1),
        ("SELECT n FROM t ORDER BY n LIMIT 5", 6),
        ("SELECT n FROM t ORDER BY n LIMIT 9, 2", 12),
        ("SELECT n FROM t ORDER BY n LIMIT -1 OFFSET 7", 9),
        ("SELECT n FROM t LIMIT 0", 1),
        ("SELECT n FROM t LIMIT -1", 2),
        ("SELECT n FROM t LIMIT 2 * 5", 11),
        ("SELECT COUNT(*) FROM t LIMIT 7", 1),
        ("SELECT n FROM t WHERE n IN (SELECT 1 UNION SELECT 2 LIMIT 7)", 1),
        ("SELECT n FROM t WHERE EXISTS (SELECT 1 FROM u LIMIT 1 OFFSET 3)", 5),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) > 10 LIMIT 2", 33),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) < 10", 12),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) = 10", 20),
        ("SELECT COUNT(*) FROM t HAVING COUNT(*) > 10", 12),
        ("SELECT COUNT(*) > 3 FROM (SELECT g FROM t GROUP BY g HAVING COUNT(*) > 10)", 22),
        ("SELECT n FROM t GROUP BY n HAVING COUNT(DISTINCT g) > 2", 6),
        ("SELECT k FROM (SELECT n AS k FROM t GROUP BY n, g HAVING COUNT(*) > 2) GROUP BY k HAVING COUNT(*) > 1", 12),
        ("SELECT id FROM u WHERE t_id IN (SELECT g FROM t GROUP BY g HAVING COUNT(*) >= 4)", 8),
        ("SELECT id FROM u WHERE (SELECT COUNT(*) FROM t WHERE g = t_id) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING -COUNT(*) < -10", 22),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) * 2 > 20", 22),
        ("SELECT g FROM t GROUP BY g HAVING 3 - COUNT(*) / 2.0 < -2", 22),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) - 10", 12),
        ("SELECT g FROM t GROUP BY g HAVING NOT COUNT(*) - 10", 12),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) - 10 OR g > 1", 12),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) IN (1, 10)", 12),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) + (g IS NULL) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) - COUNT(n) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) + n > 10", 1),
        ("SELECT g FROM t GROUP BY g HAVING COUNT(*) > g", 1),
        ("SELECT g FROM t GROUP BY g HAVING ~COUNT(*) < -11", 22),
        ("SELECT g FROM t GROUP BY g HAVING CAST(COUNT(*) AS REAL) > '10'", 22),
        ("SELECT g FROM t GROUP BY g HAVING SUM(n) > 10", 1),
        ("SELECT g FROM t GROUP BY g HAVING SUM(n + 1) > 10", 1),
        ("SELECT g FROM t GROUP BY g HAVING SUM(n % 2) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING SUM(2) > 10", 12),
        ("SELECT g FROM t GROUP BY g HAVING TOTAL(b) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING SUM(p) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING SUM(CASE WHEN n > 1 THEN 1 ELSE 0 END) > 10", 22),
        ("SELECT g FROM t GROUP BY g HAVING SUM(CASE WHEN n > 1 THEN n ELSE 0 END) > 10", 1),
        ("SELECT g FROM t GROUP BY g HAVING MAX(n) > 10", 1),
        ("SELECT MAX(k) > 10 FROM (SELECT COUNT(*) AS k FROM t GROUP BY g)", 12),
        ("SELECT SUM(k) > 10 FROM (SELECT COUNT(*) AS k FROM t GROUP BY g)", 12),
        ("SELECT AVG(k) > 10 FROM (SELECT COUNT(*) AS k FROM t GROUP BY g)", 12),
        ("SELECT 1 FROM t WHERE (SELECT COUNT(*) FROM t) > 3 * (SELECT COUNT(*) FROM u)", 5),
        ("SELECT COUNT(*) / 10 FROM t", 12),
        ("SELECT COUNT(*) / 10.0 FROM t", 1),
        ("SELECT CAST(COUNT(*) / 10.0 AS INTEGER) FROM t", 11),
        ("SELECT CAST(COUNT(*) AS INTEGER) FROM t", 1),
        ("SELECT ROUND(COUNT(*) / 10.0) FROM t", 11),
        ("SELECT ROUND(COUNT(*) / 10.0, 1) FROM t", 2),
        ("SELECT ABS(COUNT(*) - 10) FROM t", 12),
        ("SELECT 10 % COUNT(*) FROM t", 12),
        ("SELECT COUNT(*) & 7 FROM t", 9),
        ("SELECT COUNT(*) >> 3 FROM t", 10),
        ("SELECT MIN(COUNT(*), 10) FROM t", 12),
        ("SELECT LENGTH(COUNT(*)) FROM t", 12),
        ("SELECT SUBSTR('abcdefghijklmnop', COUNT(*), 1) FROM t", 18),
        ("SELECT CAST(COUNT(*) AS TEXT) FROM t", 1),
        ("SELECT CAST(COUNT(*) AS TEXT) < '5' FROM t", FAR),
        ("SELECT COUNT(*) FROM t INTERSECT SELECT 10", 12),
        ("SELECT id, RANK() OVER (ORDER BY n) <= 10 FROM t", 12),
        ("SELECT id, COUNT(*) OVER (PARTITION BY g) > 10 FROM t", 12),
        ("SELECT id, NTILE(10) OVER (ORDER BY n) FROM t", 12),
        ("SELECT id, LAG(n, 10, 7) OVER (ORDER BY n) FROM t", 12),
        ("SELECT id, NTH_VALUE(n, 10) OVER (ORDER BY n) FROM t", 12),
        ("SELECT id, SUM(n) OVER (ORDER BY n ROWS 10 PRECEDING) FROM t", 12),
        ("SELECT id, SUM(n) OVER (ORDER BY n RANGE 10 PRECEDING) FROM t", 1),
        ("SELECT 100.0 * SUM(n > 1) / COUNT(*) FROM t", 1),
        ("SELECT a.id FROM t a, t b, t c WHERE EXISTS (SELECT 1 FROM t)", 4),
        ("SELECT id FROM t WHERE n IN (1, 2, 3, 4, 5, 6, 7)", 1),
        ("SELECT id FROM t JOIN (VALUES (1), (2), (3)) AS v ON n = v.column1", 3),
        (
            "WITH RECURSIVE c(i, k) AS (SELECT id, 0 FROM t UNION ALL SELECT t_id, k + 1 FROM c JOIN u ON u.id = i)"
            " SELECT i FROM c WHERE k > 10",
            11,
        ),
        ("WITH RECURSIVE c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k < 9) SELECT id FROM t, c", 1),
    ],
)
def test_rows_that_a_plan_needs(sql: str, rows: int) -> None:
    assert needed(sql) == rows


def test_shares_are_told_apart_by_many_rows_only() -> None:
    half, most = (f"SELECT g FROM t GROUP BY g HAVING 100.0 * SUM(n > 1) / COUNT(*) > {c}" for c in (50, 93))
    same = "SELECT g FROM t GROUP BY g HAVING AVG(n > 1) > 0.5"
    assert (needed(half, half), needed(half, same), needed(most, most), needed(half, most)) == (3, 3, 3, 102)
