"""Does a difference hold on other database systems? They are asked in a process that is killed at its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Self

from spotit.api import SchemaSource
from spotit.dialect.statements import orders
from spotit.elsewhere.on_duckdb import run_on_duckdb
from spotit.elsewhere.on_postgres import run_on_postgres
from spotit.elsewhere.trial import SECONDS, HoldsOn, Refused, Systems, There, Trial, tables_of
from spotit.engine.compare import same
from spotit.engine.failures import TooManyOrders
from spotit.errors import InvalidSql, SchemaError, UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Columns, QueryDialect, Semantics
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import Different
from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.worker import Worker

WORKER_MB = 4096
HARD_SECONDS = 2 * SECONDS + 5
"""For one system: two queries, and what comes before them."""
_RUN = {QueryDialect.DUCKDB: run_on_duckdb, QueryDialect.POSTGRES: run_on_postgres}


@frozen
class Asked:
    """A step of a worker: one witness on one system."""

    trial: Trial
    schema: SchemaSource
    system: str
    address: str


@frozen
class ElsewhereJob:
    """The job of a worker that runs witnesses on other systems."""

    def start(self) -> Callable[[Asked], bool | str]:
        """Return what tells whether the results differ, or why that cannot be told."""
        return lambda asked: holds(asked.trial, asked.schema, asked.system, asked.address)


class Elsewhere:
    """Other database systems, as long as it is open: by name, with the addresses that `at_hand` finds."""

    def __init__(self, systems: Systems) -> None:
        self._systems = dict(systems)
        self._worker = Worker(ElsewhereJob(), WorkerLimits(WORKER_MB))

    def tried(self, verdict: Different, schema: SchemaSource) -> Different:
        """Return the difference with whether it holds on each system."""
        trial = Trial.of(verdict)
        found: HoldsOn = {}
        for name, address in self._systems.items():
            answer = self._worker.call(Asked(trial, schema, name, address), HARD_SECONDS)
            found[name] = answer.reason if isinstance(answer, Died | Failed) else answer
        return replace(verdict, holds_on=found)

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def holds(trial: Trial, schema: SchemaSource, system: str, address: str) -> bool | str:
    """Return whether the results differ on a system too, or what stands in the way. To be called in a worker."""
    there = QueryDialect(system)
    try:
        source = schema if isinstance(schema, Schema) else load_schema(schema)
        results = _RUN[there](_there(trial, source, there, address))
        left = trial.queries[0]
        columns, semantics = Columns(trial.columns), Semantics(trial.semantics)
        return not same(*results, semantics, ordered=orders(left), columns=columns)
    except TooManyOrders as error:
        return error.message
    except (Refused, UnsupportedSql, InvalidSql, SchemaError) as error:
        return str(error)


def _there(trial: Trial, schema: Schema, system: QueryDialect, address: str) -> There:
    native = trial.dialect == system.value
    queries = trial.queries if native else (_worded(trial.ours[0], system), _worded(trial.ours[1], system))
    return There(system, tables_of(trial.database, schema), queries, native, address)


def _worded(sql: str, system: QueryDialect) -> str:
    from spotit.schemas.foreign_query import in_dialect  # sqlglot is loaded where it is needed

    return in_dialect(sql, system)
