"""Changes one literal of each gold query and lists every pair that is still called equal: a theorem, or a bug of ours.

    python benchmarks/literal_mutations.py [--database NAME ...] [--out FILE] [--jobs 2] [--write]

Gold queries of the shared BIRD and Spider databases; every literal of every query once, bound 5, set semantics.
With --out the pairs are kept in a file, one JSON object each, and databases that it has are not checked again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from sections import write_section

from generate.literal_mutations import mutated
from spotit import Options, check, load_schema

DATA = Path(__file__).resolve().parents[2] / "shared/data"
EQUAL = ("equivalent", "equivalent_up_to_bound")
_TIMEOUT = 20.0


def golds(names: list[str] | None) -> Iterator[tuple[str, Path, list[str]]]:
    """Yield each database with its schema file and its distinct gold queries."""
    found: dict[str, dict[str, None]] = {}
    for file in ("bird/dev.json", "spider/dev_subset.json"):
        for question in json.loads((DATA / file).read_text(encoding="utf-8")):
            found.setdefault(question["db_id"], {})[question.get("SQL") or question["query"]] = None
    for name, queries in sorted(found.items()):
        if not names or name in names:
            bird = DATA / "bird/databases" / name / "schema.sql"
            yield name, bird if bird.exists() else DATA / "spider/databases" / name / f"{name}.sqlite", list(queries)


def run(database: tuple[str, Path, list[str]]) -> list[dict[str, object]]:
    """Check every mutation of one database."""
    name, file, queries = database
    schema = load_schema(file)
    found = []
    for sql in queries:
        for other in mutated(sql):
            answer = check(sql, other, schema, Options(timeout=_TIMEOUT)).as_dict()
            keep = ("verdict", "grade", "bound", "reason", "assumptions")
            found.append({"database": name, "gold": sql, "mutant": other, **{key: answer[key] for key in keep}})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", nargs="*")
    parser.add_argument("--out", type=Path, help="one JSON object a pair")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    kept = args.out.read_text(encoding="utf-8") if args.out and args.out.exists() else ""
    lines: list[dict[str, object]] = [json.loads(line) for line in kept.splitlines()]
    done = {line["database"] for line in lines}
    with ProcessPoolExecutor(args.jobs) as pool:
        for found in pool.map(run, (one for one in golds(args.database) if one[0] not in done)):
            lines += found
            print(f"{len(lines)} pairs, {found[-1]['database'] if found else ''}", file=sys.stderr, flush=True)
            if args.out:
                with args.out.open("a", encoding="utf-8") as out:
                    out.write("".join(json.dumps(line) + "\n" for line in found))
    counts = Counter(str(line["verdict"]) for line in lines)
    equal = [line for line in lines if line["verdict"] in EQUAL]
    for line in equal:
        print(f"{line['verdict']} ({line['reason']}) {line['database']}\n  {line['gold']}\n  {line['mutant']}")
    summary = f"{len(lines)} pairs: " + ", ".join(f"{count} {name}" for name, count in counts.most_common())
    print(summary)
    if args.write:
        table = "\n".join((*_table(lines), "", f"{summary}.", "", _judged(equal)))
        write_section("literal mutations", "python benchmarks/literal_mutations.py --write", table)
    return 0


def _table(lines: list[dict[str, object]]) -> Iterator[str]:
    """Yield a table of the verdicts by database."""
    yield "| database | pairs | different | equal | unrefuted | undecided or unsupported |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in [*sorted({str(line["database"]) for line in lines}), "all"]:
        found = Counter(str(line["verdict"]) for line in lines if name in (line["database"], "all"))
        equal, open_ = sum(found[word] for word in EQUAL), found["undecided"] + found["unsupported"]
        yield (f"| {name} | {found.total()} | {found['different']} | {equal} | {found['unrefuted']} | {open_} |")


def _judged(equal: list[dict[str, object]]) -> str:
    """Return how many of the equal pairs are theorems of which kind, judged by where the literal stands."""
    kinds = Counter(_kind(str(line["gold"]), str(line["mutant"])) for line in equal)
    return "The equal pairs by where the literal stands: " + ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())


def _kind(gold: str, mutant: str) -> str:
    """Return where in a query the two texts differ, in words."""
    at = next(n for n, (a, b) in enumerate(zip(gold, mutant, strict=False)) if a != b)
    before = gold[:at].upper().split()
    word = before[-1].strip("'%(") if before else ""
    if "LIMIT" in (word, *before[-2:]):
        return "in the LIMIT of what gives one row or one value anyway"
    if word in ("THEN", "ELSE") or before[-2:-1] == ["THEN"]:
        return "a value that is only counted, or compared with 0"
    return "in a condition"


if __name__ == "__main__":
    raise SystemExit(main())
