"""Mutants of the benchmark: one change each, of the kind that they say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from mutations import chosen, mutants

from spotit.schemas.load import schema_from_ddl

SCHEMA = schema_from_ddl("""
    CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, name TEXT, title TEXT);
    CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id), x REAL)
""")


def _kinds(sql: str, kind: str) -> list[str]:
    return [mutant.sql for mutant in mutants(sql, SCHEMA) if mutant.kind == kind]


@pytest.mark.parametrize(
    ("sql", "kind", "expected"),
    [
        ("SELECT 1 FROM t WHERE a <= b", "comparison", ["= b", "<> b", "< b", "> b", ">= b"]),
        ("SELECT a - b FROM t", "arithmetic", ["a + b", "a * b", "a / b"]),
        ("SELECT COUNT(*) FROM t", "arithmetic", []),
        ("SELECT * FROM t", "arithmetic", []),
        ("SELECT 1 FROM t WHERE a BETWEEN 1 AND 2 OR b", "and / or", ["BETWEEN 1 AND 2 AND b"]),
        ("SELECT 1 FROM t JOIN u ON t.id = t_id", "join", ["t LEFT JOIN u"]),
        ("SELECT 1 FROM t LEFT OUTER JOIN u ON t.id = t_id", "join", ["t INNER JOIN u"]),
        ("SELECT a FROM t", "distinct", ["SELECT DISTINCT a"]),
        ("SELECT DISTINCT a FROM t", "distinct", ["SELECT a"]),
        ("SELECT COUNT(DISTINCT a) FROM t", "aggregate distinct", ["COUNT(a)"]),
        ("SELECT SUM(a) FROM t", "aggregate distinct", ["SUM(DISTINCT a)"]),
        ("SELECT MIN(a) FROM t", "aggregate", ["COUNT(a)", "SUM(a)", "AVG(a)", "MAX(a)"]),
        ("SELECT a FROM t ORDER BY a, b DESC", "order", ["a, b ASC", "a DESC, b DESC"]),
        ("SELECT a FROM t ORDER BY a LIMIT 1", "limit", ["LIMIT 2", "LIMIT 0", "BY a "]),
        ("SELECT a FROM t WHERE b > 7", "boundary", ["> 8", "> 6"]),
        ("SELECT a FROM t WHERE b > 7.25", "constant", ["> 7.26"]),
        ("SELECT a FROM t WHERE name = 'it''s'", "constant", ["'it''ss'", "'it'''"]),
        ("SELECT a FROM t WHERE name > '1999-12-31'", "constant", ["'2000-12-31'", "'1998-12-31'"]),
        ("SELECT a FROM t WHERE name LIKE '%x%'", "pattern", ["'x%'", "'%x'", "'x'", "'x_'"]),
        ("SELECT a FROM t WHERE name IS NOT NULL", "null test", ["IS NULL"]),
        ("SELECT a FROM t WHERE name IS NULL", "null test", ["IS NOT NULL"]),
        ("SELECT a FROM t WHERE a NOT IN (1)", "negation", ["a IN (1)"]),
        ("SELECT a FROM t UNION ALL SELECT x FROM u", "set operator", ["t UNION S", "t INTERSECT S", "t EXCEPT S"]),
        ("SELECT a FROM t GROUP BY a, b HAVING a", "grouping", ["BY a HAVING", "t  HAVING", "BY  b HAVING"]),
        ("SELECT a FROM t WHERE a AND (b OR a) AND b ORDER BY a", "condition", ["WHERE a  AND b", "a)  ORDER"]),
        ("SELECT CAST(a AS REAL) FROM t", "cast", ["AS INTEGER)"]),
        ("SELECT T1.a AS b FROM t AS T1", "column", ['T1."id" AS b', 'T1."b" AS b']),
        ("SELECT name FROM t", "column", ['SELECT "title" FROM']),
    ],
)
def test_a_kind_of_change(sql: str, kind: str, expected: list[str]) -> None:
    found = _kinds(sql, kind)
    assert len(found) == len(expected)
    for part in expected:
        assert any(part in mutant for mutant in found), (part, found)


def test_a_mutant_differs_in_one_stretch_and_occurs_once() -> None:
    sql = "SELECT DISTINCT T1.a, COUNT(x) FROM t AS T1 JOIN u ON T1.id = t_id WHERE a > 1 AND name LIKE 'x%' GROUP BY a"
    found = [mutant.sql for mutant in mutants(sql, SCHEMA)]
    assert len(set(found)) == len(found) > 30
    assert sql not in found


def test_the_choice_is_the_same_under_one_seed() -> None:
    sqls = ["SELECT a FROM t WHERE b = 1", "SELECT SUM(x) FROM u"]
    first, again, other = (list(chosen(sqls, SCHEMA, 12, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({mutant.sql for _, mutant in first}) == 12


def test_fewer_mutants_than_asked_for() -> None:
    assert len(list(chosen(["SELECT a FROM t"], SCHEMA, 50, 1))) == len(mutants("SELECT a FROM t", SCHEMA))
