"""Lowering asks the dialect: a dialect that differs from SQLite's in one point gives another plan there."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from spotit.dialect.dialect import Dialect
from spotit.dialect.sqlite import SQLITE
from spotit.dialect.types import Affinity
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options
from spotit.plan.show import show
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.sql.lowering.query import lower_query

TABLES = (Table("t", (DeclaredColumn("a", "INTEGER"), DeclaredColumn("b", "TEXT"))),)


def plan(sql: str, dialect: Dialect = SQLITE) -> str:
    return show(lower_query(sql, Schema(TABLES, dialect=dialect), now=Options().now).rel)


@pytest.mark.parametrize(
    ("sql", "dialect", "problem"),
    [
        ('SELECT "none" FROM t', replace(SQLITE, names=replace(SQLITE.names, quoted_text=False)), "no such column"),
        ("SELECT oid FROM t", replace(SQLITE, names=replace(SQLITE.names, rowid=("rowid",))), "no such column"),
        (
            "SELECT a AS x FROM t WHERE x > 1",
            replace(SQLITE, names=replace(SQLITE.names, aliases_in_conditions=False)),
            "no such column",
        ),
        ("SELECT b COLLATE nocase FROM t", replace(SQLITE, collation=lambda name: None), "no such collation"),
        (
            "SELECT upper(b) FROM t",
            replace(SQLITE, functions=replace(SQLITE.functions, scalar=lambda name: None)),
            "no such function",
        ),
        (
            "SELECT row_number() OVER () FROM t",
            replace(SQLITE, functions=replace(SQLITE.functions, window=lambda name: None)),
            "no such function",
        ),
    ],
)
def test_a_name_that_only_sqlite_understands_is_invalid(sql: str, dialect: Dialect, problem: str) -> None:
    assert plan(sql)
    with pytest.raises(InvalidSql, match=problem):
        plan(sql, dialect)


def test_order_by_alias_is_everywhere() -> None:
    strict = replace(SQLITE, names=replace(SQLITE.names, aliases_in_conditions=False))
    assert plan("SELECT a AS x FROM t ORDER BY x", strict) == plan("SELECT a AS x FROM t ORDER BY x")


@pytest.mark.parametrize("direction", ["ASC", "DESC"])
@pytest.mark.parametrize(
    "sql", ["SELECT a FROM t ORDER BY a {}", "SELECT a FROM t UNION SELECT a FROM t ORDER BY a {}"]
)
def test_where_nulls_sort_is_the_dialects_choice(sql: str, direction: str) -> None:
    largest = replace(SQLITE, nulls_smallest=False)
    written = {"ASC": "NULLS LAST", "DESC": "NULLS FIRST"}[direction]
    assert plan(sql.format(direction), largest) == plan(sql.format(f"{direction} {written}"))
    assert plan(sql.format(direction), largest) != plan(sql.format(direction))


def test_division_is_the_dialects() -> None:
    exact = replace(SQLITE, operators=replace(SQLITE.operators, integer_division=False))
    assert plan("SELECT a / 2 AS x FROM t", exact) == plan("SELECT CAST(a AS REAL) / CAST(2 AS REAL) AS x FROM t")
    failing = replace(SQLITE, operators=replace(SQLITE.operators, division_fails=True))
    with pytest.raises(UnsupportedSql, match="division"):
        plan("SELECT a % 2 FROM t", failing)


def test_types_are_the_dialects() -> None:
    text = replace(SQLITE, types=replace(SQLITE.types, affinity_of=lambda declared: Affinity.TEXT))
    assert plan("SELECT CAST(a AS INTEGER) AS x FROM t", text) == plan("SELECT CAST(a AS TEXT) AS x FROM t")


def test_a_schema_keeps_its_dialect_in_another_process() -> None:
    schema = Schema(TABLES)
    assert pickle.loads(pickle.dumps(schema)) == schema
