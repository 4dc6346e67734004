"""The shrinker: what it makes simpler, what it must keep, and that it runs no database twice. Without an engine."""

from __future__ import annotations

import pytest
from fake_engine import Answer, FakeEngine, fake_pair, people

from spotit.database import Database, Rows
from spotit.search.evidence import Candidate
from spotit.search.pair import Pair
from spotit.search.witness import grade
from spotit.search.witness.grade import candidate_of
from spotit.search.witness.shrink import Shrunk, shrink
from spotit.verdict import Grade

OLDER = ("SELECT name FROM person WHERE age > 30", lambda _, people: [(p[1],) for p in people if (p[2] or 0) > 30])
NOT_YOUNGER = (
    "SELECT name FROM person WHERE age >= 30",
    lambda _, people: [(p[1],) for p in people if (p[2] or 0) >= 30],
)
ALL_AGES = ("SELECT age FROM person", lambda _, people: [(p[2],) for p in people])
SUM_OF_AGES = (
    "SELECT SUM(age) FROM person",
    lambda _, people: [(sum(p[2] or 0 for p in people) if people else None,)],
)
CITIES = ("SELECT name FROM city", lambda cities, _: [(c[1],) for c in cities])
NO_CITY = ("SELECT name FROM city WHERE id < 0", lambda *_: [])
LARGE = people((17, "Zoë", 30, None), (5, "Bob", 44, 9), (21, None, 12, None), (8, "Al", -3, 4))


def candidate(pair: Pair, database: Database) -> Candidate:
    found = candidate_of(pair, database)
    assert found is not None
    return found


def shrunk(pair: Pair, database: Database, units: float = 10.0) -> Shrunk:
    return shrink(pair, candidate(pair, database), allowance=pair.work.allow(units))


def test_only_the_row_that_matters_is_left_with_plain_values() -> None:
    found = shrunk(fake_pair(OLDER, NOT_YOUNGER), LARGE)
    assert found.candidate.database.tables == {
        "person": Rows(("id", "name", "age", "city"), ((1, "a", 30, None),)),
    }
    assert found.candidate.results.right.rows == (("a",),)


@pytest.mark.parametrize(("left", "right"), [(OLDER, NOT_YOUNGER), (ALL_AGES, SUM_OF_AGES), (CITIES, NO_CITY)])
def test_no_database_is_run_twice(left: tuple[str, Answer], right: tuple[str, Answer]) -> None:
    pair = fake_pair(left, right)
    assert isinstance(pair.engine, FakeEngine)
    shrunk(pair, LARGE)
    tried = [repr(database) for database in pair.engine.loaded]
    assert len(tried) == len(set(tried)) > 5


def test_numbers_of_equal_value_but_other_type_are_both_tried() -> None:
    whole = (
        "SELECT age FROM person WHERE typeof(age) = 'integer'",
        lambda _, people: [(p[2],) for p in people if isinstance(p[2], int)],
    )
    found = shrunk(fake_pair(whole, ALL_AGES), people((1, "a", 1.0, None), (2, "b", 7.5, None)))
    assert [type(row[2]) for row in found.candidate.database.tables["person"].rows] == [float]


def test_a_row_that_others_refer_to_is_dropped_with_them() -> None:
    pair = fake_pair(CITIES, NO_CITY)
    found = shrunk(pair, people((17, "Zoë", 30, 4), (5, "Bob", 44, 9)))
    assert found.candidate.database.tables == {"city": Rows(("id", "name"), ((0, "a"),))}
    assert isinstance(pair.engine, FakeEngine)
    for database in pair.engine.loaded:
        cities = {row[0] for row in database.tables["city"].rows}
        assert all(row[3] in cities for row in database.tables["person"].rows)


def test_a_weaker_grade_never_replaces_a_stronger_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # One row alone would do, but there the answer hangs on a choice that SQL leaves open.
    for judged in ("_is_open", "_permits_equal"):
        monkeypatch.setattr(grade, judged, lambda _, database: database.size == 1)
    found = shrunk(fake_pair(OLDER, NOT_YOUNGER), people((17, "Zoë", 30, None), (5, "Bob", 44, None)))
    assert found.candidate.grade is Grade.ORDINARY
    assert found.candidate.database.size == 2


def test_without_work_the_witness_stays_as_it_is() -> None:
    found = shrunk(fake_pair(OLDER, NOT_YOUNGER), LARGE, units=-1.0)
    assert found == Shrunk(candidate(fake_pair(OLDER, NOT_YOUNGER), LARGE), 0)
