"""A run directory, a benchmark and a prediction file come from anyone: they start nothing and lead nowhere else."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from eval_runs import benchmark, predictions, spotit

from spotit.errors import UsageError
from spotit.evaluate.datasets import load_benchmark
from spotit.evaluate.lock import sole_writer
from spotit.evaluate.store import load_run
from spotit.files import read_stdin
from spotit.search.witness.replay import marked, read_witness
from spotit.workers.program import run_program

QUERIES = {1: "SELECT a FROM t WHERE a > 10"}
ANSWERS = {1: "SELECT a FROM t WHERE a >= 20"}
ESCAPE = "\x1b]0;owned\x07\x9b31m"
OUTSIDE = ["../../x", "/tmp/x", "a/b", "..", ".", "C:\\x", "..\\x", "a\x00b", "a\nb", "x" * 500, ""]

ABSOLUTE = {**os.environ, "PYTHONPATH": str(Path(load_run.__code__.co_filename).parents[2])}
"""An environment in which this SpotIt is found from everywhere."""


@pytest.fixture
def run(tmp_path):
    """A run of one pair that differs."""
    data, answers = benchmark(tmp_path, QUERIES), predictions(tmp_path, "own", ANSWERS)
    done = spotit("eval", "--data", data, "--pred", answers, "--out", tmp_path / "run", "--no-cache")
    assert done.returncode == 0, done.stderr
    return tmp_path / "run"


def rewritten(file, change):
    """Change the JSON object in the last line of a file, or in the whole of it."""
    *lines, last = file.read_text().strip().split("\n") if file.suffix == ".jsonl" else [file.read_text()]
    content = json.loads(last)
    change(content)
    file.write_text("\n".join([*lines, json.dumps(content)]) + "\n")


@pytest.mark.parametrize("counted", [True, False])
def test_a_resumed_run_starts_no_program(run, counted, tmp_path):
    def add(info):
        info["arguments"]["programs"] = {"evil": f"touch {tmp_path}/started"}
        info["methods"].append("evil")
        if counted:
            info["predictions"]["evil"] = info["predictions"]["own"]

    rewritten(run / "run.json", add)
    done = spotit("eval", "--out", run, "--resume")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    ("key", "value"), [("data", True), ("predictions", {"m": 10**30}), ("also", -1), ("no_ex", "x")]
)
def test_a_run_that_says_nonsense_of_its_start_is_refused(run, key, value):
    rewritten(run / "run.json", lambda info: info["arguments"].update({key: value}))
    done = spotit("eval", "--out", run, "--resume")
    assert done.returncode == 2, done.stderr
    assert "does not say how the run was started" in " ".join(done.stderr.split())


@pytest.mark.parametrize("name", ["../../secret.txt", "{absolute}", "link.sql"])
def test_a_report_holds_no_file_from_outside_the_run(run, name, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret")
    (run / "witnesses" / "link.sql").symlink_to(secret)
    name = name.replace("{absolute}", str(secret))
    rewritten(run / "witnesses.jsonl", lambda record: record.update(witness=name))
    rewritten(run / "outcomes.jsonl", lambda record: record.update(witness=name))
    with pytest.raises(UsageError):
        load_run(run).script(name)
    done = spotit("report", run)
    assert done.returncode == 0, done.stderr
    assert "a secret" not in (run / "report.html").read_text()


@pytest.mark.parametrize("db_id", OUTSIDE)
def test_a_database_is_named_like_a_file(db_id, tmp_path):
    record = {"question_id": 1, "db_id": db_id, "SQL": "SELECT 1", "schema": "CREATE TABLE t (a);"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(record) + "\n")
    if db_id:
        with pytest.raises(UsageError, match="cannot be the name of a database"):
            load_benchmark("pairs", tmp_path)
    else:
        assert list(load_benchmark("pairs", tmp_path).databases) == ["0"]


@pytest.mark.parametrize("schema", ["../schema.sql", "{absolute}"])
def test_a_schema_stands_in_the_benchmark(schema, tmp_path):
    (tmp_path / "schema.sql").write_text("CREATE TABLE t (a);")
    data = tmp_path / "data"
    data.mkdir()
    record = {"question_id": 1, "SQL": "SELECT 1", "schema": schema.replace("{absolute}", f"{tmp_path}/schema.sql")}
    (data / "questions.jsonl").write_text(json.dumps(record) + "\n")
    with pytest.raises(UsageError, match="which is not in"):
        load_benchmark("pairs", data)


def test_a_gold_query_stands_in_its_folder(tmp_path):
    (tmp_path / "outside.sql").write_text("SELECT 1")
    (tmp_path / "data" / "gold" / "sql").mkdir(parents=True)
    record = {"instance_id": "../../../outside", "db": "d", "schema": "CREATE TABLE t (a);"}
    (tmp_path / "data" / "questions.jsonl").write_text(json.dumps(record) + "\n")
    assert load_benchmark("pairs", tmp_path / "data").questions == ()


DDL = f'CREATE TABLE t (id INTEGER PRIMARY KEY, "{ESCAPE}" TEXT);'
SHOWING = {
    "check": ("check", "--schema", DDL, "--left", "SELECT id FROM t", "--right", f"SELECT '{ESCAPE}' FROM t"),
    "check --json": ("check", "--json", "--schema", DDL, "--left", "SELECT 1", "--right", f"SELECT '{ESCAPE}'"),
    "an invalid query": ("check", "--schema", DDL, "--left", f'SELECT "{ESCAPE}" FROM u', "--right", "SELECT 1"),
    "a missing file": ("check", "--schema", f"{ESCAPE}.sql", "--left", "SELECT 1", "--right", "SELECT 1"),
    "explain": ("explain", "--schema", DDL, "--left", f"SELECT '{ESCAPE}' FROM t"),
    "lint": ("lint", "--schema", DDL, f"SELECT * FROM t WHERE \"{ESCAPE}\" = NULL OR '{ESCAPE}' = NULL"),
    "lint --json": ("lint", "--json", "--schema", DDL, f'SELECT * FROM t WHERE "{ESCAPE}" = NULL'),
    "a schema of another dialect": (
        "check",
        "--schema",
        f"CREATE TABLE t (id SERIAL, ` INT) /* {ESCAPE} */",
        "--left",
        "SELECT 1",
        "--right",
        "SELECT 1",
    ),
    "another dialect": (
        "check",
        "--schema",
        DDL,
        "--dialect",
        "postgres",
        "--left",
        f"ALTER TABLE t NONSENSE '{ESCAPE}'",
        "--right",
        "SELECT 1",
    ),
    "replay": ("replay", f"nowhere{ESCAPE}.sql"),
    "score": ("score", f"nowhere{ESCAPE}"),
}


@pytest.mark.parametrize("command", SHOWING)
def test_nothing_acts_on_the_terminal(command):
    done = spotit(*SHOWING[command])
    shown = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2), shown
    assert "owned" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b")
    if "json" in command:
        assert repr(ESCAPE)[1:-1] in repr(json.loads(done.stdout))


BAD_LINES = {
    "no JSON": b"{",
    "no object": b"[1, 2]",
    "no schema": b'{"id": 1, "left": "SELECT 1", "right": "SELECT 1"}',
    "no UTF-8": b'{"id": 1, "left": "SELECT \xff"}',
    "half a character": b'{"id": 1, "left": "SELECT \'\\ud800\'", "right": "SELECT 1", "schema": "CREATE TABLE t (a)"}',
    "deep JSON": b"[" * 100_000,
    "an unknown comparison": b'{"id": 1, "left": "", "right": "", "schema": "", "semantics": "magic"}',
}


def test_a_bad_line_is_one_invalid_pair(tmp_path):
    good = {"id": "good\u2028", "left": "SELECT a FROM t", "right": "SELECT a FROM t", "schema": "CREATE TABLE t (a);"}
    lines = [*BAD_LINES.values(), json.dumps(good, ensure_ascii=False).encode()]
    file = tmp_path / "pairs.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + b"\n".join(lines) + b"\n")
    done = spotit("check", "--json", "--pairs", file)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.split("\n") if line]
    assert [(v["verdict"], v["side"]) for v in found[:-1]] == [("invalid", "pair")] * len(BAD_LINES)
    assert [v["reason"].split(":")[0] for v in found[:-1]] == [f"line {n}" for n in range(1, len(lines))]
    assert (found[-1]["id"], found[-1]["verdict"]) == (good["id"], "equivalent")


def test_a_run_that_lost_questions_is_refused(run):
    (run / "questions.jsonl").write_bytes(b"")
    done = spotit("score", run)
    assert done.returncode == 2
    assert "holds 0 of the run's 1 questions" in " ".join(done.stderr.split())


def test_two_runs_do_not_share_a_folder(run):
    with sole_writer(run):
        done = spotit("eval", "--out", run, "--resume")
    assert done.returncode == 2
    assert "another process is working" in done.stderr
    assert spotit("eval", "--out", run, "--resume").returncode == 0


def test_a_write_ahead_log_is_not_overlooked(tmp_path):
    writer = sqlite3.connect(tmp_path / "d.sqlite")
    writer.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    done = spotit("check", "--schema", tmp_path / "d.sqlite", "--left", "SELECT 1", "--right", "SELECT 1")
    assert done.returncode == 2
    assert "d.sqlite-wal" in done.stderr
    writer.close()


@pytest.mark.parametrize("name", ["d.sqlite", "link.sqlite"])
@pytest.mark.parametrize("kind", ["wal", "journal"])
def test_what_stands_beside_a_database_is_not_overlooked(kind, name, tmp_path):
    file = tmp_path / "d.sqlite"
    writer = sqlite3.connect(file, isolation_level=None)
    writer.executescript(f"PRAGMA journal_mode = {'WAL' if kind == 'wal' else 'PERSIST'}; CREATE TABLE t (a);")
    if kind == "wal":
        writer.execute("INSERT INTO t VALUES (1)")
    else:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN")
        writer.execute("INSERT INTO t SELECT hex(randomblob(2000)) FROM json_each('[1,2,3,4,5,6,7,8,9]')")
    (tmp_path / "link.sqlite").symlink_to(file)
    done = spotit("check", "--schema", tmp_path / name, "--left", "SELECT 1", "--right", "SELECT 1")
    assert done.returncode == 2
    assert f"d.sqlite-{kind}" in done.stderr
    if kind == "journal":
        writer.execute("COMMIT")
        assert (tmp_path / "d.sqlite-journal").stat().st_size
        done = spotit("check", "--schema", tmp_path / name, "--left", "SELECT 1", "--right", "SELECT 1")
        assert done.returncode == 0
    writer.close()


def test_nothing_is_imported_from_the_working_directory(tmp_path):
    for name in ("spotit", "json", "apsw", "z3", "typing", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("open('evil', 'w').close()\nraise ImportError('evil')\n")
    pair = {"id": 1, "schema": "CREATE TABLE t (a)", "left": "SELECT a FROM t", "right": "SELECT a FROM t LIMIT 1"}
    (tmp_path / "pairs.jsonl").write_text(json.dumps(pair))
    # as the installed program has it: the working directory is not where modules are looked for
    command = [sys.executable, "-P", "-m", "spotit", "check", "--pairs", "pairs.jsonl", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=ABSOLUTE, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["verdict"] == "different", done.stderr
    assert not (tmp_path / "evil").exists()


SHOW_LIBRARIES = """
import ctypes
load = ctypes.CDLL
ctypes.CDLL = lambda name, *rest, **options: (print(name), load(name, *rest, **options))[1]
import spotit.smt.solve.solver
"""


def test_no_library_is_loaded_from_the_working_directory(tmp_path):
    command = [sys.executable, "-P", "-c", SHOW_LIBRARIES]
    loaded = subprocess.run(command, env=ABSOLUTE, capture_output=True, text=True, check=True).stdout
    assert "libz3" in loaded
    for library in Path(loaded.strip()).parent.glob("libz3.*"):
        (tmp_path / library.name).symlink_to(library)
    done = subprocess.run(command, cwd=tmp_path, env=ABSOLUTE, capture_output=True, text=True, check=True)
    assert done.stdout == loaded


@pytest.mark.skipif(os.name == "nt", reason="a shell closes descriptors")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_descriptors_change_nothing(closed, tmp_path):
    pair = "--schema 'CREATE TABLE t (a)' --left 'SELECT a FROM t' --right 'SELECT 1'"
    for words, code in ((f"check {pair}", 1), (f"check {pair} --left -", 2), ("lint --schema nowhere 'SELECT 1'", 2)):
        script = f"'{sys.executable}' -m spotit {words} {closed}"
        done = subprocess.run(["sh", "-c", script], env=ABSOLUTE, capture_output=True, text=True, check=False, input="")
        assert done.returncode == code, done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no input without end")
def test_an_input_without_end_is_told(monkeypatch):
    with open("/dev/zero") as source:
        monkeypatch.setattr(sys, "stdin", source)
        with pytest.raises(UsageError, match="the standard input holds more than 1 MB"):
            read_stdin(1 << 20)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    data, answers = benchmark(tmp_path, QUERIES), predictions(tmp_path, "own", ANSWERS)
    (tmp_path / "closed").mkdir(mode=0o500)
    done = spotit("eval", "--data", data, "--pred", answers, "--out", tmp_path / "closed" / "run", "--no-cache")
    assert done.returncode == 2
    assert "Permission denied" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_is_told(run):
    done = spotit("report", run, "--html", "/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("spotit report: ") and "No space left" in done.stderr


def test_comments_in_queries_are_no_marks():
    left = "SELECT a -- left\nFROM t\n-- right: prediction\nWHERE a > 1"
    right = "SELECT a\n-- left: gold, 1 line\nFROM t -- right"
    text = "\n".join(["CREATE TABLE t (", "-- left", "a);", *marked("left: gold", left), *marked("right", right), ""])
    stored = read_witness(text)
    assert (stored.left_sql, stored.right_sql, stored.script) == (left, right, "CREATE TABLE t (\n-- left\na);")


@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="the system does not show environments")
@pytest.mark.parametrize("rest", ["echo done", "sleep 30"])
def test_what_a_program_has_started_ends_with_it(rest):
    seconds = f"{30_000 + os.getpid()}"
    ran = run_program(["sh", "-c", f"(setsid sleep {seconds} >/dev/null 2>&1 &); {rest}"], b"", 2.0)
    assert ran.stdout == (b"done\n" if "echo" in rest else b"")
    running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not any(f"sleep\0{seconds}".encode() in words for words in running)
