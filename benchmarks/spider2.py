"""Checks the shared Spider 2.0 golds against rewrites and mutations of themselves.

    python benchmarks/spider2.py [--gold local066 ...] [--mutants 10] [--timeout 10] [--bound 5] [--write]

A rewrite keeps the meaning and changes the plan, so that "same plan" does not answer; a mutation changes one operator,
constant, join, aggregate, direction, frame or limit. Both are made from the tokens of the query, by fixed rules and a
fixed seed.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sections import write_section

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import spotit
from generate.token_pairs import mutants, rewrites
from spotit import Options, Schema
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.errors import SpotitError, UnsupportedSql
from spotit.search.pair import make_pair
from spotit.symbolic.encode import encode

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "spider2_sqlite"


@dataclass(frozen=True, slots=True)
class Gold:
    """One gold query with its schema."""

    name: str
    sql: str
    schema: Schema


def golds(data: Path = DATA) -> Iterator[Gold]:
    """Yield the golds in the order of their names."""
    lines = (data / "questions_local.jsonl").read_text(encoding="utf-8").splitlines()
    databases = {entry["instance_id"]: entry["db"] for entry in map(json.loads, lines)}
    folders = {_plain(folder.name): folder for folder in (data / "schemas").iterdir()}
    schemas: dict[Path, Schema] = {}
    for path in sorted((data / "gold" / "sql").glob("*.sql")):
        folder = folders[_plain(databases[path.stem])]
        if folder not in schemas:
            schemas[folder] = spotit.load_schema(ddl(folder / "DDL.csv"))
        yield Gold(path.stem, path.read_text(encoding="utf-8"), schemas[folder])


def _plain(name: str) -> str:
    return name.casefold().replace("-", "_")


def ddl(path: Path) -> str:
    """Return the CREATE statements of a schema's table of contents."""
    csv.field_size_limit(10**9)
    with path.open(newline="", encoding="utf-8") as lines:
        return ";\n".join(row["DDL"].strip().rstrip(";") for row in csv.DictReader(lines)) + ";"


@dataclass(slots=True)
class Figures:
    """What is counted over the pairs of one gold."""

    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    encoded: int = 0
    decided: int = 0
    spurious: int = 0
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return len(self.seconds)

    def add(self, answer: dict[str, Any], seconds: float) -> None:
        """Count one verdict."""
        word = str(answer["verdict"])
        self.seconds.append(seconds)
        self.encoded += answer["stats"]["encoded"] is True
        self.spurious += int(answer["stats"]["spurious"])
        if word in ("undecided", "unsupported"):
            proved = f", proved up to {answer['bound']}" if answer["bound"] else ""
            self.reasons[f"{word}: {answer['reason']}{proved}"] += 1
            word = f"proved up to {answer['bound']}" if answer["bound"] else word
        else:
            self.decided += 1
        self.verdicts[word] += 1


def pairs(gold: Gold, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield what was done to the gold, and the other query."""
    yield from rewrites(gold.sql)
    random = Random(f"{seed} {gold.name}")
    engine = open_engine(gold.schema, Options())
    made = 0
    for what, sql in mutants(gold.sql, random):
        if made == count:
            break
        if not accepted(engine, sql):
            continue
        made += 1
        yield what, sql


def accepted(engine: Engine, sql: str) -> bool:
    """Tell whether the engine takes the query."""
    try:
        engine.inspect(sql)
    except QueryError:
        return False
    return True


def covered(gold: Gold, sql: str) -> bool:
    """Tell whether the encoder covers both queries, for what concrete search has answered without it."""
    options = Options(bound=1)
    pair = make_pair(gold.sql, sql, open_engine(gold.schema, options))
    if pair.plans is None:
        return False
    try:
        encode(*pair.plans, options.bound, pair.setting)
    except UnsupportedSql:
        return False
    return True


def run(gold: Gold, args: argparse.Namespace) -> Figures:
    """Check the pairs of one gold."""
    figures = Figures()
    for what, sql in pairs(gold, args.mutants, args.seed):
        start = time.perf_counter()
        options = Options(bound=args.bound, timeout=args.timeout)
        try:
            answer: dict[str, Any] = spotit.check(gold.sql, sql, gold.schema, options).as_dict()
        except SpotitError as error:
            print(f"{gold.name} {what}: {error}")
            continue
        seconds = time.perf_counter() - start
        if answer["stats"]["encoded"] is None:
            answer["stats"]["encoded"] = covered(gold, sql)
        figures.add(answer, seconds)
        if what.startswith("rewrite") and answer["verdict"] == "different":
            figures.wrong.append(f"{what}: {answer['grade']}")
        if args.verbose:
            stages = {name: round(s, 2) for name, s in answer["stats"]["stages"].items() if s > 0.1}
            shown = f"{answer['verdict']} {answer['grade'] or ''} bound {answer['bound']} {answer['reason']}"
            print(f"  {gold.name} {what}: {shown} {seconds:.1f} s {stages}", flush=True)
    return figures


HEADER = ("gold", "pairs", "encoded", "decided", "verdicts", "median s", "longest s")


def row(name: str, figures: Figures) -> str:
    """Return one line of the table."""
    verdicts = ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in sorted(figures.verdicts.items()))
    median, longest = statistics.median(figures.seconds), max(figures.seconds)
    cells = (name, figures.pairs, figures.encoded, figures.decided, verdicts, f"{median:.2f}", f"{longest:.1f}")
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--gold", action="append")
    parser.add_argument("--mutants", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--bound", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    lines = [f"| {' | '.join(HEADER)} |", "|" + " --- |" * len(HEADER)]
    total = Figures()
    for gold in golds(args.data):
        if args.gold and gold.name not in args.gold:
            continue
        figures = run(gold, args)
        total.seconds += figures.seconds
        total.encoded += figures.encoded
        total.decided += figures.decided
        total.spurious += figures.spurious
        total.verdicts += figures.verdicts
        total.reasons += Counter({f"{gold.name}: {reason}": n for reason, n in figures.reasons.items()})
        total.wrong += [f"{gold.name} {what}" for what in figures.wrong]
        lines.append(row(gold.name, figures))
        print(lines[-1], flush=True)
    lines.append(row("all", total))
    share = f"encoded {total.encoded / total.pairs:.1%}, decided {total.decided / total.pairs:.1%}"
    lines += [
        "",
        f"At most {args.bound} rows per table, {args.timeout:g} s: {share}; {total.spurious} spurious models.",
    ]
    lines += ["", *(f"- {number} x {reason}" for reason, number in total.reasons.most_common(20))]
    lines += [f"- a rewrite that differs: {what}" for what in total.wrong]
    print("\n".join(lines))
    if args.write:
        write_section("spider2", f"python benchmarks/spider2.py --write --timeout {args.timeout:g}", "\n".join(lines))


if __name__ == "__main__":
    main()
