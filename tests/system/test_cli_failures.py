"""An error of ours has an exit code of its own and one sentence; Ctrl-C ends a check at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from eval_runs import ENVIRONMENT

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"
PAIR = ("--schema", DDL, "--left", "SELECT a FROM t", "--right", "SELECT id FROM t")
BROKEN = """
import sys
import spotit.search.flow, spotit.api, spotit.cli.app
def decide(*_): raise ZeroDivisionError("oh")
spotit.api.decide = decide
sys.argv[0] = "spotit"
spotit.cli.app.main()
"""


def broken(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with a check that fails."""
    return subprocess.run(
        [sys.executable, "-c", BROKEN, *arguments],
        capture_output=True, text=True, env={**ENVIRONMENT, **environment}, check=False,
    )  # fmt: skip


def test_an_internal_failure_is_one_sentence_and_exit_code_70() -> None:
    done = broken("check", *PAIR)
    assert done.returncode == 70
    assert "internal failure: ZeroDivisionError: oh" in done.stderr
    assert "Please report it" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_the_traceback_is_there_on_request() -> None:
    done = broken("check", *PAIR, SPOTIT_DEBUG="1")
    assert done.returncode == 70
    assert "Traceback" in done.stderr


def test_with_json_an_internal_failure_is_a_labelled_verdict() -> None:
    done = broken("check", *PAIR, "--json")
    assert done.returncode == 70
    verdict = json.loads(done.stdout)
    assert verdict["verdict"] == "undecided"
    assert verdict["reason"] == "internal failure: ZeroDivisionError: oh"


def test_wrong_usage_is_no_internal_failure() -> None:
    assert broken("check", "--schema", "nowhere.sql", "--left", "SELECT 1", "--right", "SELECT 1").returncode == 2
    assert broken("check", "--nonsense").returncode == 2


@pytest.mark.parametrize("arguments", [("--version",), ("check", *PAIR, "--json")])
def test_the_package_can_be_run(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "spotit", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **ENVIRONMENT}, check=False)
    assert done.returncode == (1 if "check" in arguments else 0), done.stderr
