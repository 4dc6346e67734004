"""A lower bound of the rows of a difference, by the plans alone."""

from __future__ import annotations

import pytest

from spotit import Options, load_schema
from spotit.search.prove.least_rows import least_rows
from spotit.sql.lowering.query import lower_query

SCHEMA = load_schema(
    "CREATE TABLE a(id INTEGER PRIMARY KEY, x INTEGER);"
    "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a(id));"
    "CREATE TABLE c(id INTEGER PRIMARY KEY, b_id INTEGER REFERENCES b(id))"
)


def least(left: str, right: str, options: Options | None = None, *, replies: bool = True) -> int:
    plans = (lower_query(left, SCHEMA, now=None), lower_query(right, SCHEMA, now=None))
    return least_rows(plans, SCHEMA, options or Options(), replies=replies)


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT id FROM a", 1),
        ("SELECT id FROM b", 2),  # its row refers to one of a
        ("SELECT id FROM c", 1),  # its row may refer to none
        ("SELECT c.id FROM c, b", 3),
        ("SELECT a.id FROM a, a AS other", 1),
        ("SELECT a.id FROM a LEFT JOIN c ON c.id = a.x", 1),
        ("SELECT c.id FROM a RIGHT JOIN c ON c.id = a.x", 1),
        ("SELECT a.id FROM a FULL JOIN c ON c.id = a.x", 0),
        ("SELECT COUNT(*) FROM a", 0),
        ("SELECT x, COUNT(*) FROM a GROUP BY x", 1),
        ("SELECT (SELECT MAX(id) FROM a)", 0),
        ("SELECT id FROM a UNION SELECT id FROM c", 0),
        ("SELECT id FROM a INTERSECT SELECT id FROM c", 2),
        ("SELECT id FROM a EXCEPT SELECT id FROM c", 1),
        ("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM c) LIMIT 1", 2),
        ("SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM c)", 1),
        ("SELECT id FROM a WHERE x IN (SELECT id FROM c) AND id < 9", 2),
        ("SELECT id FROM a WHERE x NOT IN (SELECT id FROM c)", 1),
        ("SELECT id FROM a WHERE x = (SELECT id FROM c)", 2),
        ("SELECT id FROM a WHERE (SELECT id FROM c) < x", 2),
        ("SELECT id FROM a WHERE x IS (SELECT id FROM c)", 1),
        ("SELECT id FROM a WHERE x = (SELECT COUNT(*) FROM c)", 1),
        ("SELECT id FROM a WHERE x = 1 OR x = (SELECT id FROM c)", 1),
    ],
)
def test_tables_that_a_row_takes(sql: str, rows: int) -> None:
    assert least(sql, sql) == rows


def test_the_query_that_takes_fewer_rows_counts() -> None:
    assert least("SELECT id FROM c", "SELECT c.id FROM c, b") == 1


def test_without_foreign_keys_a_row_refers_to_nothing() -> None:
    assert least("SELECT id FROM b", "SELECT id FROM b", Options(foreign_keys=False)) == 1


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT COUNT(*) FROM a", 1),
        ("SELECT 100.0 * SUM(a.x) / COUNT(*) FROM c JOIN b ON c.b_id = b.id JOIN a ON a.id = b.a_id", 3),
        ("SELECT MAX(x) FROM a HAVING COUNT(*) = 0", 1),
        ("SELECT COUNT(*) FROM a FULL JOIN c ON c.id = a.x", 0),
        ("SELECT COUNT(*) + (SELECT COUNT(*) FROM c) FROM a", 0),
        ("SELECT SUM(x + (SELECT MAX(id) FROM c)) FROM a", 0),
        ("SELECT id FROM a", 1),
        ("SELECT n FROM (SELECT COUNT(*) AS n FROM a) AS t, c", 1),
    ],
)
def test_tables_that_another_row_than_without_rows_takes(sql: str, rows: int) -> None:
    assert least(sql, sql, replies=False) == rows
