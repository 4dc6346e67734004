"""Where SQL leaves a result open."""

from __future__ import annotations

import pytest

from spotit import load_schema
from spotit.options import Options, Semantics
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.reason import Choice
from spotit.sql import lower_query

SCHEMA = load_schema("""
    CREATE TABLE t(k INTEGER PRIMARY KEY, a INTEGER, b TEXT NOT NULL, c TEXT COLLATE NOCASE, z, u TEXT UNIQUE, f REAL);
    CREATE TABLE s(k INTEGER NOT NULL REFERENCES t(k), n INTEGER NOT NULL, w TEXT, PRIMARY KEY (k, n));
""")


def choices(sql: str, semantics: Semantics = Semantics.SET) -> tuple[Choice, ...]:
    query = lower_query(sql, SCHEMA, now=Options().now)
    return open_choices(query.rel, seen_by(semantics), Facts(SCHEMA))


@pytest.mark.parametrize(
    ("sql", "choice"),
    [
        ("SELECT b FROM t LIMIT 1", Choice.CUT),
        ("SELECT b FROM t ORDER BY a LIMIT 1", Choice.CUT),
        ("SELECT b FROM t ORDER BY u LIMIT 1", Choice.CUT),
        ("SELECT s.w FROM t JOIN s ON t.k = s.k ORDER BY t.k LIMIT 1", Choice.CUT),
        ("SELECT z FROM t ORDER BY z LIMIT 1", Choice.CUT),
        ("SELECT c FROM t ORDER BY c LIMIT 1", Choice.CUT),
        ("SELECT b FROM t WHERE a = (SELECT n FROM s WHERE k = 1)", Choice.FIRST_ROW),
        ("SELECT b, a FROM t GROUP BY b", Choice.BARE_COLUMN),
        ("SELECT c, k FROM t GROUP BY c", Choice.BARE_COLUMN),
        ("SELECT a FROM t", Choice.ORDER),
        ("SELECT a, b FROM t ORDER BY b", Choice.ORDER),
        ("SELECT DISTINCT c FROM t", Choice.DUPLICATE),
        ("SELECT typeof(z) FROM (SELECT DISTINCT z FROM t)", Choice.DUPLICATE),
        ("SELECT max(c) FROM t", Choice.DUPLICATE),
        ("SELECT c FROM t UNION SELECT b FROM t", Choice.DUPLICATE),
        ("SELECT sum(a) FROM t", Choice.SUM),
        ("SELECT avg(f) FROM t", Choice.SUM),
        ("SELECT group_concat(b) FROM t", Choice.CONCATENATION),
        ("SELECT row_number() OVER (ORDER BY a) FROM t", Choice.WINDOW),
        ("SELECT k FROM t WHERE k IN (SELECT k FROM s ORDER BY n LIMIT 1)", Choice.CUT),
    ],
)
def test_open(sql: str, choice: Choice) -> None:
    semantics = Semantics.LIST if choice is Choice.ORDER else Semantics.BAG
    assert choice in choices(sql, semantics)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a, b FROM t",
        "SELECT b FROM t ORDER BY a, k LIMIT 1",
        "SELECT b FROM t WHERE u IS NOT NULL ORDER BY u LIMIT 1",
        "SELECT a FROM t ORDER BY a LIMIT 3",
        "SELECT s.w FROM t JOIN s ON t.k = s.k ORDER BY t.k, s.n LIMIT 1",
        "SELECT s.w FROM s LEFT JOIN t ON t.k = s.k ORDER BY s.k, s.n LIMIT 1",
        "SELECT b FROM t WHERE a = (SELECT n FROM s WHERE k = 1 AND n = 2)",
        "SELECT b FROM t WHERE a = (SELECT max(n) FROM s)",
        "SELECT k, b FROM t GROUP BY k",
        "SELECT b, count(*), min(a) FROM t GROUP BY b",
        "SELECT DISTINCT a, b FROM t",
        "SELECT DISTINCT z FROM t",
        "SELECT b FROM t LIMIT -1",
        "SELECT b FROM t WHERE b LIKE 'x%'",
        "SELECT b FROM t UNION SELECT w FROM s",
    ],
)
def test_decided(sql: str) -> None:
    assert choices(sql, Semantics.BAG) == ()


def test_a_decided_order_is_seen() -> None:
    assert choices("SELECT a FROM t ORDER BY k", Semantics.LIST) == ()
    assert choices("SELECT a FROM t ORDER BY a", Semantics.LIST) == ()
