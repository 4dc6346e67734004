"""Many pairs on worker processes: verdicts as from `check`, ends that are labelled, and no process left over."""

from __future__ import annotations

import itertools
import json
import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from eval_runs import spotit as run_spotit

from spotit import Invalid, Options, Pool, QueryPair, Schema, Undecided, check, check_many, load_schema
from spotit.reason import ObstacleKind
from spotit.verdict import name

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
SCHEMA = load_schema(DDL)
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
SMALL = Options(bound=2)
PAIRS = (
    QueryPair("SELECT a FROM t", "SELECT a FROM t WHERE id = id", SCHEMA, "same"),
    QueryPair("SELECT a FROM t", "SELECT s FROM t", SCHEMA, "other"),
    QueryPair("SELECT a FROM t", "SELECT DISTINCT a FROM t", DDL, "bag", Options(bound=2, semantics="bag")),
    QueryPair("SELECT a FROM t", "SELECT b FROM t", SCHEMA, "wrong"),
    QueryPair("SELECT a FROM t", "SELECT a FROM t WHERE a > 1 OR a < 2 OR a IS NULL", SCHEMA, "proved"),
)


def children() -> set[int]:
    """Return the processes that this one has started and that are still there."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended
            found |= {int(word) for word in (task / "children").read_text().split()}
    return found


def gone(before: set[int]) -> bool:
    deadline = time.monotonic() + 10
    while children() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    return not children() - before


def test_verdicts_are_those_of_check() -> None:
    before = children()
    found = {pair.id: (pair, verdict) for pair, verdict in check_many(PAIRS, SMALL, jobs=2)}
    assert len(found) == len(PAIRS)
    for pair, verdict in found.values():
        expected = check(pair.left, pair.right, pair.schema, pair.options or SMALL)
        assert name(verdict) == name(expected)
        assert getattr(verdict, "witness", None) == getattr(expected, "witness", None)
    assert gone(before)


def test_closing_the_generator_ends_the_processes() -> None:
    before = children()
    endless = (QueryPair("SELECT a FROM t", f"SELECT {n} FROM t", SCHEMA, n) for n in itertools.count())
    running = check_many(endless, SMALL, jobs=2)
    assert len([next(running) for _ in range(5)]) == 5
    assert children() - before
    running.close()
    assert gone(before)


def test_nothing_starts_before_the_first_answer_is_asked_for() -> None:
    before = children()
    check_many(PAIRS, SMALL, jobs=2)
    assert children() == before


def test_a_schema_that_cannot_be_read_is_an_invalid_verdict() -> None:
    pairs = [QueryPair("SELECT 1", "SELECT 1", "CREATE TABLE t (", "bad"), QueryPair("SELECT 1", "SELECT 1", SCHEMA)]
    found = dict((pair.id, verdict) for pair, verdict in check_many(pairs, jobs=1))
    bad = found["bad"]
    assert isinstance(bad, Invalid) and bad.side == "schema" and bad.as_dict()["side"] == "schema"
    assert name(found[None]) == "equivalent"


def test_a_stuck_process_is_killed_and_labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spotit.batch.GRACE", -58.0)
    pairs = [QueryPair("SELECT a FROM t", ENDLESS, SCHEMA, "stuck", Options(timeout=58.2)), PAIRS[0]]
    found = {pair.id: verdict for pair, verdict in check_many(pairs, Options(timeout=118.0), jobs=1)}
    stuck = found["stuck"]
    assert isinstance(stuck, Undecided) and stuck.reason.kind is ObstacleKind.WORKER_ENDED
    assert "hard limit" in stuck.reason.text
    assert name(found["same"]) == "equivalent"


def test_what_a_killed_process_was_doing_is_done_once_more() -> None:
    before = children()
    slow = QueryPair("SELECT a FROM t", ENDLESS, SCHEMA, "slow")
    running = check_many([*PAIRS, slow, *PAIRS], SMALL, jobs=1)
    first = next(running)
    (pid,) = children() - before
    os.kill(pid, signal.SIGKILL)
    found = [first, *running]
    assert len(found) == 2 * len(PAIRS) + 1
    assert not [v for _, v in found if isinstance(v, Undecided) and v.reason.kind is ObstacleKind.WORKER_ENDED]


def test_a_pair_of_wrong_types_is_one_invalid_verdict() -> None:
    odd = QueryPair("SELECT 1", 5, SCHEMA, "odd")  # type: ignore[arg-type]
    found = {pair.id: verdict for pair, verdict in check_many([odd, PAIRS[0]], SMALL, jobs=1)}
    assert isinstance(found["odd"], Invalid) and found["odd"].message == "the right query is an int, not SQL text (str)"
    assert name(found["same"]) == "equivalent"


def test_an_error_of_ours_is_labelled() -> None:
    with Pool(jobs=1, options=SMALL) as pool:
        verdict = pool.check("SELECT a FROM t", "SELECT s FROM t", SCHEMA, known=[5])  # type: ignore[list-item]
        assert isinstance(verdict, Undecided)
        assert verdict.reason.kind is ObstacleKind.INTERNAL_FAILURE
        assert name(pool.check("SELECT a FROM t", "SELECT a FROM t", SCHEMA)) == "equivalent"


def test_several_threads_run_batches_at_once() -> None:
    before = children()
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        found[number] = sorted(name(verdict) for _, verdict in check_many(PAIRS, SMALL, jobs=1))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and found[0] == found[1] == found[2]
    assert gone(before)


def test_the_command_line_takes_the_same_way(tmp_path: Path) -> None:
    long = "CREATE TABLE t (" + ", ".join(f"column_{n} INTEGER" for n in range(20)) + ")"
    assert 255 < len(long) < 1000
    (tmp_path / "t.sql").write_text(DDL)
    lines = [
        {"id": 1, "schema": "t.sql", "left": "SELECT a FROM t", "right": "SELECT a FROM t"},
        {
            "id": "two",
            "schema": DDL,
            "left": "SELECT a FROM t",
            "right": "SELECT DISTINCT a FROM t",
            "semantics": "bag",
        },
        {"id": 3, "schema": "nowhere.sql", "left": "SELECT 1", "right": "SELECT 1"},
        {"id": 4, "schema": long, "left": "SELECT column_1 FROM t", "right": "SELECT column_2 FROM t"},
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, lines)))
    done = run_spotit("check", "--pairs", tmp_path / "pairs.jsonl", "--json", "--bound", 2)
    assert done.returncode == 0, done.stderr
    found = {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert {key: line["verdict"] for key, line in found.items()} == {
        1: "equivalent",
        "two": "different",
        3: "invalid",
        4: "different",
    }
    assert found[3]["side"] == "schema"


def test_schemas_are_sent_once_for_each_text() -> None:
    assert isinstance(SCHEMA, Schema)
    pairs = [QueryPair("SELECT a FROM t", "SELECT a FROM t", {"tables": []} if n % 2 else DDL, n) for n in range(4)]
    found = {pair.id: name(verdict) for pair, verdict in check_many(pairs, SMALL, jobs=1)}
    assert found == {0: "equivalent", 1: "invalid", 2: "equivalent", 3: "invalid"}
