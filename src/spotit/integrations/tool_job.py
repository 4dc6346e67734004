"""Lint and replay for a server that must not hang: in a worker process, which is killed when it takes too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spotit.depth import with_room
from spotit.errors import SpotitError
from spotit.frozen import frozen
from spotit.lint.lint_query import lint
from spotit.schemas.load import schema_from_ddl
from spotit.search.witness.replay import read_witness, replay
from spotit.workers.job import Died, Failed
from spotit.workers.worker import Worker

SECONDS = 10.0
"""For one call of a tool."""


@frozen
class LintCall:
    """A query to be linted."""

    query: str
    ddl: str


@frozen
class ReplayCall:
    """A witness file to be replayed."""

    witness_file: str


@frozen
class BadInput:
    """Input that is no good, and why."""

    reason: str


ToolStep = LintCall | ReplayCall
ToolAnswer = list[dict[str, Any]] | dict[str, Any] | BadInput


@frozen
class ToolJob:
    """The job of a worker that lints and replays."""

    def start(self) -> Callable[[ToolStep], ToolAnswer]:
        """Return what answers a step."""
        return _answer


def called(step: ToolStep, worker: Worker[ToolStep, ToolAnswer]) -> Any:  # noqa: ANN401 - JSON
    """Return what a worker answers as JSON; raise `ValueError` where it refuses the input or is killed."""
    answer = worker.call(step, SECONDS)
    if isinstance(answer, BadInput | Died | Failed):
        raise ValueError(answer.reason)
    return answer


def _answer(step: ToolStep) -> ToolAnswer:
    def work() -> ToolAnswer:
        return _findings(step) if isinstance(step, LintCall) else _replayed(step)

    try:
        return with_room(work)
    except SpotitError as error:
        return BadInput(str(error))


def _findings(step: LintCall) -> list[dict[str, Any]]:
    tables = schema_from_ddl(step.ddl)
    try:
        findings = lint(step.query, tables)
    except SpotitError as error:
        return [{"name": "invalid", "severity": "error", "message": str(error), "line": 1, "column": 1}]
    places = [finding.span.line_column(step.query) for finding in findings]
    return [
        {"name": one.name, "severity": one.severity.value, "message": one.message, "line": line, "column": column}
        for one, (line, column) in zip(findings, places, strict=True)
    ]


def _replayed(step: ReplayCall) -> dict[str, Any]:
    replayed = replay(read_witness(step.witness_file))
    left, right = replayed.left.as_dict(), replayed.right.as_dict()
    return {"agree": replayed.agree, "left_result": left, "right_result": right}
