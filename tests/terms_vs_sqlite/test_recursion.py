"""Recursive CTEs: fixed and generated recursions, evaluated under generated databases, against SQLite."""

from __future__ import annotations

from random import Random

import pytest

from generate.recursion import FIXED, Recursions
from spotit.selftest.sweep import SweepSummary, ground, try_query

QUERIES = 25
DATABASES = 30


@pytest.mark.parametrize(("schema", "sql"), FIXED)
def test_recursion_agrees_with_the_engine(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), DATABASES, (2, 3, 4))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases == DATABASES
    assert summary.ambiguous < DATABASES // 2


@pytest.mark.parametrize("seed", range(4))
def test_generated_recursions_agree_with_the_engine(seed: int) -> None:
    random = Random(f"recursions {seed}")
    places = {name: ground(name) for name in ("plain", "cycle")}
    total = SweepSummary()
    for _ in range(QUERIES):
        schema, sql = Recursions(random).query()
        total.add(try_query(places[schema], sql, random, DATABASES, (2, 3)))
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert total.cases > 0.8 * QUERIES * DATABASES
    assert total.ambiguous < 0.3 * total.cases
