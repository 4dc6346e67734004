"""Generated pairs over one table, every function family, against brute force on single rows of nasty values.

python benchmarks/function_pairs.py [--pairs 10000] [--seed 1] [--jobs 2] [--out FILE] [--write] [--show 20]

With --out the pairs are kept in a file, one JSON object each, and blocks that it has are not checked again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from sections import write_section

import spotit
from generate.function_pairs import DDL, FunctionPair, FunctionPairs
from generate.single_rows import SingleRows

BLOCK = 50
"""Pairs that one task of a worker holds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A pair with its verdict and what brute force says."""

    pair: FunctionPair
    verdict: str
    grade: str | None
    row: dict[str, object] | None
    """A single row on which the results differ; None when there was none."""
    seconds: float
    assumptions: tuple[str, ...]


def block(seed: str) -> list[Outcome]:
    """Check the pairs of one block."""
    draw, brute = FunctionPairs(seed), SingleRows()
    schema = spotit.load_schema(DDL)
    options = spotit.Options(timeout=60.0)
    found = []
    for _ in range(BLOCK):
        pair = draw.pair()
        start = time.perf_counter()
        verdict = spotit.check(pair.left, pair.right, schema, options).as_dict()
        seconds = time.perf_counter() - start
        row = brute.difference(pair)
        found.append(Outcome(pair, verdict["verdict"], verdict["grade"], row, seconds, verdict["assumptions"]))  # type: ignore[arg-type]
    return found


def stored(file: Path | None) -> dict[str, list[Outcome]]:
    """Return the blocks that the file has."""
    blocks: dict[str, list[Outcome]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file and file.exists() else ():
        fields = json.loads(line)
        pair = FunctionPair(**fields.pop("pair"))
        blocks.setdefault(fields.pop("seed"), []).append(Outcome(pair=pair, **fields))
    return {seed: outcomes for seed, outcomes in blocks.items() if len(outcomes) == BLOCK}


def store(file: Path | None, seed: str, outcomes: list[Outcome]) -> None:
    """Add a block to the file."""
    if file:
        with file.open("a", encoding="utf-8") as out:
            out.write("".join(json.dumps({"seed": seed, **asdict(outcome)}) + "\n" for outcome in outcomes))


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
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    seeds = [f"{args.seed}.{n}" for n in range(-(-args.pairs // BLOCK))]
    known = stored(args.out)
    outcomes = [outcome for seed in seeds for outcome in known.get(seed, ())]
    missing = [seed for seed in seeds if seed not in known]
    with ProcessPoolExecutor(args.jobs) as pool:
        for seed, found in zip(missing, pool.map(block, missing), strict=True):
            outcomes += found
            store(args.out, seed, found)
            print(f"{len(outcomes)} pairs", file=sys.stderr, flush=True)
    text = report(outcomes, args.show)
    print(text)
    if args.write:
        write_section(
            "function pairs",
            f"python benchmarks/function_pairs.py --write --pairs {args.pairs} --seed {args.seed}",
            text,
        )
    equal = ("equivalent", "equivalent_up_to_bound")
    return int(any(o.row is not None and o.verdict in equal for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
