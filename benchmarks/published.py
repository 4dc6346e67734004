"""Counts the verdicts on VeriEQL's shared pairs: Calcite's rewrites, pairs from the literature, LeetCode submissions.

    python benchmarks/published.py [--files calcite_even literature_even] [--limit N] [--out FILE] [--write]

Calcite's pairs and those of the literature were published as equivalent, and LeetCode's with the judgement of MySQL on
its own data. A query that SQLite does not take is translated from another dialect where that is exact. The witness of
each difference is run again, by Python's own sqlite3.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from sections import write_section

from published.pairs import PublishedPair, verieql_pairs
from spotit import Different, Invalid, Options, Verdict, check, load_schema
from spotit.options import Columns, QueryDialect
from spotit.schemas.foreign_query import as_sqlite

DATA = Path(__file__).resolve().parents[2] / "shared/data/verieql"
WORDS = {
    "every database": ("equivalent",),
    "up to 5 rows": ("equivalent_up_to_bound",),
    "unrefuted": ("unrefuted",),
    "refuted": ("different",),
    "undecided": ("undecided",),
    "unsupported": ("unsupported",),
    "invalid": ("invalid",),
}
FALLBACK = {"calcite_even": "calcite", "literature_even": "postgres", "leetcode_300": "mysql"}


def verdict_on(pair: PublishedPair, file: str, semantics: str, timeout: float) -> tuple[Verdict, str]:
    """Return the verdict, and the dialect in which the queries were read."""
    verdict = check(pair.left, pair.right, load_schema(pair.ddl), Options(semantics=semantics, timeout=timeout))  # type: ignore[arg-type]
    if not isinstance(verdict, Invalid):
        return verdict, "sqlite"
    dialect = QueryDialect(FALLBACK[file])
    options = Options(semantics=semantics, timeout=timeout, dialect=dialect)  # type: ignore[arg-type]
    return check(pair.left, pair.right, load_schema(pair.ddl), options), dialect.value


def replayed(verdict: Different, pair: PublishedPair, semantics: str, dialect: str) -> bool:
    """Tell whether the two queries differ on the witness when it is run as a script by another library."""
    queries = verdict.witness.queries or [as_sqlite(sql, QueryDialect(dialect)) for sql in (pair.left, pair.right)]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(verdict.witness.script)
        results = []
        for sql in queries:
            try:
                results.append(connection.execute(sql).fetchall())
            except sqlite3.Error as error:
                results.append([str(error)])
    left, right = results
    return set(left) != set(right) if semantics == "set" else Counter(left) != Counter(right)


def is_same_but_for_places(verdict: Verdict, pair: PublishedPair, semantics: str, dialect: str, timeout: float) -> bool:
    """Tell whether two queries differ only in the order of their columns, as `*` lists them by the published schema."""
    if not isinstance(verdict, Different):
        return False
    options = Options(semantics=semantics, timeout=timeout, dialect=QueryDialect(dialect), columns=Columns.PERMUTED)  # type: ignore[arg-type]
    return check(pair.left, pair.right, load_schema(pair.ddl), options).is_proved


def measured(file: str, semantics: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return what came of each pair of a file."""
    found = []
    for number, pair in enumerate(verieql_pairs(DATA / f"{file}.jsonlines")):
        if args.limit and number >= args.limit:
            break
        start = time.process_time()
        verdict, dialect = verdict_on(pair, file, semantics, args.timeout)
        answer = verdict.as_dict()
        found.append(
            {
                "pair": pair.name,
                "verdict": answer["verdict"],
                "reason": str(answer.get("reason")),
                "grade": answer.get("grade"),
                "dialect": dialect,
                "left": pair.left,
                "right": pair.right,
                "same_but_for_places": is_same_but_for_places(verdict, pair, semantics, dialect, args.timeout),
                "replayed": replayed(verdict, pair, semantics, dialect) if isinstance(verdict, Different) else None,
                "cpu": round(time.process_time() - start, 3),
            }
        )
    return found


def row(file: str, semantics: str, found: list[dict[str, Any]]) -> str:
    """Return the counts of a file as a row of a table."""
    words = Counter(one["verdict"] for one in found)
    counts = " | ".join(str(sum(words[word] for word in group)) for group in WORDS.values())
    translated = sum(one["dialect"] != "sqlite" and one["verdict"] not in ("invalid", "unsupported") for one in found)
    again = sum(one["replayed"] is True for one in found)
    places = sum(one["same_but_for_places"] for one in found)
    seconds = sum(one["cpu"] for one in found)
    return f"| {file} | {semantics} | {len(found)} | {counts} | {translated} | {again} | {places} | {seconds:.0f} |"


def main() -> int:
    """Parse the arguments, check, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", nargs="*", default=["calcite_even", "literature_even"])
    parser.add_argument("--semantics", nargs="*", default=["set", "bag"])
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true", help="put the figures into BENCHMARKS.md")
    args = parser.parse_args()
    header = (
        f"| pairs | semantics | all | {' | '.join(WORDS)} | of them translated | witnesses that differ again "
        "| refuted by the order of columns alone | CPU s |"
    )
    lines = [header, "|" + "---|" * (len(WORDS) + 7)]
    results: dict[str, list[dict[str, Any]]] = {}
    for file in args.files:
        for semantics in args.semantics:
            found = results[f"{file} {semantics}"] = measured(file, semantics, args)
            lines.append(row(file, semantics, found))
            print(lines[-1], flush=True)
    print("\n".join(lines))
    if args.out:
        args.out.write_text(json.dumps(results, indent=1))
    if args.write:
        write_section("published", "python benchmarks/published.py --write", "\n".join(lines))
    unconfirmed = [one["pair"] for found in results.values() for one in found if one["replayed"] is False]
    print(f"Witnesses on which the queries do not differ again: {unconfirmed or 'none'}")
    return 1 if unconfirmed else 0


if __name__ == "__main__":
    raise SystemExit(main())
