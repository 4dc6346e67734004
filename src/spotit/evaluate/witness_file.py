"""Witnesses as files: replayable scripts, and databases read back from verdict objects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from spotit.database import Database, Rows, Value
from spotit.evaluate.crosscheck import Found
from spotit.evaluate.records import Question, QuestionId

LEFT_MARK = "-- left: gold"
RIGHT_MARK = "-- right: prediction"


def file_stem(question_id: QuestionId) -> str:
    """Return the question id as part of a file name; ids are untrusted text."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", str(question_id))[:60] or "_"


def database_of(witness: Mapping[str, Any]) -> Database:
    """Return the database of a witness in its JSON form."""
    return Database({name: _rows(table) for name, table in witness["tables"].items()})


def _rows(table: Mapping[str, Any]) -> Rows:
    rows = tuple(tuple(_value(value) for value in row) for row in table["rows"])
    return Rows(tuple(table["columns"]), rows)


def _value(value: Any) -> Value:  # noqa: ANN401 - a JSON value
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def witness_script(question: Question, found: Found, methods: Sequence[str], *, now: str) -> str:
    """Return a script for any SQLite shell: what it shows, the tables and rows, then the two queries."""
    verdict = found.verdict
    header = [
        f"A database on which gold and prediction differ ({verdict['grade']}).",
        f"question {question.question_id} ({question.db_id}): {question.question}",
        f"methods: {', '.join(methods)}",
        f"semantics: {verdict['semantics']}",
        f"engine: {verdict['engine']}",
        f"now: {now}",
    ]
    lines = [f"-- {' '.join(line.split())}" for line in header]
    body = [verdict["witness"]["sql"].rstrip(), "", LEFT_MARK, _statement(question.gold)]
    return "\n".join([*lines, *body, RIGHT_MARK, _statement(found.sql), ""])


def _statement(sql: str) -> str:
    """Return the query ended by a semicolon that a trailing comment cannot swallow."""
    text = sql.strip().rstrip(";").rstrip()
    return f"{text}\n;" if "--" in text.rsplit("\n", 1)[-1] else f"{text};"
