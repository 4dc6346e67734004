"""Witnesses as files: replayable scripts, and databases read back from verdict objects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from spotit.database import Database, Rows, Value
from spotit.evaluate.crosscheck import Found
from spotit.evaluate.records import Question, QuestionId
from spotit.options import Columns
from spotit.search.witness.replay import stored_text


def file_stem(question_id: QuestionId) -> str:
    """Return the question id as part of a file name; ids are untrusted text."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", str(question_id))[:60] or "_"


def database_of(witness: Mapping[str, Any]) -> Database:
    """Return the database of a witness in its JSON form."""
    return Database({name: _rows(table) for name, table in witness["tables"].items()}, witness["now"])


def _rows(table: Mapping[str, Any]) -> Rows:
    rows = tuple(tuple(_value(value) for value in row) for row in table["rows"])
    return Rows(tuple(table["columns"]), rows)


def _value(value: Any) -> Value:  # noqa: ANN401 - a JSON value
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def witness_script(question: Question, found: Found, methods: Sequence[str]) -> str:
    """Return a script for any SQLite shell: what it shows, the tables and rows, then the two queries.

    Where they read the clock, the witness's instant stands in its place.
    """
    verdict = found.verdict
    witness = verdict["witness"]
    gold, prediction = witness["queries"] or (question.gold, found.sql)
    header = [
        f"A database on which gold and prediction differ ({verdict['grade']}).",
        f"question {question.question_id} ({question.db_id}): {question.question}",
        f"methods: {', '.join(methods)}",
        f"semantics: {verdict['semantics']}",
        f"engine: {verdict['engine']}",
    ]
    if verdict.get("columns", Columns.EXACT) != Columns.EXACT:
        header.append(f"columns: {verdict['columns']}")
    if witness["now"]:
        header.append(f"now: {witness['now']}")
    return stored_text(header, witness["sql"], ("left: gold", gold), ("right: prediction", prediction))
