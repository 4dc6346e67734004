"""The condition under which SQL leaves a result open holds exactly where it should: neither less nor more."""

from __future__ import annotations

import pytest

from generate.schema import Pools
from spotit.database import Database, Row, Rows
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.agreement import prepare, setting_of

DDL = "CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, a INTEGER, s TEXT COLLATE NOCASE); CREATE TABLE r(x NUMERIC)"

ONE: tuple[Row, ...] = ((1, 1, 5, "a"),)
APART: tuple[Row, ...] = ((1, 1, 2, "a"), (2, 1, 3, "b"))
TIED: tuple[Row, ...] = ((1, 1, 2, "a"), (2, 1, 2, "a"))
CASED: tuple[Row, ...] = ((1, 1, 2, "a"), (2, 1, 3, "A"))
THREE: tuple[Row, ...] = ((1, 1, 2, "a"), (2, 1, 2, "a"), (3, 1, 5, "b"))
MIXED: tuple[Row, ...] = ((1, 1, 1, "a"), (2, 1, 3, "a"), (3, 2, 2, "b"))
NULLS: tuple[Row, ...] = ((1, 1, None, "a"), (2, 1, None, "b"))

CASES = [
    ("SELECT id, MAX(a) FROM t GROUP BY g", APART, False),
    ("SELECT id, MIN(a) FROM t GROUP BY g", APART, False),
    ("SELECT id, MIN(a) FROM t", APART, False),
    ("SELECT id, MAX(a) FROM t GROUP BY g", TIED, True),
    ("SELECT g, MAX(a) FROM t", TIED, False),
    ("SELECT id, MAX(a) FROM t", NULLS, True),
    ("SELECT id, MAX(a), MAX(a) + 1 FROM t", APART, False),
    ("SELECT id, MIN(a), MAX(a) FROM t", APART, True),
    ("SELECT id, MIN(a), MAX(a) FROM t", ONE, False),
    ("SELECT id, COUNT(*) FROM t", APART, True),
    ("SELECT s, COUNT(*) FROM t", TIED, False),
    ("SELECT id, MAX(a) FILTER (WHERE a < 3) FROM t", APART, False),
    ("SELECT id, MAX(a) FILTER (WHERE a < 3) FROM t", THREE, True),
    ("SELECT id, MAX(a) FILTER (WHERE a > 3) FROM t", THREE, False),
    ("SELECT DISTINCT g FROM t ORDER BY a", MIXED, True),
    ("SELECT DISTINCT g FROM t ORDER BY g", MIXED, False),
    ("SELECT id FROM t LIMIT 1", APART, True),
    ("SELECT g FROM t LIMIT 1", APART, False),
    ("SELECT id FROM t LIMIT 2", APART, False),
    ("SELECT id FROM t LIMIT 1 OFFSET 1", APART, True),
    ("SELECT id FROM t ORDER BY a LIMIT 1", APART, False),
    ("SELECT id FROM t ORDER BY a LIMIT 1", TIED, True),
    ("SELECT id FROM t ORDER BY a DESC LIMIT 1", APART, False),
    ("SELECT id FROM t ORDER BY a", TIED, False),
    ("SELECT id FROM t ORDER BY s LIMIT 1", CASED, True),
    ("SELECT id FROM t ORDER BY s COLLATE BINARY LIMIT 1", CASED, False),
    ("SELECT (SELECT a FROM t)", APART, True),
    ("SELECT (SELECT g FROM t)", APART, False),
    ("SELECT (SELECT a FROM t WHERE id = 1)", APART, False),
    ("SELECT (SELECT a FROM t ORDER BY id)", APART, False),
    ("SELECT CASE WHEN 1 THEN 0 ELSE (SELECT a FROM t) END", APART, False),
    ("SELECT CASE WHEN g = 2 THEN (SELECT a FROM t) END FROM t", APART, False),
    ("SELECT CASE WHEN g = 1 THEN (SELECT a FROM t) END FROM t", APART, True),
    ("SELECT CASE WHEN g = 2 THEN x END, x FROM (SELECT g, (SELECT a FROM t) AS x FROM t)", APART, True),
    ("SELECT g FROM t WHERE g = 2 AND a = (SELECT a FROM t)", ONE, False),
    ("SELECT GROUP_CONCAT(DISTINCT s) FROM t", CASED, True),
    ("SELECT GROUP_CONCAT(DISTINCT s) FROM t", TIED, False),
    ("SELECT DISTINCT s FROM t", CASED, True),
    ("SELECT DISTINCT s FROM t", APART, False),
    ("SELECT s FROM t UNION SELECT s FROM t", CASED, True),
    ("SELECT s, COUNT(*) FROM t GROUP BY s", CASED, True),
    ("SELECT COUNT(*) FROM t GROUP BY s", CASED, False),
    ("SELECT DISTINCT g FROM t ORDER BY a LIMIT 1", ONE, False),
    ("SELECT DISTINCT a FROM t ORDER BY id LIMIT 1", APART, False),
    ("SELECT MAX(s) FROM t", CASED, True),
    ("SELECT MIN(s) FROM t", APART, False),
    ("SELECT MIN(a), c FROM (SELECT a, 5 AS c FROM t WHERE a > 9)", APART, True),
    ("SELECT MIN(a), c FROM (SELECT a, g AS c FROM t WHERE a > 9)", APART, False),
    ("SELECT GROUP_CONCAT(a) FROM t", APART, True),
    ("SELECT GROUP_CONCAT(a) FROM t", TIED, False),
    ("SELECT GROUP_CONCAT(a) FROM t", ONE, False),
    ("SELECT GROUP_CONCAT(a ORDER BY id) FROM t", APART, False),
    ("SELECT x FROM r UNION SELECT 1.0 WHERE 0", ONE, False),
    ("SELECT ROW_NUMBER() OVER (ORDER BY a), id FROM t", APART, False),
    ("SELECT ROW_NUMBER() OVER (ORDER BY a), id FROM t", TIED, True),
    ("SELECT RANK() OVER (ORDER BY a), id FROM t", TIED, False),
]


@pytest.mark.parametrize("sql, rows, expected", CASES)
def test_left_open(sql: str, rows: tuple[Row, ...], expected: bool) -> None:
    assert is_open(sql, rows) is expected


def is_open(sql: str, rows: tuple[Row, ...]) -> bool:
    """Return whether the symbolic execution says that the result is left open on these rows of t."""
    schema = schema_from_ddl(DDL)
    prepared = prepare(sql, setting_of(schema, Pools(schema), Options(), {}), 3)
    answer = prepared.answer(Database({"t": Rows(("id", "g", "a", "s"), rows)}))
    assert answer is not None
    return answer.ambiguous
