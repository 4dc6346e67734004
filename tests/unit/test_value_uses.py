"""Which classes of columns are open, and which constants and conditions the others have."""

from __future__ import annotations

import pytest

from spotit.options import Options
from spotit.plan.rel import Rel
from spotit.plan.value_uses import IntegerUses, TextUses
from spotit.schema import BaseColumn
from spotit.schemas.load import schema_from_ddl
from spotit.sql import lower_query

SCHEMA = schema_from_ddl("CREATE TABLE t(n INTEGER, m INTEGER, r REAL, a TEXT, d DATE, x); CREATE TABLE u(n INTEGER)")
N: BaseColumn = ("t", "n")


def plan(condition: str) -> Rel:
    return lower_query(f"SELECT a FROM t WHERE {condition}", SCHEMA, now=Options().now).rel


def integers(left: str, right: str = "1") -> IntegerUses:
    return IntegerUses(plan(left), plan(right), SCHEMA)


@pytest.mark.parametrize(
    "condition",
    ["n = r", "n = x", "n = (SELECT COUNT(*) FROM u)", "n + 1 = m", "n", "n = LENGTH(a)", "n = a", "n = (a = 'b')",
     "n IN (SELECT rowid FROM u)", "CASE WHEN m = 1 THEN n ELSE (SELECT COUNT(*) FROM u) END = 3"],
)  # fmt: skip
def test_integers_that_meet_other_numbers_are_open(condition: str) -> None:
    assert integers(condition).of(N).open


@pytest.mark.parametrize(
    ("condition", "constants"),
    [
        ("n = 5", {5}),
        ("n > 2.5", {2, 3}),
        ("n IN (1, 2)", {1, 2}),
        ("n = 'b'", set()),
        ("n = 4.0", {4}),
        ("n IS NULL", set()),
    ],
)
def test_constants_of_integers(condition: str, constants: set[int]) -> None:
    found = integers(condition).of(N)
    assert not found.open and found.constants == constants


def test_integers_that_meet_have_one_class() -> None:
    found = integers("n = m AND LENGTH(m) = 2", "n IN (SELECT n FROM u) AND n < 7")
    assert found.of(N) is found.of(("t", "m")) is found.of(("u", "n"))
    assert found.of(N).constants == {7} and len(found.of(N).conditions) == 1 and found.of(N).ordered


def test_columns_that_hold_other_values_too_are_no_integers() -> None:
    found = IntegerUses(plan("n = m"), plan("1"), SCHEMA, others=lambda column: column == ("t", "m"))
    assert found.of(N).open


def test_counts_are_no_text() -> None:
    found = TextUses(plan("a = (SELECT COUNT(*) FROM u)"), plan("a = d"), SCHEMA)
    assert found.of(("t", "a")).open


@pytest.mark.parametrize(
    ("condition", "compared"),
    [
        ("n = 5", False),
        ("LENGTH(n) = 2 AND n > 3", False),
        ("LENGTH(n) IS NULL OR n IS NULL", False),
        ("n LIKE '1%'", False),
        ("CASE WHEN n = 1 THEN n ELSE 3 END = 3", False),
        ("CASE WHEN m = n THEN n ELSE 3 END = 3", True),
        ("n = m", True),
        ("n IN (SELECT n FROM u)", True),
        ("n < (SELECT MAX(n) FROM u)", True),
        ("(SELECT COUNT(DISTINCT n) FROM t) > 1", True),
        ("EXISTS (SELECT 1 FROM t GROUP BY n)", True),
        ("EXISTS (SELECT n FROM t UNION SELECT 1)", True),
        ("EXISTS (SELECT RANK() OVER (ORDER BY n) FROM t)", True),
        ("EXISTS (SELECT 1 FROM t ORDER BY n LIMIT 1)", True),
    ],
)
def test_when_integers_are_compared_with_each_other(condition: str, compared: bool) -> None:
    assert integers(condition).of(N).compared == compared


def test_results_and_keys_are_compared() -> None:
    assert TextUses(plan("a = 'b'"), plan("1"), SCHEMA).of(("t", "a")).compared
    schema = schema_from_ddl(
        "CREATE TABLE t(n INTEGER UNIQUE, m INTEGER REFERENCES u(k), a); CREATE TABLE u(k INTEGER UNIQUE)"
    )
    rel = lower_query("SELECT a FROM t WHERE n = 1 AND m = 2", schema, now=Options().now).rel
    found = IntegerUses(rel, rel, schema)
    assert found.of(N).compared and found.of(("t", "m")).compared
