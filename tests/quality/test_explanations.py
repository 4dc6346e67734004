"""Explanations name the parts of both queries that make the difference, and claim nothing that was not checked."""

from __future__ import annotations

import pytest

from spotit import check
from spotit.sql.clause_diff import clause_diff
from spotit.verdict import Different

DDL = """
CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, pay INTEGER NOT NULL,
    city_id INTEGER NOT NULL REFERENCES city(id));
"""


def explanation(left: str, right: str) -> str:
    verdict = check(left, right, DDL)
    assert isinstance(verdict, Different)
    return verdict.witness.explanation


CASES = [
    (
        "SELECT id FROM person WHERE age > 10",
        "SELECT id FROM person WHERE age >= 10",
        "The difference comes from the WHERE condition: `age > 10` on the left, `age >= 10` on the right."
        " Apart from that they are equivalent.",
    ),
    (
        "SELECT id FROM person WHERE age > 10 AND pay > 5",
        "SELECT p.id FROM person AS p WHERE p.age > 10",
        "The condition `pay > 5`, which only the left query has, makes the difference."
        " Apart from that they are equivalent.",
    ),
    (
        "SELECT p.id FROM person p JOIN city c ON p.city_id = c.id WHERE c.name = 'Rome'",
        "SELECT p.id FROM person p JOIN city c ON p.city_id = c.id WHERE c.state = 'Lazio'",
        "`c.name = 'Rome'` on the left, `c.state = 'Lazio'` on the right. Apart from that they are equivalent.",
    ),
    (
        "SELECT id FROM person WHERE age = 10 AND pay = 5",
        "SELECT id FROM person WHERE age = 11 AND pay = 6",
        "make the difference together",
    ),
    (
        "SELECT COUNT(id) FROM person AS T1 WHERE T1.age <> 3 ORDER BY 1 ASC",
        "SELECT COUNT(DISTINCT age) AS n FROM person WHERE person.age != 3 ORDER BY 1",
        "the columns that are returned: `SELECT COUNT(id)` on the left, `SELECT COUNT(DISTINCT age) AS n` on the right."
        " Apart from that they are equivalent.",
    ),
    (
        "SELECT id FROM person UNION SELECT id FROM city",
        "SELECT id FROM person",
        "One of them is not a single plain SELECT, so that no clause of one can be tried in the other.",
    ),
]


@pytest.mark.parametrize(("left", "right", "said"), CASES)
def test_what_makes_the_difference_is_said(left: str, right: str, said: str) -> None:
    found = explanation(left, right)
    if "together" in said:
        # One change is enough on some witnesses, and then only that one is named.
        assert said in found or "The difference comes from the WHERE condition" in found
        assert "Apart from that they are equivalent" not in found or "together" in found
    else:
        assert said in found


def test_nothing_is_called_equivalent_that_is_not() -> None:
    found = explanation(
        "SELECT id FROM person WHERE age > 10 AND pay > 5", "SELECT id FROM person WHERE age >= 10 AND pay >= 5"
    )
    assert "Apart from that" not in found or "together" in found


def test_changes_read_over_spelling() -> None:
    diff = clause_diff(
        "SELECT T1.id FROM person AS T1 INNER JOIN city AS T2 ON T1.city_id = T2.id WHERE T2.name == 'x'",
        "SELECT p.id AS i FROM person p JOIN city c ON p.city_id = c.id WHERE c.\"name\" = 'x'",
    )
    assert diff is not None and diff.changes == ()


def test_a_cast_to_another_type_is_a_change() -> None:
    diff = clause_diff("SELECT CAST(age AS REAL) FROM person", "SELECT CAST(age AS INTEGER) FROM person")
    assert diff is not None and [change.clause for change in diff.changes] == ["columns"]


def test_all_changes_make_the_right_query() -> None:
    left = "SELECT T1.name FROM person AS T1 WHERE T1.age > 3 AND T1.pay = 1 GROUP BY T1.name ORDER BY T1.name LIMIT 2"
    right = "SELECT c.name, c.state FROM city c WHERE c.state = 'a' LIMIT 3"
    diff = clause_diff(left, right)
    assert diff is not None
    assert diff.applied(diff.changes) == "SELECT c.name, c.state\nFROM city c\nWHERE (c.state = 'a')\nLIMIT 3"


def test_a_condition_that_only_one_query_has_names_what_the_other_says_of_the_column() -> None:
    schema = "CREATE TABLE lab (id INTEGER PRIMARY KEY, igg INTEGER NOT NULL CHECK (igg > 1000))"
    conditions = ("igg > 900 AND igg < 2000", "igg BETWEEN 900 AND 2000")
    verdict = check(*(f"SELECT COUNT(id) FROM lab WHERE {condition}" for condition in conditions), schema)
    assert isinstance(verdict, Different)
    assert (
        "The condition `igg < 2000`, which only the left query has, makes the difference; "
        "the right query has `igg BETWEEN 900 AND 2000`." in verdict.witness.explanation
    )
