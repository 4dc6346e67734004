"""SQLite as the reference engine: private in-memory databases, and example files opened read-only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

import apsw

from spotit.database import Database, Row, Rows, Value
from spotit.dialect.functions.registry import UNPREDICTABLE
from spotit.dialect.names import fold
from spotit.dialect.statements import statements
from spotit.dialect.wording import quote
from spotit.engine.failures import (
    ConstraintViolation,
    QueryError,
    QueryFailed,
    QueryRefused,
    QueryTooLarge,
    QueryUnfinished,
    stopped_at_deadline,
)
from spotit.engine.protocol import MAX_ROWS, Inspection, System
from spotit.engine.sqlite.clock import FixedClock
from spotit.engine.sqlite.enforce import searches
from spotit.engine.sqlite.sandbox import (
    LONGEST,
    MAX_SQL,
    Gate,
    Mode,
    loading,
    open_memory,
    open_readonly,
    refusal,
    tables_joined_by_name,
)
from spotit.engine.sqlite.script import create_statements
from spotit.errors import UsageError
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Schema, Table, not_nulls

Key = TypeVar("Key")
Known = TypeVar("Known")
MAX_CHARACTERS = 50_000_000
"""What one result may hold, text and blobs of all rows together."""
KNOWN = 256
"""Queries whose inspection is remembered, and ways to load rows."""
_OWN_LIMITS = frozenset({"LIKE or GLOB pattern too complex"})
"""Messages about limits that the sandbox sets lower than SQLite does."""
_OWN = apsw.SQLITE_PREPARE_PERSISTENT
"""Marks our own statements in the statement cache, so that no query ever reuses one of them."""


class SqliteReader:
    """Runs untrusted SELECT statements on one connection."""

    def __init__(self, connection: apsw.Connection, gate: Gate) -> None:
        self._connection = connection
        self._gate = gate
        self._known: dict[str, Inspection] = {}
        self._renew_cursor()

    def inspect(self, sql: str) -> Inspection:
        """Prepare a query without running it; raise `QueryError` when the engine rejects it."""
        known = self._known.get(sql)
        if known is None:
            known = self._prepare(sql)
            _remember(self._known, sql, known)
        return known

    def run(self, sql: str, *, max_rows: int = MAX_ROWS, budget: float = 5.0, steps: int | None = None) -> Rows:
        """Return the query's result; raise `QueryError`, `QueryTimeout` after `budget` s, `QueryTooLarge`.

        With `steps`, raise `QueryUnfinished` after so many steps of SQLite's machine, rounded to thousands.
        """
        known = self.inspect(sql)
        self._gate.grant(budget, steps)
        try:
            rows = _fetch(self._execute(sql), max_rows)
        except UnicodeDecodeError:
            self._renew_cursor()
            rows = self._run_on_bytes(sql, len(known.columns), max_rows)
        except QueryTooLarge:
            self._renew_cursor()
            raise
        except (apsw.Error, MemoryError) as error:
            raise self._run_failure(error, sql) from None
        return Rows(known.columns, rows)

    def close(self) -> None:
        """Close the connection; the object cannot be used after that."""
        self._connection.close(True)

    def _renew_cursor(self) -> None:
        self._execute = self._connection.cursor().execute

    def _prepare(self, sql: str) -> Inspection:
        if len(sql) > MAX_SQL:
            raise QueryTooLarge(f"the query is longer than {MAX_SQL} characters")
        if "\x00" in sql:
            raise QueryError("the query holds a NUL character", sql.index("\x00"))
        if (reason := refusal(sql)) is not None:
            raise QueryRefused(*reason)
        self._gate.forget()
        self._gate.grant(10.0)
        columns: tuple[str, ...] = ()
        cursor = self._connection.cursor()

        def stop(prepared: apsw.Cursor, _sql: str, _bindings: object) -> bool:
            nonlocal columns
            if prepared.bindings_count:
                raise QueryError("the query has a parameter without a value")
            if not prepared.is_readonly:
                raise QueryRefused("the statement writes")
            columns = tuple(str(name) for name, *_ in prepared.get_description())
            return False

        cursor.exec_trace = stop
        try:
            cursor.execute(sql, can_cache=False)
        except apsw.ExecTraceAbort:
            functions = frozenset(self._gate.functions)
            determined = functions.isdisjoint(UNPREDICTABLE)
            tables = frozenset(self._gate.tables) | tables_joined_by_name(sql)
            return Inspection(columns, tables, functions, determined)
        except (apsw.Error, MemoryError) as error:
            raise self._failure(error, sql) from None
        except UnicodeEncodeError as error:
            raise QueryError("the query is not valid Unicode text", error.start) from None
        finally:
            cursor.close(True)
        raise QueryError("the query is empty")

    def _run_on_bytes(self, sql: str, width: int, max_rows: int) -> tuple[Row, ...]:
        """Run a query whose text is not valid UTF-8: what cannot be decoded becomes U+FFFD."""
        names = [f"c{index}" for index in range(width)]
        as_bytes = "typeof({0}), CASE typeof({0}) WHEN 'text' THEN CAST({0} AS BLOB) ELSE {0} END"
        cells = ", ".join(as_bytes.format(name) for name in names)
        body = next(statements(sql)).text
        wrapped = f"WITH spotit_bytes({', '.join(names)}) AS (\n{body}\n) SELECT {cells} FROM spotit_bytes"
        try:
            raw = _fetch(self._execute(wrapped), max_rows)
        except QueryTooLarge:
            self._renew_cursor()
            raise
        except (apsw.Error, MemoryError) as error:
            raise self._run_failure(error, sql) from None
        return tuple(tuple(_decoded(row)) for row in raw)

    def _run_failure(self, error: Exception, sql: str) -> QueryError:
        """Return why a query that was accepted has no result: it fails by itself, or at a limit of ours."""
        if isinstance(error, apsw.InterruptError) and self._gate.ticks < 0:
            self._renew_cursor()
            return QueryUnfinished("the query was stopped after a number of steps")
        if isinstance(error, apsw.SQLError | apsw.MismatchError) and str(error) not in _OWN_LIMITS:
            self._renew_cursor()
            return QueryFailed(str(error))
        return self._failure(error, sql)

    def _failure(self, error: Exception, sql: str) -> QueryError:
        message = str(error)
        self._renew_cursor()
        if isinstance(error, apsw.InterruptError):
            return stopped_at_deadline("the query was stopped at its deadline")
        if isinstance(error, MemoryError | apsw.NoMemError):
            return QueryTooLarge("the query needs too much memory")
        if isinstance(error, apsw.TooBigError):
            return QueryTooLarge(message)
        if isinstance(error, apsw.AuthError) or self._gate.refusal:
            return QueryRefused(f"the query is not allowed: {self._gate.refusal or message}")
        return QueryError(message, _character(sql, getattr(error, "error_offset", -1)))


def _remember(memory: dict[Key, Known], key: Key, value: Known) -> None:
    """Add an entry; the oldest goes when there are too many."""
    if len(memory) >= KNOWN:
        del memory[next(iter(memory))]
    memory[key] = value


def _fetch(cursor: apsw.Cursor, max_rows: int) -> tuple[Row, ...]:
    rows: list[Row] = list(islice(cursor, 16))
    if len(rows) < 16:
        if len(rows) > max_rows:
            raise QueryTooLarge(f"the result has more than {max_rows} rows")
        return tuple(rows)
    volume = _volume(rows)
    while len(rows) <= max_rows and volume <= MAX_CHARACTERS:
        more: list[Row] = list(islice(cursor, 64))
        if not more:
            return tuple(rows)
        volume += _volume(more)
        rows += more
    cursor.close(True)
    if volume > MAX_CHARACTERS:
        raise QueryTooLarge(f"the result has more than {MAX_CHARACTERS} characters")
    raise QueryTooLarge(f"the result has more than {max_rows} rows")


def _volume(rows: list[Row]) -> int:
    return sum(len(value) for row in rows for value in row if isinstance(value, str | bytes))


def _decoded(row: Row) -> Iterator[Value]:
    for kind, value in zip(row[::2], row[1::2], strict=True):
        yield value.decode("utf-8", "replace") if kind == "text" and isinstance(value, bytes) else value


def _character(sql: str, offset: int) -> int | None:
    """Return the character position of a byte offset that SQLite reported, None when it gave none."""
    return None if offset < 0 else len(sql.encode()[:offset].decode(errors="ignore"))


class SqliteFile(SqliteReader):
    """An example database in a file, opened so that nothing is ever written."""

    def __init__(self, path: str | Path, *, now: str | None = None) -> None:
        try:
            connection, gate = open_readonly(Path(path), now)
        except apsw.Error as error:
            raise UsageError(f"cannot open {path}: {error}") from None
        super().__init__(connection, gate)


class SqliteEngine(SqliteReader):
    """A private in-memory database of one schema, refilled and queried thousands of times a second."""

    def __init__(self, schema: Schema, options: Options, system: System) -> None:
        self.system = system
        self.schema = schema
        self.options = options
        self._clock = FixedClock(options.now)
        connection, gate = open_memory(self._clock)
        super().__init__(connection, gate)
        self._insert = connection.cursor().executemany
        self._loaders: dict[tuple[str, tuple[str, ...]], _Loader] = {}
        kept = schema.constraints(null_keys=options.null_keys, foreign_keys=False)
        references = [key for table in schema.tables for key in schema.references(table.name)]
        self._searches = list(searches((*kept, *(references if options.foreign_keys else ()))))
        self._place = {name: place for place, name in enumerate(schema.parents_first(t.name for t in schema.tables))}
        """Where each table stands: rows come after those that they refer to, and go before them."""
        self._filled: list[str] = []
        with loading(gate, Mode.OWN):
            connection.pragma("foreign_keys", options.foreign_keys)
            connection.execute("\n;".join(("BEGIN", *create_statements(schema, deferred=True), "COMMIT")))
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, LONGEST)
        gate.mode = Mode.READ

    @property
    def steps(self) -> int:
        """The steps that queries have taken so far, as far as they took many."""
        return self._gate.steps

    @property
    def clock_was_read(self) -> bool:
        """Whether a query has asked for the time since the last load."""
        return self._clock.was_read

    def load(self, database: Database) -> None:
        """Set the clock, replace the contents; raise `ConstraintViolation` and keep them when a constraint breaks."""
        now = database.now or self.options.now
        if now != self._clock.now:
            self._clock.set(now)
        self._clock.was_read = False
        tables = database.tables.items()
        loaders = [(self._loader(name, rows.columns), rows) for name, rows in tables if rows.rows]
        loaders.sort(key=lambda filled: self._place[filled[0].table])
        filled = [(loader, loader.given(rows)) for loader, rows in loaders]
        for loader, rows in filled:
            loader.refuse_nulls(rows)
        execute = self._execute
        self._gate.grant(math.inf)
        self._gate.mode = Mode.OWN
        execute("BEGIN", prepare_flags=_OWN)
        try:
            for statement in self._filled:
                execute(statement, prepare_flags=_OWN)
            for loader, rows in filled:
                self._insert(loader.insert, rows, prepare_flags=_OWN)
            for search in self._searches:
                if execute(search.sql, prepare_flags=_OWN).fetchall():
                    raise ConstraintViolation(search.complaint)
            execute("COMMIT", prepare_flags=_OWN)
        except (apsw.Error, UnicodeEncodeError, OverflowError) as error:
            execute("ROLLBACK", prepare_flags=_OWN)
            raise ConstraintViolation(str(error)) from None
        except ConstraintViolation:
            execute("ROLLBACK", prepare_flags=_OWN)
            raise
        finally:
            self._gate.mode = Mode.READ
        self._filled = [loader.delete for loader, _ in reversed(filled)]

    def with_computed(self, database: Database) -> Database:
        """Return the database, which has just been loaded, with the values of generated columns."""
        shown = dict(database.tables)
        for name, rows in database.tables.items():
            table = self.schema.table(name)
            computed = [] if table is None else [column.name for column in table.columns if column.computed]
            if table is None or not computed or not rows.rows:
                continue
            columns = (*table.given_among(rows.columns), *computed)
            # Without an index rows come in the order of their rowid, which is that of their insertion.
            read = f"SELECT {', '.join(map(quote, columns))} FROM {quote(name)} NOT INDEXED"
            shown[name] = Rows(columns, self.run(read).rows)
        return replace(database, tables=shown)

    def _loader(self, name: str, columns: tuple[str, ...]) -> _Loader:
        loader = self._loaders.get((name, columns))
        if loader is None:
            table = self.schema.table(name)
            if table is None:
                raise ConstraintViolation(f"the schema has no table {name}")
            loader = _Loader.of(table, columns, null_keys=self.options.null_keys)
            _remember(self._loaders, (name, columns), loader)
        return loader


@frozen
class _Loader:
    """How rows with these columns get into a table."""

    table: str
    insert: str
    delete: str
    required: tuple[int, ...]
    """Positions that SQLite would let be NULL, though they must not be."""
    missing: str
    """A required column that the rows do not have, or the empty string."""
    columns: tuple[str, ...] | None
    """Those that are inserted, where the rows have values of generated columns as well."""

    @staticmethod
    def of(table: Table, listed: tuple[str, ...], *, null_keys: bool) -> _Loader:
        columns = table.given_among(listed)
        names, marks = ", ".join(map(quote, columns)), ", ".join("?" * len(columns))
        position = {fold(name): index for index, name in enumerate(columns)}
        needed = [constraint.column for constraint in not_nulls(table, null_keys=null_keys)]
        absent = [name for name in needed if fold(name) not in position]
        values = f"({names}) VALUES ({marks})" if columns else "DEFAULT VALUES"
        return _Loader(
            table.name,
            f"INSERT INTO {quote(table.name)} {values}",
            f"DELETE FROM {quote(table.name)}",
            tuple(position[fold(name)] for name in needed if fold(name) in position),
            absent[0] if absent else "",
            None if columns == listed else columns,
        )

    def given(self, rows: Rows) -> tuple[Row, ...]:
        """Return the rows without the values of generated columns."""
        return rows.rows if self.columns is None else tuple(rows.project(self.columns))

    def refuse_nulls(self, rows: tuple[Row, ...]) -> None:
        """Raise when a column that is never NULL has no value."""
        if self.missing:
            raise ConstraintViolation(f"{self.table}.{self.missing} has no value")
        for position in self.required:
            for row in rows:
                if row[position] is None:
                    raise ConstraintViolation(f"NOT NULL constraint failed in {self.table}")
