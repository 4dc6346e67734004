"""What a worker process does: run untrusted SQL on test databases and witnesses, and check pairs."""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from spotit.api import check
from spotit.arrangement import Arrangement
from spotit.database import Database, Outcome, Rows, Value
from spotit.dialect.statements import orders
from spotit.elsewhere.holds import holds
from spotit.engine.compare import agreement, degenerate, same
from spotit.engine.failures import ConstraintViolation, QueryError, QueryTimeout, QueryTooLarge, TooManyOrders
from spotit.engine.lease import Engines
from spotit.engine.open import system
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine, Reader
from spotit.evaluate.alike.probes import probed
from spotit.evaluate.protocol import (
    CheckStep,
    Executed,
    ExecuteStep,
    ProbeAnswer,
    ProbeStep,
    ReplayAnswer,
    ReplayStep,
    Setup,
    Step,
    StepAnswer,
    TryStep,
)
from spotit.frozen import frozen
from spotit.options import Columns, Options, Semantics
from spotit.preferences.language import applicable
from spotit.vocabulary.lexicon import Lexicon

REPLAY_SECONDS = 5.0
"""For one query on a witness, which has a handful of rows."""
SHOWN_ROWS = 12
"""Rows of an answer on a witness that a run keeps."""
OPEN_FILES = 8
"""Test databases that a worker keeps open."""


@frozen
class _Failed:
    """Why a query has no result on a test database."""

    text: str
    rejected: str | None = None
    """The engine's message, when it rejects the query."""


class Stepper:
    """Answers steps one after the other, keeping connections and the last gold result at hand."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._files: dict[str, Reader] = {}
        self._engines = Engines()
        self._gold: tuple[tuple[str, str], Rows | _Failed] | None = None

    def answer(self, step: Step) -> StepAnswer:
        """Do one step."""
        match step:
            case ExecuteStep():
                return self._execute(step)
            case CheckStep():
                schema = self._setup.schemas[step.db_id]
                options = step.options or self._setup.options
                options = replace(options, prefer=applicable(options.prefer, schema))
                lexicon = Lexicon(named=step.named)
                example = self._setup.examples.get(step.db_id)
                verdict = check(
                    step.gold, step.prediction, schema, options, known=step.known, lexicon=lexicon, constraints=example
                )
                return verdict.as_dict()
            case ReplayStep():
                with self._engine(step.db_id) as engine:
                    return tuple(self._replay(engine, step, database) for database in step.witnesses)
            case ProbeStep():
                return self._probe(step)
            case TryStep():
                return holds(step.trial, self._setup.schemas[step.db_id], step.system, step.address)

    def _execute(self, step: ExecuteStep) -> Executed:
        gold = self._gold_rows(step.db_id, step.gold)
        if isinstance(gold, _Failed):
            return Executed(False, f"gold {gold.text}")
        found = self._run_on_file(step.db_id, step.prediction)
        if isinstance(found, _Failed):
            return Executed(False, found.text, rejected=found.rejected)
        return self._compared(step.gold, gold, found)

    def _compared(self, gold_sql: str, gold: Rows, found: Rows) -> Executed:
        options = self._setup.options
        answer = digest(found, options.semantics, options.matching)
        try:
            matched = agreement(gold, found, options.semantics, ordered=orders(gold_sql), columns=options.columns)
        except TooManyOrders as error:
            return Executed(False, f"too large: {error.message}", answer)
        if matched is None:
            return Executed(False, "different result", answer)
        extra = () if options.matching is Columns.EXACT else _without(found.columns, matched)
        return Executed(True, None, answer, extra)

    def _gold_rows(self, db_id: str, gold: str) -> Rows | _Failed:
        key = (db_id, gold)
        if self._gold is None or self._gold[0] != key:
            self._gold = (key, self._run_on_file(db_id, gold))
        return self._gold[1]

    def _run_on_file(self, db_id: str, sql: str) -> Rows | _Failed:
        """Return the result on the test database, or why there is none."""
        limits = self._setup.limits
        try:
            return self._file(db_id).run(sql, max_rows=limits.max_rows, budget=limits.ex_timeout)
        except QueryTimeout:
            return _Failed(f"timeout: {limits.ex_timeout:g} s")
        except QueryTooLarge as error:
            return _Failed(f"too large: {error.message}")
        except QueryError as error:
            return _Failed(f"error: {error.message}", rejected=error.message)

    def _file(self, db_id: str) -> Reader:
        if db_id not in self._files:
            while len(self._files) >= OPEN_FILES:
                self._files.pop(next(iter(self._files))).close()
            path = Path(self._setup.databases[db_id])
            self._files[db_id] = system().open_file(path, now=self._setup.options.now)
        return self._files[db_id]

    def _replay(self, engine: Engine, step: ReplayStep, database: Database) -> ReplayAnswer:
        options = self._setup.options
        try:
            engine.load(database)
        except ConstraintViolation:
            return ReplayAnswer(False, "error", "")
        gold, found = _run_on_witness(engine, step.gold), _run_on_witness(engine, step.prediction)
        answer, gold_answer = (_digest(result, options) for result in (found, gold))
        if gold is None or found is None or _unpredictable(engine, step.gold, step.prediction):
            return ReplayAnswer(False, answer, gold_answer, _shown(found))
        degenerates = degenerate(gold, found, options.semantics, options.matching)
        differs = not self._same(step.gold, gold, found) and (options.degenerate or not degenerates)
        return ReplayAnswer(differs, answer, gold_answer, _shown(found))

    def _probe(self, step: ProbeStep) -> tuple[ProbeAnswer, ...]:
        options = self._setup.options

        def digested(result: Outcome | None) -> str:
            return _digest(result, options)

        with self._engine(step.db_id) as engine:
            return probed(engine, step.gold, step.predictions, step.witnesses, digested)

    def _engine(self, db_id: str) -> AbstractContextManager[Engine]:
        return self._engines.lend(self._setup.schemas[db_id], self._setup.options)

    def _same(self, gold_sql: str, gold: Outcome, found: Outcome) -> bool:
        options = self._setup.options
        try:
            return same(gold, found, options.semantics, ordered=orders(gold_sql), columns=options.columns)
        except TooManyOrders:
            return True  # what cannot be compared is no difference


def _run_on_witness(engine: Engine, sql: str) -> Outcome | None:
    try:
        return outcome(engine, sql, budget=REPLAY_SECONDS)
    except QueryError:
        return None


def _unpredictable(engine: Reader, *queries: str) -> bool:
    return not all(engine.inspect(sql).determined for sql in queries)


def _shown(result: Outcome | None) -> dict[str, object] | None:
    """Return the first rows of a result, with the number of all."""
    if not isinstance(result, Rows):
        return None if result is None else result.as_dict()
    return {**Rows(result.columns, result.rows[:SHOWN_ROWS]).as_dict(), "count": len(result.rows)}


def _without(names: tuple[str, ...], matched: Arrangement) -> tuple[str, ...]:
    return tuple(name for place, name in enumerate(names) if place not in matched)


def _digest(result: Outcome | None, options: Options) -> str:
    return digest(result, options.semantics, options.matching) if isinstance(result, Rows) else "error"


def digest(rows: Rows, semantics: Semantics, columns: Columns = Columns.EXACT) -> str:
    """Return a short hash of a result: the same for results that are the same under these semantics.

    Where columns may be arranged they are put in an order of their own: by what they hold, so that those of equal
    content may come in either order, and results that agree have different hashes in rare cases.
    """
    plain = [tuple([_plain(value) for value in row]) for row in rows.rows]
    if columns is not Columns.EXACT:
        by_content = sorted(zip(*plain, strict=True), key=lambda column: sorted(map(repr, column)))
        plain = list(zip(*by_content, strict=True))
    items = list(map(repr, plain))
    if semantics is Semantics.SET:
        items = sorted(set(items))
    elif semantics is not Semantics.LIST:
        items.sort()
    return hashlib.sha256("\n".join(items).encode("utf-8", "replace")).hexdigest()[:16]


def _plain(value: Value) -> Value:
    """Return the value as one representative of all values that compare equal to it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
