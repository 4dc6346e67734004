"""Name resolution with SQLite's precedence."""

from __future__ import annotations

import pytest

from spotit.errors import InvalidSql
from spotit.plan.show import show
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.sql import lower_query

SCHEMA = Schema(
    (
        Table("t", (DeclaredColumn("a", "INT"), DeclaredColumn("b", "INT"), DeclaredColumn("c", "TEXT"))),
        Table("u", (DeclaredColumn("a", "INT"), DeclaredColumn("d", "INT"))),
        Table(
            "odd", (DeclaredColumn("first name", "TEXT"), DeclaredColumn("order", "INT"), DeclaredColumn("left", "INT"))
        ),
    )
)


def plan(sql: str) -> str:
    return show(lower_query(sql, SCHEMA, now="2025-06-15 12:00:00").rel)


def same(left: str, right: str) -> bool:
    plans = (lower_query(sql, SCHEMA, now="2025-06-15 12:00:00").rel for sql in (left, right))
    return len({show(rel, names=False) for rel in plans}) == 1


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT A FROM T", 'SELECT main.t."a" FROM t'),
        ("SELECT b AS a FROM t WHERE a = 1", "SELECT b FROM t WHERE t.a = 1"),
        ("SELECT b + 1 AS k FROM t WHERE k = 1", "SELECT b + 1 FROM t WHERE b + 1 = 1"),
        ("SELECT b AS a, count(*) FROM t GROUP BY a", "SELECT b, count(*) FROM t GROUP BY t.a"),
        ("SELECT -b AS a FROM t ORDER BY a", "SELECT -b FROM t ORDER BY -b"),
        ("SELECT -b AS a FROM t ORDER BY +a", "SELECT -b FROM t ORDER BY +t.a"),
        ("SELECT a, b FROM t ORDER BY 2", "SELECT a, b FROM t ORDER BY t.b"),
        ("SELECT a + 1, count(*) FROM t GROUP BY 1", "SELECT a + 1, count(*) FROM t GROUP BY a + 1"),
        ('SELECT a FROM t WHERE c = "x"', "SELECT a FROM t WHERE c = 'x'"),
        ("SELECT a FROM t WHERE c = TRUE", "SELECT a FROM t WHERE c = 1"),
        ("SELECT * FROM t JOIN u USING (a)", "SELECT t.a, b, c, d FROM t JOIN u ON t.a = u.a"),
        ("SELECT * FROM t NATURAL JOIN u", "SELECT t.*, d FROM t JOIN u ON t.a = u.a"),
        ("SELECT a FROM t RIGHT JOIN u USING (a)", "SELECT u.a FROM t RIGHT JOIN u ON t.a = u.a"),
        ("SELECT q.a FROM (SELECT a FROM t) q", "WITH q AS (SELECT a FROM t) SELECT a FROM q"),
        ("WITH q(z) AS (SELECT a FROM t) SELECT z FROM q", "SELECT z FROM (SELECT a AS z FROM t)"),
        ("WITH t AS (SELECT d FROM u) SELECT d FROM t", "SELECT d FROM (SELECT d FROM u)"),
        ("SELECT a FROM t WHERE (a, b) IN u", "SELECT a FROM t WHERE (a, b) IN (SELECT * FROM u)"),
        ("SELECT a FROM (t)", "SELECT a FROM t"),
        ("SELECT t.a FROM t, u, odd", "SELECT t.a FROM (t JOIN u) CROSS JOIN odd"),
        ("SELECT a FROM t GROUP BY a ORDER BY sum(b)", "SELECT a FROM t GROUP BY 1 ORDER BY sum(t.b)"),
        ("SELECT d FROM t JOIN u ON b = odd.left JOIN odd", "SELECT d FROM t, u, odd WHERE b = odd.left"),
        ("SELECT a FROM t UNION SELECT d FROM u ORDER BY d", "SELECT a FROM t UNION SELECT d FROM u ORDER BY 1"),
        ("SELECT sum(b) OVER w FROM t WINDOW w AS (ORDER BY a)", "SELECT sum(b) OVER (ORDER BY a) FROM t"),
        (
            "SELECT sum(b) OVER (w ORDER BY a) FROM t WINDOW w AS (PARTITION BY c)",
            "SELECT sum(b) OVER (PARTITION BY c ORDER BY a) FROM t",
        ),
    ],
)
def test_same_plan(left: str, right: str) -> None:
    assert same(left, right)


@pytest.mark.parametrize("sql", ["SELECT [zz] FROM odd", "SELECT `zz` FROM odd", 'SELECT t."d" FROM t'])
def test_only_a_lone_name_in_double_quotes_falls_back_to_a_string(sql: str) -> None:
    with pytest.raises(InvalidSql, match="no such column"):
        plan(sql)


def test_odd_names() -> None:
    text = plan('SELECT `first name`, "order", [LEFT] FROM odd')
    assert 'scan odd ("first name"#1 := "first name", order#2 := order, left#3 := left)' in text


def test_a_column_keeps_affinity_and_collation_through_a_subquery() -> None:
    assert "= 5)" in plan("SELECT 1 FROM (SELECT a FROM t) WHERE a = '5'")
    assert "= '5')" in plan("SELECT 1 FROM (SELECT a + 0 AS a FROM t) WHERE a = '5'")
    assert "= '5')" in plan("SELECT 1 FROM (SELECT a FROM t UNION ALL SELECT c FROM t) WHERE a = '5'")
    assert "= 5)" in plan("SELECT 1 FROM (SELECT a FROM t UNION ALL SELECT d FROM u) WHERE a = '5'")


def test_correlated_columns_reach_any_depth() -> None:
    text = plan("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a IN (SELECT d FROM u WHERE d = t.b))")
    assert text.count("b#") == 2


def test_on_sees_all_terms_of_from() -> None:
    with pytest.raises(InvalidSql, match="ambiguous column name: a"):
        plan("SELECT 1 FROM t JOIN odd ON a = 1 JOIN u")
