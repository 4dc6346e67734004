"""A part of the hostile corpus over all commands: each input ends with its label, and nothing else happens.

All of it, with the times: `python benchmarks/hostile.py`.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import pytest
from eval_runs import start

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import corpus, files, queries, schemas


def problems_of(results: list[corpus.Result]) -> list[str]:
    """Return what went wrong, but for times: the machine may be busy."""
    found = ((result.case, problem) for result in results for problem in result.problems)
    return [f"{case.kind}, {case.name}: {problem}" for case, problem in found if " s with a limit of " not in problem]


def test_the_corpus_is_large() -> None:
    assert sum(map(len, queries.CLASSES.values())) + sum(map(len, schemas.CLASSES.values())) >= 270
    assert len(files.CLASSES) == 5


def test_a_batch_of_hostile_queries_and_schemas(tmp_path: Path) -> None:
    folder = corpus.prepared(tmp_path / "x")
    assert corpus.batch(folder, 0.3, every=6) == []
    assert corpus.traces(folder) == []


def test_single_commands_on_hostile_queries_and_schemas(tmp_path: Path) -> None:
    folder = corpus.prepared(tmp_path / "x")
    assert problems_of(corpus.driven(list(corpus.single_commands(folder, every=40, seconds=0.1)), folder)) == []
    assert corpus.traces(folder) == []


@pytest.mark.parametrize("kind", ["corrupted and huge databases", "witness files", "pair files"])
def test_hostile_files(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "x"
    slow = ("fifo", "endless", "3 GB", "instr")
    cases = [
        case for case in corpus.file_commands(folder) if case.kind == kind and not any(s in case.name for s in slow)
    ]
    assert problems_of(corpus.driven(cases, folder)) == []
    assert corpus.traces(folder) == []


def test_hostile_benchmarks_and_predictions(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    kinds = ("prediction files", "benchmarks")
    cases = [
        c for c in corpus.file_commands(folder) if c.kind in kinds and "pipe" not in c.name and "fifo" not in c.name
    ]
    fast = [case for case in cases if "endless" not in case.name][::3]
    assert problems_of(corpus.driven(fast, folder)) == []
    assert corpus.traces(folder) == []


def test_runs_that_were_tampered_with(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    cases = list(corpus.run_commands(folder, corpus.sound_run(tmp_path / "sound")))
    fast = [case for case in cases if "doubling" not in case.name and not case.name.startswith("resume")]
    resumed = [case for case in cases if case.name.startswith("resume")]
    assert problems_of(corpus.driven([*fast, *resumed[::4]], folder)) == []
    assert corpus.traces(folder) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_check_is_stopped_at_once(number: signal.Signals) -> None:
    views = schemas.CLASSES["views that double"][0]
    process = start("check", "--schema", views, "--left", "SELECT a FROM t", "--right", "SELECT a FROM v9")
    time.sleep(2)
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode != 0
    assert "Traceback" not in errors
