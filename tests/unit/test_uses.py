"""The pass that reports every use of every base column, and what is open because it is not understood."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from fake_engine import SCHEMA

from generate.query import Queries
from generate.schema import DDL, Pools
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import Affine, Arith, Call, Cast, Column, Expr
from spotit.plan.rel import Limit, Rel
from spotit.plan.uses import Matched, Met, Opened, Ordered, Passed, PlanUses
from spotit.plan.walk import parts, walk
from spotit.schema import BaseColumn
from spotit.schemas.load import schema_from_ddl
from spotit.sql import lower_query

NOW = "2025-06-15 12:00:00"
NAME, CITY, AGE = ("person", "name"), ("city", "name"), ("person", "age")


def plan(sql: str) -> Rel:
    return lower_query(sql, SCHEMA, now=NOW).rel


def uses(sql: str) -> PlanUses:
    return PlanUses(plan(sql))


def opened(sql: str) -> set[BaseColumn]:
    return {column for use in uses(sql).uses() if isinstance(use, Opened) for column in use.value.columns}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM person",
        "SELECT DISTINCT name FROM person",
        "SELECT name, COUNT(*) FROM person GROUP BY name",
        "SELECT COUNT(name), COUNT(DISTINCT name) FROM person",
        "SELECT name IS NULL FROM person",
        "SELECT EXISTS (SELECT name FROM person)",
    ],
)
def test_passing_a_value_on_is_no_use_of_it(sql: str) -> None:
    assert not [use for use in uses(sql).uses() if not isinstance(use, Opened) or use.value.columns]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 FROM person p JOIN city c ON p.name = c.name",
        "SELECT 1 FROM person, city WHERE person.name IN (SELECT name FROM city)",
        "SELECT name FROM person UNION SELECT name FROM city",
        "SELECT name FROM person UNION ALL SELECT name FROM city",
        "SELECT CASE WHEN age = 3 THEN person.name ELSE city.name END FROM person, city",
        "SELECT 1 FROM person WHERE name = (SELECT MAX(name) FROM city)",
        "SELECT 1 FROM (SELECT name AS x FROM person) JOIN (SELECT name AS y FROM city) ON x IS y",
    ],
)
def test_values_that_are_compared_meet(sql: str) -> None:
    met = [{c for value in use.values for c in value.columns} for use in uses(sql).uses() if isinstance(use, Met)]
    assert {NAME, CITY} in met
    assert NAME not in opened(sql)


@pytest.mark.parametrize(
    ("sql", "ordered"),
    [
        ("SELECT name FROM person ORDER BY name", True),
        ("SELECT MIN(name) FROM person", True),
        ("SELECT 1 FROM person WHERE name < 'm'", True),
        ("SELECT 1 FROM person WHERE name BETWEEN 'a' AND 'm'", True),
        ("SELECT 1 FROM person WHERE name = 'm'", False),
        ("SELECT 1 FROM person WHERE name IS NOT 'm'", False),
    ],
)
def test_an_order_is_seen(sql: str, ordered: bool) -> None:
    found = [use for use in uses(sql).uses() if isinstance(use, Ordered) and NAME in use.value.columns]
    assert bool(found) is ordered
    assert NAME not in opened(sql)


@pytest.mark.parametrize(
    "condition",
    [
        "name LIKE 'a%'",
        "NOT name GLOB 'a*'",
        "LENGTH(name) > 3",
        "UPPER(name) = 'X' OR TRIM(name) = ''",
        "name = 'x' COLLATE NOCASE",
        "INSTR(name, 'x')",
    ],
)
def test_a_condition_on_one_value_is_a_test_of_it(condition: str) -> None:
    sql = f"SELECT 1 FROM person WHERE {condition}"
    matched = [use for use in uses(sql).uses() if isinstance(use, Matched)]
    assert matched and all(use.value == Passed(frozenset((NAME,))) for use in matched)
    assert NAME not in opened(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT UPPER(name) FROM person",
        "SELECT name || 'x' FROM person",
        "SELECT CAST(name AS INTEGER), -name, ~name FROM person",
        "SELECT 1 FROM person WHERE name",
        "SELECT 1 FROM person WHERE NOT name",
        "SELECT CASE WHEN name THEN 1 END FROM person",
        "SELECT CASE WHEN 1 THEN name || 'x' END FROM person",
        "SELECT COUNT(*) FILTER (WHERE name) FROM person",
        "SELECT SUM(name) FROM person",
        "SELECT GROUP_CONCAT(name) FROM person",
        "SELECT 1 FROM person WHERE UPPER(name) = (SELECT 'x')",
        "SELECT 1 FROM person p, city c WHERE p.name LIKE c.name",
        "SELECT id FROM city GROUP BY (SELECT UPPER(name) FROM person)",
        "SELECT id FROM city ORDER BY (SELECT MAX(LENGTH(name)) FROM person)",
        "SELECT id FROM city LIMIT (SELECT name FROM person)",
        "SELECT id FROM city LIMIT 1 OFFSET (SELECT name FROM person)",
        "SELECT id IN (SELECT LENGTH(name) FROM person) FROM city",
        "SELECT ROW_NUMBER() OVER (ORDER BY name) FROM person",
        "SELECT FIRST_VALUE(name) OVER () FROM person",
        "SELECT value FROM person, json_each(person.name)",
        "WITH RECURSIVE r(x) AS (SELECT name FROM person UNION SELECT x || 'a' FROM r) SELECT x FROM r",
        "SELECT DISTINCT name COLLATE NOCASE FROM person",
        "SELECT name FROM person ORDER BY name COLLATE RTRIM",
    ],
)
def test_what_is_not_understood_is_open(sql: str) -> None:
    assert NAME in opened(sql)


def test_what_is_computed_below_is_open_there_and_not_known_above() -> None:
    sql = "SELECT x FROM (SELECT name || age AS x FROM person) WHERE x = 'a1'"
    assert opened(sql) >= {NAME, AGE}
    made = uses(sql)
    assert made.results == [Passed(known=False)]
    assert any(not value.known for use in made.uses() if isinstance(use, Met) for value in use.values)


def test_a_result_passes_on_columns_and_constants() -> None:
    found = uses("SELECT name FROM person UNION ALL SELECT 'x' UNION ALL VALUES (7)").results
    assert found == [Passed(frozenset((NAME,)), frozenset(("x", 7)))]
    assert uses("SELECT person.name FROM person, city").tables == ("person", "city")


def computed_from(node: object) -> Iterator[Column]:
    """Yield the columns that a computation or a LIMIT reads directly."""
    if isinstance(node, Call | Arith | Cast | Affine | Limit):
        yield from (part for part in parts(node) if isinstance(part, Column))


@pytest.mark.parametrize("name", sorted(DDL))
def test_no_column_in_a_computation_is_overlooked(name: str) -> None:
    schema = schema_from_ddl(DDL[name])
    writer = Queries(Random(f"uses {name}"), schema, Pools(schema))
    seen = 0
    for _ in range(150):
        try:
            root = lower_query(writer.query(3), schema, now=NOW).rel
        except (InvalidSql, UnsupportedSql):
            continue
        made = PlanUses(root)
        found = list(made.uses())
        reported = {use.value for use in found if isinstance(use, Opened | Matched)}
        whole = frozenset().union(*(value.columns for value in reported))
        for node in walk(root):
            for column in computed_from(node):
                columns = made.passed(column).columns
                assert columns <= whole, f"{node} of {columns}"
                seen += bool(columns)
    assert seen > 50


def test_an_unknown_node_is_no_silent_exception() -> None:
    class New(Expr):
        pass

    with pytest.raises(AssertionError):
        PlanUses(plan("SELECT 1")).passed(New())
