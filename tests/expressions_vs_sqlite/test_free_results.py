"""Mathematical functions of several columns: proofs that hold whatever the function returns, and no false witness."""

from __future__ import annotations

import pytest

import spotit
from spotit import Different, Equivalent, EquivalentUpTo, Options, Undecided, Unrefuted

SCHEMA = "CREATE TABLE p (id INTEGER, x REAL, y REAL); CREATE TABLE q (id INTEGER, x REAL, y REAL)"
OPTIONS = Options(bound=3, timeout=10)
DISTANCE = "SQRT(POWER({a}.x - {b}.x, 2) + POWER({a}.y - {b}.y, 2))"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            f"SELECT p.id, MIN({DISTANCE.format(a='p', b='q')}) FROM p, q WHERE p.id <> q.id GROUP BY p.id",
            f"SELECT p.id, MIN({DISTANCE.format(a='p', b='q')}) FROM q JOIN p ON q.id != p.id GROUP BY p.id",
        ),
        (
            "SELECT id FROM p WHERE SIN(x - y) > 0.5 AND COS(RADIANS(x)) < 1",
            "SELECT id FROM p WHERE NOT (COS(RADIANS(x)) >= 1) AND 0.5 < SIN(x - y)",
        ),
        ("SELECT SQRT(x * y) FROM p WHERE id = 1", "SELECT SQRT(y * x) FROM p WHERE 1 = id"),
    ],
)
def test_what_computes_the_same_is_proved(left: str, right: str) -> None:
    verdict = spotit.check(left, right, SCHEMA, OPTIONS)
    assert isinstance(verdict, Equivalent | EquivalentUpTo | Unrefuted), verdict
    assert verdict.stats.encoded


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT SIN(x + y) FROM p", "SELECT COS(x + y) FROM p"),
        ("SELECT id FROM p WHERE SQRT(x + y) > 1", "SELECT id FROM p WHERE SQRT(x + y) >= 0"),
        ("SELECT SUM(POWER(x - y, 2)) FROM p", "SELECT SUM(DISTINCT POWER(x - y, 2)) FROM p"),
        ("SELECT id FROM p WHERE LOG(x - y) IS NULL", "SELECT id FROM p WHERE x - y < 0"),
    ],
)
def test_what_differs_is_shown_on_the_engine(left: str, right: str) -> None:
    verdict = spotit.check(left, right, SCHEMA, OPTIONS)
    assert isinstance(verdict, Different), verdict
    assert verdict.stats.spurious == 0


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT POWER(x - y, 2) FROM p", "SELECT POWER(y - x, 2) FROM p"),
        ("SELECT id FROM p WHERE SQRT(x + y) >= 0", "SELECT id FROM p WHERE x + y >= 0"),
    ],
)
def test_what_takes_knowledge_of_the_function_is_not_claimed(left: str, right: str) -> None:
    verdict = spotit.check(left, right, SCHEMA, OPTIONS)
    assert isinstance(verdict, Undecided), verdict
    assert verdict.stats.spurious == 0
