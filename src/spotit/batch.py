"""Many pairs of queries on warm worker processes: `check_many` for one batch, `Pool` for as long as it is open."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import field, replace
from functools import lru_cache
from types import TracebackType
from typing import Self, Unpack

from spotit.api import GRACE, SchemaSource, check, require_pair
from spotit.database import Database
from spotit.depth import with_room
from spotit.elsewhere.holds import HARD_SECONDS, Asked, holds
from spotit.elsewhere.local_server import at_hand
from spotit.elsewhere.trial import HoldsOn, Systems, Trial, systems_named
from spotit.engine.open import system
from spotit.errors import SchemaError, UsageError
from spotit.frozen import frozen
from spotit.options import OptionChanges, Options, options_with
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import Different, Invalid, Undecided, Verdict
from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.local_pool import Crew, run_local
from spotit.workers.machine import default_memory_mb, default_processes
from spotit.workers.worker import Worker

SCHEMAS = 64
"""Schemas that each worker remembers."""


@frozen
class QueryPair:
    """Two queries to be checked; `id` is the caller's, to know them by."""

    left: str
    right: str
    schema: SchemaSource
    id: object = None
    options: Options | None = None
    """Other options than those of the batch."""


@frozen
class AnswerGroup:
    """Several answers to one question, whose right answer is `gold`."""

    gold: str
    predictions: tuple[str, ...]
    schema: SchemaSource


def check_many(
    pairs: Iterable[QueryPair],
    options: Options | None = None,
    *,
    jobs: int | None = None,
    memory_mb: int | None = None,
    also: str | Sequence[str] = (),
) -> Generator[tuple[QueryPair, Verdict]]:
    """Yield each pair with its verdict as soon as there is one, in any order.

    The checks run in `jobs` processes (one per core if None) with at most `memory_mb` of memory each. A process that is
    stuck, crashes or needs too much is killed and replaced, and the verdict is `Undecided` with that reason; so it is
    after an error of ours. A schema that cannot be read makes `Invalid` verdicts. Pairs are taken from the iterable as
    they are needed. Closing the generator ends the processes. Differences are tried on the systems of `also` too, such
    as `("duckdb", "postgres=ADDRESS")`.
    """
    processes = jobs or default_processes()
    limits = WorkerLimits(memory_mb or default_memory_mb(processes))
    given = options_with(options, {})
    systems_named(also)

    def verdicts() -> Generator[tuple[QueryPair, Verdict]]:
        with at_hand(also) as systems:
            tasks = (_Task(pair, pair.options or given, also=systems) for pair in pairs)
            yield from run_local(tasks, _checked, CheckJob(), limits, processes)

    return verdicts()


class Pool:
    """Warm, killable worker processes for any number of checks, from any number of threads, or from asyncio.

    `timeout` is the time limit of one check and `memory_mb` that of the memory of one process; both are hard: what does
    not keep them is killed, and its verdict is `Undecided`. Differences are tried on the systems of `also` too. Use it
    in a `with` block, or `close` it.
    """

    def __init__(
        self,
        jobs: int | None = None,
        timeout: float | None = None,
        memory_mb: int | None = None,
        *,
        options: Options | None = None,
        also: str | Sequence[str] = (),
    ) -> None:
        if jobs is not None and jobs < 1:
            raise ValueError(f"jobs must be at least 1, not {jobs}")
        self.options = options_with(options, {} if timeout is None else {"timeout": timeout})
        processes = jobs or default_processes()
        self._closed = False
        self._servers = ExitStack()
        self._also = self._servers.enter_context(at_hand(also))
        self._crew = Crew(CheckJob(), WorkerLimits(memory_mb or default_memory_mb(processes)), processes)

    def check(
        self,
        left: str,
        right: str,
        schema: SchemaSource,
        options: Options | None = None,
        *,
        known: Sequence[Database] = (),
        **changes: Unpack[OptionChanges],
    ) -> Verdict:
        """Return the verdict on a pair, as `spotit.check` does, from a process that can be killed."""
        return self._submitted(left, right, schema, options, known, changes).result()

    async def acheck(
        self,
        left: str,
        right: str,
        schema: SchemaSource,
        options: Options | None = None,
        *,
        known: Sequence[Database] = (),
        **changes: Unpack[OptionChanges],
    ) -> Verdict:
        """Return the verdict on a pair without blocking the event loop; a check that waits can be cancelled."""
        return await asyncio.wrap_future(self._submitted(left, right, schema, options, known, changes))

    def check_many(
        self, pairs: Iterable[QueryPair], options: Options | None = None
    ) -> Generator[tuple[QueryPair, Verdict]]:
        """Yield each pair with its verdict as soon as there is one, in any order."""
        self._require_open()
        given = options or self.options
        return self._crew.stream((_Task(pair, pair.options or given, also=self._also) for pair in pairs), _checked)

    def check_group(
        self,
        gold: str,
        predictions: Iterable[str],
        schema: SchemaSource,
        options: Options | None = None,
        **changes: Unpack[OptionChanges],
    ) -> list[Verdict]:
        """Return the verdicts on several answers to one question, in their order.

        Equal texts are checked once. A witness against one answer is tried first on those that come later.
        """
        (verdicts,) = self.check_groups([AnswerGroup(gold, tuple(predictions), schema)], options, **changes)
        return verdicts

    def check_groups(
        self, groups: Iterable[AnswerGroup], options: Options | None = None, **changes: Unpack[OptionChanges]
    ) -> list[list[Verdict]]:
        """Return the verdicts on several groups of answers, in their order; all processes work on all groups."""
        self._require_open()
        given = options_with(options or self.options, changes)
        listed = list(groups)
        tasks: list[_Task] = []
        for place, group in enumerate(listed):
            known: list[Database] = []
            for text in dict.fromkeys(group.predictions):
                require_pair(group.gold, text, group.schema)
                tasks.append(_Task(QueryPair(group.gold, text, group.schema, place), given, known, self._also))
        found: dict[tuple[object, str], Verdict] = {}
        for pair, verdict in self._crew.stream(tasks, _learned):
            found[pair.id, pair.right] = verdict
        return [[found[place, text] for text in group.predictions] for place, group in enumerate(listed)]

    def close(self) -> None:
        """End the processes; a check that is running ends as `Undecided`."""
        self._closed = True
        self._crew.close()
        self._servers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _submitted(
        self,
        left: str,
        right: str,
        schema: SchemaSource,
        options: Options | None,
        known: Sequence[Database],
        changes: OptionChanges,
    ) -> Future[Verdict]:
        self._require_open()
        require_pair(left, right, schema)
        given = options_with(options or self.options, changes)
        return self._crew.submit(_verdict, _Task(QueryPair(left, right, schema), given, known, self._also))

    def _require_open(self) -> None:
        if self._closed:
            raise UsageError("the pool is closed")


@frozen
class _Step:
    left: str
    right: str
    schema: bytes
    """Where it comes from, pickled: schemas are read inside the worker, where nothing that they hold does harm."""
    options: Options
    known: tuple[Database, ...]


@frozen
class _Task:
    pair: QueryPair
    options: Options
    known: Sequence[Database] | list[Database] = ()
    """Databases to try first; in a group it is one list that grows while others are checked."""
    also: Systems = field(default_factory=dict)


@frozen
class CheckJob:
    """The job of a worker that checks pairs, and tries differences on other systems."""

    def start(self) -> Callable[[_Step | Asked], Verdict | bool | str]:
        """Return what answers a pair by its verdict, and a trial by whether the difference holds there."""
        schema_of = lru_cache(maxsize=SCHEMAS)(_schema)

        def answer(step: _Step | Asked) -> Verdict | bool | str:
            if isinstance(step, Asked):
                return holds(step.trial, step.schema, step.system, step.address)
            schema = schema_of(step.schema)
            if isinstance(schema, SchemaError):
                return _labelled(Invalid("schema", str(schema)), step.options)
            return check(step.left, step.right, schema, step.options, known=step.known)

        return answer


_CheckWorker = Worker[_Step | Asked, Verdict | bool | str]


def _schema(source: bytes) -> Schema | SchemaError:
    try:
        return with_room(lambda: load_schema(pickle.loads(source)))
    except SchemaError as error:
        return error


def _labelled(verdict: Verdict, options: Options) -> Verdict:
    """Return the verdict with what every verdict says besides its claim."""
    return replace(verdict, semantics=options.semantics.value, columns=options.matching.value, engine=system().title)


def _checked(task: _Task, worker: _CheckWorker) -> tuple[QueryPair, Verdict]:
    return task.pair, _verdict(task, worker)


def _learned(task: _Task, worker: _CheckWorker) -> tuple[QueryPair, Verdict]:
    """Check a pair of a group, and leave its witness for those that come later."""
    verdict = _verdict(task, worker)
    if isinstance(verdict, Different) and isinstance(task.known, list):
        task.known.append(verdict.witness.database)
    return task.pair, verdict


def _verdict(task: _Task, worker: _CheckWorker) -> Verdict:
    pair, options = task.pair, task.options
    try:
        require_pair(pair.left, pair.right, pair.schema)
    except TypeError as error:
        return _labelled(Invalid("pair", str(error)), options)
    step = _Step(pair.left, pair.right, pickle.dumps(pair.schema), options, tuple(task.known))
    answer = worker.call(step, options.timeout + GRACE)
    verdict = _labelled(Undecided(answer.obstacle), options) if isinstance(answer, Died | Failed) else _expected(answer)
    verdict = replace(verdict, queries=(pair.left, pair.right))
    return _elsewhere(verdict, task, worker) if task.also and isinstance(verdict, Different) else verdict


def _expected(answer: Verdict | bool | str) -> Verdict:
    assert not isinstance(answer, bool | str)
    return answer


def _elsewhere(verdict: Different, task: _Task, worker: _CheckWorker) -> Different:
    """Return the difference with whether it holds on other systems, each a step of its own."""
    found: HoldsOn = {}
    for name, address in task.also.items():
        answer = worker.call(Asked(Trial.of(verdict), task.pair.schema, name, address), HARD_SECONDS)
        if isinstance(answer, Died | Failed):
            found[name] = answer.reason
        else:
            assert isinstance(answer, bool | str)
            found[name] = answer
    return replace(verdict, holds_on=found)
