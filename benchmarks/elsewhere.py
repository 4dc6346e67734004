"""The share of witnesses that hold on DuckDB and PostgreSQL, by grade: five methods' EX-passing answers on BIRD.

python benchmarks/elsewhere.py --every 4 [--also duckdb,postgres=ADDRESS] [--write]

Needs ../shared/data/bird.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

from sections import write_section

from spotit import Different, Options, QueryPair, check_many, load_schema
from spotit.elsewhere.holds import Elsewhere
from spotit.elsewhere.local_server import at_hand
from spotit.verdict import Grade

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "bird"


def pairs(every: int) -> list[QueryPair]:
    """Return gold against prediction wherever the paper's EX passes, every so many of them."""
    questions = {q["question_id"]: q for q in json.loads((DATA / "dev.json").read_text())}
    passing = json.loads((DATA / "ex_pass_ids.json").read_text())
    found = []
    for path in sorted((DATA / "predictions").glob("*.json")):
        answers = json.loads(path.read_text())
        for number in passing[path.stem]:
            question = questions[number]
            schema = DATA / "databases" / question["db_id"] / "schema.sql"
            found.append(QueryPair(question["SQL"], answers[str(number)], schema, (path.stem, number)))
    return found[::every]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--also", default="duckdb,postgres")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    todo = pairs(chosen.every)
    schemas = {pair.schema: load_schema(pair.schema) for pair in todo}
    counts: dict[tuple[str, Grade], Counter[str]] = defaultdict(Counter)
    reasons: Counter[str] = Counter()
    witnesses = 0
    with at_hand(chosen.also) as systems, Elsewhere(systems) as elsewhere:
        for pair, verdict in check_many(todo, Options(timeout=20.0), jobs=chosen.jobs):
            if not isinstance(verdict, Different):
                continue
            witnesses += 1
            for name, holds in (elsewhere.tried(verdict, schemas[pair.schema]).holds_on or {}).items():
                word = "error" if isinstance(holds, str) else "holds" if holds else "agrees"
                counts[name, verdict.grade][word] += 1
                if isinstance(holds, str):
                    reasons[f"{name}: {holds[:60]}"] += 1
    lines = [
        f"{len(todo)} pairs (every {chosen.every}), {witnesses} witnesses.",
        "",
        "| system | grade | witnesses | queries run | hold there | share of those that run |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name in systems:
        total: Counter[str] = Counter()
        for grade in Grade:
            found = counts[name, grade]
            total += found
            if found:
                lines.append(row(name, grade.value, found))
        lines.append(row(name, "all", total))
    print("\n".join(lines))
    print(reasons.most_common(12))
    if chosen.write:
        command = f"python benchmarks/elsewhere.py --every {chosen.every} --write"
        write_section("elsewhere", command, "\n".join(lines))


def row(name: str, grade: str, found: Counter[str]) -> str:
    """Return a row of the table."""
    ran = found["holds"] + found["agrees"]
    share = f"{found['holds'] / ran:.1%}" if ran else "-"
    return f"| {name} | {grade} | {found.total()} | {ran} | {found['holds']} | {share} |"


if __name__ == "__main__":
    main()
