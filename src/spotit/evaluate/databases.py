"""The databases of a benchmark, each with its schema read and its file built: in a process that can be killed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from spotit.engine.open import system, system_of
from spotit.errors import SchemaError, SpotitError, UsageError
from spotit.evaluate.datasets import DatabaseSource
from spotit.evaluate.records import SchemaRecord
from spotit.files import read_text
from spotit.frozen import frozen
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.schemas.seen_data import as_seen_in
from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.worker import Worker

OPENING_SECONDS = 600.0
"""For one database: reading its schema, and building its file where it comes as scripts."""


@frozen
class OpenedDatabase:
    """One database with its schema read, and its SQLite file if it has rows."""

    source: DatabaseSource
    schema: Schema
    file: Path | None

    def record(self) -> SchemaRecord:
        """Return the schema as the store keeps it."""
        tables = self.schema.tables
        return SchemaRecord(
            db_id=self.source.db_id,
            ddl=system_of(self.schema).ddl(self.schema),
            notes=self.schema.notes,
            source=_kind(self.source),
            tables=len(tables),
            columns=sum(len(t.columns) for t in tables),
            constraints=sum(
                len(t.keys) + len(t.foreign_keys) + len(t.checks) + sum(c.not_null for c in t.columns) for t in tables
            ),
        )


def open_databases(sources: Mapping[str, DatabaseSource], folder: Path, memory_mb: int) -> dict[str, OpenedDatabase]:
    """Return each database; files built from scripts go into the folder. Raise `UsageError` where one fails."""
    with closing(Worker(_Opening(folder), WorkerLimits(memory_mb))) as worker:
        return {db: _opened(db, source, worker) for db, source in sources.items()}


def _opened(
    db: str, source: DatabaseSource, worker: Worker[DatabaseSource, OpenedDatabase | SpotitError]
) -> OpenedDatabase:
    answer = worker.call(source, OPENING_SECONDS)
    if isinstance(answer, OpenedDatabase):
        return answer
    raise UsageError(f"database {db}: {answer.reason if isinstance(answer, Died | Failed) else answer}")


@frozen
class _Opening:
    """The job of the process that opens databases."""

    folder: Path

    def start(self) -> Callable[[DatabaseSource], OpenedDatabase | SpotitError]:
        """Return what answers a source by its database, or by why there is none."""
        return self._answer

    def _answer(self, source: DatabaseSource) -> OpenedDatabase | SpotitError:
        try:
            return _open(source, self.folder)
        except SpotitError as error:
            return error
        except OSError as error:
            return SchemaError(str(error))


def _open(source: DatabaseSource, folder: Path) -> OpenedDatabase:
    file = source.sqlite
    if source.seeds:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{source.db_id}.sqlite"
        system().build_file(file, [read_text(seed) for seed in source.seeds])
    if source.tables_json is not None:
        schema = load_schema(source.tables_json, source.db_id)
        return OpenedDatabase(source, schema if file is None else as_seen_in(schema, file), file)
    return OpenedDatabase(source, load_schema(file or source.ddl or source.inline or ""), file)


def _kind(source: DatabaseSource) -> str:
    if source.executable:
        return "sqlite"
    return "tables.json" if source.tables_json else "sql" if source.ddl else "inline"
