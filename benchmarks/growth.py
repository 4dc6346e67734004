"""How verdicts and CPU time grow with the bound that is asked for: a sample of the BIRD pairs that pass EX.

    python benchmarks/growth.py [--every 10] [--bounds 2 5 10 15] [--out FILE] [--write]

Every so manieth distinct pair of the five shared methods is checked at each bound, in one resident process. A proof
goes on to more rows than were asked for where that is cheap; the table says how far.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

from sections import write_section
from speed import WARM, sample

from spotit import Options, Schema, check, load_schema

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
OPEN = ("undecided", "unsupported")


def measured(pairs: list[tuple[int, str, str, str]], bound: int, timeout: float) -> list[dict[str, Any]]:
    """Return what the check of each pair came to at a bound; a few are checked once before, since that imports."""
    found, options = [], Options(bound=bound, timeout=timeout)
    schemas: dict[str, Schema] = {}
    for place, (number, database, gold, prediction) in enumerate([*pairs[:WARM], *pairs]):
        if database not in schemas:
            schemas[database] = load_schema(DATA / f"bird/databases/{database}/schema.sql")
        start = time.process_time()
        answer = check(gold, prediction, schemas[database], options).as_dict()
        seconds = time.process_time() - start
        if place >= WARM:
            kept = {name: answer[name] for name in ("verdict", "grade", "bound", "reason")}
            work = answer["stats"]["work"]  # type: ignore[index]
            stages = answer["stats"]["stages"]  # type: ignore[index]
            found.append({"question": number, **kept, "cpu": seconds, "work": work, "stages": stages})
    return found


def row(bound: int, found: list[dict[str, Any]]) -> str:
    """Return the figures of a bound as a row of the table."""
    words = Counter(one["verdict"] for one in found)
    seconds = sorted(one["cpu"] for one in found)
    reached = Counter(one["bound"] for one in found if one["verdict"] == "equivalent_up_to_bound")
    decided = 1 - sum(words[word] for word in OPEN) / len(found)
    grown = ", ".join(f"{rows}: {count}" for rows, count in sorted(reached.items()))
    cells = (
        bound,
        len(found),
        f"{decided:.2%}",
        *(words[word] for word in ("different", "equivalent", "equivalent_up_to_bound", "unrefuted")),
        sum(words[word] for word in OPEN),
        grown,
        f"{1000 * statistics.median(seconds):.1f}",
        f"{1000 * seconds[int(0.99 * len(seconds))]:.0f}",
        f"{sum(seconds):.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


HEADER = (
    "bound",
    "pairs",
    "decided",
    "different",
    "every database",
    "up to a bound",
    "unrefuted",
    "undecided",
    "rows reached: pairs",
    "median CPU ms",
    "p99 ms",
    "CPU s",
)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--bounds", type=int, nargs="*", default=[2, 5, 10, 15])
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true", help="put the figures into BENCHMARKS.md")
    args = parser.parse_args()
    pairs = sample(DATA, args.every)
    lines = [f"| {' | '.join(HEADER)} |", "|" + "---|" * len(HEADER)]
    results: dict[int, list[dict[str, Any]]] = {}
    for bound in args.bounds:
        results[bound] = measured(pairs, bound, args.timeout)
        lines.append(row(bound, results[bound]))
        print(lines[-1], flush=True)
    left = Counter(
        f"question {one['question']} at {bound}: {one['reason']}"
        for bound, found in results.items()
        for one in found
        if one["verdict"] in OPEN
    )
    lines += ["", *(f"- {count} x {reason}" for reason, count in left.most_common())]
    print("\n".join(lines))
    if args.out:
        args.out.write_text(json.dumps(results, indent=1))
    if args.write:
        write_section("growth", f"python benchmarks/growth.py --every {args.every} --write", "\n".join(lines))


if __name__ == "__main__":
    main()
