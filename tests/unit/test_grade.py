"""The grade of a difference, from results and database alone."""

from __future__ import annotations

import pytest
from fake_engine import fake_pair, people

from spotit.database import Database, Row, Rows
from spotit.search.witness.grade import Judge, candidate_of, grade_of
from spotit.search.witness.grade import graded as graded_candidate
from spotit.verdict import Grade

NAMES = "SELECT name, age FROM person"
OTHERS = "SELECT name, age FROM person WHERE age > 3"
FULL = people((1, "a", 30, 1))
OPEN = Judge(lambda *_: True)
AGREEABLE = Judge(lambda *_: True, lambda *_: True)


def grade(left: list[Row], right: list[Row], database: Database = FULL, judge: Judge | None = None) -> Grade:
    pair = fake_pair((NAMES, lambda *_: left), (OTHERS, lambda *_: right))
    results = pair.results(database)
    assert results is not None
    return grade_of(pair, database, results, judge or Judge())


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([("a",)], [("b",)], Grade.ORDINARY),
        ([("a",)], [], Grade.ORDINARY),
        ([(None,)], [], Grade.DEGENERATE),
        ([(0.1 + 0.2,)], [(0.3,)], Grade.ROUNDING),
        ([(0,)], [], Grade.EMPTY),
        ([(0,)], [(None,)], Grade.EMPTY),
    ],
)
def test_results_decide(left: list[Row], right: list[Row], expected: Grade) -> None:
    assert grade(left, right) is expected


def test_a_null_that_matters() -> None:
    assert grade([("a",)], [("b",)], people((1, "a", None, 1))) is Grade.NULLS
    assert grade([("a",)], [("b",)], people((1, "a", 3, None))) is Grade.ORDINARY  # no query reads the city
    unlisted = Database({"person": Rows(("id", "name"), ((1, "a"),))})
    assert grade([("a",)], [("b",)], unlisted) is Grade.NULLS


def test_no_row_at_all() -> None:
    assert grade([("a",)], [("b",)], Database()) is Grade.EMPTY


def test_what_sql_leaves_open() -> None:
    assert grade([("a",)], [("b",)], judge=OPEN) is Grade.TIES
    assert grade([("a",)], [("b",)], judge=AGREEABLE) is Grade.ORDER
    assert grade([("a",)], [("b",)], people((1, "a", None, 1)), OPEN) is Grade.NULLS
    assert grade([(0.1 + 0.2,)], [(0.3,)], judge=AGREEABLE) is Grade.ROUNDING


def test_only_a_difference_makes_a_candidate() -> None:
    same = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: [("a",)]))
    assert candidate_of(same, FULL, Judge()) is None
    broken = people((1, "a", 30, 1), (1, "b", 31, 1))
    differing = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: []))
    assert candidate_of(differing, broken, Judge()) is None
    found = candidate_of(differing, FULL, Judge())
    assert found is not None
    assert found.grade is Grade.ORDINARY
    assert found == graded_candidate(differing, FULL, found.results, Judge())


def test_a_stronger_grade_ranks_before_fewer_tags() -> None:
    differing = fake_pair((NAMES, lambda *_: [("a",)]), (OTHERS, lambda *_: []))
    plain, null = (candidate_of(differing, people((1, "a", age, 1)), Judge()) for age in (-5, None))
    assert plain is not None and null is not None
    assert plain.rank < null.rank
