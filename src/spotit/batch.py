"""`check_many`: many pairs of queries on warm worker processes, verdicts as they come."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from spotit.api import SchemaSource, check
from spotit.depth import with_room
from spotit.engine.open import system
from spotit.errors import SchemaError
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import Invalid, Undecided, Verdict
from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.local_pool import run_local
from spotit.workers.machine import default_memory_mb, default_processes
from spotit.workers.worker import Worker

GRACE = 2.0
"""Seconds beyond the time limit after which a stuck process is killed."""
SCHEMAS = 64
"""Schemas that each worker remembers."""


@dataclass(frozen=True, slots=True)
class QueryPair:
    """Two queries to be checked; `id` is the caller's, to know them by."""

    left: str
    right: str
    schema: SchemaSource
    id: object = None
    options: Options | None = None
    """Other options than those of the batch."""


def check_many(
    pairs: Iterable[QueryPair], options: Options | None = None, *, jobs: int | None = None, memory_mb: int | None = None
) -> Generator[tuple[QueryPair, Verdict]]:
    """Yield each pair with its verdict as soon as there is one, in any order.

    The checks run in `jobs` processes (one per core if None) with at most `memory_mb` of memory each. A process that is
    stuck, crashes or needs too much is killed and replaced, and the verdict is `Undecided` with that reason; so it is
    after an error of ours. A schema that cannot be read makes `Invalid` verdicts. Pairs are taken from the iterable as
    they are needed. Closing the generator ends the processes.
    """
    processes = jobs or default_processes()
    limits = WorkerLimits(memory_mb or default_memory_mb(processes))
    given = options or Options()
    tasks = (_Task(pair, pair.options or given) for pair in pairs)
    return run_local(tasks, _checked, CheckJob(), limits, processes)


@dataclass(frozen=True, slots=True)
class _Step:
    left: str
    right: str
    schema: bytes
    """Where it comes from, pickled: schemas are read inside the worker, where nothing that they hold does harm."""
    options: Options


@dataclass(frozen=True, slots=True)
class _Task:
    pair: QueryPair
    options: Options


@dataclass(frozen=True, slots=True)
class CheckJob:
    """The job of a worker that checks pairs."""

    def start(self) -> Callable[[_Step], Verdict]:
        """Return what answers a step by its verdict."""
        schema_of = lru_cache(maxsize=SCHEMAS)(_schema)

        def answer(step: _Step) -> Verdict:
            schema = schema_of(step.schema)
            if isinstance(schema, SchemaError):
                return _labelled(Invalid("schema", str(schema)), step.options)
            return check(step.left, step.right, schema, step.options)

        return answer


def _schema(source: bytes) -> Schema | SchemaError:
    try:
        return with_room(lambda: load_schema(pickle.loads(source)))
    except SchemaError as error:
        return error


def _labelled(verdict: Verdict, options: Options) -> Verdict:
    """Return the verdict with what every verdict says besides its claim."""
    return replace(verdict, semantics=options.semantics.value, engine=system().title)


def _checked(task: _Task, worker: Worker[_Step, Verdict]) -> tuple[QueryPair, Verdict]:
    return task.pair, _verdict(task, worker)


def _verdict(task: _Task, worker: Worker[_Step, Verdict]) -> Verdict:
    pair, options = task.pair, task.options
    step = _Step(pair.left, pair.right, pickle.dumps(pair.schema), options)
    answer = worker.call(step, options.timeout + GRACE)
    return _labelled(Undecided(answer.obstacle), options) if isinstance(answer, Died | Failed) else answer
