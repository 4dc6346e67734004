"""The whole way of a refutation on a database system that is not SQLite."""

from __future__ import annotations

from dataclasses import replace

import pytest

import spotit
from spotit.engine import open as systems
from spotit.engine.lease import Engines
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.verdict import Different, Invalid, Unsupported
from unit.tiny_engine import TINY, TinySystem

SCHEMA: Schema = replace(
    schema_from_ddl(
        """
        CREATE TABLE up(id INTEGER PRIMARY KEY, size INTEGER NOT NULL UNIQUE);
        CREATE TABLE t(id INTEGER PRIMARY KEY, up INTEGER NOT NULL REFERENCES up(id), n INTEGER, m INTEGER);
        """
    ),
    dialect=TINY,
)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> TinySystem:
    made = TinySystem()
    monkeypatch.setitem(systems.SYSTEMS, "tiny", made)
    monkeypatch.setattr("spotit.api._ENGINES", Engines())
    return made


def test_a_difference_is_found_graded_shrunk_and_confirmed(tiny: TinySystem) -> None:
    found = spotit.check("take m from t where n > 17", "take m from t where n >= 17", SCHEMA, Options(timeout=20))
    assert isinstance(found, Different)
    tables = found.witness.database.tables
    assert {name: len(rows.rows) for name, rows in tables.items()} == {"up": 1, "t": 1}
    assert tables["t"].project(("n",)) == [(17,)]
    assert (len(found.left.rows), len(found.right.rows)) == (0, 1)
    assert found.engine == "Tiny 1.0"
    assert found.witness.script == tiny.script(found.witness.database, SCHEMA)
    assert tiny.opened[0].loaded > 5


def test_where_none_is_found_nothing_is_claimed(tiny: TinySystem) -> None:
    found = spotit.check("take m from t where n > 17", "take m from t where n >= 18", SCHEMA, Options(timeout=2))
    assert isinstance(found, Unsupported)
    assert "tiny" in found.feature
    assert tiny.opened[0].loaded > 100


def test_what_it_does_not_understand_is_invalid(tiny: TinySystem) -> None:
    found = spotit.check("take m from t where n > 17", "SELECT m FROM t", SCHEMA)
    assert isinstance(found, Invalid)
    assert (found.side, found.message) == ("right", "not a query of this language")


def test_its_constraints_are_kept(tiny: TinySystem) -> None:
    same = "take size from up where size > 3", "take size from up where size > 4"
    found = spotit.check(*same, SCHEMA, Options(timeout=20))
    assert isinstance(found, Different)
    assert found.witness.database.tables["up"].project(("size",)) == [(4,)]
