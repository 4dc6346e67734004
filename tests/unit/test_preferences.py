"""The language of preferences, and what it does to witnesses and proofs."""

from __future__ import annotations

import pytest

from spotit import Options, check, load_schema
from spotit.assumption import AssumptionKind
from spotit.database import Database, Rows
from spotit.errors import UsageError
from spotit.preferences.language import applicable, preferences_of, require_applicable
from spotit.preferences.wishes import NoNulls, RowsWanted, ValuesWanted
from spotit.verdict import Different, Equivalent, EquivalentUpTo

DDL = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL, amount INTEGER NOT NULL);
"""
SCHEMA = load_schema(DDL)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("prefer rows(orders) >= 2", RowsWanted("orders", ">=", 2)),
        ("PREFER Rows( ORDERS ) == 3", RowsWanted("orders", "=", 3)),
        ("prefer orders.status in ('paid','open')", ValuesWanted(("orders", "status"), "in", ("paid", "open"))),
        ("prefer orders.status not in ('it''s')", ValuesWanted(("orders", "status"), "not in", ("it's",))),
        ("prefer customers.age between -1 and 9.5", ValuesWanted(("customers", "age"), "between", (-1, 9.5))),
        ('prefer "customers"."age" != 3', ValuesWanted(("customers", "age"), "<>", (3,))),
        ("avoid null", NoNulls()),
        ("avoid nulls in customers", NoNulls("customers")),
        ("avoid null in customers.city", NoNulls("customers", "city")),
    ],
)
def test_wishes_are_read(text, wish):
    assert preferences_of((text,), SCHEMA).wishes == (wish,)


@pytest.mark.parametrize(
    "text",
    [
        "", "prefer", "like null", "prefer orders", "prefer orders.status", "prefer orders.status in ()",
        "prefer orders.status in ('a'", "prefer nobody.x = 1", "prefer orders.x = 1", "prefer rows(orders) >= -1",
        "prefer rows(orders) >= 1.5", "prefer rows(orders) ~ 1", "require rows(orders) >= 2", "avoid null in",
        "prefer orders.amount = 1 or 1 = 1", "prefer orders.amount between 1", "prefer orders.amount = amount",
        "prefer orders.amount = -'a'", "require customers.age = 1; DROP TABLE customers",
    ],
)  # fmt: skip
def test_what_is_no_preference_is_told(text):
    with pytest.raises(UsageError, match="prefer"):
        check("SELECT 1", "SELECT 2", DDL, Options(prefer=(text,)))


def test_unmet_wishes_are_counted():
    found = preferences_of(("prefer rows(orders) >= 2", "prefer orders.amount > 5", "avoid null"), SCHEMA)
    rows = Rows(("id", "status", "amount"), ((1, "a", 7), (2, None, 3)))
    database = Database({"orders": rows})
    assert found.unmet(database, frozenset({("orders", "status")})) == 2
    assert found.unmet(Database({"orders": Rows(rows.columns, rows.rows[:1])}), frozenset()) == 1
    assert found.unmet(Database(), frozenset()) == 2


LEFT, RIGHT = "SELECT SUM(amount) FROM orders", "SELECT MAX(amount) + 0 * COUNT(*) FROM orders WHERE id > 0"


def test_wishes_show_in_the_witness():
    wishes = ("prefer rows(orders) >= 3", "prefer orders.status in ('paid', 'open')", "prefer orders.amount > 40")
    plain, wished = (check(LEFT, RIGHT, DDL, Options(prefer=w)) for w in ((), wishes))
    assert isinstance(plain, Different) and isinstance(wished, Different) and plain.grade is wished.grade
    orders = wished.witness.database.tables["orders"]
    assert len(orders.rows) == 3
    assert {row[0] for row in orders.project(("status",))} <= {"paid", "open"}
    assert all(row[0] > 40 for row in orders.project(("amount",)))


def test_a_wish_that_hides_the_difference_is_given_up():
    verdict = check(
        "SELECT id FROM orders WHERE status = 'late'", "SELECT id FROM orders WHERE status = 'x'", DDL,
        prefer=["prefer orders.status in ('paid')"],
    )  # fmt: skip
    assert isinstance(verdict, Different) and verdict.grade.value == "ordinary"


def test_no_witness_breaks_a_requirement_and_the_explanation_names_it():
    verdict = check(
        "SELECT id FROM customers WHERE age > 10", "SELECT id FROM customers WHERE age > 20", DDL,
        prefer="require customers.age between 18 and 99",
    )  # fmt: skip
    assert isinstance(verdict, Different)
    ages = [row[0] for row in verdict.witness.database.tables["customers"].project(("age",))]
    assert ages and all(age is None or 18 <= age <= 99 for age in ages)
    assert "As required, customers.age between 18 and 99." in verdict.witness.explanation


def test_a_proof_under_a_requirement_names_it():
    queries = "SELECT id FROM customers WHERE age > 10", "SELECT id FROM customers WHERE age IS NOT NULL"
    assert isinstance(check(*queries, DDL), Different)
    proof = check(*queries, DDL, prefer="require customers.age between 18 and 99")
    assert isinstance(proof, Equivalent | EquivalentUpTo)
    assert "the requirement `customers.age between 18 and 99` holds" in [a.text for a in proof.assumptions]
    assert all(AssumptionKind.of_sentence(a.text) is a.kind for a in proof.assumptions)


def test_a_run_keeps_what_speaks_of_each_database():
    other = load_schema("CREATE TABLE t (x INTEGER)")
    texts = ("prefer t.x > 1", "avoid null")
    assert applicable(texts, SCHEMA) == ("avoid null",) and applicable(texts, other) == texts
    require_applicable(texts, (SCHEMA, other))
    with pytest.raises(UsageError, match="no database has"):
        require_applicable(("prefer u.x > 1",), (SCHEMA, other))
    with pytest.raises(UsageError, match="the forms are"):
        require_applicable(("like this",), (SCHEMA, other))
