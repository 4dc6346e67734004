"""Reads the verdicts that `bird.py --out FILE` has written, and says how witnesses look and what explanations say.

    python benchmarks/bird.py --out before.jsonl
    python benchmarks/witnesses.py before.jsonl [after.jsonl ...] [--write]

A text cell is *filler* if it is a letter or two with nothing around it, a letter with a number, or a constant of a
query with a letter added, unless a query names it. An *artificial* text is a cell like 'xmtgoy' or '2013-01-01x'; it
counts here when the witness has no tag.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bird import pairs
from sections import write_section

FILLER = re.compile(r"[A-Za-z]{1,2}|[a-z][0-9]|v[0-9]+")
STRING = re.compile(r"'((?:[^']|'')*)'|\"([^\"]*)\"")
KINDS = (
    ("nothing that was checked", r"No single clause|The queries differ in|read alike|not a single plain SELECT"),
    ("a condition that only one side has", r"which only the (?:left|right) query has"),
    ("a clause that only one side has", r"comes from [^:]*: only the"),
    ("several parts together, both sides named", r"make the difference together"),
    ("one part, both sides named", r"comes from"),
)


def constants(*queries: str) -> set[str]:
    """Return the texts that the queries name."""
    return {(one or two).replace("''", "'") for sql in queries for one, two in STRING.findall(sql)}


def texts(witness: dict[str, Any]) -> Iterator[str]:
    """Yield the text cells of a witness."""
    for table in witness["tables"].values():
        yield from (value for row in table["rows"] for value in row if isinstance(value, str))


def is_added(text: str, named: set[str]) -> bool:
    """Tell whether a text is one that a query names with a letter added, or with letters around a pattern's core."""
    cores = {part for name in named for part in re.split("[%_]", name) if len(part) > 1}
    return any(text in (f"{core}x", f"x{core}", f"x{core}y", f"{core}y") for core in cores)


def figures(path: Path, data: Path) -> dict[str, str]:
    """Return what is counted over the differences of one file."""
    queries = {}
    counts: Counter[str] = Counter()
    for line in path.read_text().splitlines():
        record = json.loads(line)
        if record["verdict"] != "different":
            continue
        method = record["method"]
        if method not in queries:
            queries[method] = {number: (gold, answer) for number, _, gold, answer in pairs(data, method, None)}
        named = constants(*queries[method][record["question_id"]])
        witness = record["witness"]
        counts["differences"] += 1
        counts["minimal"] += witness["minimal"]
        explanation = witness["explanation"]
        counts["equivalent apart"] += "Apart from that they are equivalent" in explanation
        counts[next((kind for kind, pattern in KINDS if re.search(pattern, explanation)), "other")] += 1
        for text in texts(witness):
            counts["cells"] += 1
            counts["filler"] += text not in named and (FILLER.fullmatch(text) is not None or is_added(text, named))
            counts["artificial"] += not witness["tags"] and text not in named and is_added(text, named)
    total = counts["differences"]
    shares = {f"explained by {kind}": f"{counts[kind] / total:.1%}" for kind, _ in KINDS}
    return {
        "differences": str(total),
        "text cells": str(counts["cells"]),
        "filler": f"{counts['filler'] / counts['cells']:.1%}",
        "artificial without a tag": str(counts["artificial"]),
        "proved to have the fewest rows": str(counts["minimal"]),
        **shares,
        "proved equivalent apart from what is named": f"{counts['equivalent apart'] / total:.1%}",
    }


def main() -> None:
    """Print the figures of each file beside each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    found = [figures(path, args.data) for path in args.files]
    lines = [f"| | {' | '.join(path.stem for path in args.files)} |", "| --- |" + " --- |" * len(found)]
    lines += [f"| {name} | {' | '.join(one[name] for one in found)} |" for name in found[0]]
    print("\n".join(lines))
    if args.write:
        write_section("witnesses", "python benchmarks/witnesses.py before.jsonl after.jsonl --write", "\n".join(lines))


if __name__ == "__main__":
    main()
