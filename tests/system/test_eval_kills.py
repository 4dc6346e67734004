"""Hostile predictions, dying workers, kill -9, Ctrl-C: the run ends, the rest is right, nothing is lost."""

import json
import os
import random
import signal
import time

import pytest
from eval_runs import EXAMPLE, benchmark, by_pair, outcomes, predictions, spotit, start, summary

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
HOSTILE = {
    "endless": ENDLESS,
    "endless rows": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    "huge value": "SELECT length(zeroblob(2000000000))",
    "doubling": "WITH RECURSIVE n(s) AS (SELECT 'xxxxxxxx' UNION ALL SELECT s || s FROM n) SELECT s FROM n",
    "attach": "ATTACH DATABASE 'evil.db' AS evil",
    "vacuum": "VACUUM INTO 'evil.db'",
    "write": "UPDATE t SET a = 0",
    "pragma": "PRAGMA writable_schema = 1",
    "pragma table": "SELECT * FROM pragma_database_list",
    "extension": "SELECT load_extension('evil')",
    "file": "SELECT readfile('/etc/passwd'), writefile('evil.db', 'x')",
    "two statements": "SELECT a FROM t; DROP TABLE t",
    "two statements on two lines": "SELECT a FROM t;\nDELETE FROM t",
    "two queries": "SELECT a FROM t; SELECT a FROM t",
    "deep": "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "long": "SELECT " + " + ".join(["1"] * 20000),
    "nul": "SELECT 1\x00; DROP TABLE t",
    "binary": "\x01\x02\x7f\ufffe",
    "fine": "SELECT t.a FROM t",
}


def test_hostile_predictions_end_as_outcomes(tmp_path):
    names = list(HOSTILE)
    data = benchmark(tmp_path, dict.fromkeys(range(len(names)), "SELECT a FROM t"))
    pred = predictions(tmp_path, "m", dict(enumerate(HOSTILE.values())))
    before = {p: p.read_bytes() for p in data.rglob("*") if p.is_file()}
    done = spotit(
        "eval", "--data", data, "--pred", pred, "--out", tmp_path / "run",
        "--ex-timeout", 1, "--timeout", 5, "--no-cache", "--jobs", 2,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = by_pair(tmp_path / "run")
    results = {name: found[i, "m"] for i, name in enumerate(names)}
    assert [name for name, o in results.items() if o["ex"]] == ["fine"]
    assert results["fine"]["verdict"].startswith("equivalent")
    assert results["endless"]["ex_reason"].startswith("timeout")
    assert all(o["ex_reason"] for name, o in results.items() if name != "fine")
    assert {p: p.read_bytes() for p in data.rglob("*") if p.is_file()} == before
    assert not list(tmp_path.rglob("evil.db"))


def test_hostile_predictions_are_survived_by_the_check_too(tmp_path):
    names = list(HOSTILE)
    data = benchmark(tmp_path, dict.fromkeys(range(len(names)), "SELECT a FROM t"))
    pred = predictions(tmp_path, "m", dict(enumerate(HOSTILE.values())))
    done = spotit(
        "eval", "--data", data, "--pred", pred, "--no-ex", "--out", tmp_path / "run", "--timeout", 3,
        "--no-cache", "--jobs", 2,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = by_pair(tmp_path / "run")
    assert found[names.index("fine"), "m"]["verdict"].startswith("equivalent")
    assert all(o["verdict"] for o in found.values())
    assert not any(o["verdict"].startswith("equivalent") for (i, _), o in found.items() if names[i] != "fine")


def test_a_file_of_garbage_is_no_method_with_a_score_of_zero(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    garbage = tmp_path / "garbage.json"
    garbage.write_bytes(os.urandom(1 << 20) * 4)
    done = spotit("eval", "--data", data, "--pred", f"garbage={garbage}", "--out", tmp_path / "run")
    assert done.returncode == 2 and "no predictions of garbage" in done.stderr, done.stderr


def test_a_large_garbage_file_costs_only_its_method(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    good = predictions(tmp_path, "good", {1: "SELECT a FROM t"})
    bad = tmp_path / "bad.json"
    bad.write_bytes(b'{"1": "' + b"SELECT (" * 13_000_000 + b'"}')
    done = spotit(
        "eval",
        "--data",
        data,
        "--pred",
        good,
        "--pred",
        f"bad={bad}",
        "--out",
        tmp_path / "run",
        "--no-cache",
    )
    assert done.returncode == 0, done.stderr
    found = by_pair(tmp_path / "run")
    assert found[1, "good"]["ex"] is True
    assert (found[1, "bad"]["ex"], found[1, "bad"]["ex_reason"]) == (False, "oversized")


EXAMPLE_RUN = ("--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--no-cache", "--jobs", 2, "--limit", 9)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "run"
    begun = time.monotonic()
    done = spotit("eval", *EXAMPLE_RUN, "--out", out)
    assert done.returncode == 0, done.stderr
    return out, time.monotonic() - begun


def test_kill_9_at_ten_random_moments_then_resume(tmp_path, undisturbed):
    whole, seconds = undisturbed
    out, rng, kills = tmp_path / "run", random.Random(4), 0
    while kills < 10:
        process = start("eval", *EXAMPLE_RUN, "--out", out, "--resume")
        time.sleep(rng.uniform(0.2, 1.0) * seconds)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        kills += 1
        if (out / "outcomes.jsonl").exists() and rng.random() < 0.5:
            with (out / "outcomes.jsonl").open("ab") as file:
                file.write(b'{"question_id": 3, "meth')
        if (out / "outcomes.jsonl").exists() and kills in (4, 8):
            lines = (out / "outcomes.jsonl").read_bytes().splitlines(keepends=True)
            (out / "outcomes.jsonl").write_bytes(b"".join(lines[: len(lines) // 3]))
    done = spotit("eval", *EXAMPLE_RUN, "--out", out, "--resume")
    assert done.returncode == 0, done.stderr
    assert outcomes(out) == outcomes(whole)
    scores, expected = summary(out), summary(whole)
    for method in expected["methods"]:
        for summaries in (scores, expected):
            del summaries["methods"][method]["seconds"]
    assert scores == expected
    names = {o["witness"] for o in outcomes(whole) if o["witness"]}
    assert {p.name for p in (out / "witnesses").iterdir()} >= names


def test_no_process_outlives_a_killed_run(tmp_path):
    process = start("eval", *EXAMPLE_RUN, "--out", tmp_path / "run")
    deadline = time.monotonic() + 60
    while not children(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    workers = children(process.pid)
    assert workers
    process.kill()
    process.communicate()
    while any(alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in workers if alive(pid)]


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            direct = file.read().split()
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                direct += file.read().split()
        except OSError:
            continue
    return sorted(set(map(int, direct)))


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_cleanly_and_says_how_to_resume(tmp_path, number, undisturbed):
    out = tmp_path / "run"
    process = start("eval", *EXAMPLE_RUN, "--out", out)
    deadline = time.monotonic() + 60
    while not (out / "run.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert f"spotit eval --out {out} --resume" in errors
    done = spotit("eval", "--out", out, "--resume", "--no-cache")
    assert done.returncode == 0, done.stderr
    assert outcomes(out) == outcomes(undisturbed[0])


def test_a_run_is_not_overwritten_or_resumed_with_other_inputs(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    pred = predictions(tmp_path, "m", {1: "SELECT a FROM t"})
    out = tmp_path / "run"
    assert spotit("eval", "--data", data, "--pred", pred, "--out", out).returncode == 0
    again = spotit("eval", "--data", data, "--pred", pred, "--out", out)
    assert again.returncode == 2 and "--resume" in again.stderr
    other = spotit("eval", "--data", data, "--pred", pred, "--out", out, "--resume", "--bound", 2)
    assert other.returncode == 2 and "options" in other.stderr
    predictions(tmp_path, "m", {1: "SELECT b FROM t"})
    changed = spotit("eval", "--out", out, "--resume")
    assert changed.returncode == 2 and "predictions m" in changed.stderr


def test_a_folder_with_other_files_is_not_used(tmp_path):
    (tmp_path / "thesis.tex").write_text("dear")
    done = spotit("eval", *EXAMPLE_RUN, "--out", tmp_path)
    assert done.returncode == 2 and "other files" in done.stderr


def test_json_output_is_one_object(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    pred = predictions(tmp_path, "m", {1: "SELECT a FROM t"})
    done = spotit("eval", "--data", data, "--pred", pred, "--out", tmp_path / "run", "--json")
    assert json.loads(done.stdout) == summary(tmp_path / "run")
