"""Real queries: the gold queries of BIRD and Spider, on databases drawn for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.errors import UnsupportedSql
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.pair import make_pair
from spotit.search.refute.generate import Generator, Profile
from spotit.selftest.agreement import agrees, prepare
from spotit.selftest.sweep import at_most
from spotit.symbolic.execution import TooLarge

PROFILES = (Profile(3), Profile(3, nulls=0.3), Profile(3, empty=0.3, passing=0.9), Profile(2, passing=0.2))


@lru_cache(maxsize=64)
def schema_of(source: Path) -> Schema:
    return load_schema(source)


def bird(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the gold queries of BIRD with the file of their schema."""
    for entry in json.loads((root / "bird" / "dev.json").read_text(encoding="utf-8")):
        yield root / "bird" / "databases" / entry["db_id"] / "schema.sql", entry["SQL"]


def spider(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield the gold queries of Spider with their databases."""
    for entry in json.loads((root / "spider" / "dev_subset.json").read_text(encoding="utf-8")):
        name = entry["db_id"]
        yield root / "spider" / "databases" / name / f"{name}.sqlite", entry["query"]


def compare(source: Path, sql: str, databases: int) -> str:
    """Compare on some databases; return a word on how it went, fail where the results differ."""
    schema = schema_of(source)
    options = Options(bound=3)
    engine = open_engine(schema, options)
    try:
        pair = make_pair(sql, sql, engine)
    except QueryError:
        return "invalid"
    if pair.plans is None:
        return f"unsupported: {pair.unplanned[0].error.feature}"
    try:
        with at_most(10.0):
            prepared = prepare(sql, pair.setting, 3)
    except UnsupportedSql as error:
        return f"unsupported: {error.feature}"
    except (TooLarge, TimeoutError):
        return "too large"
    generator = Generator(schema, pair.usage, options)
    cases = 0
    for number in range(databases):
        database = generator.database(PROFILES[number % len(PROFILES)])
        results = pair.results(database)
        answer = prepared.answer(database) if results is not None else None
        if results is None or answer is None or answer.ambiguous:
            continue
        cases += 1
        assert answer.lawful, f"{sql}\n{database}"
        assert agrees(answer, results.left.rows), f"{sql}\n{database}\n{answer.blocks}\n{results.left.rows}"
    engine.close()
    return "compared" if cases else "no database fits"


def compare_all(queries: list[tuple[Path, str]], databases: int) -> dict[str, int]:
    """Compare all queries; return how often each word came."""
    words: dict[str, int] = {}
    for source, sql in queries:
        word = compare(source, sql, databases)
        words[word] = words.get(word, 0) + 1
    return words


@pytest.mark.parametrize("queries, step", [(bird, 40), (spider, 30)])
def test_sample(shared_data: Path, queries, step: int) -> None:  # type: ignore[no-untyped-def]
    words = compare_all(list(queries(shared_data))[5::step], 20)
    assert words["compared"] >= 0.9 * sum(words.values()), words


@pytest.mark.slow
@pytest.mark.parametrize("queries", [bird, spider])
def test_all(shared_data: Path, queries) -> None:  # type: ignore[no-untyped-def]
    words = compare_all(list(queries(shared_data)), 40)
    print(words)
    assert words["compared"] >= 0.9 * sum(words.values()), words
