"""Faults while a run works: nothing is lost, doubled or changed. All kinds, and many: `benchmarks/faults.py`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from eval_runs import EXAMPLE, spotit

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile.faults import Faults, outcomes

KINDS = ("SIGTERM of a worker", "SIGSTOP of the parent", "disk full", "read-only", "a torn line")


def test_a_run_survives_faults(tmp_path: Path) -> None:
    given = ["--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--limit", 2, "--no-cache", "--jobs", 2]
    begun = time.monotonic()
    done = spotit("eval", *given, "--timeout", 20, "--out", tmp_path / "whole")
    assert done.returncode == 0, done.stderr
    arguments = [str(word) for word in (*given, "--timeout", 20)]
    expected = outcomes(tmp_path / "whole")
    faults = Faults(arguments, tmp_path / "run", expected, time.monotonic() - begun, Random(7))
    for kind in KINDS:
        faults.disturb(kind)
    faults.finish()
    assert faults.problems == []
    assert faults.done.total() == len(KINDS)
