"""Checks the EX-passing BIRD pairs of the shared methods and prints what the checker achieves on them.

    python benchmarks/bird.py [--data ../shared/data] [--method NAME ...] [--limit N] [--attack DATABASES] [--out FILE]

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

from spotit import Options, Schema, check, load_schema
from spotit.search.judge import make_judge
from spotit.search.pair import make_pair
from spotit.search.probe import probe
from spotit.search.setting import make_setting
from spotit.verdict import Grade

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
    pair = make_pair(gold, prediction, schema, options)
    if pair.left is None or pair.right is None:
        return None
    setting = make_setting(pair.usage, schema, options, (pair.left, pair.right))
    judge = make_judge(lambda: setting)
    found = probe(pair, judge=judge, budget=30.0, databases=databases).candidate
    return found.grade if found is not None and found.grade is not Grade.DEGENERATE else None


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--method", action="append", choices=METHODS)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--attack", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--out", type=Path, help="Write one JSON line per pair.")
    args = parser.parse_args()
    schemas: dict[str, Schema] = {}
    out = args.out.open("w") if args.out else None
    for method in args.method or METHODS:
        counts: Counter[str] = Counter()
        seconds: list[float] = []
        witness: list[float] = []
        reasons: Counter[str] = Counter()
        for number, database, gold, prediction in pairs(args.data, method, args.limit):
            if database not in schemas:
                schemas[database] = load_schema(args.data / f"bird/databases/{database}/schema.sql")
            start = time.perf_counter()
            answer = check(gold, prediction, schemas[database], Options(timeout=args.timeout)).as_dict()
            took = time.perf_counter() - start
            seconds.append(took)
            verdict, stats = str(answer["verdict"]), answer["stats"]
            counts[verdict] += 1
            counts["encoded"] += stats["encoded"] is True
            counts["models"] += stats["solver_calls"]
            counts["spurious"] += stats["spurious"]
            counts["unassuming"] += verdict.startswith("equivalent") and not answer["assumptions"]
            if verdict == "different":
                counts[f"grade {answer['grade']}"] += 1
                witness.append(sum(s for n, s in stats["stages"].items() if n in FINDING))
            elif not verdict.startswith("equivalent"):
                reasons[f"{verdict}: {answer['reason']}"] += 1
            elif args.attack:
                grade = attacked(gold, prediction, schemas[database], args.attack)
                if grade is not None:
                    counts[f"contradicted {grade}"] += 1
                    print(f"contradicted: {method} {number} {grade} {answer['assumptions']}")
            if out:
                out.write(json.dumps({"method": method, "question_id": number, "seconds": took, **answer}) + "\n")
        report(method, counts, seconds, witness, reasons)


FINDING = ("parse", "canonical", "known", "probe", "second probe", "fold", "bounded", "long probe")


def report(
    method: str, counts: Counter[str], seconds: list[float], witness: list[float], reasons: Counter[str]
) -> None:
    """Print the figures of one method."""
    total = len(seconds)
    decided = total - counts["undecided"] - counts["unsupported"]
    ordered = sorted(seconds)
    print(f"## {method}: {total} pairs")
    print(f"encoded {counts['encoded'] / total:.1%}, decided {decided / total:.1%}, spurious {counts['spurious']}")
    print(f"median {ordered[total // 2] * 1000:.0f} ms, p90 {ordered[int(total * 0.9)] * 1000:.0f} ms")
    print(f"equivalent {counts['equivalent']}, up to the bound {counts['equivalent_up_to_bound']},", end=" ")
    print(f"without any assumption {counts['unassuming']}")
    grades = {name: n for name, n in counts.items() if name.startswith("grade")}
    print(f"different {counts['different']}: {grades}")
    if witness:
        mean, median = statistics.mean(witness) * 1000, statistics.median(witness) * 1000
        print(f"time to a witness: median {median:.1f} ms, mean {mean:.1f} ms")
    print(f"contradicted: {sum(n for name, n in counts.items() if name.startswith('contradicted'))}")
    for reason, number in reasons.most_common(12):
        print(f"  {number} x {reason}")


if __name__ == "__main__":
    main()
