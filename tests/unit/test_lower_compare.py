"""Comparisons: SQLite's affinity and collation, made explicit."""

from __future__ import annotations

import re

import pytest

from spotit.dialect.collation import NOCASE
from spotit.plan.expr import Literal
from spotit.plan.rel import Project
from spotit.plan.show import show_expr
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.sql import lower_query

SCHEMA = Schema(
    (
        Table(
            "t",
            (
                DeclaredColumn("i", "INT"),
                DeclaredColumn("r", "REAL"),
                DeclaredColumn("d", "DATE"),
                DeclaredColumn("s", "TEXT"),
                DeclaredColumn("b", ""),
                DeclaredColumn("nc", "TEXT", collation=NOCASE),
            ),
        ),
    )
)


def value(text: str) -> str:
    """Return the plan of an expression over t."""
    rel = lower_query(f"SELECT {text} FROM t", SCHEMA, now="2025-06-15 12:00:00").rel
    assert isinstance(rel, Project)
    return re.sub(r"#\d+", "", show_expr(rel.exprs[0]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i = '29'", "(i = 29)"),
        ("i = ' 29 '", "(i = 29)"),
        ("i = '1e2'", "(i = 100)"),
        ("i = '2.5'", "(i = 2.5)"),
        ("i = '29abc'", "(i = '29abc')"),
        ("i = '0x10'", "(i = '0x10')"),
        ("i = ''", "(i = '')"),
        ("d > '1971'", "(d > 1971)"),
        ("d > '1971-01-01'", "(d > '1971-01-01')"),
        ("s = 29", "(s = '29')"),
        ("s = -1", "(s = '-1')"),
        ("s = 1.5", "(s = '1.5')"),
        ("s = 100.0", "(s = '100.0')"),
        ("s = -0.0", "(s = '0.0')"),
        ("s = 1e20", "(s = affine(1e+20, TEXT))"),
        ("s = 0.1234567890123456789", "(s = affine(0.12345678901234568, TEXT))"),
        ("b = 29", "(b = 29)"),
        ("b = '29'", "(b = '29')"),
        ("i = s", "(i = affine(s, NUMERIC))"),
        ("s = i", "(affine(s, NUMERIC) = i)"),
        ("i = b", "(i = affine(b, NUMERIC))"),
        ("s = b", "(s = b)"),
        ("s = +i", "(s = affine(i, TEXT))"),
        ("+i = '5'", "(i = '5')"),
        ("i + 0 = '5'", "((i + 0) = '5')"),
        ("s = i + 1", "(s = affine((i + 1), TEXT))"),
        ("CAST(s AS INT) = '5'", "(cast(s as INTEGER) = 5)"),
        ("CAST(i AS TEXT) = 5", "(cast(i as TEXT) = '5')"),
        ("strftime('%Y', s) = 1990", "(strftime('%Y', s) = 1990)"),
        ("i = substr(s, 1)", "(i = affine(substr(s, 1), NUMERIC))"),
        ("i = length(s)", "(i = length(s))"),
        ("max(i, 1) = '5'", "(max(i, 1) = '5')"),
        ("i IN ('5', 'x')", "((i = 5) or (i = 'x'))"),
        ("'5' IN (i)", "('5' = i)"),
        ("5 IN (s, 6)", "((5 = s) or (5 = 6))"),
        ("i IS '5'", "(i IS 5)"),
        ("i BETWEEN '1' AND s", "((i >= 1) and (i <= affine(s, NUMERIC)))"),
        ("CASE i WHEN '5' THEN 1 END", "(case when (i = 5) then 1 else NULL)"),
        ("nullif(i, '5')", "(case when (i = '5') then NULL else i)"),
        ("(i, s) = ('5', 6)", "((i = 5) and (s = '6'))"),
        ("i IN (SELECT s)", "((i) in {project s := affine(s, NUMERIC) [project s := s [values () ()]]})"),
        ("s IN (SELECT nc)", "((s) in {project nc := nc [values () ()]})"),
        ("nc IN (SELECT s)", "((nc collate NOCASE) in {project s := s [values () ()]})"),
        ("nc = 'a'", "(nc = 'a' collate NOCASE)"),
        ("'a' = nc", "('a' = nc collate NOCASE)"),
        ("s = nc", "(s = nc)"),
        ("nc = s COLLATE rtrim", "(nc = s collate RTRIM)"),
        ("nc || 'x' = 'a'", "((nc || 'x') = 'a')"),
        ("(nc COLLATE nocase || 'x') = 'a'", "((nc || 'x') = 'a' collate NOCASE)"),
        ("CAST(nc AS TEXT) = 'a'", "(cast(nc as TEXT) = 'a' collate NOCASE)"),
        ("i IS TRUE", "(case when i then 1 else 0)"),
        ("i IS NOT FALSE", "(case when not i then 0 else 1)"),
        ("i IN ()", "0"),
        ("nosuch IN ()", "0"),
    ],
)
def test_comparison(text: str, expected: str) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 = 2 IN (3)", "((1 = 2) = 3)"),
        ("1 < 2 < 3", "((1 < 2) < 3)"),
        ("NOT 1 = 2", "not (1 = 2)"),
        ("NOT EXISTS (VALUES (1)) = 2", "not (exists {values (column1) (1)} = 2)"),
        ("1 IS NOT NULL = 1", "(1 = 1)"),
        ("i = r ISNULL", "((i = r) is null)"),
        ("1 & 2 < 3 | 4", "((1 & 2) < (3 | 4))"),
        ("1 + 2 * 3 || 4", "(1 + (2 * (3 || 4)))"),
        ("- i || 's'", "(-(i) || 's')"),
        ("- i COLLATE nocase = 'a'", "(-(i) = 'a' collate NOCASE)"),
        ("i BETWEEN 1 AND 2 AND 3", "((i >= 1) and (i <= 2) and 3)"),
        ("i BETWEEN 1 AND 2 = 1", "(((i >= 1) and (i <= 2)) = 1)"),
        ("s LIKE 'a' ESCAPE 'b' = 1", "(like('a', s, 'b') = 1)"),
        ("1 OR 2 AND 3", "(1 or (2 and 3))"),
        ("i = NOT r", "(i = not r)"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("1 << 2 + 3", "(1 << (2 + 3))"),
        ("0 AND nosuch", "0"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert value(text) == expected


def test_literals_of_different_types_are_different() -> None:
    assert Literal(1) != Literal(1.0)
