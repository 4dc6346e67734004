"""Generated pairs over one table, every function family, against brute force on single rows of nasty values.

python benchmarks/function_pairs.py [--pairs 10000] [--seed 1] [--jobs 2] [--write] [--show 20]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import apsw
from sections import write_section

import spotit
from generate.function_pairs import DDL, FunctionPair, FunctionPairs
from generate.nasty_values import of_column

COLUMNS = {
    "name": "TEXT",
    "code": "TEXT",
    "n": "INTEGER",
    "m": "INTEGER",
    "r": "REAL",
    "q": "REAL",
    "d": "DATE",
    "s": "DATETIME",
}
BLOCK = 50
"""Pairs that one task of a worker holds."""
ROWS = 500
"""Single rows tried on a pair at most."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A pair with its verdict and what brute force says."""

    pair: FunctionPair
    verdict: str
    grade: str | None
    row: dict[str, object] | None
    """A single row on which the results differ; None when there was none."""
    seconds: float


class BruteForce:
    """Single rows on a plain connection of the same engine; knows nothing of the checker."""

    def __init__(self) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(DDL)

    def difference(self, pair: FunctionPair) -> dict[str, object] | None:
        """Return a row on which the two queries return different sets of rows."""
        both = f"{pair.left} {pair.right}"
        used = [c for c in COLUMNS if c in _words(both)]
        values = {c: [*of_column(COLUMNS[c], pair.left, pair.right), None] for c in used}
        random = Random(both)
        for row in _rows(values, random):
            if self._differs(pair, row):
                return row
        return None

    def _differs(self, pair: FunctionPair, row: dict[str, object]) -> bool:
        run = self._connection.execute
        run("DELETE FROM t")
        run(f"INSERT INTO t(id{''.join(f', {c}' for c in row)}) VALUES (1{', ?' * len(row)})", tuple(row.values()))
        results = []
        for sql in (pair.left, pair.right):
            try:
                results.append(frozenset(run(sql).fetchall()))
            except apsw.Error:
                return False
        left, right = results
        return left != right and not _degenerate(left, right)


def _degenerate(left: frozenset[tuple[object, ...]], right: frozenset[tuple[object, ...]]) -> bool:
    values = [value for row in left | right for value in row]
    return (not left or not right) and all(value is None for value in values)


def _words(sql: str) -> set[str]:
    return set("".join(c if c.isalnum() or c == "_" else " " for c in sql).split())


def _rows(values: dict[str, list[object]], random: Random) -> Iterator[dict[str, object]]:
    if not values:
        yield {}
        return
    made = 0
    for column, listed in values.items():
        for value in listed:
            if made > ROWS:
                return
            made += 1
            yield {c: value if c == column else random.choice(values[c]) for c in values}
    while made < ROWS:
        made += 1
        yield {c: random.choice(listed) for c, listed in values.items()}


def block(seed: str) -> list[Outcome]:
    """Check the pairs of one block."""
    draw, brute = FunctionPairs(seed), BruteForce()
    schema = spotit.load_schema(DDL)
    options = spotit.Options(timeout=10.0)
    found = []
    for _ in range(BLOCK):
        pair = draw.pair()
        start = time.perf_counter()
        verdict = spotit.check(pair.left, pair.right, schema, options).as_dict()
        seconds = time.perf_counter() - start
        found.append(Outcome(pair, str(verdict["verdict"]), verdict["grade"], brute.difference(pair), seconds))  # type: ignore[arg-type]
    return found


def report(outcomes: list[Outcome], show: int) -> str:
    equal = ("equivalent", "equivalent_up_to_bound")
    told = [o for o in outcomes if o.row is not None]
    wrong = [o for o in told if o.verdict in equal]
    lines = [
        "| family | pairs | brute force tells apart | of them different | called equal though told apart | unrefuted "
        "| undecided or unsupported |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for family in [*sorted({o.pair.family for o in outcomes}), "all"]:
        mine = [o for o in outcomes if family in (o.pair.family, "all")]
        apart = [o for o in mine if o.row is not None]
        hit = sum(o.verdict == "different" for o in apart)
        count = Counter(o.verdict for o in mine)
        lines.append(
            f"| {family} | {len(mine)} | {len(apart)} | {hit} ({hit / max(1, len(apart)):.1%}) "
            f"| {sum(o.verdict in equal for o in apart)} | {count['unrefuted']} ({count['unrefuted'] / len(mine):.1%}) "
            f"| {count['undecided'] + count['unsupported']} |"
        )
    times = sorted(o.seconds for o in outcomes)
    lines.append("")
    lines.append(
        f"Whole check: median {times[len(times) // 2] * 1000:.0f} ms, p90 {times[len(times) * 9 // 10] * 1000:.0f} ms; "
        f"verdicts: {dict(Counter(o.verdict for o in outcomes))}."
    )
    for o in wrong[:show]:
        print(f"WRONG {o.verdict}\n  {o.pair.left}\n  {o.pair.right}\n  {o.row}")
    for o in [o for o in told if o.verdict not in (*equal, "different")][:show]:
        print(f"MISSED {o.verdict}\n  {o.pair.left}\n  {o.pair.right}\n  {o.row}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    seeds = [f"{args.seed}.{n}" for n in range(-(-args.pairs // BLOCK))]
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for found in pool.map(block, seeds):
            outcomes += found
            print(f"{len(outcomes)} pairs", file=sys.stderr, flush=True)
    text = report(outcomes, args.show)
    print(text)
    if args.write:
        write_section("function pairs", f"python benchmarks/function_pairs.py --write --pairs {args.pairs}", text)
    equal = ("equivalent", "equivalent_up_to_bound")
    return int(any(o.row is not None and o.verdict in equal for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
