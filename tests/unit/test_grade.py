"""The grade of a difference, from results and database alone."""

from __future__ import annotations

import pytest
from fake_engine import fake_pair, people

from spotit.database import Database, Row, Rows
from spotit.search.witness import grade as grades
from spotit.search.witness.grade import candidate_of, grade_of, graded_if
from spotit.search.witness.grade import graded as graded_candidate
from spotit.verdict import Grade

NAMES = "SELECT name, age FROM person"
OTHERS = "SELECT name, age FROM person WHERE age > 3"
COUNTS = "SELECT COUNT(*), COUNT(age) FROM person"
OTHER_COUNTS = "SELECT COUNT(*), COUNT(age) FROM person WHERE age > 3"
FULL = people((1, "a", 30, 1))


def grade(
    left: list[Row], right: list[Row], database: Database = FULL, queries: tuple[str, str] | None = None
) -> Grade:
    first, second = queries or (NAMES, OTHERS)
    pair = fake_pair((first, lambda *_: left), (second, lambda *_: right))
    results = pair.results(database)
    assert results is not None
    return grade_of(pair, database, results)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([("a",)], [("b",)], Grade.ORDINARY),
        ([("a",)], [], Grade.ORDINARY),
        ([(None,)], [], Grade.DEGENERATE),
        ([(0.1 + 0.2,)], [(0.3,)], Grade.ROUNDING),
        ([(0,)], [], Grade.ORDINARY),
        ([(0,)], [(None,)], Grade.ORDINARY),
    ],
)
def test_results_decide(left: list[Row], right: list[Row], expected: Grade) -> None:
    assert grade(left, right) is expected


@pytest.mark.parametrize("right", [[], [(None,)]])
def test_a_count_of_0_is_nothing(right: list[Row]) -> None:
    assert grade([(0,)], right, queries=(COUNTS, OTHER_COUNTS)) is Grade.EMPTY


def test_a_null_that_matters() -> None:
    assert grade([("a",)], [("b",)], people((1, "a", None, 1))) is Grade.NULLS
    assert grade([("a",)], [("b",)], people((1, "a", 3, None))) is Grade.ORDINARY  # no query reads the city
    unlisted = Database({"person": Rows(("id", "name"), ((1, "a"),))})
    assert grade([("a",)], [("b",)], unlisted) is Grade.NULLS


def test_no_row_at_all() -> None:
    assert grade([("a",)], [("b",)], Database()) is Grade.EMPTY


def test_what_sql_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grades, "_is_open", lambda *_: True)
    monkeypatch.setattr(grades, "_permits_equal", lambda *_: False)
    assert grade([("a",)], [("b",)]) is Grade.TIES
    assert grade([("a",)], [("b",)], people((1, "a", None, 1))) is Grade.NULLS
    monkeypatch.setattr(grades, "_permits_equal", lambda *_: True)
    assert grade([("a",)], [("b",)]) is Grade.ORDER
    assert grade([(0.1 + 0.2,)], [(0.3,)]) is Grade.ROUNDING


def test_no_more_is_asked_than_decides_whether_a_candidate_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(grades, "_is_open", lambda *_: asked.append("open") or True)
    monkeypatch.setattr(grades, "_permits_equal", lambda *_: asked.append("equal") or True)
    pair = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: [("b",)]))
    results = pair.results(FULL)
    assert results is not None
    assert graded_if(pair, FULL, results, lambda _: False) is None
    assert asked == []
    assert graded_if(pair, FULL, results, lambda found: found.grade is Grade.ORDINARY) is None
    assert asked == ["open"]
    found = graded_if(pair, FULL, results, lambda _: True)
    assert found is not None
    assert found.grade is Grade.ORDER


def test_only_a_difference_makes_a_candidate() -> None:
    same = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: [("a",)]))
    assert candidate_of(same, FULL) is None
    broken = people((1, "a", 30, 1), (1, "b", 31, 1))
    differing = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: []))
    assert candidate_of(differing, broken) is None
    found = candidate_of(differing, FULL)
    assert found is not None
    assert found.grade is Grade.ORDINARY
    assert found == graded_candidate(differing, FULL, found.results)


def test_a_stronger_grade_ranks_before_fewer_tags() -> None:
    differing = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: []))
    plain, null = (candidate_of(differing, people((1, "a", age, 1))) for age in (-5, None))
    assert plain is not None and null is not None
    assert plain.rank < null.rank
