"""D1 at length: generated queries on generated databases, symbolic result against the engine's.

    python benchmarks/d1.py --queries 2000 --databases 50 --seed 7

Prints the number of cases, the share whose result is not empty, and every mismatch.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from differential.sweep import Summary, sweep
from generate.schema import DDL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=400, help="queries per schema")
    parser.add_argument("--databases", type=int, default=50, help="databases per query")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schema", action="append", choices=tuple(DDL), help="only these schemas")
    parser.add_argument("--without", action="append", default=[], help="constructs to leave out")
    parser.add_argument("--show", type=int, default=5, help="mismatches to print")
    args = parser.parse_args()
    start = time.monotonic()
    total = Summary()
    for name in args.schema or tuple(DDL):
        total.add(
            sweep(
                [name],
                seed=args.seed,
                queries=args.queries,
                databases=args.databases,
                without=frozenset(args.without),
            )
        )
    show(total, time.monotonic() - start, args.show)
    return 1 if total.mismatches or total.crashes else 0


def show(total: Summary, seconds: float, most: int) -> None:
    """Print what was seen."""
    invalid, unsupported = total.invalid.total(), total.unsupported.total()
    print(f"queries      {total.queries} ({invalid} invalid, {unsupported} unsupported)")
    print(f"cases        {total.cases} in {seconds:.0f} s")
    print(f"not empty    {total.nontrivial / max(1, total.cases):.1%}")
    print(f"ambiguous    {total.ambiguous / max(1, total.cases):.1%}")
    print(f"unfit        {total.unfit}")
    print(f"mismatches   {len(total.mismatches)} queries")
    for feature, count in total.unsupported.most_common(20):
        print(f"  unsupported {count:5} {feature}")
    for message, count in total.invalid.most_common(5):
        print(f"  invalid     {count:5} {message}")
    print(f"crashes      {len(total.crashes)} queries")
    for name, sql, trace in total.crashes[:most]:
        print(f"[{name}] {sql}\n{trace}")
    print(f"too slow     {len(total.slow)} queries")
    for name, sql in total.slow[:most]:
        print(f"[{name}] {sql}")
    for mismatch in total.mismatches[:most]:
        print(mismatch)


if __name__ == "__main__":
    raise SystemExit(main())
