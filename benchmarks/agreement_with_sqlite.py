"""At length: what is computed symbolically, evaluated on generated databases, against the engine.

    python benchmarks/agreement_with_sqlite.py --cases 210000 --seed 2026

One family of generated cases after the other: queries over six schemas, window functions, recursive CTEs,
GROUP_CONCAT, other text put together, orders that SQL leaves open, scalar expressions, the term "the results differ",
constraints. A case is one query (or expression, pair, set of constraints) on one database (or row). Prints a table and
every mismatch.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from expressions_vs_sqlite.test_scalars import check
from generate.composite_text import Composites
from generate.group_concat import Concatenations
from generate.orders import Orders
from generate.recursion import FIXED, Recursions
from generate.schema import DDL
from generate.windows import GROUNDS, Windows
from spotit.selftest.sweep import SweepSummary, sweep, sweep_made
from terms_vs_sqlite.test_constraint_terms import sweep_constraints
from terms_vs_sqlite.test_difference_terms import sweep_pairs

DATABASES = 80


@dataclass(slots=True)
class Line:
    """What one family came to."""

    family: str
    cases: int = 0
    queries: int = 0
    filled: int | None = None
    """Cases whose result is not empty, where that is counted."""
    open: int | None = None
    """Cases whose result SQL leaves open."""
    mismatches: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    """Queries that were not compared, by reason."""
    seconds: float = 0.0

    def add(self, seen: SweepSummary) -> None:
        """Take in what a sweep has seen."""
        self.cases += seen.cases
        self.queries += seen.queries
        self.filled = (self.filled or 0) + seen.nontrivial
        self.open = (self.open or 0) + seen.ambiguous
        self.mismatches += map(str, seen.mismatches)
        self.mismatches += [f"{seen.unfit} databases do not fit"] if seen.unfit else []
        self.crashes += [f"[{name}] {sql}\n{trace}" for name, sql, trace in seen.crashes]
        self.refused += seen.unsupported
        self.refused += Counter({f"invalid: {why}": count for why, count in seen.invalid.items()})
        self.refused += Counter({"too slow": len(seen.slow)})

    def add_checked(self, queries: int, compare: Callable[[], int]) -> None:
        """Take in a piece that returns its number of cases, or fails with the mismatch."""
        self.queries += queries
        try:
            self.cases += compare()
        except AssertionError as found:
            self.mismatches.append(str(found))

    def row(self) -> str:
        """Return the line of the table."""
        shares = ("" if n is None else f"{n / max(1, self.cases):.1%}" for n in (self.filled, self.open))
        refused = self.refused.total()
        return (
            f"| {self.family} | {self.queries:,} | {self.cases:,} | {' | '.join(shares)} | {refused:,} |"
            f" {len(self.mismatches) + len(self.crashes)} | {self.seconds:.0f} |"
        )


Piece = Callable[[Line, str], None]
"""Adds some cases of a family, made from a seed."""


def _queries(schema: str) -> Piece:
    def piece(line: Line, seed: str) -> None:
        line.add(sweep([schema], seed=seed, queries=20, databases=DATABASES))

    return piece


def _made(make: Callable[[Random], tuple[str, str]], heights: tuple[int, ...]) -> Piece:
    def piece(line: Line, seed: str) -> None:
        line.add(sweep_made(make, seed=seed, queries=20, databases=DATABASES, heights=heights))

    return piece


def _window(random: Random) -> tuple[str, str]:
    place = random.choice(GROUNDS)
    return place.schema, Windows(random, place).query()


def _recursion(random: Random) -> tuple[str, str]:
    return random.choice(FIXED) if random.random() < 0.1 else Recursions(random).query()


def _expressions(line: Line, seed: str) -> None:
    for finite in (False, True):
        line.add_checked(60, lambda f=finite: check(f"{seed} {f}", 60, finite=f)["compared"])  # type: ignore[misc]


def _pairs(line: Line, seed: str) -> None:
    for name in DDL:
        line.add_checked(10, lambda n=name: sweep_pairs(n, f"{seed} {n}", 10))  # type: ignore[misc]


def _constraints(line: Line, seed: str) -> None:
    for name in DDL:
        line.add_checked(1, lambda n=name: sum(sweep_constraints(n, f"{seed} {n}", 150)))  # type: ignore[misc]


FAMILIES: dict[str, tuple[float, Piece]] = {
    **{f"queries, {name}": (0.07, _queries(name)) for name in DDL},
    "windows": (0.18, _made(_window, (2, 3, 4))),
    "recursion": (0.09, _made(_recursion, (2, 3))),
    "group_concat": (0.07, _made(lambda random: Concatenations(random).query(), (2, 3, 4))),
    "composite text": (0.03, _made(lambda random: ("plain", Composites(random).query()), (2, 2, 3))),
    "open orders": (0.10, _made(lambda random: Orders(random).query(), (2, 3, 4))),
    "expressions": (0.08, _expressions),
    "differences of pairs": (0.04, _pairs),
    "constraints": (0.02, _constraints),
}
"""Each family with its share of the cases."""


def run(families: list[str], cases: int, seed: str) -> Iterator[Line]:
    """Yield what each family came to."""
    whole = sum(FAMILIES[name][0] for name in families)
    for name in families:
        share, piece = FAMILIES[name]
        line = Line(name)
        start = time.monotonic()
        pieces = 0
        while line.cases < cases * share / whole and len(line.mismatches) < 5 and pieces < 50 + cases // 50:
            piece(line, f"{seed} {name} {pieces}")
            pieces += 1
        line.seconds = time.monotonic() - start
        yield line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20000, help="cases in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--family", action="append", choices=tuple(FAMILIES), help="only these families")
    parser.add_argument("--show", type=int, default=5, help="mismatches, crashes and refusals to print per family")
    args = parser.parse_args()
    print("| family | queries | cases | result not empty | left open by SQL | not covered | mismatches | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    lines = []
    for line in run(args.family or list(FAMILIES), args.cases, args.seed):
        lines.append(line)
        print(line.row(), flush=True)
    total = Line("all", sum(x.cases for x in lines), sum(x.queries for x in lines))
    total.seconds = sum(x.seconds for x in lines)
    total.mismatches = [m for x in lines for m in (*x.mismatches, *x.crashes)]
    total.refused = sum((x.refused for x in lines), Counter())
    print(total.row())
    for line in lines:
        for what in (*line.mismatches[: args.show], *line.crashes[: args.show]):
            print(f"\n{line.family}: {what}")
    for why, count in total.refused.most_common(args.show):
        print(f"not covered {count:5}: {why}")
    return 1 if total.mismatches else 0


if __name__ == "__main__":
    raise SystemExit(main())
