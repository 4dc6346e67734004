"""The records of a run directory (docs/reference/results-format.md), one struct per kind of line."""

from __future__ import annotations

import platform
from typing import Any, Literal

import msgspec

from spotit.evaluate.stored_verdict import Bound

FORMAT = 1

QuestionId = int | str
Status = Literal["ok", "missing", "empty", "oversized"]


class Question(msgspec.Struct, frozen=True):
    """One benchmark question with its gold query."""

    question_id: QuestionId
    db_id: str
    question: str
    gold: str
    evidence: str = ""
    difficulty: str | None = None


class Prediction(msgspec.Struct, frozen=True):
    """What one method answered to one question."""

    question_id: QuestionId
    method: str
    sql: str | None
    status: Status = "ok"


class SchemaRecord(msgspec.Struct, frozen=True):
    """The schema of one database, as text and in numbers."""

    db_id: str
    ddl: str
    notes: tuple[str, ...] = ()
    source: str = "sql"
    tables: int = 0
    columns: int = 0
    constraints: int = 0


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Everything known about one (question, method)."""

    question_id: QuestionId
    method: str
    db_id: str
    difficulty: str | None = None
    ex: bool | None = None
    ex_reason: str | None = None
    answer: str | None = None
    extra_columns: tuple[str, ...] = ()
    verdict: str | None = None
    grade: str | None = None
    robust: bool | None = None
    bound: Bound | None = None
    reason: str | None = None
    witness: str | None = None
    cross_checked: tuple[str, ...] = ()
    cross_grade: str | None = None
    cross_robust: bool | None = None
    replays: dict[str, str] = {}
    alike: str | None = None
    alike_by: str | None = None
    beside_gold: str | None = None
    pair: str | None = None
    encoded: bool | None = None
    spurious: int = 0
    seconds: float | None = None


class VerdictRecord(msgspec.Struct, frozen=True):
    """The full verdict of one distinct (database, gold, prediction)."""

    pair: str
    question_id: QuestionId
    db_id: str
    witness: str | None
    verdict: dict[str, Any]


class WitnessRecord(msgspec.Struct, frozen=True):
    """Where a witness comes from and what gold answers on it."""

    witness: str
    question_id: QuestionId
    pair: str
    methods: tuple[str, ...]
    grade: str
    bound: Bound
    gold_answer: str | None
    aside: bool = False
    """It tells gold from predictions that fail EX: shown, but no part of any score."""
    answers: dict[str, Any] = {}
    """The first rows of each answer on it, by digest."""


class InputFile(msgspec.Struct, frozen=True):
    """One input as it was read: enough to tell later whether it is still the same."""

    role: str
    name: str
    path: str
    sha256: str
    bytes: int


class PredictionCounts(msgspec.Struct, frozen=True):
    """How a method's answers met the questions."""

    found: int = 0
    missing: int = 0
    extra: int = 0
    duplicate: int = 0
    empty: int = 0
    oversized: int = 0
    extracted: int = 0
    """Queries that were taken out of other text: code fences, reasoning."""
    fields: str | None = None
    """Where else in its records queries stand."""
    problem: str | None = None


class Limits(msgspec.Struct, frozen=True):
    """What one pair may use."""

    ex_timeout: float = 30.0
    """Seconds for each query on the test database."""
    memory_mb: int = 8192
    """Address space of a worker process."""
    cpu_seconds: float = 150.0
    """CPU seconds for one step of a worker; the kernel ends it beyond."""
    hard_seconds: float = 100.0
    """Wall seconds for one step; the parent kills the worker beyond."""
    max_rows: int = 1_000_000
    """Rows of one result on the test database."""


class Selection(msgspec.Struct, frozen=True):
    """Which questions of the benchmark take part; empty means all."""

    db: tuple[str, ...] = ()
    difficulty: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int | None = None


class RunInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The content of run.json."""

    format: int = FORMAT
    created: str
    spotit: str
    source: str
    engine: str
    python: str = platform.python_version()
    platform: str = f"{platform.system()}-{platform.release()}-{platform.machine()}"  # platform.platform runs a program
    benchmark: str
    ex_source: Literal["database", "file", "none"]
    options: dict[str, Any]
    limits: Limits
    selection: Selection
    methods: tuple[str, ...]
    questions: int = 0
    """How many questions the run has; 0 in runs that do not say."""
    inputs: tuple[InputFile, ...]
    predictions: dict[str, PredictionCounts]
    notes: tuple[str, ...] = ()
    arguments: dict[str, Any]
    fingerprint: str
