"""The shared Spider 2.0 golds: encoded at the default bound, in agreement with SQLite, and proved against rewrites."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import spotit
from generate.token_pairs import rewrites
from spotit import Equivalent, EquivalentUpTo, Options, Undecided, Unrefuted
from spotit.engine.open import open_engine
from spotit.search.pair import make_pair
from spotit.search.refute.generate import Generator, Profile
from spotit.selftest.agreement import agrees, prepare
from spotit.symbolic.encode import encode

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from spider2 import Gold, golds

ROWS = 2
DATABASES = 60
PROFILES = (Profile(2), Profile(2, nulls=0.2), Profile(2, passing=0.9))
WIDE = frozenset({"local019"})
"""Joins of so many tables without keys that the default bound is beyond the encoder: smaller bounds are proved."""
SLOW = frozenset({"local003", "local066"})


@lru_cache
def _golds(data: Path) -> dict[str, Gold]:
    return {gold.name: gold for gold in golds(data)}


def _names() -> Iterator[str]:
    folder = Path(__file__).resolve().parents[3] / "shared" / "data" / "spider2_sqlite" / "gold" / "sql"
    yield from sorted(path.stem for path in folder.glob("*.sql")) or ("none",)


@pytest.fixture
def gold(request: pytest.FixtureRequest, shared_data: Path) -> Gold:
    return _golds(shared_data / "spider2_sqlite")[request.param]


def every(*without: frozenset[str]) -> pytest.MarkDecorator:
    """Return the mark for a test of every gold but those."""
    names = [name for name in _names() if not any(name in some for some in without)]
    return pytest.mark.parametrize("gold", names, indirect=True)


@every(WIDE)
def test_a_gold_is_encoded_at_the_default_bound_and_folds_against_a_rewrite(gold: Gold) -> None:
    options = Options()
    *_, (_, other) = rewrites(gold.sql)
    pair = make_pair(gold.sql, other, open_engine(gold.schema, options))
    assert pair.plans is not None, pair.unplanned
    assert encode(*pair.plans, options.bound, pair.setting).differ.op == "const"


@every()
def test_a_gold_agrees_with_the_engine(gold: Gold) -> None:
    options = Options(bound=ROWS)
    engine = open_engine(gold.schema, options)
    pair = make_pair(gold.sql, gold.sql, engine)
    assert pair.plans is not None, pair.unplanned
    prepared = prepare(gold.sql, pair.setting, 1 if gold.name in WIDE else ROWS)
    generator = Generator(gold.schema, pair.usage, options)
    compared = 0
    for number in range(DATABASES):
        database = generator.database(PROFILES[number % len(PROFILES)])
        results = pair.results(database)
        answer = prepared.answer(database) if results is not None else None
        if results is None or answer is None or answer.ambiguous:
            continue
        compared += 1
        assert agrees(answer, results.left.rows), f"{gold.name}\n{database}\n{answer.blocks}\n{results.left.rows}"
    assert compared or gold.name in WIDE


@every(WIDE, SLOW)
def test_a_rewrite_is_proved(gold: Gold) -> None:
    _, other = next(iter(rewrites(gold.sql)))
    verdict = spotit.check(gold.sql, other, gold.schema, Options(bound=3, timeout=60))
    assert isinstance(verdict, Equivalent | EquivalentUpTo | Unrefuted), verdict


@every()
def test_what_is_too_large_falls_to_a_smaller_bound(gold: Gold) -> None:
    if gold.name not in WIDE:
        pytest.skip("not too large")
    _, other = next(iter(rewrites(gold.sql)))
    verdict = spotit.check(gold.sql, other, gold.schema, Options(timeout=30))
    assert isinstance(verdict, Undecided | Equivalent), verdict
    if isinstance(verdict, Undecided):
        assert verdict.proved_rows >= 1 and verdict.reason.rows == 5
