"""The steps that a worker process does for the evaluation, and its answers: plain data, cheap to import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from spotit.database import Database
from spotit.elsewhere.trial import Trial
from spotit.evaluate.records import Limits
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Schema
from spotit.search.realism.example import Example


@frozen
class Setup:
    """What every step of a run shares; sent to a worker once."""

    schemas: Mapping[str, Schema]
    databases: Mapping[str, str]
    """The SQLite file of each database that has one."""
    options: Options
    limits: Limits
    examples: Mapping[str, Example] = field(default_factory=dict)
    """What is known of the data of each database."""

    def start(self) -> Callable[[Step], StepAnswer]:
        """Return what answers steps, in a worker process."""
        from spotit.evaluate.answer import Stepper

        return Stepper(self).answer


@frozen
class ExecuteStep:
    """Run gold and prediction on the test database."""

    db_id: str
    gold: str
    prediction: str


@frozen
class CheckStep:
    """Look for a difference; `known` are witnesses to try first."""

    db_id: str
    gold: str
    prediction: str
    known: tuple[Database, ...] = ()
    options: Options | None = None
    """Other options than the run's."""
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What question, evidence and all queries compare columns with, by the column's folded name."""


@frozen
class ReplayStep:
    """Run gold and prediction on witnesses that were found for other predictions."""

    db_id: str
    gold: str
    prediction: str
    witnesses: tuple[Database, ...]


@frozen
class ProbeStep:
    """Run all predictions of a question on its witnesses and on small databases made for them."""

    db_id: str
    gold: str
    predictions: tuple[str, ...]
    witnesses: tuple[Database, ...]


@frozen
class TryStep:
    """Run both queries of a witness on another database system; the answer is whether they differ, or why not tried."""

    db_id: str
    trial: Trial
    system: str
    address: str


@frozen
class Executed:
    """`reason` says why the prediction does not pass; `answer` is the digest of its result."""

    passed: bool
    reason: str | None = None
    answer: str | None = None
    extra_columns: tuple[str, ...] = ()
    """The columns beyond gold's, where the prediction passes with them."""
    rejected: str | None = None
    """What the engine says when it rejects the prediction."""


@frozen
class ReplayAnswer:
    """What one witness says: `differs` is True only for a confirmed difference that counts."""

    differs: bool
    answer: str
    gold_answer: str
    result: dict[str, object] | None = None
    """The first rows of the prediction's result, as JSON holds them, or its error."""


@frozen
class ProbeAnswer:
    """What a prediction answers on all witnesses and probes of its question."""

    signature: str | None
    """The same for predictions that answer alike everywhere; None where there is nothing to tell them by."""
    beside_gold: str | None = None
    """`same` where gold answers alike too, `columns` where it does but for columns that one has beyond the other."""


Step = ExecuteStep | CheckStep | ReplayStep | ProbeStep | TryStep
StepAnswer = Executed | dict[str, object] | tuple[ReplayAnswer, ...] | tuple[ProbeAnswer, ...] | bool | str
