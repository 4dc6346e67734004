"""Tells gold queries from mutants with one change, and holds every verdict against brute force.

    python benchmarks/mutated.py [--database NAME ...] [--mutants 200] [--brute 3000] [--out FILE] [--write]

Gold queries of the shared BIRD and Spider databases; one resident process, one core, bound 5, set semantics. Brute
force (`brute_force.py`) is an oracle of its own; only to name ties it asks the checker's judge.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from brute_force import Base, Shown, differences, real_values
from mutations import Mutant, chosen
from sections import write_section

from spotit import Options, Schema, check, load_schema
from spotit.assumption import AssumptionKind
from spotit.database import Database, Value
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.engine.protocol import Engine
from spotit.search.pair import Pair, make_pair
from spotit.search.witness import open_results

TIES_TRIED = 12
"""Differences that hang on a tie before brute force gives up looking for one that does not."""
WEAK = ("ties", "rounding", "degenerate")
_EXCUSES = {
    "ties": (AssumptionKind.TIES, AssumptionKind.OPEN_RESULTS),
    "rounding": (AssumptionKind.REALS,),
    "clear": (AssumptionKind.TEXT_POOL, AssumptionKind.VALUE_POOL),
}
"""The assumptions that leave such a difference out of a proof's claim."""


@dataclass(frozen=True, slots=True)
class Source:
    """A shared database: its schema, its gold queries, and real values where the data is shared."""

    name: str
    schema: Schema
    golds: tuple[str, ...]
    real: dict[Base, list[Value]]


def sources(data: Path, names: list[str] | None) -> Iterator[Source]:
    """Yield the databases of BIRD and of Spider."""
    bird = json.loads((data / "bird/dev.json").read_text())
    spider = json.loads((data / "spider/dev_subset.json").read_text())
    golds: dict[str, list[str]] = {}
    for question in (*bird, *spider):
        golds.setdefault(question["db_id"], []).append(question.get("SQL") or question["query"])
    for name in sorted(golds, key=lambda name: ((data / "spider/databases" / name).exists(), name)):
        if names and name not in names:
            continue
        folder = data / "bird/databases" / name
        file = folder / f"{name}.sqlite"
        if not folder.exists():
            file = data / "spider/databases" / name / f"{name}.sqlite"
        schema = load_schema(folder / "schema.sql" if folder.exists() else file)
        yield Source(name, schema, tuple(golds[name]), real_values(file, schema) if file.exists() else {})


def accepted(source: Source, engine: Engine, count: int, seed: int) -> Iterator[tuple[str, Mutant]]:
    """Yield the first so many pairs of which the engine takes the mutant."""
    found = 0
    for gold, mutant in chosen(source.golds, source.schema, 2 * count, seed):
        try:
            engine.inspect(gold)
            engine.inspect(mutant.sql)
        except QueryError:
            continue
        yield gold, mutant
        found += 1
        if found == count:
            return


@dataclass(frozen=True, slots=True)
class Oracle:
    """What brute force says about one pair."""

    kind: str
    """`clear`, `ties`, `rounding`, `degenerate`, or the empty string when no database told the queries apart."""
    shown: Shown | None = None


def brute(pair: Pair, source: Source, databases: int) -> Oracle:
    """Look for a difference, best one on which both answers are determined."""
    best = Oracle("")
    tied = 0
    found = differences(pair.left_sql, pair.right_sql, pair.engine, source.real, databases, pair.options.bound)
    for shown in found:
        kind = kind_of(pair, shown)
        if kind == "clear":
            return Oracle(kind, shown)
        if not best.kind or WEAK.index(kind) < WEAK.index(best.kind):
            best = Oracle(kind, shown)
        tied += kind == "ties"
        if tied == TIES_TRIED:
            break
    return best


def kind_of(pair: Pair, shown: Shown) -> str:
    """Return what a difference hangs on."""
    if shown.degenerate:
        return "degenerate"
    if shown.close:
        return "rounding"
    return "ties" if is_open(pair, shown.database) else "clear"


def is_open(pair: Pair, database: Database) -> bool:
    """Tell whether SQL leaves the answer of either query open on the database."""
    return pair.plans is not None and open_results.is_open(pair, database)


@dataclass(slots=True)
class Figures:
    """What is counted over the pairs of one database."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def add(self, answer: dict[str, Any], oracle: Oracle, seconds: float) -> None:
        """Count one pair."""
        verdict, counts = answer["verdict"], self.counts
        told = verdict == "different"
        differs = oracle.kind not in ("", "degenerate")
        self.seconds.append(seconds)
        counts[verdict] += 1
        counts["differ"] += differs
        counts["told"] += differs and told
        counts["clear"] += oracle.kind == "clear"
        counts["clear told"] += oracle.kind == "clear" and told
        counts["ours alone"] += told and not differs
        if contradicts(answer, oracle):
            counts["outside the ledger" if excused(answer, oracle) else "contradicted"] += 1

    def row(self) -> list[str]:
        """Return the figures as the cells of a table."""
        counts, total = self.counts, len(self.seconds)
        equal = counts["equivalent"] + counts["equivalent_up_to_bound"]
        return [
            self.name,
            str(total),
            str(counts["differ"]),
            f"{counts['told']} ({share(counts['told'], counts['differ'])})",
            f"{counts['clear told']} of {counts['clear']} ({share(counts['clear told'], counts['clear'])})",
            str(counts["ours alone"]),
            str(equal),
            str(counts["contradicted"]),
            str(counts["outside the ledger"]),
            str(counts["undecided"]),
            f"{counts['unsupported']} / {counts['failed']}",
            f"{1000 * statistics.median(self.seconds):.0f}",
        ]


HEADER = (
    "database | mutants | brute force tells apart | of them SpotIt too | of those without a tie or rounding"
    " | SpotIt alone | proved equal | proofs contradicted | differences outside a proof's ledger | undecided"
    " | unsupported / failed | whole check: median ms"
)


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def contradicts(answer: dict[str, Any], oracle: Oracle) -> bool:
    """Tell whether brute force shows a difference of a pair that was called equivalent."""
    return answer["verdict"].startswith("equivalent") and oracle.kind not in ("", "degenerate")


def excused(answer: dict[str, Any], oracle: Oracle) -> bool:
    """Tell whether the proof's ledger leaves such a difference out."""
    excuses = _EXCUSES.get(oracle.kind, ())
    return any(AssumptionKind.of_sentence(sentence) in excuses for sentence in answer["assumptions"])


def run(source: Source, args: argparse.Namespace, out: IO[str] | None) -> tuple[Figures, Counter[str]]:
    """Check the mutants of one database; the counter is by kind of change, all and told."""
    figures, kinds = Figures(source.name), Counter[str]()
    options = Options(timeout=args.timeout)
    engine = open_engine(source.schema, options)
    for gold, mutant in accepted(source, engine, args.mutants, args.seed):
        start = time.perf_counter()
        answer = checked(gold, mutant.sql, source.schema, options)
        seconds = time.perf_counter() - start
        oracle = brute(make_pair(gold, mutant.sql, engine), source, args.brute)
        figures.add(answer, oracle, seconds)
        if oracle.kind not in ("", "degenerate"):
            kinds[mutant.kind] += 1
            kinds[f"{mutant.kind}, told"] += answer["verdict"] == "different"
        report(source, gold, mutant, answer, oracle)
        if out:
            line: dict[str, Any] = {"database": source.name, "kind": mutant.kind, "gold": gold, "mutant": mutant.sql}
            line |= {"oracle": oracle.kind, "seconds": seconds, **answer}
            if oracle.shown:
                line["shown"] = system().script(oracle.shown.database, source.schema)
                line["shown_results"] = [oracle.shown.left, oracle.shown.right]
            out.write(json.dumps(line, default=str) + "\n")
            out.flush()
    return figures, kinds


def checked(gold: str, mutant: str, schema: Schema, options: Options) -> dict[str, Any]:
    """Return the verdict as JSON; a check that fails is a finding of its own, and the run goes on."""
    try:
        return check(gold, mutant, schema, options).as_dict()
    except Exception:
        print(f"FAILED\n  {gold}\n  {mutant}\n{traceback.format_exc(limit=-3)[-1500:]}", flush=True)
        return {"verdict": "failed", "grade": None, "assumptions": [], "reason": "failed"}


def report(source: Source, gold: str, mutant: Mutant, answer: dict[str, Any], oracle: Oracle) -> None:
    """Print a proof that brute force contradicts."""
    if not contradicts(answer, oracle) or oracle.shown is None:
        return
    word = "outside the ledger" if excused(answer, oracle) else "CONTRADICTED"
    print(f"{word} ({oracle.kind}) {source.name}: {answer['verdict']} {answer['assumptions']}")
    print(f"  {gold}\n  {mutant.sql}\n  {oracle.shown.left} {oracle.shown.right}\n{oracle.shown.database}", flush=True)


def total(all_figures: list[Figures]) -> Figures:
    """Return the figures of all databases together."""
    whole = Figures("all")
    for figures in all_figures:
        whole.counts += figures.counts
        whole.seconds += figures.seconds
    return whole


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    parser.add_argument("--database", action="append")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--brute", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--out", type=Path, help="Write one JSON line per pair.")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    out = args.out.open("w") if args.out else None
    lines = [f"| {HEADER} |", "|" + " --- |" * (HEADER.count("|") + 1)]
    every: list[Figures] = []
    kinds: Counter[str] = Counter()
    for source in sources(args.data, args.database):
        figures, found = run(source, args, out)
        every.append(figures)
        kinds += found
        lines.append(f"| {' | '.join(figures.row())} |")
        print(lines[-1], flush=True)
    lines.append(f"| {' | '.join(total(every).row())} |")
    names = sorted(name for name in kinds if not name.endswith(", told"))
    by_kind = ", ".join(f"{name} {kinds[f'{name}, told']} of {kinds[name]}" for name in names)
    lines += ["", f"Told apart by kind of change: {by_kind}."]
    print("\n".join(lines))
    if args.write:
        write_section("mutated", "python benchmarks/mutated.py --write", "\n".join(lines))


if __name__ == "__main__":
    main()
