"""Does a difference hold on other database systems? Each is asked in a worker that is killed when it takes too long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from spotit.database import Rows
from spotit.dialect.statements import orders, statements
from spotit.dialect.types import Kind, kind_of
from spotit.engine.compare import same
from spotit.errors import InvalidSql, UnsupportedSql, UsageError
from spotit.integrations.elsewhere.asked import ElsewhereJob
from spotit.integrations.elsewhere.trial import SECONDS, Refusal, Trial, TrialTable, Tried
from spotit.options import Columns, QueryDialect, Semantics
from spotit.schema import Schema
from spotit.verdict import Different
from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.worker import Worker

SYSTEMS = (QueryDialect.DUCKDB, QueryDialect.POSTGRES)
"""The systems on which a witness can be tried."""
MEMORY_MB = 4096


class Elsewhere:
    """Other database systems, as long as it is open: by name, PostgreSQL with the address of a server."""

    def __init__(self, systems: Mapping[str, str]) -> None:
        for name, address in systems.items():
            if name not in [system.value for system in SYSTEMS]:
                raise UsageError(f"no witness can be tried on {name}; there are {', '.join(SYSTEMS)}")
            if name == QueryDialect.POSTGRES and not address:
                raise UsageError("PostgreSQL needs the address of a server: postgres=postgresql://user@host/database")
        self._addresses = dict(systems)
        self._worker = Worker(ElsewhereJob(), WorkerLimits(MEMORY_MB))

    def tried(self, verdict: Different, schema: Schema) -> Different:
        """Return the difference with whether it holds on each system."""
        found = {name: self._holds(verdict, schema, QueryDialect(name)) for name in self._addresses}
        return replace(verdict, holds_on=found)

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _holds(self, verdict: Different, schema: Schema, system: QueryDialect) -> bool | str:
        try:
            trial = _trial(verdict, schema, system, self._addresses[system.value])
        except (UnsupportedSql, InvalidSql) as error:
            return str(error)
        answer: Tried | Died | Failed = self._worker.call(trial, 2 * SECONDS + 5)
        if isinstance(answer, Died | Failed):
            return answer.reason
        if isinstance(answer, Refusal):
            return answer.message
        return not _agree(answer, verdict)


def _agree(results: tuple[Rows, Rows], verdict: Different) -> bool:
    left = (verdict.queries or ("", ""))[0]
    columns = Columns(verdict.columns)
    return same(*results, Semantics(verdict.semantics), ordered=orders(left), columns=columns)


def _trial(verdict: Different, schema: Schema, system: QueryDialect, address: str) -> Trial:
    from spotit.schemas.foreign_query import in_dialect  # sqlglot is loaded where it is needed

    native = verdict.dialect == system.value and verdict.queries is not None
    if native:
        assert verdict.queries is not None
        left, right = verdict.queries
    else:
        ours = verdict.witness.queries or verdict.queries or ("", "")
        left, right = (in_dialect(sql, system) for sql in ours)
    for sql in (left, right):
        if len(list(statements(sql))) != 1:
            raise InvalidSql("there is not exactly one statement")
    return Trial(system, tuple(_tables(verdict, schema)), (left, right), native, address)


def _tables(verdict: Different, schema: Schema) -> Sequence[TrialTable]:
    """Return the tables of the schema that the witness has, with all their columns."""
    found = []
    for name, rows in verdict.witness.database.tables.items():
        table = schema.table(name)
        declared = {c.name: kind_of(c.declared) for c in table.columns} if table is not None else {}
        names = tuple(declared) or rows.columns
        columns = tuple((column, declared.get(column, Kind.ANY)) for column in names)
        found.append(TrialTable(name, columns, tuple(rows.project(names))))
    return found
