"""Replays FOUND.md: what gold and a right query return on each entry's database, and the grade of their difference.

    python benchmarks/found.py

"A right query" is the experts' where they changed gold, otherwise any of the methods' that returns what the page says.
Columns that an entry leaves out are NULL, so its rows are loaded without constraints; the check that follows is one
over the schema with the facts of the database's profile. Entries whose database the page cuts short are not replayed.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from believable import BIRD, METHODS

from spotit import check
from spotit.mine.profile import facts_of_profile
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.realism.example import Example
from spotit.verdict import Different

PAGE = Path(__file__).parents[1] / "FOUND.md"
_ENTRY = re.compile(r"^\| (\d+) (\w+) \| (.*)$")
_VALUE = r"'(?:[^']|'')*'|-?[0-9.]+(?:e[+-]?[0-9]+)?|NULL"
_CELL = re.compile(rf"\s*(.+?) ({_VALUE})(?:, |$)")


class Entry(NamedTuple):
    """One row of the page."""

    number: int
    db_id: str
    rows: str
    gold: str
    right: str


def entries() -> Iterator[Entry]:
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if found := _ENTRY.match(line):
            _, rows, gold, right, _ = (part.strip() for part in found[3].rstrip("|").rsplit(" | ", 4))
            yield Entry(int(found[1]), found[2], rows, gold, right)


def load(schema: Schema, rows: str) -> sqlite3.Connection | None:
    """Return the entry's database; None where the page cuts it short."""
    connection = sqlite3.connect(":memory:")
    for table in schema.tables:
        listed = ", ".join(f'"{column.name}" {column.declared}' for column in table.columns)
        connection.execute(f'CREATE TABLE "{table.name}" ({listed})')
    for text in re.findall(r"`([^`]*)`", rows):
        table, _, cells = text.partition("(")
        if "..." in text or not text.endswith(")") or schema.table(table) is None:
            return None
        found = _CELL.findall(cells[:-1])
        names = ", ".join(f'"{name}"' for name, _ in found)
        connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(value for _, value in found)})')
    return connection if " more" not in rows else None


def returned(connection: sqlite3.Connection, sql: str) -> str:
    """Return the result as the page writes it."""
    try:
        rows = list(dict.fromkeys(connection.execute(sql).fetchall()))
    except sqlite3.Error as error:
        return f"error: {error}"
    if not rows:
        return "nothing"
    return " ".join(f"`{_shown(row)}`" for row in rows)


def _shown(row: tuple[object, ...]) -> str:
    cells = ["NULL" if value is None else repr(value) for value in row]
    return cells[0] if len(cells) == 1 else f"({', '.join(cells)})"


def main() -> None:
    questions = {q["question_id"]: q for q in json.loads((BIRD / "dev.json").read_text())}
    corrected = {
        c["question_id"]: c["SQL"]
        for c in json.loads((BIRD.parent / "bird_corrections/minidev_even.json").read_text())
        if c["sql_changed"]
    }
    answers = {method: json.loads((BIRD / f"predictions/{method}.json").read_text()) for method in METHODS}
    tally: Counter[str] = Counter()
    for entry in entries():
        folder = BIRD / "databases" / entry.db_id
        schema = load_schema(folder / "schema.sql")
        gold = questions[entry.number]["SQL"]
        connection = load(schema, entry.rows)
        if connection is None:
            said, right = "cut short on the page", corrected.get(entry.number)
        else:
            candidates = [corrected.get(entry.number), *(answers[m][str(entry.number)] for m in METHODS)]
            right = next((sql for sql in candidates if sql and returned(connection, sql) == entry.right), None)
            ours = returned(connection, gold)
            said = "gold returns what the page says" if ours == entry.gold else f"gold returns {ours}, not {entry.gold}"
            said += "" if right is not None else "; no query at hand returns what a right one should"
        grade = "no query to check with"
        if right is not None:
            example = Example(facts_of_profile(folder / "profile.json", schema))
            verdict = check(gold, right, schema, Options(timeout=30), constraints=example)
            grade = verdict.grade.value if isinstance(verdict, Different) else type(verdict).__name__
        tally[said] += 1
        tally[f"grade: {grade}"] += 1
        print(entry.number, entry.db_id, "|", said, "|", grade, flush=True)
    print(*(f"{count:4} {what}" for what, count in tally.most_common()), sep="\n")


if __name__ == "__main__":
    main()
