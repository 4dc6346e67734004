"""Attempts of a query to do more than read its own database, or to use up the machine."""

import hashlib
import os
from pathlib import Path

import apsw
import pytest

from spotit.database import Database, Rows
from spotit.engine.failures import QueryError, QueryFailed, QueryRefused, QueryTimeout, QueryTooLarge, QueryUnfinished
from spotit.engine.open import open_engine, system
from spotit.engine.protocol import Engine
from spotit.engine.sqlite.engine import SqliteFile
from spotit.options import Options
from spotit.schema import DeclaredColumn, Schema, Table

SCHEMA = Schema((Table("t", (DeclaredColumn("a", "INTEGER"), DeclaredColumn("b", "TEXT")), ("a",)),))
COUNTING = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

REFUSED = [
    "ATTACH DATABASE '{file}' AS other",
    "ATTACH ':memory:' AS other",
    "DETACH DATABASE main",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA table_info(t)",
    "PRAGMA writable_schema = ON",
    "PRAGMA temp_store_directory = '{folder}'",
    "SELECT * FROM pragma_table_info('t')",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_function_list",
    "INSERT INTO t VALUES (7, 'x')",
    "REPLACE INTO t VALUES (1, 'x')",
    "UPDATE t SET b = 'x'",
    "DELETE FROM t",
    'DELETE FROM "t"',
    "WITH x AS (SELECT 1) DELETE FROM t",
    "WITH x AS (SELECT 1) INSERT INTO t SELECT 7, 'x'",
    "WITH x AS (SELECT 1) UPDATE t SET b = 'x' RETURNING a",
    "CREATE TABLE u(x)",
    "CREATE TEMP TABLE u AS SELECT * FROM t",
    "CREATE VIEW v AS SELECT 1",
    "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
    "DROP TABLE t",
    "ALTER TABLE t RENAME TO u",
    "VACUUM",
    "VACUUM INTO '{file}'",
    "ANALYZE",
    "REINDEX",
    "BEGIN",
    "BEGIN EXCLUSIVE",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT s",
    "RELEASE s",
    "END",
    "EXPLAIN SELECT * FROM t",
    "EXPLAIN QUERY PLAN SELECT * FROM t",
    "SELECT load_extension('{file}')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE t",
    "SELECT 1 /* ; */ ; -- \n DELETE FROM t",
    "SELECT * FROM dbstat",
    "",
    "  -- nothing",
    ";",
]
REJECTED = [
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM sqlite_stmt",
    "SELECT writefile('{file}', 'x')",
    "SELECT readfile('/etc/passwd')",
    "SELECT edit('x')",
    "SELECT * FROM fsdir('/')",
    "SELECT * FROM t('x')",
    "SELECT * FROM other.t",
    "SELECT ?1",
    "SELECT :name",
    "SELECT 1 \x00; DROP TABLE t",
    "SELECT '\ud800'",
    "SELEKT 1",
    "(SELECT 1)",
    "\x00\x01\x02\xff",
    "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "SELECT 1" + " + 1" * 5000,
    " UNION ALL ".join(["SELECT 1"] * 1000),
    "SELECT '" + "x" * 2_000_000 + "'",
]
TOO_LARGE = [
    "SELECT zeroblob(1000000000)",
    "SELECT randomblob(999999999)",
    "SELECT hex(zeroblob(3000000))",
    "SELECT printf('%*c', 2000000000, 'x')",
    "SELECT replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))",
    f"{COUNTING} SELECT x FROM c",
    f"{COUNTING} SELECT zeroblob(3000000) FROM c",
]
ENDLESS = [
    f"{COUNTING} SELECT c.x, d.x FROM c, c AS d LIMIT 1000000",
    f"{COUNTING} SELECT count(*) FROM c",
    f"{COUNTING} SELECT x FROM c WHERE x < 0",
    f"{COUNTING} SELECT group_concat(x) FROM c",
    f"{COUNTING}, n(x) AS (SELECT x FROM c LIMIT 3000) SELECT count(*) FROM n a, n b, n c, n d",
    "SELECT (SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h) FROM t",
    "SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h WHERE a.b || h.b LIKE '%q%'",
]


@pytest.fixture
def engine() -> Engine:
    made = open_engine(SCHEMA, Options())
    made.load(Database({"t": Rows(("a", "b"), tuple((n, f"text {n}") for n in range(60)))}))
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a #% b?.sqlite"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
    connection.executemany("INSERT INTO t VALUES (?, ?)", [(n, f"text {n}") for n in range(60)])
    connection.close()
    return path


def text(attack: str, folder: Path) -> str:
    return attack.replace("{file}", str(folder / "stolen")).replace("{folder}", str(folder))


def state(folder: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir())}


@pytest.mark.parametrize("attack", REFUSED)
def test_the_sandbox_refuses(attack, engine, file):
    before = state(file.parent)
    for reader in (engine, SqliteFile(file)):
        with pytest.raises(QueryRefused):
            reader.run(text(attack, file.parent))
        assert len(reader.run("SELECT * FROM t").rows) == 60
    assert state(file.parent) == before


@pytest.mark.parametrize("attack", REJECTED, ids=lambda attack: ascii(attack[:30]))
def test_the_engine_rejects(attack, engine, file):
    before = state(file.parent)
    for reader in (engine, SqliteFile(file)):
        with pytest.raises(QueryError):
            reader.run(text(attack, file.parent))
        assert len(reader.run("SELECT * FROM t").rows) == 60
    assert state(file.parent) == before


@pytest.mark.parametrize("attack", TOO_LARGE, ids=lambda attack: attack[:60])
def test_results_and_values_are_limited(attack, engine):
    with pytest.raises(QueryTooLarge):
        engine.run(attack)
    assert len(engine.run("SELECT * FROM t").rows) == 60


@pytest.mark.parametrize("attack", ENDLESS, ids=lambda attack: attack[:90])
def test_a_deadline_ends_endless_queries(attack, engine, file):
    for reader in (engine, SqliteFile(file)):
        with pytest.raises(QueryTimeout):
            reader.run(attack, budget=0.1)
        assert len(reader.run("SELECT * FROM t").rows) == 60


@pytest.mark.parametrize(
    ("sql", "failed"),
    [
        ("SELECT abs(-9223372036854775808 + 0 * a) FROM t", True),
        ("SELECT json(b) FROM t", True),
        ("SELECT a FROM t LIMIT 'x'", True),
        ("SELECT ntile(0) OVER () FROM t", True),
        ("SELECT a LIKE 'x' ESCAPE 'ab' FROM t", True),
        ("SELECT b LIKE hex(zeroblob(3000)) FROM t", False),
        ("SELECT zeroblob(900000000) FROM t", False),
        ("SELECT nothing FROM t", False),
        ("SELECT a FROM t, t, t, t", False),
    ],
)
def test_a_failure_is_told_from_a_limit_and_from_a_rejection(sql, failed, engine):
    with pytest.raises(QueryError) as raised:
        engine.run(sql, max_rows=10)
    assert isinstance(raised.value, QueryFailed) is failed


def test_steps_are_counted_and_only_where_asked_for(engine):
    sql = f"{COUNTING} SELECT max(x) FROM (SELECT x FROM c LIMIT 5000)"
    with pytest.raises(QueryUnfinished):
        engine.run(sql, steps=20_000)
    assert engine.run(sql, steps=10_000_000).rows == engine.run(sql).rows == ((5000,),)
    with pytest.raises(QueryUnfinished):
        engine.run(sql, steps=20_000)
    engine.load(Database({"t": Rows(("a", "b"), tuple((n, "x") for n in range(5000)))}))


def test_the_row_limit_is_exact(engine):
    assert len(engine.run("SELECT * FROM t", max_rows=60).rows) == 60
    assert len(engine.run("SELECT * FROM t LIMIT 5", max_rows=5).rows) == 5
    for sql, limit in (("SELECT * FROM t", 59), ("SELECT * FROM t LIMIT 6", 5)):
        with pytest.raises(QueryTooLarge):
            engine.run(sql, max_rows=limit)


def test_memory_is_limited(engine):
    large = "kept AS MATERIALIZED (SELECT x, hex(zeroblob(1000000)) || x AS y FROM c LIMIT 100000)"
    usual = apsw.hard_heap_limit(64 << 20)
    try:
        with pytest.raises(QueryTooLarge):
            engine.run(f"{COUNTING}, {large} SELECT count(*) FROM kept a, kept b WHERE a.y < b.y", budget=30)
    finally:
        apsw.hard_heap_limit(usual)
    assert usual > 0
    assert engine.run("SELECT count(*) FROM t").rows == ((60,),)


def test_a_query_never_reuses_one_of_our_own_statements(engine):
    engine.load(Database({"t": Rows(("a",), ((1,),))}))
    engine.load(Database({"t": Rows(("a",), ((2,),))}))
    for own in ('DELETE FROM "t"', "BEGIN", "COMMIT", 'INSERT INTO "t" ("a") VALUES (?)'):
        with pytest.raises(QueryRefused):
            engine.run(own)
    assert engine.run("SELECT a FROM t").rows == ((2,),)


def test_a_file_without_write_permission_in_a_locked_folder_opens(file):
    os.chmod(file, 0o444)
    os.chmod(file.parent, 0o555)
    try:
        assert SqliteFile(file).run("SELECT count(*) FROM t").rows == ((60,),)
    finally:
        os.chmod(file.parent, 0o755)


def test_a_file_in_wal_mode_is_left_alone(file):
    connection = apsw.Connection(str(file))
    connection.pragma("journal_mode", "wal")
    connection.close()
    before = state(file.parent)
    assert SqliteFile(file).run("SELECT count(*) FROM t").rows == ((60,),)
    assert state(file.parent) == before


@pytest.mark.parametrize("expression", ["1; SELECT 2", "load_extension(?1)", "no_such(?1)", "(SELECT a FROM t)"])
def test_the_tabulator_is_sandboxed(expression):
    with pytest.raises(QueryError):
        system().tabulator(Options()).tabulate(expression, [("x",)])
