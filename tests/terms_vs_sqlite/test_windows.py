"""Window functions: generated windows, evaluated under generated databases, against SQLite."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from generate.schema import pools
from generate.windows import DETERMINED, GROUNDS, OPEN, Windows
from spotit.database import Database, Rows
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.agreement import setting_of
from spotit.selftest.sweep import SweepSummary, ground, try_query
from spotit.smt.terms.term import FALSE
from spotit.sql import lower_query
from spotit.symbolic.concrete import on_database

QUERIES = 40
DATABASES = 30


@pytest.mark.parametrize("number", range(len(GROUNDS)))
def test_windows_agree_with_the_engine(number: int) -> None:
    random = Random(f"windows {number}")
    place = ground(GROUNDS[number].schema)
    total = SweepSummary()
    for _ in range(QUERIES):
        total.add(try_query(place, Windows(random, GROUNDS[number]).query(), random, DATABASES, (2, 3, 4)))
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert not total.unsupported, total.unsupported
    assert total.nontrivial > 0.5 * QUERIES * DATABASES
    assert total.ambiguous < 0.7 * total.cases


@pytest.mark.parametrize(("schema", "sql"), DETERMINED)
def test_what_no_tie_can_change_is_not_ambiguous(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), DATABASES, (3, 4))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases == DATABASES
    assert summary.ambiguous == 0


@pytest.mark.parametrize(("schema", "sql"), OPEN)
def test_what_a_tie_can_change_is_ambiguous_on_some_database(schema: str, sql: str) -> None:
    summary = try_query(ground(schema), sql, Random(sql), 4 * DATABASES, (3, 4))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert 0 < summary.ambiguous < summary.cases


@pytest.mark.parametrize("name", ["q726_window", "recursive_cte"])
def test_published_examples_fold_to_their_results(name: str, shared_data: Path) -> None:
    examples = json.loads((shared_data / "paper_examples.json").read_text())["examples"]
    (example,) = [e for e in examples if e["id"] == name]
    side = "gold" if example["gold_sql"] else "generated"
    schema = schema_from_ddl(example["schema_sql"] or "CREATE TABLE unused (a)")
    tables = {
        table: Rows(tuple(rows[0]), tuple(tuple(row.values()) for row in rows))
        for table, rows in example["sample_database"].items()
    }
    options = Options()
    query = lower_query(example[f"{side}_sql"], schema, now=options.now)
    found, ambiguous = on_database(query, Database(tables), setting_of(schema, pools(schema), options, {}))
    assert sorted(map(repr, found)) == sorted(repr(tuple(row)) for row in example["result_on_sample"][side])
    assert ambiguous is FALSE
