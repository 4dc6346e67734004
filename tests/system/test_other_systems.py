"""Checks, pools and evaluations without what Windows or macOS lacks, which is taken away in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
SYSTEMS = ("windows", "macos")
DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"


def run(system: str, *arguments: str, seconds: float = 240) -> subprocess.CompletedProcess[str]:
    """Run Python as that system would have it."""
    path = os.pathsep.join([str(HERE / "other_system"), str(ROOT / "src"), str(HERE)])
    environment = {**os.environ, "PYTHONPATH": path, "SPOTIT_HIDDEN": system, "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env=environment, cwd=ROOT, timeout=seconds, check=False
    )


def python(system: str, code: str) -> str:
    done = run(system, "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_disguise_is_one() -> None:
    told = python("windows", "import os, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'))")
    assert told.split() == ["False", "False"]
    assert run("windows", "-c", "import resource").returncode == run("windows", "-c", "import fcntl").returncode == 1
    refused = "import resource as r; r.setrlimit(r.RLIMIT_AS, (1 << 40, -1))"
    assert "ValueError" in run("macos", "-c", refused).stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_check(system: str) -> None:
    sides = ["--left", "SELECT a FROM t", "--right", "SELECT id FROM t"]
    done = run(system, "-m", "spotit", "check", "--schema", DDL, *sides, "--json")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["verdict"] == "different"


@pytest.mark.parametrize("system", SYSTEMS)
def test_pairs(system: str, tmp_path: Path) -> None:
    queries = [("SELECT a FROM t", "SELECT id FROM t"), ("SELECT a FROM t", "SELECT t.a FROM t")]
    lines = [
        json.dumps({"id": n, "schema": DDL, "left": left, "right": right}) for n, (left, right) in enumerate(queries)
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines))
    done = run(system, "-m", "spotit", "check", "--pairs", str(tmp_path / "pairs.jsonl"), "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    found = {one["id"]: one["verdict"] for one in map(json.loads, done.stdout.splitlines())}
    assert found == {0: "different", 1: "equivalent"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_pool_and_its_limits(system: str) -> None:
    code = f"""
import time
import spotit
with spotit.Pool(jobs=2, timeout=20) as pool:
    print(pool.check("SELECT a FROM t", "SELECT id FROM t", {DDL!r}).verdict)
    many = [spotit.QueryPair("SELECT a FROM t", f"SELECT a + {{n}} - {{n}} FROM t", {DDL!r}, n) for n in range(6)]
    print(sorted(pair.id for pair, verdict in pool.check_many(many)))
from odd_jobs import Greedy, Sleepy
from spotit.workers.job import WorkerLimits
from spotit.workers.worker import Worker
worker = Worker(Sleepy(), WorkerLimits(memory_mb=400))
start = time.monotonic()
print(worker.call(60.0, 2).reason, time.monotonic() - start < 30)
worker.close()
if {system!r} == "macos":
    worker = Worker(Greedy(), WorkerLimits(memory_mb=400))
    print(worker.call(2000, 60).reason)
    worker.close()
"""
    told = python(system, code).splitlines()
    assert told[:3] == ["different", "[0, 1, 2, 3, 4, 5]", "killed at the hard limit of 2 s True"]
    assert told[3:] == ([] if system == "windows" else ["out of memory at 400 MB"])


def test_a_stranger_does_not_become_a_worker() -> None:
    code = """
import socket, threading
from spotit.workers import link
from spotit.workers.job import WorkerLimits
from spotit.workers.worker import Worker
from odd_jobs import Measuring
made = socket.create_server
def create(*arguments):
    server = made(*arguments)
    def knock():
        with socket.create_connection(server.getsockname()) as caller:
            caller.sendall(bytes(32))
            print("refused", caller.recv(1) == b"")
    threading.Thread(target=knock).start()
    return server
socket.create_server = create
worker = Worker(Measuring(), WorkerLimits(memory_mb=400))
print(worker.call("abc", 60))
worker.close()
"""
    assert sorted(python("windows", code).splitlines()) == ["3", "refused True"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_evaluation_and_its_report(system: str, tmp_path: Path) -> None:
    example = ROOT / "examples/benchmark"
    out, page = tmp_path / "run", tmp_path / "page.html"
    given = ["--data", str(example), "--pred", str(example / "predictions"), "--out", str(out), "--limit", "5"]
    done = run(system, "-m", "spotit", "eval", *given, "--no-cache", "--jobs", "2")
    assert done.returncode == 0 and "atlas" in done.stdout, done.stderr
    again = run(system, "-m", "spotit", "eval", "--out", str(out), "--resume")
    assert again.returncode == 0, again.stderr
    assert run(system, "-m", "spotit", "report", str(out), "--html", str(page)).returncode == 0
    assert page.stat().st_size > 10_000


@pytest.mark.parametrize("system", SYSTEMS)
def test_children_end_with_their_parent(system: str) -> None:
    code = """
import os, subprocess, sys, time
from odd_jobs import Sleepy
from spotit.workers.job import WorkerLimits
from spotit.workers.worker import Worker
import threading
worker = Worker(Sleepy(), WorkerLimits(memory_mb=400))
worker.call(0.0, 60)
threading.Thread(target=worker.call, args=(100.0, 200), daemon=True).start()
time.sleep(1)
print(worker.pid, flush=True)
os._exit(0)
"""
    pid = int(python(system, code))
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail(f"the worker {pid} outlives its parent")
