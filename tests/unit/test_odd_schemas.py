"""What a schema declares beyond keys and CHECKs: generated columns, indexes, triggers."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import spotit
from spotit import Different, Options
from spotit.options import Semantics

TABLE = "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);"
TRIGGER = "CREATE TRIGGER g BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'no') WHERE new.n > 1; END;"


def difference(ddl: str, left: str, right: str, options: Options | None = None) -> Different:
    found = spotit.check(left, right, ddl, options)
    assert isinstance(found, Different), found
    return found


def test_nothing_is_settled_where_nobody_keeps_a_restriction() -> None:
    queries = ("SELECT id FROM t WHERE n > 1", "SELECT id FROM t WHERE n > 2")
    plain, triggered = (difference(ddl, *queries) for ddl in (TABLE, TABLE + TRIGGER))
    assert plain.settled and plain.witness.minimal
    assert not triggered.settled and not triggered.witness.minimal
    assert triggered.notes == ("trigger g is not modelled",)


def test_a_witness_shows_generated_columns_and_its_script_does_not_insert_them() -> None:
    ddl = "CREATE TABLE t(n INTEGER, m INTEGER AS (n * 2) STORED, k AS (m + 1) UNIQUE)"
    left, right = "SELECT m FROM t", "SELECT n FROM t"
    found = difference(ddl, left, right)
    (rows,) = found.witness.database.tables.values()
    assert rows.columns == ("n", "m", "k")
    assert all(row == (row[0], 2 * row[0], 2 * row[0] + 1) for row in rows.rows)  # type: ignore[operator]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(found.witness.script)
        assert sorted(connection.execute(left).fetchall()) == sorted(found.left.rows)
        assert sorted(connection.execute(right).fetchall()) == sorted(found.right.rows)


def test_known_witnesses_may_have_generated_columns() -> None:
    ddl = "CREATE TABLE t(n INTEGER, m INTEGER AS (n * 2))"
    known = difference(ddl, "SELECT m FROM t", "SELECT n FROM t").witness.database
    found = spotit.check("SELECT m + 1 FROM t", "SELECT n + 1 FROM t", ddl, known=[known])
    assert isinstance(found, Different)
    assert found.witness.database == known


def test_an_index_decides_which_row_is_taken() -> None:
    ddl = "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, s TEXT); CREATE INDEX i ON t(n DESC);"
    left, right = "SELECT id FROM t WHERE n > 1 LIMIT 1", "SELECT id FROM t NOT INDEXED WHERE n > 1 LIMIT 1"
    found = difference(ddl, left, right, Options(semantics=Semantics.BAG))
    assert found.grade == "order"
    assert 'CREATE INDEX "i" ON "t" (n DESC)' in found.witness.script


def test_a_partial_unique_index_is_kept_on_the_engine() -> None:
    ddl = "CREATE TABLE t(n INTEGER NOT NULL, k INTEGER NOT NULL); CREATE UNIQUE INDEX i ON t(n) WHERE k = 1;"
    options = Options(semantics=Semantics.BAG, bound=2)
    left, right = "SELECT n FROM t WHERE k = 1", "SELECT DISTINCT n FROM t WHERE k = 1"
    assert not isinstance(spotit.check(left, right, ddl, options), Different)
    assert isinstance(spotit.check(left.replace("1", "2"), right.replace("1", "2"), ddl, options), Different)
