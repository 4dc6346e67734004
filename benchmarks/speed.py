"""CPU time by stage on a sample of the BIRD pairs, beside another checkout, and what a plain random search finds.

    python benchmarks/speed.py OTHER/src [--every N] [--write]

Each checkout runs the sample in one resident process of its own. The random search gets, pair by pair, the CPU time
that the check took.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spotit import Schema

HERE = Path(__file__).parents[1]
METHODS = ("csc_32b", "chess_ir_cg_ut", "gena_2", "rsl_sql_gpt4o", "omnisql_32b_majority")
STAGES = 8
WARM = 60
"""Pairs that are checked once before, since a first check imports."""


def sample(data: Path, every: int) -> list[tuple[int, str, str, str]]:
    """Return every so manieth distinct pair that passes EX: question, database, gold and prediction."""
    questions = {q["question_id"]: q for q in json.loads((data / "bird/dev.json").read_text())}
    passing = json.loads((data / "bird/ex_pass_ids.json").read_text())
    found: set[tuple[int, str, str, str]] = set()
    for method in METHODS:
        predictions = json.loads((data / f"bird/predictions/{method}.json").read_text())
        asked = ((number, questions[number]) for number in map(int, passing[method]))
        found |= {(number, q["db_id"], q["SQL"], predictions[str(number)]) for number, q in asked}
    return sorted(found)[::every]


def measured(data: Path, every: int, *, with_random: bool) -> list[dict[str, Any]]:
    """Return what the check of each pair came to in the checkout that is imported."""
    from spotit import Options, check, load_schema

    found, options = [], Options(timeout=10.0)
    schemas: dict[str, Any] = {}
    chosen = sample(data, every)
    for place, (_, database, gold, prediction) in enumerate([*chosen[:WARM], *chosen]):
        if database not in schemas:
            schemas[database] = load_schema(data / f"bird/databases/{database}/schema.sql")
        start = time.process_time()
        answer = check(gold, prediction, schemas[database], options).as_dict()
        seconds = time.process_time() - start
        if place >= WARM:
            share = seconds / max(answer["stats"]["seconds"], 1e-9)  # stages are timed by the wall
            stages = {name: share * spent for name, spent in answer["stats"]["stages"].items()}
            found.append({"verdict": answer["verdict"], "cpu": seconds, "stages": stages})
    if with_random:
        for answer, (_, database, gold, prediction) in zip(found, chosen, strict=True):
            answer["random"] = differs_at_random(gold, prediction, schemas[database], answer["cpu"])
    return found


def differs_at_random(gold: str, prediction: str, schema: Schema, seconds: float) -> bool:
    """Tell whether random databases show a difference that counts within so many CPU seconds."""
    from spotit import Options
    from spotit.engine.open import open_engine
    from spotit.search.pair import make_pair
    from spotit.search.refute.probe import databases
    from spotit.search.witness.grade import candidate_of, counts

    end = time.process_time() + seconds
    pair = make_pair(gold, prediction, open_engine(schema, Options()))
    for database in databases(pair):
        found = candidate_of(pair, database)
        if found is not None and counts(pair, found):
            return True
        if time.process_time() > end:
            return False
    return False


def table(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> str:
    """Return the figures of both runs."""
    lines = ["| | other, CPU s | this, CPU s | ratio |", "| --- | --- | --- | --- |"]
    groups = {"pairs without a difference": False, "differing pairs": True}
    sums = {
        name: [sum(one["cpu"] for one in _of(run, differ)) for run in (old, new)] for name, differ in groups.items()
    }
    sums["all"] = [sum(one["cpu"] for one in run) for run in (old, new)]
    lines += [f"| {name} | {a:.1f} | {b:.1f} | {b / a:.0%} |" for name, (a, b) in sums.items()]
    for name, differ in groups.items():
        a, b = (1000 * statistics.median(one["cpu"] for one in _of(run, differ)) for run in (old, new))
        lines.append(f"| median of {name}, ms | {a:.1f} | {b:.1f} | {b / a:.0%} |")
    lines += ["", f"{len(new)} pairs. By stage, in CPU seconds:", ""]
    for title, run in (("other", old), ("this", new)):
        for name, differ in groups.items():
            spent: Counter[str] = Counter()
            for one in _of(run, differ):
                spent.update(one["stages"])
            told = ", ".join(f"{stage} {seconds:.2f}" for stage, seconds in spent.most_common(STAGES))
            lines.append(f"- {title}, {name}: {told}")
    both = sum(one["random"] for one in _of(new, True))
    more = sum(one["random"] for one in _of(new, False))
    lines += ["", f"A plain random search with the same CPU time, pair by pair, finds {both} of {len(_of(new, True))} "]
    lines[-1] += f"differences, {more} that the check does not have, and proves nothing."
    return "\n".join(lines)


def _of(run: list[dict[str, Any]], differ: bool) -> list[dict[str, Any]]:
    return [one for one in run if (one["verdict"] == "different") is differ]


def run_in(source: Path, data: Path, every: int, *options: str) -> list[dict[str, Any]]:
    """Return what a checkout measures, in a process of its own."""
    command = [sys.executable, __file__, str(source), "--data", str(data), "--every", str(every), "--run", *options]
    env = {**os.environ, "PYTHONPATH": str(source.resolve())}
    made = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    answers: list[dict[str, Any]] = json.loads(made.stdout)
    return answers


def main() -> None:
    """Run both checkouts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the src folder of the checkout to compare with")
    parser.add_argument("--data", type=Path, default=HERE.parent / "shared" / "data")
    parser.add_argument("--every", type=int, default=24)
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    parser.add_argument("--run", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--random", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        print(json.dumps(measured(args.data, args.every, with_random=args.random)))
        return
    old = run_in(args.other, args.data, args.every)
    new = run_in(HERE / "src", args.data, args.every, "--random")
    shown = table(old, new)
    print(shown)
    if args.write:
        from sections import write_section

        write_section("speed", f"python benchmarks/speed.py OTHER/src --every {args.every} --write", shown)


if __name__ == "__main__":
    main()
