"""Checks the EX-passing BIRD pairs of the shared methods and prints what the checker achieves on them.

    python benchmarks/bird.py [--method NAME ...] [--limit N] [--attack DATABASES] [--out FILE] [--write]

One resident process, one core. `--attack` runs that many random databases, from another seed than the check's,
against every pair that was found equivalent.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from sections import write_section

from spotit import Options, Schema, check, load_schema
from spotit.engine.open import open_engine
from spotit.search.meter import Meter
from spotit.search.pair import make_pair
from spotit.search.refute.probe import Probe
from spotit.verdict import Grade

AFTER = ("grade", "shrink", "confirm", "explain", "minimal")
METHODS = ("csc_32b", "chess_ir_cg_ut", "gena_2", "rsl_sql_gpt4o", "omnisql_32b_majority")


def pairs(data: Path, method: str, limit: int | None) -> Iterator[tuple[int, str, str, str]]:
    """Yield question id, database, gold and prediction of what passes EX, shuffled in a fixed way."""
    questions = {q["question_id"]: q for q in json.loads((data / "bird/dev.json").read_text())}
    predictions = json.loads((data / f"bird/predictions/{method}.json").read_text())
    passing = json.loads((data / "bird/ex_pass_ids.json").read_text())[method]
    random.Random(1).shuffle(passing)
    for number in passing[:limit]:
        yield number, questions[number]["db_id"], questions[number]["SQL"], predictions[str(number)]


def attacked(gold: str, prediction: str, schema: Schema, databases: int) -> Grade | None:
    """Return the grade of a difference that random databases of another seed show, if any."""
    options = Options(seed=20251)
    pair = make_pair(gold, prediction, open_engine(schema, options))
    if pair.plans is None:
        return None
    found = Probe(pair, Meter(100.0)).look(databases)
    return found.grade if found is not None and found.grade is not Grade.DEGENERATE else None


class Figures:
    """What is counted over the pairs of one method."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.counts: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.witness: list[float] = []
        self.after: list[float] = []
        """Seconds for grading, shrinking, explaining and the proof that no witness is smaller."""
        self.tags: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, answer: dict[str, Any], seconds: float) -> None:
        """Count one verdict."""
        verdict, stats, counts = answer["verdict"], answer["stats"], self.counts
        self.seconds.append(seconds)
        counts[verdict] += 1
        counts["encoded"] += stats["encoded"] is True
        counts["solver calls"] += stats["solver_calls"]
        counts["spurious"] += stats["spurious"]
        counts["unassuming"] += verdict.startswith("equivalent") and not answer["assumptions"]
        if verdict == "different":
            counts[answer["grade"]] += 1
            counts["settled"] += answer["grade_settled"]
            counts["minimal"] += answer["witness"]["minimal"]
            counts["tagged"] += answer["grade"] == "ordinary" and bool(answer["witness"]["tags"])
            self.witness.append(stats["to_witness"] or seconds)
            self.after.append(sum(stats["stages"].get(name, 0.0) for name in AFTER))
            self.tags.update(f"{answer['grade']}: {tag}" for tag in answer["witness"]["tags"])
        elif not verdict.startswith("equivalent"):
            self.reasons[f"{verdict}: {answer['reason']}"] += 1

    def row(self) -> list[str]:
        """Return the figures as the cells of a table."""
        counts, total, ordered = self.counts, len(self.seconds), sorted(self.seconds)
        decided = total - counts["undecided"] - counts["unsupported"]
        grades = " / ".join(str(counts[grade.value]) for grade in Grade if grade is not Grade.DEGENERATE)
        found = [1000 * s for s in self.witness] or [0.0]
        return [
            self.method,
            str(total),
            f"{counts['encoded'] / total:.1%}",
            f"{decided / total:.1%}",
            f"{ordered[total // 2] * 1000:.0f} / {ordered[int(total * 0.9)] * 1000:.0f}",
            f"{counts['equivalent']} + {counts['equivalent_up_to_bound']}",
            str(counts["unassuming"]),
            f"{counts['different']}: {grades}",
            f"{statistics.median(found):.1f} / {statistics.mean(found):.0f}",
            f"{counts['spurious']} of {counts['solver calls']}",
            str(sum(n for name, n in counts.items() if name.startswith("contradicted"))),
        ]

    def split(self) -> str:
        """Return the differences by tag, and what comes after the first witness, in words."""
        told = ", ".join(f"{number} {tag}" for tag, number in self.tags.most_common())
        median = 1000 * statistics.median(self.after or [0.0])
        return f"- {self.method}: grading and shrinking median {median:.0f} ms; unnatural: {told or 'none'}"


HEADER = (
    "method | pairs | encoded | decided | whole check: median / p90 ms | equivalent: every database + up to 5 rows"
    " | without any assumption | different: ordinary / ties / nulls / empty / order / rounding"
    " | to a witness: median / mean ms | spurious models | contradicted by the attack"
)


def run(method: str, args: argparse.Namespace, schemas: dict[str, Schema], out: IO[str] | None) -> Figures:
    """Check the pairs of one method."""
    figures = Figures(method)
    for number, database, gold, prediction in pairs(args.data, method, args.limit):
        if database not in schemas:
            schemas[database] = load_schema(args.data / f"bird/databases/{database}/schema.sql")
        start = time.perf_counter()
        answer = check(gold, prediction, schemas[database], Options(timeout=args.timeout)).as_dict()
        seconds = time.perf_counter() - start
        figures.add(answer, seconds)
        if args.attack and str(answer["verdict"]).startswith("equivalent"):
            grade = attacked(gold, prediction, schemas[database], args.attack)
            if grade is not None:
                figures.counts[f"contradicted {grade}"] += 1
                print(f"contradicted: {method} {number} {grade} {answer['assumptions']}")
        if out:
            out.write(json.dumps({"method": method, "question_id": number, "seconds": seconds, **answer}) + "\n")
    return figures


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--method", action="append", choices=METHODS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--attack", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--out", type=Path, help="Write one JSON line per pair.")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    schemas: dict[str, Schema] = {}
    out = args.out.open("w") if args.out else None
    lines = [f"| {HEADER} |", "|" + " --- |" * (HEADER.count("|") + 1)]
    reasons: Counter[str] = Counter()
    splits: list[str] = []
    for method in args.method or METHODS:
        figures = run(method, args, schemas, out)
        reasons += figures.reasons
        splits.append(figures.split())
        lines.append(f"| {' | '.join(figures.row())} |")
        print(lines[-1], flush=True)
    lines += ["", *splits, *(f"- {number} x {reason}" for reason, number in reasons.most_common(15))]
    print("\n".join(lines))
    if args.write:
        options = "".join(f" --{name} {value}" for name in ("limit", "attack") if (value := getattr(args, name)))
        write_section("bird", f"python benchmarks/bird.py --write{options}", "\n".join(lines))


if __name__ == "__main__":
    main()
