"""Attacks proofs that rest on plans alone: same plan, one shape with equal parts."""

from __future__ import annotations

import pytest

from claims_vs_brute_force.plan_proofs import attack, planned, proof_of
from generate.schema import DDL
from queries.textbook import DDL as TEXTBOOK_DDL
from queries.textbook import TEXTBOOK
from spotit import load_schema
from spotit.options import Semantics
from spotit.reason import EqualParts


@pytest.mark.parametrize("name", sorted(DDL))
def test_proofs_by_plans_hold_on_many_rows(name: str) -> None:
    found = attack(name, "plans", 60, 25)
    assert not found.wrong, found.wrong[0]
    assert found.proofs.total() >= 8, found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", sorted(DDL))
def test_proofs_by_plans_hold_at_length(name: str, seed: int) -> None:
    found = attack(name, f"plans {seed}", 2000, 60)
    assert not found.wrong, found.wrong[0]


EQUAL = (
    ("SELECT name FROM emp WHERE age > 5", "SELECT name FROM emp WHERE age >= 6"),
    ("SELECT COUNT(*) FROM emp WHERE age > 0", "SELECT COUNT(*) FROM emp"),
    ("SELECT MAX(age + 1) FROM emp WHERE age = 3", "SELECT MAX(4) FROM emp WHERE age = 3"),
    (
        "SELECT dept_id FROM emp GROUP BY dept_id HAVING COUNT(*) > 2",
        "SELECT dept_id FROM emp GROUP BY dept_id HAVING COUNT(*) >= 3",
    ),
    (
        "SELECT e.id, t.id FROM emp e LEFT JOIN task t ON t.emp_id = e.id AND t.hours > 1",
        "SELECT e.id, t.id FROM emp e LEFT JOIN task t ON e.id = t.emp_id AND t.hours >= 2",
    ),
    (
        "SELECT id FROM emp e WHERE (SELECT COUNT(*) FROM task WHERE emp_id = e.id) > 1",
        "SELECT id FROM emp e WHERE (SELECT COUNT(*) FROM task WHERE emp_id = e.id) >= 2",
    ),
    (
        "SELECT a.a FROM log a, log b WHERE a.a < b.a AND a.b > 3",
        "SELECT b.a FROM log a, log b WHERE a.a > b.a AND b.b >= 4",
    ),
    ("SELECT name FROM emp ORDER BY age + 0, id LIMIT 3", "SELECT name FROM emp ORDER BY age, id LIMIT 3"),
)
EQUAL += (
    # What overflows is the same sum on both sides, though it is written as one of other terms.
    (
        "SELECT MAX(salary + IFNULL(boss_id, 0)) FROM emp",
        "SELECT MAX(CASE WHEN boss_id IS NULL THEN salary ELSE salary + boss_id END) FROM emp",
    ),
    # One subquery, written twice.
    (
        "SELECT id, CASE WHEN (SELECT MAX(hours) FROM task WHERE emp_id = e.id) > 9 THEN 2 "
        "WHEN (SELECT MAX(hours) FROM task WHERE emp_id = e.id) > 5 THEN 1 ELSE 0 END FROM emp e",
        "SELECT id, CASE WHEN (SELECT MAX(hours) FROM task WHERE emp_id = e.id) BETWEEN 6 AND 9 THEN 1 "
        "WHEN (SELECT MAX(hours) FROM task WHERE emp_id = e.id) >= 10 THEN 2 ELSE 0 END FROM emp e",
    ),
)
EQUAL += (
    # Places begin with 1, counts with 0, and a group has a row.
    (
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY city ORDER BY salary) AS n FROM emp) WHERE n = 1",
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY city ORDER BY salary) AS n FROM emp) WHERE n <= 1",
    ),
    (
        "SELECT city, COUNT(*) FROM emp GROUP BY city HAVING COUNT(*) < 2",
        "SELECT city, COUNT(*) FROM emp GROUP BY city HAVING COUNT(*) = 1",
    ),
)
UNEQUAL = (
    (
        "SELECT id FROM (SELECT id, RANK() OVER (PARTITION BY city ORDER BY age) AS n FROM emp) WHERE n = 1",
        "SELECT id FROM (SELECT id, RANK() OVER (PARTITION BY city ORDER BY age) AS n FROM emp) WHERE n <= 2",
    ),
    (
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY city ORDER BY salary) AS n FROM emp) WHERE n = 1",
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY city ORDER BY salary) AS n FROM emp) WHERE n = 0",
    ),
    (
        "SELECT id FROM (SELECT id, COUNT(city) OVER (PARTITION BY age) AS n FROM emp) WHERE n <= 1",
        "SELECT id FROM (SELECT id, COUNT(city) OVER (PARTITION BY age) AS n FROM emp) WHERE n = 1",
    ),
    (
        "SELECT age, COUNT(city) FROM emp GROUP BY age HAVING COUNT(city) < 2",
        "SELECT age, COUNT(city) FROM emp GROUP BY age HAVING COUNT(city) = 1",
    ),
    (
        "SELECT COUNT(*) FROM emp HAVING COUNT(*) < 2",
        "SELECT COUNT(*) FROM emp HAVING COUNT(*) = 1",
    ),
    (
        "SELECT age, COUNT(*) FILTER (WHERE city = 'x') AS n FROM emp GROUP BY age HAVING n < 2",
        "SELECT age, COUNT(*) FILTER (WHERE city = 'x') AS n FROM emp GROUP BY age HAVING n = 1",
    ),
    # Copies do not matter to the first row alone.
    (
        "SELECT age FROM (SELECT DISTINCT age FROM emp) ORDER BY age LIMIT 2",
        "SELECT age FROM emp ORDER BY age LIMIT 2",
    ),
    (
        "SELECT age FROM (SELECT DISTINCT age FROM emp) ORDER BY age LIMIT 1 OFFSET 1",
        "SELECT age FROM emp ORDER BY age LIMIT 1 OFFSET 1",
    ),
    (
        "SELECT MAX(salary + IFNULL(boss_id, 0)) FROM emp",
        "SELECT MAX(CASE WHEN boss_id IS NULL THEN salary ELSE salary - boss_id END) FROM emp",
    ),
    (
        "SELECT MAX(salary + boss_id + 1) FROM emp",
        "SELECT MAX(salary + (boss_id + 1)) FROM emp",
    ),
    # Two subqueries that differ in what they count; and two that may choose another row each.
    (
        "SELECT id, (SELECT COUNT(*) FROM task WHERE emp_id = e.id) - (SELECT COUNT(kind) FROM task "
        "WHERE emp_id = e.id) + age FROM emp e",
        "SELECT id, (SELECT COUNT(*) FROM task WHERE emp_id = e.id) - (SELECT COUNT(*) FROM task "
        "WHERE emp_id = e.id) + age FROM emp e",
    ),
    (
        "SELECT id, (SELECT a FROM log LIMIT 1) IS (SELECT a FROM log LIMIT 1), age + 0 FROM emp",
        "SELECT id, (SELECT a FROM log LIMIT 1) IS (SELECT a FROM log LIMIT 1) OR age < 0, age - 1 FROM emp",
    ),
    # Under bags, only results that never repeat a row are compared as sets.
    (
        "SELECT DISTINCT e.name FROM emp e JOIN task t ON t.emp_id = e.id",
        "SELECT e.city FROM emp e WHERE EXISTS (SELECT 1 FROM task t WHERE t.emp_id = e.id)",
    ),
    ("SELECT name FROM emp ORDER BY age, id LIMIT 3", "SELECT name FROM emp ORDER BY salary, id LIMIT 3"),
    ("SELECT name FROM emp ORDER BY age + 0 DESC, id LIMIT 3", "SELECT name FROM emp ORDER BY age, id LIMIT 3"),
    (
        "SELECT id FROM emp WHERE salary NOT IN (SELECT a FROM log)",
        "SELECT id FROM emp WHERE age NOT IN (SELECT a FROM log)",
    ),
    (
        "SELECT id, SUM(age) OVER (ORDER BY id) FROM emp WHERE age > 5",
        "SELECT id, COUNT(age) OVER (ORDER BY id) FROM emp WHERE age >= 6",
    ),
    # length() stops at a NUL character.
    ("SELECT id FROM emp WHERE length(city) = 0", "SELECT id FROM emp WHERE city = ''"),
    # The least integer less 1 is a REAL that is equal to it.
    ("SELECT a.a FROM log a, log b WHERE a.a < b.a + 1", "SELECT b.a FROM log a, log b WHERE a.a > b.a - 1"),
    ("SELECT name FROM emp WHERE salary > 5", "SELECT name FROM emp WHERE salary >= 6.5"),
    ("SELECT COUNT(*) FROM emp WHERE salary > 0", "SELECT COUNT(*) FROM emp"),
    ("SELECT COUNT(salary) FROM emp", "SELECT COUNT(COALESCE(salary, 0)) FROM emp"),
    ("SELECT salary = salary FROM emp", "SELECT 1 FROM emp"),
    ("SELECT typeof(age * 1.0) FROM emp", "SELECT typeof(age) FROM emp"),
    ("SELECT MAX(age * 1.0) || '' FROM emp", "SELECT MAX(age) || '' FROM emp"),
    ("SELECT SUM(age * 1.0) / 2 FROM emp", "SELECT SUM(age) / 2 FROM emp"),
    ("SELECT city FROM emp WHERE city = 'x'", "SELECT 'X' FROM emp WHERE city = 'x'"),
    ("SELECT COUNT(*) FROM emp WHERE salary - 1 < salary", "SELECT COUNT(*) FROM emp WHERE salary IS NOT NULL"),
    (
        "SELECT e.id, t.id FROM emp e LEFT JOIN task t ON t.emp_id = e.id AND t.hours > 1",
        "SELECT e.id, t.id FROM emp e LEFT JOIN task t ON t.emp_id = e.id AND t.hours >= 1",
    ),
    (
        "SELECT COUNT(*) FROM emp e LEFT JOIN task t ON EXISTS (SELECT 1 FROM log WHERE a IS t.hours) "
        "WHERE EXISTS (SELECT 1 FROM log WHERE a IS t.hours)",
        "SELECT COUNT(*) FROM emp e LEFT JOIN task t ON EXISTS (SELECT 1 FROM log WHERE a IS t.hours) "
        "WHERE t.id IS NOT NULL",
    ),
    ("SELECT a.a FROM log a, log b WHERE a.a < b.a", "SELECT a.a FROM log a, log b WHERE a.a > b.a"),
    ("SELECT COUNT(*) FROM emp GROUP BY dept_id", "SELECT COUNT(*) FROM emp GROUP BY dept_id + salary"),
    ("SELECT MAX(salary) FROM emp GROUP BY city", "SELECT MAX(salary) FROM emp GROUP BY city COLLATE NOCASE"),
    ("SELECT DISTINCT city COLLATE NOCASE FROM emp", "SELECT DISTINCT city FROM emp"),
)


_SORTED = "SELECT id FROM emp ORDER BY age, id LIMIT 5"
DISORDERED = (
    (_SORTED, f"SELECT id FROM ({_SORTED}) UNION SELECT id FROM emp WHERE 0"),
    (_SORTED, f"SELECT id FROM ({_SORTED}) GROUP BY id"),
    (_SORTED, f"SELECT id FROM ({_SORTED}) UNION ALL SELECT id FROM emp WHERE 0"),
    (_SORTED, f"SELECT DISTINCT o.id FROM ({_SORTED}) o LEFT JOIN task t ON t.emp_id = o.id"),
    (_SORTED, f"SELECT o.id FROM ({_SORTED}) o JOIN emp e ON e.id = o.id"),
)
"""The right query has the same rows, but does not say in which order."""

REPEATED = (
    (
        "SELECT DISTINCT e.city FROM emp e JOIN task t ON t.emp_id = e.id",
        "SELECT e.city FROM emp e JOIN task t ON t.emp_id = e.id",
    ),
    ("SELECT DISTINCT e.city FROM emp e", "SELECT e.city FROM emp e WHERE e.id IN (SELECT id FROM emp)"),
    ("SELECT city FROM emp UNION SELECT c FROM log", "SELECT city FROM emp UNION ALL SELECT c FROM log"),
    ("SELECT dept_id, city FROM emp GROUP BY dept_id, city", "SELECT dept_id, city FROM emp"),
    ("SELECT city FROM emp GROUP BY dept_id, city", "SELECT DISTINCT city FROM emp"),
)
"""The same sets, but one of the two may hold a row twice."""
NOT_REPEATED = (
    (
        "SELECT o.age FROM (SELECT DISTINCT age, city FROM emp) o ORDER BY o.age, o.city LIMIT 1",
        "SELECT age FROM emp ORDER BY age, city LIMIT 1",
    ),
    (
        "SELECT DISTINCT e.city FROM emp e JOIN task t ON t.emp_id = e.id",
        "SELECT DISTINCT e.city FROM emp e WHERE EXISTS (SELECT 1 FROM task t WHERE t.emp_id = e.id)",
    ),
    (
        "SELECT DISTINCT e.id, e.city FROM emp e JOIN task t ON t.emp_id = e.id",
        "SELECT e.id, e.city FROM emp e WHERE EXISTS (SELECT 1 FROM task t WHERE t.emp_id = e.id)",
    ),
)


@pytest.mark.parametrize(("left", "right"), REPEATED)
def test_copies_count_under_bags(left: str, right: str) -> None:
    schema = load_schema(TEXTBOOK_DDL)
    both = [planned(left, right, schema, semantics) for semantics in (Semantics.SET, Semantics.BAG)]
    assert [pair is not None and proof_of(pair) is not None for pair in both] == [True, False]


@pytest.mark.parametrize(("left", "right"), NOT_REPEATED)
def test_results_without_copies_are_compared_as_sets(left: str, right: str) -> None:
    pair = planned(left, right, load_schema(TEXTBOOK_DDL), Semantics.BAG)
    assert pair is not None and proof_of(pair) is not None


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal_parts(left: str, right: str) -> None:
    pair = planned(left, right, load_schema(TEXTBOOK_DDL), Semantics.BAG)
    assert pair is not None and isinstance(proof_of(pair), EqualParts)


def wrongly_proved() -> str:
    """Return a pair that is proved and must not be, the empty string if there is none."""
    schema, every = load_schema(TEXTBOOK_DDL), (Semantics.SET, Semantics.BAG, Semantics.LIST)
    tried = [(pair, semantics) for pair in UNEQUAL for semantics in every]
    extra = [*((pair, Semantics.LIST) for pair in DISORDERED), *((pair, Semantics.BAG) for pair in REPEATED)]
    for (left, right), semantics in (*tried, *extra):
        pair = planned(left, right, schema, semantics)
        if pair is None or proof_of(pair) is not None:
            return f"{semantics}: {left}\n{right}"
    return ""


@pytest.mark.parametrize(("left", "right"), DISORDERED)
def test_lost_orders_are_seen(left: str, right: str) -> None:
    for one, other in ((left, right), (right, left)):
        pair = planned(one, other, load_schema(TEXTBOOK_DDL), Semantics.LIST)
        assert pair is not None and proof_of(pair) is None


@pytest.mark.parametrize("semantics", (Semantics.SET, Semantics.BAG, Semantics.LIST))
@pytest.mark.parametrize(("left", "right"), UNEQUAL)
def test_near_misses_are_not_proved(left: str, right: str, semantics: Semantics) -> None:
    pair = planned(left, right, load_schema(TEXTBOOK_DDL), semantics)
    assert pair is not None and proof_of(pair) is None


def test_textbook_rewrites() -> None:
    schema, missed = load_schema(TEXTBOOK_DDL), []
    for one in TEXTBOOK:
        pair = planned(one.left, one.right, schema, one.semantics)
        assert pair is not None, one.law
        if proof_of(pair) is None:
            missed.append(one.law)
    assert len(missed) <= 0.5 * len(TEXTBOOK), missed
