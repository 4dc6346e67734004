"""Random kills and faults of runs: `python benchmarks/faults.py --faults 120`; nothing lost, doubled or changed."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from hostile.faults import KINDS, Faults, outcomes  # noqa: E402 - it stands among the tests

EXAMPLE = ROOT / "examples" / "benchmark"


def arguments(limit: int) -> list[str]:
    """Return the arguments of a run over some questions of the example."""
    given = ["--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--limit", limit, "--no-cache", "--jobs", 2]
    return [str(word) for word in (*given, "--timeout", 20)]


def undisturbed(given: list[str], folder: Path) -> tuple[Path, float]:
    """Return the folder of a run from start to end, and its seconds."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "spotit", "eval", *given, "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder, time.monotonic() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=110)
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random, problems, done, runs = Random(given.seed), [], Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        words = arguments(given.questions)
        whole, seconds = undisturbed(words, Path(name) / "whole")
        expected = outcomes(whole)
        while done.total() < given.faults:
            out = Path(name) / "run"
            faults = Faults(words, out, expected, seconds, random)
            for _ in range(10):
                faults.disturb(KINDS[(done.total() + faults.done.total()) % len(KINDS)])
            faults.finish()
            runs += 1
            done += faults.done
            problems += faults.problems
            print(f"{done.total()} faults, {runs} runs finished, {len(problems)} problems", flush=True)
            shutil.rmtree(out)
    left = subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True, check=False).stdout.split()
    print(*(f"{kind}: {count}" for kind, count in done.items()), f"processes left: {len(left)}", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
