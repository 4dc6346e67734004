"""What facts about the data change: grades before and after, and witnesses that break a fact.

    python benchmarks/believable.py [--every N] [--database NAME ...] [--write]

All BIRD databases with facts from their profiles, every N-th distinct pair; superhero, whose database is at hand, also
with facts mined from it. A witness breaks a fact if its rows contradict it in columns that it shows.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sections import write_section

from spotit import check
from spotit.constraints.check import Check
from spotit.constraints.constraint import broken_by
from spotit.database import Database, Rows
from spotit.dialect.wording import quote
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.learned_facts import LearnedFacts
from spotit.mine.mine_database import mine
from spotit.mine.profile import facts_of_profile
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.realism.example import Example
from spotit.verdict import Different, Grade, Verdict

BIRD = Path(__file__).parents[2] / "shared/data/bird"
METHODS = ("csc_32b", "chess_ir_cg_ut", "gena_2", "rsl_sql_gpt4o", "omnisql_32b_majority")
GRADES = ("ordinary", "ties", "unlikely", "nulls", "empty", "order", "rounding", "error")


@dataclass(frozen=True)
class Outcome:
    verdict: Verdict
    seconds: float


def pairs(database: str) -> Iterator[tuple[str, str]]:
    """Yield the distinct pairs of gold and prediction that pass EX."""
    questions = {q["question_id"]: q for q in json.loads((BIRD / "dev.json").read_text())}
    passing = json.loads((BIRD / "ex_pass_ids.json").read_text())
    seen = set()
    for method in METHODS:
        predictions = json.loads((BIRD / f"predictions/{method}.json").read_text())
        for number in passing[method]:
            pair = (questions[number]["SQL"], predictions[str(number)])
            if questions[number]["db_id"] == database and pair not in seen:
                seen.add(pair)
                yield pair


def outcomes(chosen: list[tuple[str, str]], schema: Schema, example: Example | None) -> list[Outcome]:
    found = []
    for left, right in chosen:
        begin = time.process_time()
        verdict = check(left, right, schema, Options(timeout=30), constraints=example)
        found.append(Outcome(verdict, time.process_time() - begin))
    return found


def breaks(witness: Database, facts: LearnedFacts, schema: Schema, *, rules: bool) -> bool:
    """Tell whether a witness contradicts a fact about columns that it shows."""
    shown = {(name, column) for name, table in witness.tables.items() for column in table.columns}
    engine = open_engine(schema, Options())
    try:
        engine.load(schema.given_values(witness))

        def truths(said: Check, _rows: Rows) -> list[bool | None]:
            return [not engine.run(f"SELECT 1 FROM {quote(said.table)} WHERE NOT ({said.condition}) LIMIT 1").rows]

        for fact in facts.facts:
            constraint, columns = fact.constraint(schema), fact.columns_in(schema)
            if constraint is None or not columns or not columns <= shown or (rules and not fact.is_rule):
                continue
            if broken_by(constraint, witness.tables, truths):
                return True
    except ConstraintViolation:
        return True
    finally:
        engine.close()
    return False


def differences(found: list[Outcome]) -> list[Different]:
    return [o.verdict for o in found if isinstance(o.verdict, Different)]


def row(name: str, found: list[Outcome], facts: LearnedFacts, schema: Schema) -> str:
    differ = differences(found)
    grades = Counter(d.grade.value for d in differ)
    robust = [d for d in differ if d.is_robust]
    rules, all_facts, of_robust = (
        sum(breaks(d.witness.database, facts, schema, rules=only) for d in among)
        for among, only in ((differ, True), (differ, False), (robust, False))
    )
    changed = Counter(len(d.witness.origin.changed) if d.witness.origin else None for d in differ)
    seconds = statistics.median(o.seconds for o in found) * 1000
    listed = " / ".join(str(grades[grade]) for grade in GRADES)
    return (
        f"| {name} | {len(found)} | {len(differ)}: {listed} | {len(robust)} | "
        f"{rules} ({percent(rules, len(differ))}) | "
        f"{all_facts} ({percent(all_facts, len(differ))}) | "
        f"{of_robust} ({percent(of_robust, len(robust))}) | "
        f"{changed[0]} / {changed[1]} / {changed[2]} | {seconds:.1f} / {sum(o.seconds for o in found):.1f} |"
    )


HEAD = (
    "| facts | pairs | different: " + " / ".join(GRADES) + " | robust | witnesses that break a rule | any fact | "
    "of the robust ones | on real rows with 0 / 1 / 2 cells changed | CPU: median ms / all s |"
)


def superhero(chosen: list[tuple[str, str]]) -> list[str]:
    """Return the rows of the database whose rows are at hand, with facts mined from it."""
    file = BIRD / "databases/superhero/superhero.sqlite"
    schema, facts = load_schema(BIRD / "databases/superhero/schema.sql"), mine(file)
    examples = (("superhero, off", None), ("superhero, mined", Example(facts, file)))
    return [row(name, outcomes(chosen, schema, example), facts, schema) for name, example in examples]


@dataclass(frozen=True)
class Counts:
    """Witnesses of one database, and those of them that break what the profile says."""

    witnesses: int
    rules: int
    facts: int
    unlikely: int
    robust: int
    of_robust: int


def by_profile(name: str, chosen: list[tuple[str, str]], counts: dict[str, list[Counts]]) -> Iterator[str]:
    """Yield the rows of a database with facts from its profile, and count its witnesses."""
    folder = BIRD / "databases" / name
    schema = load_schema(folder / "schema.sql")
    facts = facts_of_profile(folder / "profile.json", schema)
    for kind, example in (("off", None), ("profile", Example(facts))):
        found = outcomes(chosen, schema, example)
        yield row(f"{name}, {kind}", found, facts, schema)
        differ = differences(found)
        robust = [d for d in differ if d.is_robust]
        broken = (
            sum(breaks(d.witness.database, facts, schema, rules=only) for d in among)
            for among, only in ((differ, True), (differ, False), (robust, False))
        )
        rules, every, of_robust = broken
        unlikely = sum(d.grade is Grade.UNLIKELY for d in differ)
        counts.setdefault(kind, []).append(Counts(len(differ), rules, every, unlikely, len(robust), of_robust))


def total(kind: str, counts: list[Counts]) -> str:
    """Return the sums over all databases as a sentence."""
    whole, robust = sum(c.witnesses for c in counts), sum(c.robust for c in counts)
    rules, facts, of_robust = (sum(getattr(c, name) for c in counts) for name in ("rules", "facts", "of_robust"))
    unlikely = sum(c.unlikely for c in counts)
    said = f"{unlikely} are called unlikely; of the {whole - unlikely} others {facts - unlikely} break one"
    return (
        f"All databases, {kind}: {whole} witnesses, {rules} break a rule of the profile ({percent(rules, whole)}), "
        f"{facts} any fact of it ({percent(facts, whole)}); {said} "
        f"({percent(facts - unlikely, whole - unlikely)}), of {robust} robust ones {of_robust} "
        f"({percent(of_robust, robust)})."
    )


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=5, help="take every N-th distinct pair")
    parser.add_argument("--database", action="append", help="only these; repeatable")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    names = given.database or sorted(folder.name for folder in (BIRD / "databases").iterdir())
    lines = [HEAD, "|" + " --- |" * (HEAD.count("|") - 1)]
    counts: dict[str, list[Counts]] = {}
    for name in names:
        chosen = list(pairs(name))[:: given.every]
        lines += superhero(chosen) if name == "superhero" else []
        lines += by_profile(name, chosen, counts)
        print("\n".join(lines[-2:]), flush=True)
    lines += [text for kind, found in counts.items() for text in ("", total(kind, found))]
    print("\n".join(lines[-4:]), flush=True)
    if given.write:
        only = "".join(f" --database {name}" for name in given.database or ())
        write_section(
            "believable", f"python benchmarks/believable.py --every {given.every}{only} --write", "\n".join(lines)
        )


if __name__ == "__main__":
    main()
