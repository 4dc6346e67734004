"""Texts that differ in names alone."""

from __future__ import annotations

import pytest

from spotit.sql.same_text import same_up_to_names


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("select a from t", "SELECT  x.a AS q FROM t AS x;"),
        ("SELECT count(*) n FROM t JOIN u ON t.a = u.a -- joined", "SELECT COUNT(*) FROM t k JOIN u l ON k.a = l.a"),
        ('SELECT "a" FROM [t]', "SELECT a FROM t"),
        ("SELECT 1 AS one, 'x' two FROM (SELECT a FROM t) AS d", "SELECT 1, 'x' FROM (SELECT a FROM t)"),
    ],
)
def test_same(left: str, right: str) -> None:
    assert same_up_to_names(left, right)
    assert same_up_to_names(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT a FROM t LIMIT 1", "SELECT +a FROM t LIMIT 1"),
        ("SELECT a FROM t, u", "SELECT a FROM t CROSS JOIN u"),
        ("SELECT a FROM t JOIN u", "SELECT a FROM t CROSS JOIN u"),
        ("SELECT a FROM t NOT INDEXED", "SELECT a FROM t"),
        ("SELECT a FROM t INDEXED BY i", "SELECT a FROM t INDEXED BY j"),
        ("SELECT a FROM t WHERE likely(b)", "SELECT a FROM t WHERE b"),
        ("SELECT a FROM t WHERE unlikely(b)", "SELECT a FROM t WHERE likely(b)"),
        ("WITH x AS MATERIALIZED (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1) SELECT * FROM x"),
        ("SELECT 'a' FROM t", "SELECT 'A' FROM t"),
        ("SELECT a FROM t WHERE b AND c", "SELECT a FROM t WHERE b OR c"),
        ("SELECT a FROM t ORDER BY b", "SELECT a FROM t ORDER BY b DESC"),
        ("SELECT a FROM t", "SELECT a FROM t WHERE 'unfinished"),
    ],
)
def test_not_the_same(left: str, right: str) -> None:
    assert not same_up_to_names(left, right)
