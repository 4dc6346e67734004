"""That two queries permit the same results where SQL leaves a choice open, against all orders of the stored rows.

Over a table without a key SQLite takes tied rows as they were inserted: what a query returns over all orders of
insertion is what it may return.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import apsw
import pytest

import spotit
from spotit.assumption import Standing
from spotit.verdict import EquivalentUpTo

DDL = "CREATE TABLE t(a INTEGER, b INTEGER, s TEXT)"
ROWS = [(a, b, s) for a in (None, 1, 2) for b in (0, 1) for s in ("x", "y")]
PERMITTED = [
    ("SELECT s FROM t ORDER BY a LIMIT 1", "SELECT s FROM t ORDER BY a IS NOT NULL, a LIMIT 1"),
    ("SELECT COUNT(*) FROM (SELECT s FROM t ORDER BY a LIMIT 2)", "SELECT COUNT(*) FROM (SELECT b FROM t LIMIT 2)"),
    ("SELECT a, s FROM t GROUP BY a", "SELECT a + 0, s FROM t GROUP BY a"),
]
NOT_PERMITTED = [
    ("SELECT s FROM t ORDER BY a LIMIT 1", "SELECT s FROM t ORDER BY a, rowid LIMIT 1"),
    ("SELECT a, s FROM t GROUP BY a", "SELECT a, s FROM t WHERE rowid IN (SELECT MIN(rowid) FROM t GROUP BY a)"),
    ("SELECT s FROM t LIMIT 1", "SELECT s FROM t ORDER BY rowid LIMIT 1"),
]


def drawn(random: Random) -> str:
    """Return a query that leaves a choice open, or one that does not."""
    column = random.choice(("s", "b", "a, s", "s, b"))
    test = random.choice(("", " WHERE b = 1", " WHERE a > 1", " WHERE 1 < a", " WHERE NOT b <> 1"))
    order = random.choice(("a", "b", "a, b", "b, a", "a DESC", "a, s, b", "b, s, a", "a + 0"))
    match random.randrange(5):
        case 0:
            return f"SELECT {column} FROM t{test} ORDER BY {order} LIMIT {random.choice((1, 2))}"
        case 1:
            return f"SELECT a, {column} FROM t{test} GROUP BY {random.choice(('a', 'a + 0', 'b'))}"
        case 2:
            return f"SELECT COUNT(*), MAX(b) FROM (SELECT {column}, b FROM t{test} ORDER BY {order} LIMIT 2)"
        case 3:
            return f"SELECT {column} FROM t{test} ORDER BY {order} LIMIT 1 OFFSET 1"
        case _:
            return f"SELECT (SELECT s FROM t{test} ORDER BY {order}), {column} FROM t WHERE b = 0"


def permitted(sql: str, rows: tuple[tuple[object, ...], ...]) -> set[frozenset[object]]:
    """Return the results of a query over the orders in which rows may be stored."""
    found = set()
    for order in set(permutations(rows)):
        connection = apsw.Connection(":memory:")
        connection.execute(DDL)
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", order)
        found.add(frozenset(connection.execute(sql)))
    return found


def worlds(random: Random, count: int) -> Iterator[tuple[tuple[object, ...], ...]]:
    for _ in range(count):
        yield tuple(random.choices(ROWS, k=random.choice((2, 3, 3, 4))))


def permit_the_same(left: str, right: str) -> bool:
    """Tell whether a check claims that both queries permit the same results, and leave a choice open."""
    verdict = spotit.check(left, right, DDL, bound=3)
    if not isinstance(verdict, EquivalentUpTo):
        return False
    claimed = any(assumption.standing is Standing.OPEN for assumption in verdict.assumptions)
    assert claimed == ("permit the same results" in str(verdict))
    return claimed


@pytest.mark.parametrize(("left", "right"), PERMITTED)
def test_choices_that_are_open_alike_are_a_proof(left: str, right: str) -> None:
    assert spotit.check(left, right, DDL, bound=3).is_proved
    assert all(permitted(left, world) == permitted(right, world) for world in worlds(Random(1), 20))


@pytest.mark.parametrize(("left", "right"), NOT_PERMITTED)
def test_a_choice_that_one_query_makes_is_no_proof(left: str, right: str) -> None:
    assert not spotit.check(left, right, DDL, bound=3).is_proved


@pytest.mark.parametrize("seed", range(60))
def test_what_both_are_said_to_permit_each_permits(seed: int) -> None:
    random = Random(seed)
    left, right = drawn(random), drawn(random)
    if random.random() < 0.7:
        right = left.replace("a DESC", "a + 0 DESC").replace("b = 1", "1 = b").replace("ORDER BY b", "ORDER BY b + 0")
    if permit_the_same(left, right):
        for world in worlds(random, 12):
            assert permitted(left, world) == permitted(right, world), (left, right, world)
