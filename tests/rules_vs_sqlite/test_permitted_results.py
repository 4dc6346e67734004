"""The evaluator of permitted results itself: what SQLite answers must be among them."""

from __future__ import annotations

from random import Random

import pytest

from rules_vs_sqlite import near_misses, templates
from rules_vs_sqlite.choices import Untold
from rules_vs_sqlite.permitted_results import permitted_results
from rules_vs_sqlite.world import World, seen_rows
from spotit.options import Semantics


def results(sql: str, *statements: str, semantics: Semantics = Semantics.BAG) -> int:
    """Return how many results a query permits on the rows of some statements."""
    place = World(near_misses.DDL)
    for statement in statements:
        place.connection.execute(statement)
    query = place.plan(sql)
    assert query is not None
    return len(permitted_results(query.rel, place.stored(), semantics))


TIED = "INSERT INTO p(k, a, b, c) VALUES (1, 1, 'x', 'a'), (2, 1, 'y', 'A'), (3, 2, 'z', 'b')"


@pytest.mark.parametrize(
    ("sql", "count"),
    (
        ("SELECT k FROM p ORDER BY a LIMIT 1", 2),
        ("SELECT k FROM p ORDER BY a DESC LIMIT 1", 1),
        ("SELECT k FROM p LIMIT 2", 3),
        ("SELECT c FROM p GROUP BY c", 2),
        ("SELECT a, b FROM p GROUP BY a", 2),
        ("SELECT MAX(a), b FROM p", 1),
        ("SELECT MIN(a), b FROM p", 2),
        ("SELECT (SELECT b FROM p), (SELECT b FROM p)", 9),
        ("SELECT MAX(c) FROM p WHERE a = 1", 2),
        ("SELECT COUNT(*) FROM (SELECT k FROM p ORDER BY a LIMIT 1)", 1),
    ),
)
def test_known_choices(sql: str, count: int) -> None:
    assert results(sql, TIED) == count


def test_orders() -> None:
    assert results("SELECT k FROM p", TIED, semantics=Semantics.LIST) == 6
    assert results("SELECT k FROM p ORDER BY a", TIED, semantics=Semantics.LIST) == 2
    assert results("SELECT k FROM (SELECT k FROM p ORDER BY k) GROUP BY k", TIED, semantics=Semantics.LIST) == 6


def test_sqlite_answers_what_is_permitted() -> None:
    place, random = World(near_misses.DDL), Random("permitted")
    told = 0
    for _ in range(400):
        sql = templates.query(random)
        query = place.plan(sql)
        if query is None:
            continue
        for _ in range(3):
            database = place.databases.draw(random, 4)
            place.fill(database)
            semantics = random.choice((Semantics.SET, Semantics.BAG))
            try:
                found = permitted_results(query.rel, database, semantics)
            except Untold:
                break
            answer = seen_rows(place.rows(sql), semantics)
            seen = frozenset(answer) if isinstance(answer, set) else frozenset(answer.items())  # type: ignore[attr-defined]
            assert seen in found, f"{sql}\n{database.tables}\n{answer}\n{found}"
            told += 1
    assert told >= 500
