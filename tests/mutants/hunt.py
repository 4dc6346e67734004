"""Looks for a bug with the differential tests, for a while; exits with 1 and tells how it was found.

Run as a program with a budget in seconds of processor time: `python tests/mutants/hunt.py 20`.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "differential"))

from differential.brute import DDL as WORLDS
from differential.brute import World, world
from differential.sweep import directed, sweep
from differential.test_d1_constraints import sweep_constraints, test_valid_dates_are_those_of_the_calendar
from differential.test_d1_open import CASES, is_open
from differential.test_d1_pairs import open_on_one_side, sweep_pairs
from differential.test_d1_scalar import check
from differential.test_d3_brute_force import tally
from generate.schema import DDL

Step = tuple[str, Callable[[], str]]


def steps() -> Iterator[Step]:
    """Yield small pieces of D1 and D3, each with new seeds, without end."""
    worlds: dict[str, World] = {}
    seed = 0
    yield "D1 open results", _open_results
    yield "D1 dates", _dates
    yield "D1 pairs, one open", _one_open
    yield "D1 directed", _directed
    for name in DDL:
        yield f"D1 constraints {name}", lambda n=name: _constraints(n)  # type: ignore[misc]
    while True:
        for name in DDL:
            yield f"D1 {name}", lambda n=name, s=seed: _queries(n, s)  # type: ignore[misc]
        for finite in (False, True):
            yield "D1 scalar", lambda f=finite, s=seed: _scalars(f, s)  # type: ignore[misc]
        for name in DDL:
            yield f"D1 pairs {name}", lambda n=name, s=seed: _pairs(n, s)  # type: ignore[misc]
        # Enumerating worlds takes long and mostly finds what D1 has found: it comes after two rounds of that.
        for name in WORLDS if seed else ():
            yield f"D3 {name}", lambda n=name, s=seed: _brute(worlds, n, s)  # type: ignore[misc]
        seed += 1


def _open_results() -> str:
    return next((f"{sql} {rows}" for sql, rows, expected in CASES if is_open(sql, rows) is not expected), "")


def _directed() -> str:
    seen = directed(seed=1, databases=60)
    return str(seen.mismatches[0]) if seen.mismatches else ""


def _one_open() -> str:
    open_on_one_side()
    return ""


def _dates() -> str:
    test_valid_dates_are_those_of_the_calendar()
    return ""


def _constraints(name: str) -> str:
    sweep_constraints(name, f"hunt {name}", 60)
    return ""


def _queries(name: str, seed: int) -> str:
    seen = sweep([name], seed=1000 + seed, queries=25, databases=10)
    if seen.crashes:
        return f"crash\n{seen.crashes[0]}"
    if seen.mismatches:
        return str(seen.mismatches[0])
    return f"{seen.unfit} databases do not fit" if seen.unfit else ""


def _scalars(finite: bool, seed: int) -> str:
    check(5000 + seed, 150, finite=finite)
    return ""


def _pairs(name: str, seed: int) -> str:
    sweep_pairs(name, f"hunt {seed} {name}", 12)
    return ""


def _brute(worlds: dict[str, World], name: str, seed: int) -> str:
    if name not in worlds:
        worlds[name] = world(name)
    seen = tally(worlds[name], f"hunt {seed} {name}", 4)
    if seen.contradicted:
        return seen.contradicted[0]
    return "\n".join(seen.spurious[0]) if seen.spurious else ""


def hunt(budget: float) -> str:
    """Return what was found, the empty string when nothing was within the budget."""
    start = time.process_time()
    for title, step in steps():
        if time.process_time() - start > budget:
            return ""
        try:
            found = step()
        except Exception:  # a mutant may fail in any way
            found = traceback.format_exc()
        if found:
            return f"{title}: {found}"
    return ""


if __name__ == "__main__":
    story = hunt(float(sys.argv[1]))
    print(story)
    raise SystemExit(1 if story else 0)
