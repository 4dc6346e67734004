"""Long analytical queries: each is covered, and agrees with the engine on databases drawn for it."""

from __future__ import annotations

import pytest

from queries import analytic, market
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schemas.load import load_schema
from spotit.search.pair import make_pair
from spotit.search.refute.generate import Generator, Profile
from spotit.selftest.agreement import agrees, prepare

SCHEMAS = {**analytic.SCHEMAS, **market.SCHEMAS}
CASES = (*analytic.CASES, *market.CASES)
ROWS = 3
DATABASES = 160
PROFILES = (Profile(3), Profile(3, nulls=0.2), Profile(3, passing=0.9), Profile(2, passing=0.9))


@pytest.mark.parametrize(("name", "schema", "sql"), CASES, ids=[name for name, _, _ in CASES])
def test_analytical_query(name: str, schema: str, sql: str) -> None:
    source = load_schema(SCHEMAS[schema])
    options = Options(bound=ROWS)
    engine = open_engine(source, options)
    pair = make_pair(sql, sql, engine)
    assert pair.plans is not None, pair.unplanned
    prepared = prepare(sql, pair.setting, ROWS)
    generator = Generator(source, pair.usage, options)
    compared = shown = 0
    for number in range(DATABASES):
        database = generator.database(PROFILES[number % len(PROFILES)])
        results = pair.results(database)
        answer = prepared.answer(database) if results is not None else None
        if results is None or answer is None:
            continue
        assert answer.lawful, f"{name}\n{database}"
        if answer.ambiguous:
            continue
        compared += 1
        shown += bool(results.left.rows)
        assert agrees(answer, results.left.rows), f"{name}\n{database}\n{answer.blocks}\n{results.left.rows}"
    assert compared >= DATABASES // 10, f"{compared} of {DATABASES} databases were compared"
    assert shown, "no database gave a row"
