"""A parameter read from a table gives what SQLite gives for the bound value."""

from __future__ import annotations

import sqlite3

import pytest

import spotit
from spotit.dialect.wording import literal
from spotit.search.parameters import Bound, bound

DDL = """CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT, r REAL, n TEXT COLLATE NOCASE, b BLOB, x);
INSERT INTO t VALUES (1, 1, '1', 1.0, 'A', x'31', 1), (2, NULL, 'a', NULL, 'b', NULL, '1');
INSERT INTO t VALUES (3, 2, '', -0.5, NULL, x'', x'31');"""
VALUES = (None, 0, 1, 2, 1.0, -0.5, "", "1", "a", "A", "%", "b", "1.0", b"1", b"")
EXPRESSIONS = (
    *("a = ?", "? = a", "s = ?", "? = s", "r < ?", "? <= r", "n = ?", "? = n", "b = ?", "x = ?", "? <> x", "a IS ?"),
    *("a + ?", "s || ?", "-?", "NOT ?", "~?", "typeof(?)", "? IS NULL", "COALESCE(?, s)", "MAX(?, a)", "? AND a"),
    *(
        "s IN (?, 'a')",
        "? IN (1, 'a')",
        "? IN (SELECT s FROM t)",
        "a IN (SELECT ?)",
        "s BETWEEN ? AND ?",
        "? BETWEEN a AND r",
    ),
    *(
        "s LIKE ?",
        "? LIKE s",
        "s GLOB ?",
        "CASE ? WHEN a THEN 'y' ELSE 'n' END",
        "CASE a WHEN ? THEN 1 END",
        "CAST(? AS TEXT)",
    ),
    *(
        "CAST(? AS INTEGER) = a",
        "s = ? COLLATE NOCASE",
        "s COLLATE NOCASE = ?",
        "? = ?",
        "? < ?",
        "(a, s) = (?, ?)",
        "ABS(?)",
    ),
    *(
        "EXISTS (SELECT 1 FROM t u WHERE u.a = ?)",
        "(SELECT SUM(?) FROM t)",
        "LENGTH(?)",
        "UPPER(?)",
        "HEX(?)",
        "QUOTE(?)",
    ),
)
QUERIES = (
    *(f"SELECT id, {expression} FROM t" for expression in EXPRESSIONS),
    "SELECT id FROM t ORDER BY ?, id",
    "SELECT COUNT(*) FROM t GROUP BY ?",
    "SELECT DISTINCT ?, a FROM t",
    "SELECT ? UNION SELECT s FROM t",
    "SELECT ? UNION ALL SELECT ?",
    "VALUES (?), (?)",
    "SELECT id FROM t ORDER BY id LIMIT ?",
    "SELECT id FROM t ORDER BY id LIMIT 2 OFFSET ?",
    "SELECT GROUP_CONCAT(s, ?) FROM t",
    "SELECT a FROM t GROUP BY a HAVING COUNT(*) > ?",
    "SELECT LAG(a, 1, ?) OVER (ORDER BY id) FROM t",
    "SELECT u.id FROM t LEFT JOIN t u ON u.a = ? AND u.id = t.id",
)


def ran(connection: sqlite3.Connection, sql: str, values: tuple = ()) -> list | str:
    try:
        return [tuple((type(v).__name__, v) for v in row) for row in connection.execute(sql, values)]
    except sqlite3.Error as error:
        return f"error: {error}"


@pytest.mark.parametrize("sql", QUERIES)
def test_values_read_are_values_bound(sql: str) -> None:
    schema = spotit.load_schema(DDL.partition(";")[0])
    pair = bound(sql, sql, schema)
    assert isinstance(pair, Bound)
    rewritten, count = pair.queries[0], sql.count("?")
    for place, value in enumerate(VALUES):
        values = tuple(VALUES[(place + 4 * k) % len(VALUES)] for k in range(count))
        connection = sqlite3.connect(":memory:")
        connection.executescript(DDL)
        untyped = ", ".join(f'"?{k + 1}"' for k in range(count))
        connection.execute(f"CREATE TABLE parameters (one, {untyped})")
        connection.execute(f"INSERT INTO parameters VALUES (1, {', '.join(map(literal, values))})")
        assert ran(connection, sql, values) == ran(connection, rewritten), (value, rewritten)
        connection.close()
