"""Which queries never end once they come to their recursion."""

from __future__ import annotations

import pytest

from spotit import load_schema
from spotit.plan.facts.endless import never_ends
from spotit.sql import lower_query

SCHEMA = load_schema("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER)")
COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@pytest.mark.parametrize(
    ("sql", "endless"),
    [
        (f"{COUNTING} SELECT i FROM n", True),
        (f"{COUNTING} SELECT max(i) FROM n WHERE i < 5", True),
        (f"{COUNTING} SELECT t.a FROM t LEFT JOIN n ON n.i = t.a", True),
        (f"SELECT a FROM t WHERE a > ({COUNTING} SELECT max(i) FROM n)", True),
        (f"SELECT a FROM t ORDER BY ({COUNTING} SELECT count(*) FROM n)", True),
        ("WITH RECURSIVE n(i) AS (SELECT a FROM t UNION ALL SELECT i FROM n) SELECT i FROM n", True),
        (f"{COUNTING} SELECT i FROM n LIMIT 5", False),
        (f"SELECT a FROM t WHERE EXISTS ({COUNTING} SELECT i FROM n)", False),
        (f"SELECT a FROM t WHERE a IN ({COUNTING} SELECT i FROM n)", False),
        (f"SELECT ({COUNTING} SELECT i FROM n) FROM t", False),
        (f"SELECT ({COUNTING} SELECT max(i) FROM n GROUP BY i) FROM t", False),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT i FROM n", False),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n", False),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n JOIN t ON t.a = i) SELECT i FROM n", False),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT i FROM n", False),
        (f"{COUNTING} SELECT a FROM t", False),
    ],
)
def test_never_ends(sql: str, endless: bool) -> None:
    assert never_ends(lower_query(sql, SCHEMA).rel) is endless
