"""Methods that answer while the run starts: programs that speak JSON lines, and Python callables."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from spotit.errors import UsageError
from spotit.evaluate.answers.predictions import Answers, from_mapping, parse_answers
from spotit.evaluate.records import Question
from spotit.workers.program import run_program

Method = Callable[[Question, str], str | None]
"""A method in Python: a question and its schema as DDL in, SQL out."""


def ask_program(
    name: str, command: str, questions: Sequence[Question], ddl: Mapping[str, str], *, seconds: float
) -> Answers:
    """Send all questions to a program and return its answers; what it answered before a failure counts."""
    lines = b"".join(_line(question, ddl[question.db_id]) for question in questions)
    try:
        ran = run_program(shlex.split(command), lines, seconds)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot start method {name}: {error}") from None
    answers = _parse(ran.stdout, complete=ran.code == 0)
    if ran.code == 0:
        return answers
    if ran.code is None:
        return replace(answers, problem=f"the program was stopped {ran.stopped}")
    last = ran.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return replace(answers, problem=": ".join([f"the program ended with exit code {ran.code}", *last]))


def ask_callable(method: Method, questions: Sequence[Question], ddl: Mapping[str, str]) -> Answers:
    """Return the answers of a Python method. What it raises is the caller's business."""
    return from_mapping({q.question_id: method(q, ddl[q.db_id]) for q in questions})


def _line(question: Question, ddl: str) -> bytes:
    record = {
        "question_id": question.question_id,
        "db_id": question.db_id,
        "question": question.question,
        "evidence": question.evidence,
        "schema": ddl,
    }
    return msgspec.json.encode(record) + b"\n"


def _parse(output: bytes, *, complete: bool) -> Answers:
    text = output.decode("utf-8", "replace")
    if not complete:
        text = text[: text.rfind("\n") + 1]
    return parse_answers(text) if text.strip() else Answers(problem="the program gave no answers")
