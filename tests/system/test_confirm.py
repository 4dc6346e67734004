"""Confirmed differences, and that their scripts say the same in a fresh SQLite."""

import random
import struct

import apsw
import pytest

from spotit.assumption import Assumption, AssumptionKind
from spotit.database import Database, Failure, Rows
from spotit.dialect.wording import literal
from spotit.engine.failures import QueryRefused
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.witness.confirm import confirm
from spotit.verdict import Different, EquivalentUpTo, Grade


def run(schema: Schema, left: str, right: str, tables: dict[str, Rows], **options: object) -> Different | None:
    engine = open_engine(schema, Options(**options))
    return confirm(engine, left, right, Database(tables), ordered=False, grade=Grade.ORDINARY)


def replay(verdict: Different, left: str, right: str) -> None:
    connection = apsw.Connection(":memory:")
    connection.pragma("foreign_keys", True)
    connection.execute(verdict.witness.script)
    for sql, rows in ((left, verdict.left), (right, verdict.right)):
        assert connection.execute(sql).fetchall() == list(rows.rows)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


CIRCLE = """CREATE TABLE a (id INTEGER PRIMARY KEY, b INT REFERENCES b(id));
    CREATE TABLE b (id INTEGER PRIMARY KEY, a INT REFERENCES a(id))"""
CASES = [
    pytest.param(
        "CREATE TABLE t (x INT)",
        "SELECT x FROM t",
        "SELECT x FROM t WHERE x > 1",
        {"t": Rows(("x",), ((1,),))},
        id="plain",
    ),
    pytest.param(
        "CREATE TABLE child (p INT REFERENCES parent(id)); CREATE TABLE parent (id INTEGER PRIMARY KEY)",
        "SELECT count(*) FROM child",
        "SELECT count(*) FROM child JOIN parent ON p > id",
        {"child": Rows(("p",), ((2,), (1,))), "parent": Rows(("id",), ((1,), (2,)))},
        id="child listed before parent",
    ),
    pytest.param(
        CIRCLE,
        "SELECT a.id FROM a",
        "SELECT b.id FROM b",
        {"a": Rows(("id", "b"), ((1, 5),)), "b": Rows(("id", "a"), ((5, 1),))},
        id="circle",
    ),
    pytest.param(
        "CREATE TABLE e (id INTEGER PRIMARY KEY, boss INT REFERENCES e)",
        "SELECT id FROM e",
        "SELECT boss FROM e",
        {"e": Rows(("id", "boss"), ((1, 2), (2, 2)))},
        id="self reference",
    ),
    pytest.param(
        """CREATE TABLE Player_Attributes (id INT PRIMARY KEY, api INT,
            FOREIGN KEY (api) REFERENCES Player(api)); CREATE TABLE Player (id INT PRIMARY KEY, api INT)""",
        "SELECT T1.id FROM Player_Attributes T1 JOIN Player T2 ON T1.api = T2.api",
        "SELECT T1.id FROM Player_Attributes T1 JOIN Player T2 ON T1.api = T2.api WHERE T2.id > 1",
        {
            "Player_Attributes": Rows(("id", "api"), ((7, 3),)),
            "Player": Rows(("id", "api"), ((1, 3), (0, 3))),
        },
        id="foreign key without a key",
    ),
    pytest.param(
        """CREATE TABLE "or der" ("a b" TEXT PRIMARY KEY, [sel"ect] REAL, `x``y` BLOB, "naïve (%)" INT)""",
        'SELECT * FROM "or der"',
        'SELECT "a b", [sel"ect], `x``y`, "naïve (%)" + 1 FROM [or der]',
        {
            "or der": Rows(
                ("a b", 'sel"ect', "x`y", "naïve (%)"),
                (
                    ("it's", 0.1, b"\x00\xff'", 1),
                    ("a\nb\x00c;--", 1e300, None, -(2**63)),
                    ("é€😀", -0.0, b"", 0),
                ),
            )
        },
        id="odd names and values",
    ),
    pytest.param(
        "CREATE TABLE t (x REAL, y)",
        "SELECT x, y FROM t",
        "SELECT y, x FROM t",
        {"t": Rows(("x", "y"), ((float("inf"), 1), (float("-inf"), 5e-324), (1.7976931348623157e308, 0.1)))},
        id="extreme floats",
    ),
    pytest.param(
        "CREATE TABLE t (x TEXT)",
        "SELECT x FROM t ORDER BY rowid LIMIT 1",
        "SELECT x FROM t ORDER BY x LIMIT 1",
        {"t": Rows(("rowid", "x"), ((9, "a"), (4, "b")))},
        id="hidden rowid",
    ),
    pytest.param(
        "CREATE TABLE t (x INT); CREATE TABLE u (y INT); CREATE VIEW v(z) AS SELECT y FROM u",
        "SELECT x FROM t",
        "SELECT x FROM t WHERE EXISTS (SELECT * FROM u) OR x IN (SELECT z FROM v)",
        {"t": Rows(("x",), ((1,),))},
        id="empty tables and views are created",
    ),
    pytest.param(
        "CREATE TABLE t (x INT); CREATE TABLE u (y INT)",
        "SELECT x FROM t",
        "SELECT x FROM t, u",
        {"t": Rows(("x",), ((1,),))},
        id="empty tables are created",
    ),
    pytest.param(
        "CREATE TABLE t (k INT, x INT); CREATE TABLE u (k INT); CREATE TABLE v (k INT)",
        "SELECT x FROM t LEFT JOIN u USING (k)",
        "SELECT x FROM t NATURAL JOIN v",
        {"t": Rows(("k", "x"), ((1, 1),))},
        id="empty tables that are joined by the names of columns are created",
    ),
]


@pytest.mark.parametrize(("ddl", "left", "right", "tables"), CASES)
def test_the_script_replays_the_difference(ddl, left, right, tables):
    verdict = run(load_schema(ddl + ";"), left, right, tables)
    assert verdict is not None
    replay(verdict, left, right)


T = load_schema("CREATE TABLE t (id INTEGER PRIMARY KEY, x INT NOT NULL)")
ONE = {"t": Rows(("id", "x"), ((1, 5),))}


@pytest.mark.parametrize(
    ("left", "right", "tables"),
    [
        ("SELECT x FROM t", "SELECT x + 0 FROM t", ONE),
        ("SELECT x FROM t", "SELECT nope FROM t", ONE),
        ("SELECT abs(-9223372036854775808) FROM t", "SELECT abs(-9223372036854775808), 1 FROM t", ONE),
        ("SELECT random() FROM t", "SELECT random() FROM t", ONE),
        ("SELECT x FROM t ORDER BY random()", "SELECT 0", ONE),
        ("SELECT last_insert_rowid()", "SELECT 99", ONE),
        ("SELECT x FROM t", "DELETE FROM t", ONE),
        ("SELECT x FROM t", "SELECT 0", {"t": Rows(("id", "x"), ((1, None),))}),
        ("SELECT x FROM t", "SELECT 0", {"t": Rows(("id", "x"), ((1, 1), (1, 2)))}),
        ("SELECT sum(x) FROM t", "SELECT x FROM t", {}),
    ],
)
def test_what_is_not_confirmed(left, right, tables):
    assert run(T, left, right, tables) is None


def test_a_failure_of_one_query_is_confirmed_as_what_it_is():
    found = run(T, "SELECT x FROM t", "SELECT abs(-9223372036854775808) FROM t", ONE)
    assert found is not None
    assert found.grade is Grade.ERROR
    assert found.left.rows == ((5,),)
    assert found.right == Failure("integer overflow")


def test_the_degenerate_case_counts_when_asked_for():
    verdict = run(T, "SELECT sum(x) FROM t", "SELECT x FROM t", {}, degenerate=True)
    assert verdict is not None
    assert verdict.grade is Grade.DEGENERATE


def test_the_semantics_decides():
    tables = {"t": Rows(("id", "x"), ((1, 5), (2, 5)))}
    queries = "SELECT x FROM t", "SELECT DISTINCT x FROM t"
    assert run(T, *queries, tables) is None
    verdict = run(T, *queries, tables, semantics="bag")
    assert verdict is not None


def test_float_literals_read_back_exactly():
    rng = random.Random(3)
    drawn = [struct.unpack("<d", rng.randbytes(8))[0] for _ in range(3000)] + [
        rng.uniform(-1000, 1000) for _ in range(3000)
    ]
    values = [value for value in drawn if value == value]
    connection = apsw.Connection(":memory:")
    wrong = [v for v in values if connection.execute(f"SELECT {literal(v)}").fetchall() != [(v,)]]
    assert wrong == []


def test_tables_that_are_joined_by_name_are_under_guard():
    engine = open_engine(load_schema("CREATE TABLE t (name TEXT)"), Options())
    assert engine.inspect("SELECT 1 FROM t JOIN (SELECT 'a' AS name) USING (name)").tables >= {"t"}
    with pytest.raises(QueryRefused, match="access to dbstat"):
        engine.inspect("SELECT COUNT(*) FROM t JOIN dbstat USING (name)")


def test_the_reason_of_a_bounded_proof_says_no_more_than_its_headline():
    permitted = EquivalentUpTo(5, (Assumption(AssumptionKind.PERMITTED),))
    assert "permit the same results" in str(permitted.as_dict()["reason"])
    assert EquivalentUpTo(5).as_dict()["reason"] == "no difference exists within the bound"
