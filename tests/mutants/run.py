"""Applies each mutation to a copy of the package and sets the hunt on it; prints the kill rate and the survivors.

python tests/mutants/run.py [--budget 30] [--only TEXT] [--jobs 1]
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutants.catalogue import MUTATIONS
from mutants.hunt import first_pieces
from mutants.mutation import Mutation, Stale

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant."""

    mutation: Mutation
    killed: bool
    story: str


def stale(mutation: Mutation) -> bool:
    """Tell whether the mutation's place cannot be told any more."""
    try:
        mutation.place(_module(mutation.file))
    except (OSError, Stale):
        return True
    return False


@lru_cache
def _module(file: str) -> ast.Module:
    return ast.parse((ROOT / "src" / "spotit" / file).read_text(encoding="utf-8"))


def mutated_copy(mutation: Mutation, folder: Path) -> Path:
    """Copy the package, what is compiled included, and apply the mutation; return the folder to import from."""
    target = folder / "src"
    shutil.copytree(ROOT / "src", target)
    file = target / "spotit" / mutation.file
    file.write_text(mutation.applied(file.read_text(encoding="utf-8")), encoding="utf-8")
    return target


def hunted(source: Path, file: str, budget: float) -> str:
    """Return what the hunt finds in a copy of the package, beginning with what suits the file; nothing if nothing."""
    command = [sys.executable, str(ROOT / "tests" / "mutants" / "hunt.py"), str(budget), file]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(source)},
            capture_output=True,
            text=True,
            timeout=20 * budget + 120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "it hangs"
    return (done.stdout or done.stderr or "it fails") if done.returncode else ""


def fate(mutation: Mutation, budget: float) -> Fate:
    """Hunt one mutant."""
    with tempfile.TemporaryDirectory() as folder:
        story = hunted(mutated_copy(mutation, Path(folder)), mutation.file, budget)
    return Fate(mutation, bool(story), story)


def found_without(chosen: Sequence[Mutation], budget: float) -> str:
    """Return what the hunts for these mutants find in the package as it is: then they say nothing about mutants."""
    files = {first_pieces(mutation.file): mutation.file for mutation in chosen}
    return next(filter(None, (hunted(ROOT / "src", file, budget) for file in files.values())), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, default=30.0, help="processor seconds for each mutant")
    parser.add_argument("--only", default="", help="mutations whose title has this text")
    parser.add_argument("--skip", type=int, default=0, help="mutations to leave out at the start")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stories", action="store_true", help="print how each mutant was killed")
    args = parser.parse_args()
    chosen = [m for m in MUTATIONS if args.only in m.title][args.skip :]
    old = [m for m in chosen if stale(m)]
    for mutation in old:
        print(f"stale     {mutation.title}")
    chosen = [m for m in chosen if m not in old]
    false_alarm = found_without(chosen, args.budget / 2)
    if false_alarm:
        print(f"Found without any mutant:\n{false_alarm}")
        return 1
    fates = []
    with ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(lambda m: fate(m, args.budget), chosen):
            fates.append(found)
            first = found.story.strip().splitlines()[:1]
            print(f"{'killed  ' if found.killed else 'SURVIVED'}  {found.mutation.title}  {first}", flush=True)
            if args.stories:
                print(found.story)
    killed = sum(f.killed for f in fates)
    print(f"{killed} of {len(fates)} mutants killed ({killed / max(1, len(fates)):.1%})")
    return 0 if killed >= 0.95 * len(fates) and not old else 1


if __name__ == "__main__":
    raise SystemExit(main())
