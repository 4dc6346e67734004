"""From which bound on a proof holds for every database, or that there is no such bound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_engine import fake_pair

from spotit.options import Columns, Options, Semantics
from spotit.search.prove.threshold import threshold

DEGENERATE = Options(degenerate=True)
LOOSE = Options(foreign_keys=False)


def bound(left: str, right: str, options: Options | None = None) -> int | None:
    pair = fake_pair((left, lambda *_: []), (f"{right} ", lambda *_: []), options)
    assert pair.plans is not None
    return threshold(pair.plans, pair.schema, pair.options)


@pytest.mark.parametrize(
    ("left", "right", "options", "expected"),
    [
        # One row of either side; where a row of NULLs counts as a difference, one row of one side.
        ("SELECT id FROM city", "SELECT id FROM city", Options(), 2),
        ("SELECT id FROM city", "SELECT id FROM city", DEGENERATE, 1),
        ("SELECT 1", "SELECT 2", Options(), 0),
        # What reads no table is the same on every database.
        ("SELECT 1 UNION ALL SELECT 1", "SELECT SUM(1)", Options(semantics=Semantics.BAG), 0),
        ("SELECT 1 UNION ALL SELECT 2 ORDER BY 1 LIMIT 1", "SELECT 1", Options(semantics=Semantics.LIST), 0),
        # Every reading of a table counts.
        ("SELECT a.id FROM city a, city b", "SELECT id FROM city", DEGENERATE, 2),
        (
            "SELECT a.id FROM city a JOIN city b ON a.id < b.id AND EXISTS (SELECT 1 FROM city)",
            "SELECT 1",
            DEGENERATE,
            3,
        ),
        ("SELECT id FROM city WHERE id IN (SELECT id FROM city)", "SELECT 1", DEGENERATE, 2),
        # Of alternatives one is enough, of an intersection both sides are needed.
        ("SELECT id FROM city UNION SELECT id FROM city", "SELECT 1", DEGENERATE, 1),
        ("SELECT id FROM city INTERSECT SELECT id FROM city", "SELECT 1", DEGENERATE, 2),
        (
            "SELECT id FROM city WHERE EXISTS (SELECT 1 FROM city) OR EXISTS (SELECT 1 FROM city x, city y)",
            "SELECT 1",
            DEGENERATE,
            3,
        ),
        # A person brings along a city.
        ("SELECT id FROM person", "SELECT 1", DEGENERATE, 1),
        ("SELECT a.id FROM person a, city b", "SELECT 1", DEGENERATE, 2),
        ("SELECT a.id FROM person a, city b", "SELECT 1", replace(DEGENERATE, foreign_keys=False), 1),
        ("SELECT DISTINCT name FROM person ORDER BY name", "SELECT 1", DEGENERATE, 1),
        # A member brings along a sponsor, who brings along a sponsor, without end.
        ("SELECT id FROM member", "SELECT 1", Options(), None),
        ("SELECT id FROM member", "SELECT 1", LOOSE, 1),
    ],
)
def test_bound(left: str, right: str, options: Options, expected: int | None) -> None:
    assert bound(left, right, options) == expected


@pytest.mark.parametrize(
    ("left", "right", "options", "expected"),
    [
        # What is absent stays absent. A person who is found brings along a city.
        ("SELECT id FROM city WHERE NOT EXISTS (SELECT 1 FROM person)", "SELECT id FROM city", DEGENERATE, 2),
        ("SELECT id FROM city WHERE NOT EXISTS (SELECT 1 FROM person)", "SELECT id FROM city", LOOSE, 2),
        # The city of a person who is found beside a city is that city.
        (
            "SELECT id FROM city WHERE NOT EXISTS (SELECT 1 FROM person WHERE city = city.id)",
            "SELECT id FROM city",
            DEGENERATE,
            1,
        ),
        ("SELECT id FROM city EXCEPT SELECT id FROM person", "SELECT 1", DEGENERATE, 1),
        ("SELECT id FROM city EXCEPT SELECT id FROM person", "SELECT id FROM city", LOOSE, 2),
        ("SELECT city.id FROM city LEFT JOIN person ON city.id = person.city", "SELECT id FROM city", DEGENERATE, 2),
        # The greatest of all is greater than every other, and the first by a key is the least.
        ("SELECT id FROM city WHERE id = (SELECT MAX(id) FROM city)", "SELECT id FROM city", DEGENERATE, 2),
        ("SELECT id FROM city ORDER BY id LIMIT 1", "SELECT id FROM city", DEGENERATE, 2),
    ],
)
def test_bound_with_negation(left: str, right: str, options: Options, expected: int) -> None:
    assert bound(left, right, options) == expected
    assert bound(right, left, options) == expected


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT COUNT(*) FROM city",
        # Each city in which somebody lives needs a person, who brings along a city.
        "SELECT name FROM city WHERE name NOT IN (SELECT name FROM person)",
        # Each member who is not the first of a city needs another, who may not be the first either.
        "SELECT name FROM city WHERE NOT EXISTS (SELECT 1 FROM city x WHERE x.name = city.name AND x.id < city.id)",
        "SELECT id FROM city LIMIT 3",
        "SELECT (SELECT MAX(id) FROM city)",
        "SELECT id IN (SELECT id FROM person) FROM city",
        "SELECT id, row_number() OVER (ORDER BY id) FROM city",
        "SELECT id FROM city WHERE NOT EXISTS (SELECT 1 FROM person WHERE NOT EXISTS (SELECT 1 FROM city))",
    ],
)
def test_what_has_no_bound(sql: str) -> None:
    assert bound(sql, sql) is None


@pytest.mark.parametrize("semantics", [Semantics.BAG, Semantics.LIST, Semantics.SPIDER])
def test_copies_and_orders_have_no_bound(semantics: Semantics) -> None:
    assert bound("SELECT name FROM city", "SELECT name FROM city", Options(semantics=semantics)) is None


def test_results_without_copies_are_sets() -> None:
    bags = Options(semantics=Semantics.BAG)
    assert bound("SELECT id FROM city", "SELECT id FROM city", bags) == 2
    assert bound("SELECT DISTINCT name FROM city", "SELECT DISTINCT name FROM city", bags) == 2
    assert bound("SELECT DISTINCT name FROM city", "SELECT name FROM city", bags) is None
    assert bound("SELECT id FROM city", "SELECT id FROM city", replace(bags, columns=Columns.EXTRA)) is None
