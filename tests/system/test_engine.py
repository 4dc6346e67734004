"""The engine: its clock, its constraints, its answers."""

from pathlib import Path

import pytest

from spotit.api import check
from spotit.database import Database, Rows
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.open import open_engine, system
from spotit.engine.protocol import Engine
from spotit.engine.sqlite.engine import SqliteFile
from spotit.engine.sqlite.tabulate import SqliteTabulator
from spotit.errors import UsageError
from spotit.options import Options
from spotit.schemas.load import load_schema

SCHEMA = load_schema(
    """
    CREATE TABLE child (id INTEGER PRIMARY KEY, up INT REFERENCES parent(id), code TEXT UNIQUE NOT NULL,
        n INT CHECK (n > 0), pet INT, FOREIGN KEY (pet) REFERENCES loose(tag));
    CREATE TABLE parent (id INT PRIMARY KEY, boss INT REFERENCES parent(id));
    CREATE TABLE loose (tag INT);
    CREATE TABLE ring_a (a INTEGER PRIMARY KEY, b INT REFERENCES ring_b(b));
    CREATE TABLE ring_b (b INTEGER PRIMARY KEY, a INT REFERENCES ring_a(a));
    CREATE TABLE pair (x INT, y TEXT, PRIMARY KEY (x, y));
    """
)
CHILD = ("id", "up", "code", "n", "pet")


def made(**options: object) -> Engine:
    return open_engine(SCHEMA, Options(**options))


GOOD = [
    {"child": Rows(CHILD, ((1, None, "a", None, None),))},
    {"child": Rows(CHILD, ((1, 5, "a", 1, None),)), "parent": Rows(("id",), ((5,),))},
    {"parent": Rows(("id", "boss"), ((1, 2), (2, 1)))},
    {"ring_a": Rows(("a", "b"), ((1, 2),)), "ring_b": Rows(("b", "a"), ((2, 1),))},
    {"child": Rows(CHILD, ((1, None, "a", None, 7),)), "loose": Rows(("tag",), ((7,), (7,), (None,)))},
    {"child": Rows(CHILD, ((1, None, "a", None, "7"),)), "loose": Rows(("tag",), ((7.0,),))},
    {"pair": Rows(("x", "y"), ((1, "a"), (1, "b")))},
    {"loose": Rows(("rowid", "tag"), ((9, 1), (3, 2)))},
]
BAD = [
    ({"child": Rows(CHILD, ((1, 5, "a", 1, None),))}, "FOREIGN KEY"),
    ({"child": Rows(CHILD, ((1, None, None, 1, None),))}, "NOT NULL"),
    ({"child": Rows(("id",), ((1,),))}, "no value"),
    ({"child": Rows(CHILD, ((None, None, "a", 1, None),))}, "NOT NULL"),
    ({"child": Rows(CHILD, ((1, None, "a", 0, None),))}, "CHECK"),
    ({"child": Rows(CHILD, ((1, None, "a", 1, None), (2, None, "a", 1, None)))}, "UNIQUE"),
    ({"child": Rows(CHILD, ((1, None, "a", None, 7),)), "loose": Rows(("tag",), ((8,),))}, "loose"),
    ({"child": Rows(CHILD, (("x", None, "a", None, None),))}, "mismatch"),
    ({"parent": Rows(("id", "boss"), ((1, 3),))}, "FOREIGN KEY"),
    ({"parent": Rows(("id",), ((None,),))}, "NOT NULL"),
    ({"pair": Rows(("x", "y"), ((1, None),))}, "NOT NULL"),
    ({"pair": Rows(("x", "y"), ((1, "a"), (1, "a")))}, "UNIQUE"),
    ({"nowhere": Rows(("x",), ((1,),))}, "no table"),
    ({"loose": Rows(("other",), ((1,),))}, "no column"),
    ({"loose": Rows(("tag",), ((2**80,),))}, "too big"),
    ({"pair": Rows(("x", "y"), ((1, "\ud800"),))}, "surrogates"),
]


@pytest.mark.parametrize("tables", GOOD)
def test_rows_that_keep_the_constraints_load(tables):
    engine = made()
    engine.load(Database(tables))
    for name, rows in tables.items():
        assert engine.run(f"SELECT count(*) FROM {name}").rows == ((len(rows.rows),),)
    engine.load(Database())
    for name in tables:
        assert engine.run(f"SELECT * FROM {name}").rows == ()


@pytest.mark.parametrize(("tables", "message"), BAD)
def test_rows_that_break_a_constraint_do_not_load_and_change_nothing(tables, message):
    engine = made()
    engine.load(Database(GOOD[1]))
    with pytest.raises(ConstraintViolation, match=message):
        engine.load(Database(tables))
    assert engine.run("SELECT id, up FROM child").rows == ((1, 5),)
    engine.load(Database(GOOD[0]))
    assert engine.run("SELECT id, up FROM child").rows == ((1, None),)
    assert engine.run("SELECT * FROM parent").rows == ()


def test_options_loosen_keys():
    made(null_keys=True).load(Database({"pair": Rows(("x", "y"), ((1, None), (1, None)))}))
    made(foreign_keys=False).load(Database({"child": Rows(CHILD, ((1, 5, "a", 1, 7),))}))
    with pytest.raises(ConstraintViolation):
        made(null_keys=True).load(Database({"child": Rows(CHILD, ((None, None, "a", 1, None),))}))


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("date('now')", "2020-02-29"),
        ("date()", "2020-02-29"),
        ("datetime()", "2020-02-29 23:59:58"),
        ("CURRENT_TIMESTAMP", "2020-02-29 23:59:58"),
        ("CURRENT_DATE", "2020-02-29"),
        ("CURRENT_TIME", "23:59:58"),
        ("time('now')", "23:59:58"),
        ("strftime('%Y')", "2020"),
        ("strftime('%Y-%m', 'now', '+1 month')", "2020-03"),
        ("julianday('now')", 2458909.499976852),
        ("unixepoch()", 1583020798),
        ("unixepoch('now', 'subsec')", 1583020798.0),
        ("timediff('now', '2020-02-28 23:59:58')", "+0000-00-01 00:00:00.000"),
    ],
)
def test_the_clock_stands_still(sql, value, tmp_path):
    now = "2020-02-29 23:59:58"
    assert made(now=now).run(f"SELECT {sql}").rows == ((value,),)
    assert system().tabulator(Options(now=now)).tabulate(sql, [()]) == [value]
    assert SqliteFile(empty_file(tmp_path), now=now).run(f"SELECT {sql}").rows == ((value,),)


def empty_file(folder: Path) -> Path:
    path = folder / "empty.sqlite"
    path.touch()
    return path


def test_two_clocks_live_side_by_side():
    early, late = made(now="1999-12-31 00:00:00"), made(now="2031-01-01T10:00:00")
    assert early.run("SELECT date('now')").rows == (("1999-12-31",),)
    assert late.run("SELECT datetime('now')").rows == (("2031-01-01 10:00:00",),)


def test_columns_and_positions_are_reported():
    engine = made()
    assert engine.inspect('SELECT id, up AS "u p", 1+1 FROM child').columns == ("id", "u p", "1+1")
    assert engine.inspect("SELECT lower(code) FROM child WHERE EXISTS (SELECT 1 FROM loose)").tables == {
        "child",
        "loose",
    }
    assert engine.inspect("SELECT Lower(code), random() FROM child").functions == {"lower", "random"}
    with pytest.raises(QueryError, match="no such column: nope") as caught:
        engine.inspect("SELECT 'é', nope FROM child")
    assert caught.value.offset == 12


def test_double_quotes_fall_back_to_text():
    assert made().run('SELECT "nothing of that name"').rows == (("nothing of that name",),)


def test_text_that_is_not_utf8_does_not_fail():
    rows = made().run("SELECT CAST(x'ff41' AS TEXT), x'ff', 1, NULL, 'b' ORDER BY 1; -- end").rows
    assert rows == (("\ufffdA", b"\xff", 1, None, "b"),)


def test_run_time_errors_are_query_errors():
    for sql in (
        "SELECT abs(-9223372036854775808)",
        "SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION SELECT 1)",
    ):
        with pytest.raises(QueryError, match="overflow"):
            made().run(sql)


def test_the_tabulator_tells_types_apart():
    tabulator = SqliteTabulator(options=Options(), entries=2)
    arguments = [(1,), (1.0,), ("1",), (b"1",), (None,)]
    for _ in range(2):
        assert [tabulator.tabulate("typeof(?1)", [a])[0] for a in arguments] == [
            "integer",
            "real",
            "text",
            "blob",
            "null",
        ]
    assert tabulator.tabulate("substr(?1, 2) || ?2", [("abc", 1), ("x", 2.0), (None, 3)]) == [
        "bc1",
        "2.0",
        None,
    ]
    with pytest.raises(QueryError, match="UTF-8"):  # what stands for it would be equal where the texts are not
        tabulator.tabulate("CAST(?1 AS TEXT)", [(b"\xff",)])
    with pytest.raises(QueryError, match="overflow"):
        tabulator.tabulate("abs(?1)", [(-(2**63),)])


def test_texts_that_are_not_utf8_are_not_called_equal():
    schema = load_schema("CREATE TABLE t(id INTEGER PRIMARY KEY)")
    verdict = check("SELECT CAST(x'ff' AS TEXT) FROM t", "SELECT CAST(x'fe' AS TEXT) FROM t", schema)
    assert not verdict.is_proved


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UsageError, match="none"):
        SqliteFile(tmp_path / "none.sqlite")


def test_the_engine_names_its_version():
    assert system().title.startswith("SQLite 3.")
