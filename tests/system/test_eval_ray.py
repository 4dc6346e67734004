"""The same run on a local Ray cluster of two nodes, also when one of them dies in the middle."""

import importlib.util
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from eval_runs import ENVIRONMENT, EXAMPLE, outcomes, spotit, start

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="the extra spotit[ray] is not installed"),
]
ARGUMENTS = ("--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--no-cache", "--limit", 16)


@contextmanager
def cluster():
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("ray_cluster.py")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(60)
        process.stdout.close()


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    out = tmp_path_factory.mktemp("local") / "run"
    done = spotit("eval", *ARGUMENTS, "--out", out)
    assert done.returncode == 0, done.stderr
    return outcomes(out)


def test_two_nodes_give_the_same_outcomes(tmp_path, local):
    with cluster() as (_, address):
        done = spotit("eval", *ARGUMENTS, "--out", tmp_path / "run", "--ray", address)
    assert done.returncode == 0, done.stderr
    assert outcomes(tmp_path / "run") == local


def test_a_node_killed_in_the_middle_loses_and_doubles_nothing(tmp_path, local):
    out = tmp_path / "run"
    with cluster() as (process, address):
        run = start("eval", *ARGUMENTS, "--out", out, "--ray", address)
        deadline = time.monotonic() + 120
        while not (out / "outcomes.jsonl").exists() or not (out / "outcomes.jsonl").stat().st_size:
            assert time.monotonic() < deadline and run.poll() is None
            time.sleep(0.05)
        process.stdin.write("kill\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == "killed"
        _, errors = run.communicate(timeout=300)
    assert run.returncode == 0, errors
    assert outcomes(out) == local


def test_a_driver_that_is_killed_resumes(tmp_path, local):
    out = tmp_path / "run"
    with cluster() as (_, address):
        run = start("eval", *ARGUMENTS, "--out", out, "--ray", address)
        deadline = time.monotonic() + 120
        while not (out / "outcomes.jsonl").exists() or not (out / "outcomes.jsonl").stat().st_size:
            assert time.monotonic() < deadline and run.poll() is None
            time.sleep(0.05)
        run.kill()
        run.communicate()
        done = spotit("eval", *ARGUMENTS, "--out", out, "--resume", "--ray", address)
    assert done.returncode == 0, done.stderr
    assert outcomes(out) == local


def test_an_address_where_nothing_listens_is_told(tmp_path):
    done = spotit("eval", *ARGUMENTS, "--out", tmp_path / "run", "--ray", "127.0.0.1:1")
    assert done.returncode == 2, done.stderr
    assert "cannot connect to Ray" in done.stderr
