"""D1 for window functions: generated windows, evaluated under generated databases, against SQLite."""

from __future__ import annotations

from random import Random

import pytest

from differential.sweep import Summary, ground, try_query
from differential.window_cases import GROUNDS, Windows

QUERIES = 40
DATABASES = 30


@pytest.mark.parametrize("number", range(len(GROUNDS)))
def test_windows_agree_with_the_engine(number: int) -> None:
    random = Random(f"windows {number}")
    place = ground(GROUNDS[number].schema)
    total = Summary()
    for _ in range(QUERIES):
        total.add(try_query(place, Windows(random, GROUNDS[number]).query(), random, DATABASES, (2, 3, 4)))
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert not total.unsupported, total.unsupported
    assert total.nontrivial > 0.5 * QUERIES * DATABASES
    assert total.ambiguous < 0.7 * total.cases
