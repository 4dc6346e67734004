"""`check_many`: many pairs of queries on warm worker processes, verdicts as they come."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from spotit.api import SchemaSource, check
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

GRACE = 15.0
"""Seconds beyond the time limit after which a stuck process is killed."""
SCHEMAS = 64
"""Schemas that are remembered, by the batch and by each worker."""


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
    return run_local(_tasks(pairs, options or Options()), _checked, CheckJob(), limits, processes)


@dataclass(frozen=True, slots=True)
class _Step:
    left: str
    right: str
    schema: bytes
    """Pickled once for all pairs that have it."""
    options: Options


@dataclass(frozen=True, slots=True)
class _Task:
    pair: QueryPair
    schema: bytes | SchemaError
    options: Options


@dataclass(frozen=True, slots=True)
class CheckJob:
    """The job of a worker that checks pairs."""

    def start(self) -> Callable[[_Step], Verdict]:
        """Return what answers a step by its verdict."""
        schema_of = lru_cache(maxsize=SCHEMAS)(_unpickled)
        return lambda step: check(step.left, step.right, schema_of(step.schema), step.options)


def _unpickled(text: bytes) -> Schema:
    schema: Schema = pickle.loads(text)
    return schema


def _tasks(pairs: Iterable[QueryPair], options: Options) -> Iterator[_Task]:
    known: dict[object, bytes | SchemaError] = {}
    for pair in pairs:
        key = repr(pair.schema) if isinstance(pair.schema, Mapping) else pair.schema
        if key not in known:
            if len(known) >= SCHEMAS:
                known.clear()
            known[key] = _pickled(pair.schema)
        yield _Task(pair, known[key], pair.options or options)


def _pickled(source: SchemaSource) -> bytes | SchemaError:
    try:
        return pickle.dumps(load_schema(source))
    except SchemaError as error:
        return error


def _checked(task: _Task, worker: Worker[_Step, Verdict]) -> tuple[QueryPair, Verdict]:
    return task.pair, _verdict(task, worker)


def _verdict(task: _Task, worker: Worker[_Step, Verdict]) -> Verdict:
    pair, options = task.pair, task.options
    semantics, engine = options.semantics.value, system().title
    if isinstance(task.schema, SchemaError):
        return Invalid("schema", str(task.schema), semantics=semantics, engine=engine)
    answer = worker.call(_Step(pair.left, pair.right, task.schema, options), options.timeout + GRACE)
    if isinstance(answer, Died | Failed):
        return Undecided(answer.obstacle, semantics=semantics, engine=engine)
    return answer
