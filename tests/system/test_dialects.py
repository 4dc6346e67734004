"""Queries of other dialects: what is translated and what is refused."""

from __future__ import annotations

import pytest

import spotit
from spotit.errors import UnsupportedSql
from spotit.options import QueryDialect
from spotit.schemas.foreign_query import as_sqlite

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT, d DATE, r REAL)"
SCHEMA = spotit.load_schema(DDL)


def check(dialect: str, left: str, right: str, **options: object) -> spotit.Verdict:
    return spotit.check(left, right, SCHEMA, bound=2, dialect=dialect, **options)


@pytest.mark.parametrize(
    ("dialect", "left", "right"),
    [
        (
            "postgres",
            "SELECT id FROM t WHERE EXTRACT(YEAR FROM d) = 2020",
            "SELECT id FROM t WHERE TO_CHAR(d, 'YYYY') = '2020'",
        ),
        ("postgres", "SELECT a::text FROM t", "SELECT CAST(a AS text) FROM t"),
        ("postgres", "SELECT a FROM t ORDER BY a, id LIMIT 1", "SELECT a FROM t ORDER BY a NULLS LAST, id LIMIT 1"),
        ("postgres", "SELECT a FROM t WHERE a IS DISTINCT FROM 1", "SELECT a FROM t WHERE a <> 1 OR a IS NULL"),
        ("mysql", "SELECT `a` / 2 FROM `t`", "SELECT a * 1.0 / 2 FROM t"),
        ("mysql", "SELECT IF(a > 1, 'x', 'y') FROM t", "SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END FROM t"),
        ("mysql", "SELECT a FROM t WHERE YEAR(d) = 2020", "SELECT a FROM t WHERE DATE_FORMAT(d, '%Y') = '2020'"),
        (
            "duckdb",
            "SELECT a FROM t WHERE year(d) = 2020",
            "SELECT a FROM t WHERE d >= DATE '2020-01-01' AND d < DATE '2021-01-01'",
        ),
    ],
)
def test_what_is_translated_is_proved(dialect: str, left: str, right: str) -> None:
    verdict = check(dialect, left, right)
    assert verdict.is_proved and verdict.dialect == dialect, str(verdict)
    assert verdict.queries == (left, right)
    assert "judged by SQLite's rules" in str(verdict)


@pytest.mark.parametrize(
    ("dialect", "left", "right"),
    [
        ("postgres", "SELECT s FROM t WHERE s LIKE 'ab%'", "SELECT s FROM t WHERE s ILIKE 'ab%'"),
        ("postgres", "SELECT a FROM t ORDER BY a, id LIMIT 1", "SELECT a FROM t ORDER BY a NULLS FIRST, id LIMIT 1"),
        ("mysql", "SELECT a / 2 FROM t", "SELECT CAST(a AS SIGNED) FROM t"),
        ("duckdb", "SELECT s FROM t WHERE s LIKE '%[x'", "SELECT s FROM t WHERE s LIKE '%x'"),
    ],
)
def test_what_is_translated_is_told_apart(dialect: str, left: str, right: str) -> None:
    verdict = check(dialect, left, right)
    assert isinstance(verdict, spotit.Different)
    assert verdict.witness.queries is not None and verdict.witness.queries != (left, right)


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("postgres", "SELECT d + INTERVAL '1 day' FROM t"),
        ("postgres", "SELECT CAST(r AS DECIMAL(10, 2)) FROM t"),
        ("postgres", "SELECT s FROM t WHERE s LIKE s || '%'"),
        ("postgres", "SELECT UNNEST(ARRAY[1, 2])"),
        ("postgres", "SELECT DATE_TRUNC('month', d) FROM t"),
        ("mysql", "SELECT a DIV 2 FROM t"),
        ("duckdb", "SELECT a // 2 FROM t"),
    ],
)
def test_what_would_lose_its_meaning_is_refused(dialect: str, sql: str) -> None:
    with pytest.raises(UnsupportedSql):
        as_sqlite(sql, QueryDialect(dialect))
    verdict = check(dialect, sql, "SELECT a FROM t")
    assert isinstance(verdict, spotit.Unsupported) and verdict.side == "left"


def test_what_is_no_query_of_the_dialect_is_invalid() -> None:
    for sql in ("SELECT FROM WHERE", "DELETE FROM t", "SELECT 1; SELECT 2", ""):
        verdict = check("postgres", sql, "SELECT a FROM t")
        assert isinstance(verdict, spotit.Invalid) and verdict.side == "left", sql
        assert "<Token" not in verdict.message


def test_the_dialect_is_printed_with_every_verdict() -> None:
    assert "dialect sqlite" in str(check("sqlite", "SELECT a FROM t", "SELECT id FROM t"))
    assert check("sqlite", "SELECT a FROM t", "SELECT id FROM t").as_dict()["dialect"] == "sqlite"
    with pytest.raises(ValueError, match="oracle"):
        check("oracle", "SELECT 1", "SELECT 1")
