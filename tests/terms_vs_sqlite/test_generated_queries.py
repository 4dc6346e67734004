"""The symbolic result of generated queries, evaluated on generated databases, is the engine's."""

from __future__ import annotations

import pytest

from generate.schema import DDL
from queries.directed import DIRECTED
from spotit.selftest.sweep import directed, sweep


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", sorted(DDL))
def test_generated_queries_on_generated_databases(name: str, seed: int) -> None:
    seen = sweep([name], seed=seed, queries=40, databases=12)
    assert not seen.crashes, seen.crashes[0]
    assert not seen.mismatches, str(seen.mismatches[0])
    assert seen.unfit == 0
    assert seen.cases > 350
    assert seen.nontrivial > 0.2 * seen.cases
    assert sum(seen.unsupported.values()) <= 4, seen.unsupported


def test_directed_queries() -> None:
    seen = directed(DIRECTED, seed=1, databases=60)
    assert not seen.mismatches, str(seen.mismatches[0])
    assert not seen.unsupported and not seen.invalid
    assert seen.cases == 60 * len(DIRECTED)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("name", sorted(DDL))
def test_at_length(name: str, seed: int) -> None:
    seen = sweep([name], seed=seed, queries=100, databases=40)
    assert not seen.crashes, seen.crashes[0]
    assert not seen.mismatches, str(seen.mismatches[0])
