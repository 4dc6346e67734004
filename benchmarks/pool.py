"""`Pool` from eight threads, from asyncio and as a batch, alone and on a busy machine: the same verdicts, no errors.

python benchmarks/pool.py [--pairs 300] [--jobs 2] [--busy 8] [--write]      needs ../shared/data/bird
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from sections import write_section

from spotit import Different, Options, Pool, QueryPair, Verdict, load_schema

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "bird"
THREADS = 8
OPTIONS = Options(bound=3, work=0.5, timeout=120.0)
"""Counted work, as for rewards; the clock is far away."""
Way = Callable[[Pool, list[QueryPair]], list[Verdict]]


def pairs(count: int) -> list[QueryPair]:
    """Return gold against predictions that pass EX, spread over all methods and databases."""
    questions = {q["question_id"]: q for q in json.loads((DATA / "dev.json").read_text())}
    passing = json.loads((DATA / "ex_pass_ids.json").read_text())
    found = []
    for path in sorted((DATA / "predictions").glob("*.json")):
        answers = json.loads(path.read_text())
        for number in passing[path.stem]:
            question = questions[number]
            schema = DATA / "databases" / question["db_id"] / "schema.sql"
            found.append(QueryPair(question["SQL"], answers[str(number)], schema, (path.stem, number)))
    chosen = found[:: max(1, len(found) // count)][:count]
    schemas = {pair.schema: load_schema(pair.schema) for pair in chosen}
    return [QueryPair(pair.left, pair.right, schemas[pair.schema], n) for n, pair in enumerate(chosen)]


def in_threads(pool: Pool, todo: list[QueryPair]) -> list[Verdict]:
    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(lambda pair: pool.check(pair.left, pair.right, pair.schema), todo))


def in_asyncio(pool: Pool, todo: list[QueryPair]) -> list[Verdict]:
    async def everything() -> list[Verdict]:
        return await asyncio.gather(*(pool.acheck(pair.left, pair.right, pair.schema) for pair in todo))

    return asyncio.run(everything())


def in_batch(pool: Pool, todo: list[QueryPair]) -> list[Verdict]:
    found = {pair.id: verdict for pair, verdict in pool.check_many(todo)}
    return [found[pair.id] for pair in todo]


WAYS: dict[str, Way] = {f"{THREADS} threads": in_threads, "asyncio": in_asyncio, "check_many": in_batch}


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep so many other processes at work."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def said(verdict: Verdict) -> object:
    """Return what a verdict says, without what it took."""
    found = verdict.as_dict()
    return json.dumps({key: value for key, value in found.items() if key != "stats"}, sort_keys=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    todo = pairs(chosen.pairs)
    first: list[object] | None = None
    lines = [
        f"{len(todo)} pairs, bound {OPTIONS.bound}, work {OPTIONS.work}, {chosen.jobs} processes on {os.cpu_count()} "
        "cores that others used too; each run compared with the first in all but time.",
        "",
        "| way | busy processes beside it | seconds | a second | errors | undecided | said otherwise |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    words: Counter[str] = Counter()
    for count in (0, chosen.busy):
        for name, way in WAYS.items():
            with Pool(chosen.jobs, options=OPTIONS) as pool, busy(count):
                pool.check("SELECT 1", "SELECT 1", "CREATE TABLE t (a)")  # a process starts
                start = time.monotonic()
                verdicts = way(pool, todo)
                seconds = time.monotonic() - start
            errors = sum("internal failure" in str(v.as_dict()["reason"]) for v in verdicts)
            undecided = sum(v.verdict == "undecided" for v in verdicts)
            told = [said(v) for v in verdicts]
            first = first or told
            other = sum(a != b for a, b in zip(first, told, strict=True))
            rate = len(todo) / seconds
            lines.append(f"| {name} | {count} | {seconds:.1f} | {rate:.0f} | {errors} | {undecided} | {other} |")
            print(lines[-1], flush=True)
            words = Counter(v.grade.value if isinstance(v, Different) else v.verdict for v in verdicts)
    lines += ["", "Verdicts: " + ", ".join(f"{number} {word}" for word, number in words.most_common()) + "."]
    print("\n".join(lines))
    if chosen.write:
        write_section("pool", f"python benchmarks/pool.py --pairs {chosen.pairs} --write", "\n".join(lines))


if __name__ == "__main__":
    main()
