"""`spotit check` as people call it: files that are missing, pipes, parameters, Ctrl-C, saved witnesses."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer.main

import spotit
from spotit.cli.app import COMMANDS, app

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
SPOTIT = [sys.executable, "-m", "spotit"]


def run(*arguments: object, stdin: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    command = [*SPOTIT, *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", timeout=120, check=False, **more)


def check(left: object, right: object, *options: object, schema: str = DDL, **more: object):
    return run("check", "--schema", schema, "--left", left, "--right", right, "--bound", 2, *options, **more)


@pytest.mark.parametrize("name", ["nothere.sql", "queries/mine.sql", "my query.sql", "nothere"])
def test_a_missing_file_is_said_to_be_missing(name: str) -> None:
    done = check(name, "SELECT a FROM t")
    assert done.returncode == 2 and f"there is no file {name}" in done.stderr
    assert "there is no schema file" in check("SELECT a FROM t", "SELECT 1", schema=name).stderr


def test_the_standard_input_is_read(tmp_path: Path) -> None:
    assert check("-", "SELECT a FROM t WHERE id = id", stdin="SELECT a FROM t;\n").returncode == 0
    assert check("SELECT a FROM t", "SELECT s FROM t", schema="-", stdin=DDL).returncode == 1
    assert "only one" in check("-", "-", stdin="SELECT 1").stderr
    line = '{"id": 1, "schema": "CREATE TABLE t (a)", "left": "SELECT a FROM t", "right": "SELECT a FROM t"}\n'
    assert '"equivalent"' in run("check", "--pairs", "-", "--json", stdin=line + "nonsense\n").stdout


@pytest.mark.skipif(not os.path.exists("/bin/bash"), reason="process substitution needs bash")
def test_process_substitution_is_read() -> None:
    sides = '--left <(echo "SELECT a FROM t") --right "SELECT s FROM t"'
    line = f'"{sys.executable}" -m spotit check --schema <(echo "{DDL}") {sides}'
    done = subprocess.run(["/bin/bash", "-c", line], capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert "left:  SELECT a FROM t" in done.stdout


def test_parameters_are_values_that_may_be_anything() -> None:
    done = check("SELECT id FROM t WHERE a > :n", "SELECT id FROM t WHERE a >= :n")
    assert done.returncode == 1
    assert 'INSERT INTO "parameters" ("one", ":n")' in done.stdout and "`a > :n`" in done.stdout
    assert check("SELECT id FROM t WHERE a > ?", "SELECT id FROM t WHERE NOT (a <= ?)").returncode == 0
    assert (
        check("SELECT id FROM t WHERE a = $1 AND id = $2", "SELECT id FROM t WHERE id = $2 AND $1 = a").returncode == 0
    )
    assert check("SELECT id FROM t WHERE a = ? AND id = ?", "SELECT id FROM t WHERE id = ? AND a = ?").returncode == 1


def test_what_parameters_cannot_mean_is_told() -> None:
    assert "and the left query has none" in check("SELECT a FROM t", "SELECT a FROM t WHERE a = ?").stdout
    assert "numbered parameters and the other named" in check("SELECT ? FROM t", "SELECT :x FROM t").stdout
    frame = "SELECT SUM(a) OVER (ORDER BY id ROWS ? PRECEDING) FROM t"
    done = check(frame, "SELECT ? FROM t")
    assert done.returncode == 3 and "a parameter in a window frame" in done.stdout


def test_a_saved_witness_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "witness.sql"
    assert check("SELECT id FROM t WHERE a > ?", "SELECT id FROM t WHERE a >= ?", "--save", file).returncode == 1
    done = run("replay", file)
    assert done.returncode == 1 and "The results differ." in done.stdout, done.stderr
    assert check("SELECT id FROM t", "SELECT t.id FROM t", "--save", tmp_path / "none.sql").returncode == 0
    assert not (tmp_path / "none.sql").exists()
    assert "cannot write" in check("SELECT id FROM t", "SELECT a FROM t", "--save", tmp_path / "no/where").stderr


def test_the_printed_script_is_complete() -> None:
    out = check("SELECT id FROM t -- all", "SELECT a FROM t").stdout
    script = out.partition("To see it in SQLite:")[2].rpartition("\n\nSQLite")[0]
    with closing(sqlite3.connect(":memory:")) as connection:
        results = [connection.execute(one).fetchall() for one in re.split(r";\n|;$", script) if one.strip()]
    assert results[-1] != results[-2]


def test_long_values_wrap() -> None:
    text = "x" * 150
    done = check(f"SELECT '{text}' FROM t", "SELECT 'y' FROM t", env={**os.environ, "COLUMNS": "60"})
    assert "…" not in done.stdout
    cells = done.stdout.partition("left returns")[2].partition("right returns")[0]
    assert sum(line.count("x") for line in cells.splitlines() if line.startswith("│")) == 150


def test_every_command_shows_an_example() -> None:
    group = typer.main.get_group(app)
    for name in COMMANDS:
        command = group.get_command(None, name)
        text = " ".join((command.help or "").split())
        assert f"spotit {name}" in text, f"spotit {name} --help has no example"


@pytest.mark.parametrize(
    ("query", "pointed"),
    [
        ("SELECT a FROM tt", "tt"),
        ("SELECT frob(a) FROM t", "frob"),
        ("SELECT a FROM t AS x JOIN t AS y ON x.id = y.id", "a"),
        ("SELECT b FROM t", "b"),
        ("SELECT a,\n  FROM t", "FROM"),
    ],
)
def test_an_error_points_at_the_sql(query: str, pointed: str) -> None:
    verdict = spotit.check(query, "SELECT 1", "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)")
    assert isinstance(verdict, spotit.Invalid) and verdict.span is not None
    assert query[verdict.span.start : verdict.span.end] == pointed
