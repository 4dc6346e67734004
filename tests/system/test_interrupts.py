"""Ctrl-C and SIGTERM end every command at once, with no traceback and no process left behind.

Each command is given work that does not end, and is interrupted when that work is under way.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from eval_runs import CLI, ENVIRONMENT

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import schemas
from hostile.queries import COUNT
from report_fixture import make_run

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="looks for processes in /proc")
VIEWS = schemas.CLASSES["views that double"][0]
DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER);"
QUERIES = ["--left", "SELECT a FROM t", "--right", "SELECT a FROM v39"]
ENDLESS = f"{COUNT} SELECT count(*) FROM n"


def children(pid: int) -> list[str]:
    """Return the processes that a process has started, in whichever of its threads."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended
            found += (task / "children").read_text().split()
    return found


def session(leader: int) -> Iterator[str]:
    """Yield the processes of a session, but for those that only wait to be cleared away."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, found = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:4]
        except (OSError, ValueError):
            continue
        if int(found) == leader and state != "Z":
            yield (folder / "cmdline").read_bytes().decode()


def mined(folder: Path) -> list[str]:
    path = folder / "x.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE t (a, b, c, d);"
        f"INSERT INTO t {COUNT.replace('FROM n)', 'FROM n LIMIT 1500000)')} SELECT i, i * 2, i % 9, 'x' || i FROM n;"
    )
    connection.close()
    return ["mine", str(path)]


def replayed(folder: Path) -> list[str]:
    path = folder / "w.sql"
    path.write_text(
        f"CREATE TABLE t (a);\nINSERT INTO t {COUNT} SELECT i FROM n;\n-- left\nSELECT 1;\n-- right\nSELECT 1;\n"
    )
    return ["replay", str(path)]


def evaluated(folder: Path) -> list[str]:
    home = folder / "data"
    (home / "databases" / "d").mkdir(parents=True)
    (home / "databases" / "d" / "schema.sql").write_text(DDL)
    (home / "databases" / "d" / "data.sql").write_text("INSERT INTO t VALUES (1, 1);")
    question = {"question_id": 1, "db_id": "d", "question": "q", "SQL": "SELECT a FROM t"}
    (home / "dev.json").write_text(json.dumps([question]))
    (folder / "m.json").write_text(json.dumps({"1": ENDLESS}))
    given = ["--data", str(home), "--pred", str(folder / "m.json"), "--out", str(folder / "run"), "--no-cache"]
    return ["eval", *given, "--jobs", "1", "--ex-timeout", "300"]


def paired(folder: Path) -> list[str]:
    path = folder / "p.jsonl"
    path.write_text(json.dumps({"id": 1, "schema": VIEWS, "left": QUERIES[1], "right": QUERIES[3]}) + "\n")
    return ["check", "--pairs", str(path), "--json", "--jobs", "2", "--timeout", "300"]


def graded(folder: Path) -> list[str]:
    (folder / "a.sql").write_text("SELECT 1")
    return ["grade", "--schema", VIEWS, "--reference", "SELECT 1", "--submissions", str(folder), "--timeout", "300"]


def certified(folder: Path) -> list[str]:
    made = folder / "proof"
    pair = ["--left", "SELECT a FROM t WHERE a > 1", "--right", "SELECT a FROM t WHERE 1 < a"]
    command = [sys.executable, "-m", "spotit", "check", "--schema", DDL, *pair, "--certificate", str(made)]
    subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True)
    path = made / "certificate.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "schema": VIEWS, "right": QUERIES[3]}))
    return ["verify-certificate", str(made)]


def read(folder: Path, command: str) -> list[str]:
    """Return a command over a run whose outcomes are a pipe into which nobody writes."""
    run = make_run(folder / "run", questions=2)
    (run / "outcomes.jsonl").unlink()
    os.mkfifo(run / "outcomes.jsonl")
    return [command, str(run)]


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "check": lambda _: ["check", "--schema", VIEWS, *QUERIES, "--timeout", "300"],
    "check --pairs": paired,
    "explain": lambda _: ["explain", "--schema", VIEWS, *QUERIES, "--timeout", "300"],
    "lint": lambda _: ["lint", "--schema", VIEWS, "SELECT a FROM v39", "--timeout", "300"],
    "replay": replayed,
    "mine": mined,
    "eval": evaluated,
    "score": lambda folder: read(folder, "score"),
    "report": lambda folder: read(folder, "report"),
    "diff": lambda _: ["diff", "--schema", VIEWS, "--timeout", "300"],
    "grade": graded,
    "verify-certificate": certified,
    "selftest": lambda _: ["selftest", "--minutes", "5", "--seed", "1"],
    "mcp": lambda _: ["mcp", "--jobs", "1"],
}


def begin(name: str, folder: Path) -> subprocess.Popen[str]:
    """Start a command and return when its work is under way."""
    if name == "mcp" and importlib.util.find_spec("mcp") is None:
        pytest.skip("mcp is not installed; it is the extra spotit[mcp]")
    pipe = subprocess.PIPE
    command = [*CLI, *COMMANDS[name](folder)]
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT, start_new_session=True
    )
    deadline = time.monotonic() + 60
    alone = name in ("selftest", "mcp", "score")
    while process.poll() is None and time.monotonic() < deadline:
        if (children(process.pid) and not alone) or (alone and time.monotonic() > deadline - 55):
            break
        time.sleep(0.02)
    time.sleep(0.3)
    assert process.poll() is None, process.communicate()
    return process


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_is_stopped_at_once(name: str, number: signal.Signals, tmp_path: Path) -> None:
    process = begin(name, tmp_path)
    process.send_signal(number)
    try:
        _, errors = process.communicate(timeout=15)
    finally:
        process.kill()
    assert process.returncode in (128 + number, -number, 130), errors
    assert "Traceback" not in errors
    deadline = time.monotonic() + 5
    while (left := list(session(process.pid))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []
