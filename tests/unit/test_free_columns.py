"""Functions that two plans have in common become columns; operations that change nothing are left out."""

from __future__ import annotations

import re

import pytest

from spotit.options import Options
from spotit.plan.expr import Column
from spotit.plan.free_columns import Freed, freed
from spotit.plan.plain.neutral import without_neutral
from spotit.plan.rel import Project, Rel
from spotit.plan.show import show_expr
from spotit.schema import BaseColumn, Kind
from spotit.schemas.load import schema_from_ddl
from spotit.sql import lower_query

SCHEMA = schema_from_ddl(
    "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, code TEXT, n INTEGER, r REAL);"
    "CREATE TABLE u(t INTEGER, name TEXT)"
)


def plan(sql: str) -> Rel:
    return lower_query(sql, SCHEMA, now=Options().now).rel


def found(left: str, right: str) -> Freed:
    return freed(plan(left), plan(right), SCHEMA)


def names(left: str, right: str) -> list[str]:
    titles = (f"{column.table}.{column.name} {column.declared}" for column in found(left, right).columns)
    return [re.sub("#[0-9]+", "", title) for title in titles]


def kind(column: BaseColumn) -> Kind | None:
    declared = SCHEMA.column(column)
    return None if declared is None else declared.kind


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("SELECT UPPER(name) FROM t", "SELECT 1 FROM t WHERE UPPER(name) > 'a'", ["t.upper(name) TEXT"]),
        ("SELECT HEX(LOWER(name)) FROM t", "SELECT LOWER(name), LENGTH(LOWER(name)) FROM t", ["t.lower(name) TEXT"]),
        ("SELECT name || code FROM t", "SELECT COUNT(*) FROM t GROUP BY name || code", ["t.(name || code) TEXT"]),
        ("SELECT UPPER(name) FROM t", "SELECT UPPER(code) FROM t", []),
        ("SELECT UPPER(name) FROM t", "SELECT UPPER(name) FROM u", []),
        ("SELECT t.name || u.name FROM t, u", "SELECT t.name || u.name FROM u, t", []),
        ("SELECT n + 1 FROM t", "SELECT n + 1 FROM t", []),
        ("SELECT ABS(n) FROM t", "SELECT ABS(n) FROM t", []),
        ("SELECT UPPER(u.name) FROM t LEFT JOIN u ON u.t = id", "SELECT UPPER(name) FROM u", ["u.upper(name) TEXT"]),
        ("SELECT QUOTE(u.name) FROM t LEFT JOIN u ON u.t = id", "SELECT QUOTE(name) FROM u", []),
    ],
)  # fmt: skip
def test_which_functions_become_columns(left: str, right: str, expected: list[str]) -> None:
    assert names(left, right) == expected


def test_plans_read_the_columns() -> None:
    got = found("SELECT UPPER(name) FROM t", "SELECT UPPER(y.name), UPPER(x.name) FROM t x, t y")
    (column,) = got.columns
    assert got.schema.column(("t", column.name)) is not None
    for rel, width in zip(got.plans, (1, 2), strict=True):
        assert isinstance(rel, Project)
        read = {expr.id for expr in rel.exprs if isinstance(expr, Column) and expr.name == column.name}
        assert len(read) == width
        assert read <= {found.id for found in rel.input.columns}


@pytest.mark.parametrize(
    ("expression", "plain"),
    [
        ("name || ''", "name"),
        ("'' || UPPER(name)", "upper(name)"),
        ("CAST(name AS TEXT)", "name"),
        ("REPLACE(name, ' ', ' ')", "name"),
        ("TRIM(LTRIM(name))", "trim(name)"),
        ("LOWER(UPPER(name) || '')", "lower(name)"),
        ("n + 0", "n"),
        ("LENGTH(name) * 1", "length(name)"),
        ("CAST(n AS INTEGER)", "n"),
    ],
)
def test_operations_that_change_nothing(expression: str, plain: str) -> None:
    rel = without_neutral(plan(f"SELECT {expression} FROM t"), kind)
    wanted = plan(f"SELECT {plain} FROM t")
    assert isinstance(rel, Project) and isinstance(wanted, Project)
    assert show_expr(rel.exprs[0], names=False) == show_expr(wanted.exprs[0], names=False)


@pytest.mark.parametrize(
    "expression",
    ["n || ''", "CAST(n AS TEXT)", "name + 0", "name * 1", "r + 0", "n + 0.0", "n * 1.0", "REPLACE(n, ' ', ' ')",
     "REPLACE(name, ' ', '')", "CAST(name AS INTEGER)", "CAST(r AS INTEGER)", "LTRIM(TRIM(n, 'x'))", "0 - n"],
)  # fmt: skip
def test_operations_that_change_something(expression: str) -> None:
    rel = plan(f"SELECT {expression} FROM t")
    assert without_neutral(rel, kind) == rel
