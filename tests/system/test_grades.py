"""Grades on SQLite: what is claimed of a difference besides that it exists."""

from __future__ import annotations

import pytest

import spotit
from spotit.database import Database, Rows
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schemas.load import load_schema
from spotit.search.pair import make_pair
from spotit.search.witness.grade import candidate_of
from spotit.verdict import Different, Grade

DDL = "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, n INTEGER, r REAL);"


@pytest.mark.parametrize(
    ("quotient", "grade"),
    [
        ("0.3333333333333333", Grade.ORDER),  # the other row makes the results equal, to the last bit of a double
        ("0.3333333333333334", Grade.TIES),
    ],
)
def test_that_no_choice_makes_results_equal_is_shown_over_doubles(quotient: str, grade: Grade) -> None:
    schema = load_schema(DDL)
    left, right = "SELECT r / 3 FROM t LIMIT 1", f"SELECT {quotient} FROM t LIMIT 1"
    pair = make_pair(left, right, open_engine(schema, Options()))
    found = candidate_of(pair, Database({"t": Rows(("id", "r"), ((1, 2.0), (2, 1.0)))}))
    assert found is not None and found.grade is grade


@pytest.mark.parametrize(
    ("left", "right", "grade", "settled"),
    [
        ("SELECT id FROM t WHERE n <> 1", "SELECT id FROM t WHERE n <> 1 OR n IS NULL", Grade.NULLS, True),
        # Without NULLs both have one plan, for all texts.
        (
            "SELECT id FROM t WHERE name || name = 'aa' OR name IS NULL",
            "SELECT id FROM t WHERE name || name = 'aa'",
            Grade.NULLS,
            True,
        ),
        # Other texts than those of the pool might show more.
        (
            "SELECT id FROM t WHERE name || name = 'aa' OR name IS NULL",
            "SELECT id FROM t WHERE name || name = 'aa' AND name < 'zzz'",
            Grade.NULLS,
            False,
        ),
        # And so might more rows than the bound has.
        (
            "SELECT n FROM t WHERE (SELECT COUNT(*) FROM t) < 400 AND n <> 1",
            "SELECT n FROM t WHERE (SELECT COUNT(*) FROM t) < 401 AND (n <> 1 OR n IS NULL)",
            Grade.NULLS,
            False,
        ),
    ],
)
def test_a_grade_is_settled_only_by_a_proof(left: str, right: str, grade: Grade, settled: bool) -> None:
    verdict = spotit.check(left, right, DDL, Options(degenerate=True))
    assert isinstance(verdict, Different)
    assert (verdict.grade, verdict.settled) == (grade, settled)
