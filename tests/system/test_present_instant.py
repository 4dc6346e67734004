"""The clock is a variable: what is proved holds at every instant, and a difference names the instant that it takes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random

import pytest
from typer.testing import CliRunner

import spotit
from spotit import Different, Equivalent, EquivalentUpTo, Options, load_schema
from spotit.assumption import AssumptionKind
from spotit.cli.app import app
from spotit.database import Database, Rows
from spotit.dialect.instants import INSTANTS, at_instant, reads_clock
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.search.witness.replay import read_witness, replay
from spotit.verdict import claim

DDL = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, d DATE, s DATETIME)"
DIFFERENT = [
    ("SELECT date('now')", "SELECT '2024-08-15'"),
    ("SELECT CURRENT_TIMESTAMP", "SELECT '2024-08-15 12:00:00'"),
    ("SELECT id FROM t WHERE d < date()", "SELECT id FROM t WHERE d < '2024-08-15'"),
    ("SELECT strftime('%m-%d') = '02-29' AND strftime('%Y') = '2104'", "SELECT 0"),
    ("SELECT time('now') <= '23:59:58'", "SELECT 1"),
    ("SELECT julianday('now')", "SELECT julianday(CURRENT_TIMESTAMP)"),
]
EQUAL = [
    ("SELECT date('now')", "SELECT CURRENT_DATE"),
    ("SELECT strftime('%Y', CURRENT_TIMESTAMP)", "SELECT strftime('%Y')"),
    ("SELECT strftime('%m', date('now', '-1 month')) FROM t", "SELECT strftime('%m', CURRENT_DATE, '-1 month') FROM t"),
    ("SELECT id FROM t WHERE d < date('now')", "SELECT id FROM t WHERE d <= date('now', '-1 day')"),
    ("SELECT id FROM t WHERE s > datetime('now', '-1 day')", "SELECT id FROM t WHERE s > datetime('now', '-24 hours')"),
    ("SELECT substr(CURRENT_TIMESTAMP, 12)", "SELECT CURRENT_TIME"),
    ("SELECT id FROM t WHERE strftime('%Y', 'now') - strftime('%Y', d) > 50",
     "SELECT id FROM t WHERE CAST(strftime('%Y', CURRENT_DATE) AS INTEGER) >= 51 + CAST(substr(d, 1, 4) AS INTEGER)"),
    ("SELECT id FROM t WHERE s < datetime('now')", "SELECT id FROM t WHERE CURRENT_TIMESTAMP > s"),
]  # fmt: skip


def instant(random: Random) -> str:
    """Return an instant of any year, often near the end of a month, a year or a day."""
    year, month = random.randint(1970, 9999), random.choice((1, 2, 2, 3, 12, random.randint(1, 12)))
    day = random.choice((1, 28, random.randint(1, 28)))
    clock = random.choice(("00:00:00", "23:59:59", f"{random.randint(0, 23):02}:{random.randint(0, 59):02}:30.250"))
    return f"{year:04}-{month:02}-{day:02} {clock}"


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_a_difference_names_its_instant_and_shows_in_any_sqlite(left: str, right: str) -> None:
    verdict = spotit.check(left, right, DDL, Options(bound=2))
    assert isinstance(verdict, Different) and verdict.witness.now is not None and verdict.witness.queries is not None
    assert f"with the clock at {verdict.witness.now}" in claim(verdict)
    assert verdict.as_dict()["witness"]["now"] == verdict.witness.now  # type: ignore[index]
    with closing(sqlite3.connect(":memory:")) as plain:
        plain.executescript(verdict.witness.script)
        shown = [tuple(plain.execute(sql)) for sql in verdict.witness.queries]
    assert shown == [verdict.left.rows, verdict.right.rows] and shown[0] != shown[1]
    body = f"{verdict.witness.script}\n-- left\n{left};\n-- right\n{right};\n"
    assert not replay(read_witness(f"-- now: {verdict.witness.now}\n{body}")).agree


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_what_is_proved_holds_at_every_instant(left: str, right: str) -> None:
    verdict = spotit.check(left, right, DDL, Options(bound=2))
    assert isinstance(verdict, Equivalent | EquivalentUpTo), verdict
    random, engine = Random(left), open_engine(load_schema(DDL), Options())
    for _ in range(60):
        now = instant(random)
        days = [instant(random)[:10], now[:10]]
        rows = tuple((k, "a", 1, day, f"{day} {now[11:19]}") for k, day in enumerate(days))
        engine.load(Database({"t": Rows(("id", "a", "n", "d", "s"), rows)}, now))
        assert engine.run(left).rows == engine.run(right).rows, now


def test_without_the_clock_nothing_is_said_of_it() -> None:
    verdict = spotit.check("SELECT d FROM t", "SELECT s FROM t", DDL, Options(bound=1))
    assert isinstance(verdict, Different) and verdict.witness.now is None and verdict.witness.queries is None
    assert "clock" not in claim(verdict)


@pytest.mark.parametrize("right", ["SELECT '2024-02-29'", "SELECT date('now') || ''"])
def test_a_stated_instant_is_named(right: str) -> None:
    verdict = spotit.check("SELECT date('now')", right, DDL, Options(now="2024-02-29 10:00:00"))
    assert isinstance(verdict, Equivalent)
    assert [a.kind for a in verdict.assumptions if "clock" in a.text] == [AssumptionKind.CLOCK_AT]
    assert verdict.assumptions[0].text == "the clock stands at 2024-02-29 10:00:00"


def test_a_value_that_is_now_is_not_taken_for_an_instant() -> None:
    with pytest.raises(QueryError, match="reads the clock"):
        system().tabulator(Options()).tabulate("date(?1)", [("now",)])
    left = "SELECT date(CASE WHEN n = 1 THEN 'now' END) FROM t"
    verdict = spotit.check(left, left.replace("'now'", "'2024-08-15'"), DDL, Options(bound=1))
    assert isinstance(verdict, Different) and verdict.witness.now not in (None, INSTANTS[0])


def test_the_command_prints_queries_that_need_no_clock() -> None:
    words = ["check", "--schema", DDL, "--left", "SELECT date('now')", "--right", "SELECT '2024-08-15'"]
    shown = CliRunner().invoke(app, words).stdout
    assert "differ with the clock at 2024-02-29 23:59:59" in shown
    assert "SELECT date('2024-02-29 23:59:59');" in shown
    assert CliRunner().invoke(app, [*words, "--now", "2024-08-15 00:00:00"]).exit_code == 0


@pytest.mark.parametrize("sql", ["SELECT 'now'", "SELECT date('now' || '')", "SELECT date(a, 'now') FROM t"])
def test_other_texts_stay(sql: str) -> None:
    assert at_instant(sql, INSTANTS[1]) == sql


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT date('now'), date( \"NOW\" , '+1 day'), date(), strftime('%Y'), strftime('%Y' , 'now')",
        "SELECT current_date, CURRENT_TIME, Current_Timestamp, (date(('2020-01-01')))",
        "SELECT julianday('now') - julianday(date('now')), unixepoch(), time(current_timestamp), datetime('Now')",
        "SELECT timediff('now', '2000-01-01'), timediff('2000-01-01', 'now'), max(1, (2)), date(max('z', 'now'))",
    ],
)
def test_an_instant_in_place_of_the_clock(sql: str) -> None:
    engine = open_engine(load_schema(DDL), Options())
    for now in INSTANTS:
        engine.load(Database(now=now))
        rows = engine.run(sql).rows
        engine.load(Database(now="2011-11-11 11:11:11"))
        assert reads_clock(sql) and repr(engine.run(at_instant(sql, now)).rows) == repr(rows)
