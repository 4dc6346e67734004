"""Checks random rewrites of every kind, and attacks what is proved of them for every database.

    python benchmarks/rewrites.py [--each 6] [--tiny 2] [--databases 40] [--seed 1] [--out FILE] [--write]

Each rewrite is checked under set semantics, and under bag semantics where it keeps copies. A proof for every database
is held against `--databases` random ones of up to 12 rows a table, over tiny schemas against every database of up to
two rows a table and two or three values a column. A near miss of each rewrite must not be proved.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from sections import write_section

from claims_vs_brute_force.rewrite_proofs import GROUNDS, SEMANTICS, Figures, run, run_tiny
from generate.rewrites.every_kind import KINDS

WORDS = ("equivalent", "equivalent_up_to_bound", "unrefuted", "undecided")


def table(large: Figures, tiny: Figures) -> list[str]:
    """Return the shares of each verdict as the lines of a table."""
    lines = ["schemas | semantics | rewrites | every database | up to 5 rows | unrefuted | undecided"]
    lines.append("---|---|---|---|---|---|---")
    for title, figures in (("five of two to four tables", large), ("four tiny ones", tiny)):
        for semantics in SEMANTICS:
            count = sum(number for (one, _, _), number in figures.words.items() if one == semantics)
            shares = " | ".join(f"{figures.share(semantics, word):.1%}" for word in WORDS)
            lines.append(f"{title} | {semantics} | {count} | {shares}")
    return lines


def attacks(title: str, figures: Figures) -> str:
    """Return what the attacks came to, as a sentence."""
    told = sum(number for (_, _, word), number in figures.near.items() if word == "told apart")
    near = sum(figures.near.values())
    return (
        f"{title}: {figures.attacked:,} proofs for every database held against {figures.compared:,} databases; "
        f"{near:,} near misses, of which these databases tell {told:,} apart; wrong: {len(figures.wrong)}."
    )


def short(figures: Figures) -> str:
    """Return the kinds that are proved least, as a sentence."""
    whole: Counter[str] = Counter()
    for (_, kind, _), number in figures.words.items():
        whole[kind] += number
    missed = Counter(kind for _, _, kind, _, _, _ in figures.missed)
    parts = [f"{kind} ({missed[kind]} of {whole[kind]})" for kind, _ in missed.most_common(6)]
    return f"Not proved for every database, most often: {', '.join(parts)}." if parts else ""


def main() -> int:
    """Parse the arguments, check, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=6, help="rewrites of each kind over each schema")
    parser.add_argument("--tiny", type=int, default=2, help="rewrites of each kind over each tiny schema")
    parser.add_argument("--databases", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, help="a file for what was not proved")
    parser.add_argument("--write", action="store_true", help="put the figures into BENCHMARKS.md")
    args = parser.parse_args()
    start = time.process_time()
    large = run(f"benchmark {args.seed}", args.each, args.databases)
    tiny = run_tiny(f"benchmark {args.seed}", args.tiny)
    seconds = time.process_time() - start
    lines = [
        f"{len(KINDS)} kinds over {len(GROUNDS)} schemas, seed {args.seed}, {seconds:.0f} s of CPU.",
        "",
        *(f"|{line}|" for line in table(large, tiny)),
        "",
        attacks("Up to 12 rows a table", large),
        attacks("Every tiny database", tiny),
        short(large),
    ]
    print("\n".join(lines))
    for wrong in (*large.wrong, *tiny.wrong):
        print(f"WRONG\n{wrong}")
    if args.out:
        args.out.write_text(json.dumps([*large.missed, *tiny.missed], indent=1))
    if args.write:
        command = f"python benchmarks/rewrites.py --each {args.each} --tiny {args.tiny} --seed {args.seed} --write"
        write_section("rewrites", command, "\n".join(lines))
    return 1 if large.wrong or tiny.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
