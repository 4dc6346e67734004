"""Counts how the BIRD pairs of the shared methods that pass EX and are not refuted are proved.

    python benchmarks/proofs.py [--semantics set bag] [--share N] [--out FILE] [--again FILE]

Each distinct pair is checked once and counted as often as it occurs. `--share N` takes every Nth distinct pair;
`--again` checks only the pairs that an earlier run (its `--out`) did not find different or invalid.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bird import METHODS, pairs

from spotit import Options, Semantics, check, load_schema

PROVED = ("equivalent", "equivalent_up_to_bound")
REFUTED = ("different", "invalid")


def distinct_pairs(data: Path) -> Counter[tuple[int, str, str, str]]:
    """Return question, database, gold and prediction of what passes EX, and how many methods have it."""
    return Counter(pair for method in METHODS for pair in pairs(data, method, None))


def measured(data: Path, chosen: list[tuple[int, str, str, str]], semantics: str) -> list[dict[str, Any]]:
    """Return what the check of each pair came to."""
    schemas = {name: load_schema(data / f"bird/databases/{name}/schema.sql") for name in {pair[1] for pair in chosen}}
    found = []
    for number, database, gold, prediction in chosen:
        start = time.process_time()
        verdict = check(gold, prediction, schemas[database], Options(semantics=Semantics(semantics), timeout=10.0))
        answer = verdict.as_dict()
        found.append(
            {
                "question": number,
                "database": database,
                "gold": gold,
                "prediction": prediction,
                "verdict": answer["verdict"],
                "reason": answer.get("reason"),
                "bound": answer.get("bound"),
                "assumptions": answer.get("assumptions"),
                "cpu": round(time.process_time() - start, 4),
            }
        )
    return found


def summary(found: list[dict[str, Any]], weights: list[int], semantics: str) -> str:
    """Return the figures of one run."""
    words: Counter[str] = Counter()
    for answer, weight in zip(found, weights, strict=True):
        words[answer["verdict"]] += weight
    left = sum(count for word, count in words.items() if word not in REFUTED)
    lines = [f"{semantics}: {sum(weights)} pairs, {left} not refuted"]
    lines += [
        f"  {word:24} {count:5} {100 * count / left:6.2f} %"
        for word, count in words.most_common()
        if word not in REFUTED
    ]
    known = sum(words[word] for word in PROVED)
    lines.append(
        f"  for every database {100 * words['equivalent'] / left:.2f} %, "
        f"at least to the bound {100 * known / left:.2f} %"
    )
    lines.append(f"  {sum(answer['cpu'] for answer in found):.1f} s of CPU")
    return "\n".join(lines)


def main() -> None:
    """Parse the arguments, check, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--semantics", nargs="*", default=["set", "bag"])
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--again", type=Path)
    arguments = parser.parse_args()
    counted = distinct_pairs(arguments.data)
    earlier = json.loads(arguments.again.read_text()) if arguments.again else {}
    results: dict[str, Any] = {}
    for semantics in arguments.semantics:
        chosen = sorted(counted)[:: arguments.share]
        if semantics in earlier:
            kept = {
                (one["question"], one["database"], one["gold"], one["prediction"])
                for one in earlier[semantics]
                if one["verdict"] not in REFUTED
            }
            chosen = [pair for pair in chosen if pair in kept]
        found = measured(arguments.data, chosen, semantics)
        results[semantics] = found
        print(summary(found, [counted[pair] for pair in chosen], semantics), flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
