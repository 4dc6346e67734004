"""The shape of a verdict object in a file: what comes from a run directory or a cache may be damaged, or anyone's."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from spotit.options import QueryDialect, Semantics
from spotit.verdict import NAMES, Grade

MOST_ROWS = 1000
"""A bound or a witness with more rows per table is none of ours."""
Bound = Annotated[int, msgspec.Meta(ge=0, le=MOST_ROWS)]


class _Table(msgspec.Struct):
    columns: list[str]
    rows: list[list[str | float | dict[str, str] | None]]


class _Cell(msgspec.Struct):
    table: str
    row: int
    column: str


class _Origin(msgspec.Struct):
    rows: int
    changed: list[_Cell]


class _Error(msgspec.Struct):
    error: str


class _Witness(msgspec.Struct):
    tables: dict[str, _Table]
    sql: str
    tags: list[str]
    explanation: str
    now: str | None = None
    queries: tuple[str, str] | None = None
    minimal: bool = False
    breaks: list[str] = []
    origin: _Origin | None = None


class _Stats(msgspec.Struct):
    seconds: float
    spurious: int
    encoded: bool | None


class _Verdict(msgspec.Struct):
    verdict: str
    grade: Grade | None
    bound: Bound | None
    semantics: Semantics
    engine: str
    assumptions: list[str]
    reason: str
    side: str | None
    span: tuple[int, int] | None
    witness: _Witness | None
    left_result: dict[str, Any] | None
    right_result: dict[str, Any] | None
    stats: _Stats
    grade_settled: bool | None = None
    holds_on: dict[QueryDialect, bool | str] | None = None
    arrangement: list[int] | None = None
    extra_columns: list[str] | None = None
    proof: list[str] | None = None


def is_verdict(value: object) -> bool:
    """Tell whether a JSON value has the shape of a verdict object, with its witness if it is a difference."""
    try:
        found = msgspec.convert(value, _Verdict)
        results = [found.left_result, found.right_result]
        if found.verdict not in NAMES.values():
            return False
        if found.verdict != "different":
            return found.witness is None
        if found.grade is None or found.witness is None:
            return False
        return all(map(_is_whole, found.witness.tables.values())) and all(map(_is_result, results))
    except (msgspec.ValidationError, RecursionError):
        return False


def _is_result(value: dict[str, Any] | None) -> bool:
    if value and "error" in value:
        return isinstance(msgspec.convert(value, _Error), _Error)
    return _is_whole(msgspec.convert(value, _Table))


def _is_whole(table: _Table) -> bool:
    return all(len(row) == len(table.columns) for row in table.rows)
