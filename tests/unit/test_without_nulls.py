"""Queries that only NULLs tell apart, and near misses."""

from __future__ import annotations

import pytest

from spotit import Options, check, load_schema
from spotit.engine.open import open_engine
from spotit.search.pair import make_pair
from spotit.search.prove.same_plan import NormalForms
from spotit.search.prove.without_nulls import agree_without_nulls
from spotit.work import unlimited

SCHEMA = load_schema(
    "CREATE TABLE t(id INTEGER PRIMARY KEY, x INTEGER, y INTEGER);"
    "CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id))"
)
X, Y = ("t", "x"), ("t", "y")


def agree(left: str, right: str, *columns: tuple[str, str]) -> bool:
    """Tell whether it is shown that the queries agree where these columns hold no NULL."""
    pair = make_pair(left, right, open_engine(SCHEMA, Options()))
    assert pair.plans is not None
    forms = NormalForms(pair.plans, SCHEMA, pair.options)
    return agree_without_nulls(forms, frozenset(columns), pair.samples_at(1), unlimited())


@pytest.mark.parametrize(
    ("left", "right", "needed"),
    [
        ("SELECT COUNT(x) FROM t", "SELECT COUNT(*) FROM t", (X,)),
        ("SELECT id FROM t WHERE x IS NOT NULL", "SELECT id FROM t", (X,)),
        ("SELECT COUNT(x) FROM t WHERE y IS NOT NULL", "SELECT COUNT(*) FROM t", (X, Y)),
        ("SELECT u.id FROM u JOIN t ON t.id = u.t_id", "SELECT id FROM u", (("u", "t_id"),)),
    ],
)
def test_only_nulls_tell(left: str, right: str, needed: tuple[tuple[str, str], ...]) -> None:
    assert agree(left, right, *needed)
    for one in needed:
        assert not agree(left, right, *(column for column in needed if column != one)), "that column holds NULLs"
    verdict = check(left, right, SCHEMA)
    assert verdict.as_dict()["grade"] == "nulls"
    assert verdict.as_dict()["grade_settled"] is True


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT COUNT(x) FROM t", "SELECT COUNT(DISTINCT x) FROM t"),
        ("SELECT id FROM t WHERE x > 1", "SELECT id FROM t WHERE x >= 1"),
        ("SELECT u.id FROM u JOIN t ON t.id = u.id", "SELECT id FROM u"),
    ],
)
def test_others_differ_without_nulls_too(left: str, right: str) -> None:
    assert not agree(left, right, X, Y, ("u", "t_id"))
