"""Memory over many distinct checks: `python benchmarks/memory.py --checks 20000`, `--pool` for processes of a batch.

Prints the resident memory of this process (and of its workers) and the checks per CPU second, one line per tenth.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import many_pairs

from generate.pairs import mutants
from generate.query import Queries
from generate.schema import DDL, pools, schema
from spotit import Options, QueryPair, check, check_many, load_schema

PAGE = os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def pairs(count: int, seed: int) -> Iterator[QueryPair]:
    """Yield distinct pairs: a small generated query and a mutant of it."""
    random, seen = Random(seed), set()
    schemas = {name: schema(name) for name in DDL}
    while len(seen) < count:
        name = random.choice(list(DDL))
        sql = Queries(random, schemas[name], pools(schemas[name])).query(1)
        mutant = next(mutants(sql, random), sql)
        if (name, sql, mutant) not in seen:
            seen.add((name, sql, mutant))
            yield QueryPair(sql, mutant, schemas[name], id=len(seen))


def formed(count: int, seed: int) -> Iterator[QueryPair]:
    """Yield distinct pairs of a few forms that take little time."""
    known = load_schema(many_pairs.DDL)
    for number, pair in enumerate(islice(many_pairs.cheap(seed), count)):
        yield QueryPair(str(pair["left"]), str(pair["right"]), known, id=number)


def resident(pid: int | str = "self") -> float:
    """Return the resident memory of a process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def children() -> list[str]:
    """Return the processes that this one has started."""
    found: set[str] = set()
    for task in os.listdir("/proc/self/task"):
        with suppress(FileNotFoundError):
            found.update(Path(f"/proc/self/task/{task}/children").read_text().split())
    return sorted(found)


def cpu() -> float:
    """Return the CPU seconds of this process, and of workers that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    ticks = os.sysconf("SC_CLK_TCK")
    running = 0
    for pid in children():
        with suppress(FileNotFoundError):
            field = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            running += int(field[11]) + int(field[12])
    return running / ticks + sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=20_000)
    parser.add_argument("--pool", action="store_true", help="as a batch on two processes")
    parser.add_argument("--cheap", action="store_true", help="pairs of a few forms, as many_pairs.py has them")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    options = Options(bound=3, timeout=2.0)
    todo = formed(given.checks, given.seed) if given.cheap else pairs(given.checks, given.seed)
    single = ((pair, check(pair.left, pair.right, pair.schema, options)) for pair in todo)
    step, before, begun = max(1, given.checks // 20), cpu(), time.monotonic()
    print("| checks | this process MB | workers MB | checks per CPU second |\n|---|---|---|---|", flush=True)
    for done, _ in enumerate(check_many(todo, options, jobs=2) if given.pool else single, 1):
        if done % step == 0:
            workers = ", ".join(f"{resident(pid):.0f}" for pid in children()) if given.pool else "-"
            now = cpu()
            print(f"| {done:,} | {resident():.0f} | {workers} | {step / (now - before):.1f} |", flush=True)
            before = now
    print(f"{time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
