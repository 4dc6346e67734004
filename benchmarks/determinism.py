"""Checks the same pairs under different loads, numbers of jobs and hash seeds, and counts what comes out otherwise.

    python benchmarks/determinism.py [--pairs 300] [--busy 8] [--write]

Every run is a process of its own. Compared are verdict, grade, whether it is settled, bound, assumptions, reason and
witness; a pair that the clock cut short in any run is counted apart, since it says so itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

from sections import write_section

from spotit import Options, QueryPair, check_many, load_schema

METHODS = ("csc_32b", "chess_ir_cg_ut", "gena_2", "rsl_sql_gpt4o", "omnisql_32b_majority")
COMPARED = ("verdict", "grade", "grade_settled", "bound", "assumptions", "reason", "witness", "left_result")
BUSY = "while True: pass"


def sample(data: Path, count: int) -> list[tuple[str, str, str, str]]:
    """Return so many distinct EX-passing pairs: name, database, gold and prediction."""
    questions = {q["question_id"]: q for q in json.loads((data / "bird/dev.json").read_text())}
    passing = json.loads((data / "bird/ex_pass_ids.json").read_text())
    found: dict[tuple[str, str, str], str] = {}
    for method in METHODS:
        predictions = json.loads((data / f"bird/predictions/{method}.json").read_text())
        for number in passing[method]:
            question = questions[number]
            key = (question["db_id"], question["SQL"], predictions[str(number)])
            found.setdefault(key, f"{number} {method}")
    pairs = sorted((name, *key) for key, name in found.items())
    return random.Random(7).sample(pairs, count)


def checked(data: Path, count: int, jobs: int) -> dict[str, Any]:
    """Return what the checks of the sample say, by name of the pair, and whether the clock cut one short."""
    schemas: dict[str, Any] = {}
    pairs = []
    for name, database, gold, prediction in sample(data, count):
        if database not in schemas:
            schemas[database] = load_schema(data / f"bird/databases/{database}/schema.sql")
        pairs.append(QueryPair(gold, prediction, schemas[database], id=name))
    found = {}
    for pair, verdict in check_many(pairs, Options(), jobs=jobs):
        answer = verdict.as_dict()
        stats: Any = answer["stats"]
        found[str(pair.id)] = {
            "said": {key: answer[key] for key in COMPARED},
            "work": stats["work"],
            "cut_short": stats["cut_short"],
        }
    return found


def run(args: argparse.Namespace, jobs: int, busy: int, seed: int) -> tuple[dict[str, Any], float]:
    """Return what a process with a hash seed says beside so many busy ones, and the seconds that it took."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(busy)]
    command = [sys.executable, __file__, "--data", str(args.data), "--pairs", str(args.pairs), "--jobs", str(jobs)]
    start = time.perf_counter()
    try:
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(command, env=env, capture_output=True, check=True)
    finally:
        for other in others:
            other.kill()
            other.wait()
    return json.loads(done.stdout), time.perf_counter() - start


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--busy", type=int, default=8, help="Busy processes of the loaded runs.")
    parser.add_argument("--jobs", type=int, help="Check the sample with so many jobs, and print what is said.")
    parser.add_argument("--seeds", type=int, default=3, help="Hash seeds.")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    if args.jobs is not None:
        print(json.dumps(checked(args.data, args.pairs, args.jobs)))
        return
    lines = ["| jobs | busy processes | hash seed | seconds | cut short by the clock | said otherwise | other work |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    first: dict[str, Any] | None = None
    for jobs, busy, seed in product((1, 2), (0, args.busy), range(1, args.seeds + 1)):
        found, seconds = run(args, jobs, busy, seed)
        first = first or found
        cut = [name for name in found if found[name]["cut_short"] or first[name]["cut_short"]]
        other = [name for name in found if name not in cut and found[name]["said"] != first[name]["said"]]
        work = [name for name in found if name not in cut and found[name]["work"] != first[name]["work"]]
        lines.append(f"| {jobs} | {busy} | {seed} | {seconds:.0f} | {len(cut)} | {len(other)} | {len(work)} |")
        print(lines[-1], *other, *work[:5], flush=True)
    text = f"{args.pairs} pairs of the five methods, each run compared with the first:\n\n" + "\n".join(lines)
    if args.write:
        write_section("determinism", "python benchmarks/determinism.py --write", text)


if __name__ == "__main__":
    main()
