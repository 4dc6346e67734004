"""Untrusted SQL: what a query may do, and connections on which it can do nothing else.

A query may read the tables of its own database and call harmless functions. The authorizer refuses
everything else when the statement is prepared; SQLite's limits, a deadline and row and memory limits bound
what it can cost. `Gate` is the authorizer: always installed (exchanging it would expire every prepared
statement), and open for writing only while the engine itself fills tables.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from urllib.parse import quote as quote_url

import apsw

from spotit.dialect.functions.excluded import FORBIDDEN
from spotit.dialect.statements import OTHER_STATEMENTS, statements
from spotit.dialect.tokens import TokenKind, tokens
from spotit.engine.sqlite.clock import FixedClock
from spotit.errors import SchemaError, UsageError

HEAP_BYTES = 1 << 30
"""What SQLite may allocate in this process, all connections together; SQLite has no limit for a single one.

Set when the first connection is opened, unless the process has a limit already.
"""
MAX_SQL = 1_000_000
"""The longest query text, in characters."""
LOADING_SECONDS = 30.0
"""For one pass over a schema or a script from outside."""
LONGEST = 100_000
"""Bytes of one value that a query makes of few rows: SQLite does not look at the clock inside of a function."""
STEPS_PER_TICK = 5000
"""Virtual machine steps between two looks at the clock and at the steps that are left."""
TICKS_PER_BLOCK = 20
"""Ticks are counted in blocks: the first tick of a query comes sooner or later by what ran before, so that few mean
nothing."""
FORBIDDEN_TABLES = frozenset(
    {"dbstat", "sqlite_dbpage", "sqlite_stmt", "bytecode", "tables_used", "fsdir", "carray", "zipfile"}
)

_READING = frozenset({apsw.SQLITE_SELECT, apsw.SQLITE_READ, apsw.SQLITE_FUNCTION, apsw.SQLITE_RECURSIVE})
_DEFINING = _READING | {
    apsw.SQLITE_CREATE_TABLE,
    apsw.SQLITE_CREATE_INDEX,
    apsw.SQLITE_CREATE_VIEW,
    apsw.SQLITE_CREATE_TRIGGER,
    apsw.SQLITE_DROP_TABLE,
    apsw.SQLITE_DROP_INDEX,
    apsw.SQLITE_DROP_VIEW,
    apsw.SQLITE_DROP_TRIGGER,
    apsw.SQLITE_ALTER_TABLE,
    apsw.SQLITE_REINDEX,
    apsw.SQLITE_INSERT,
    apsw.SQLITE_UPDATE,
    apsw.SQLITE_DELETE,
}
_LIMITS = {
    apsw.SQLITE_LIMIT_SQL_LENGTH: 4 * MAX_SQL,
    apsw.SQLITE_LIMIT_EXPR_DEPTH: 1000,
    apsw.SQLITE_LIMIT_COMPOUND_SELECT: 500,
    apsw.SQLITE_LIMIT_VDBE_OP: 5_000_000,
    apsw.SQLITE_LIMIT_FUNCTION_ARG: 127,
    apsw.SQLITE_LIMIT_ATTACHED: 0,
    apsw.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 5000,
    apsw.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_SWITCHES = {
    apsw.SQLITE_DBCONFIG_DEFENSIVE: 1,
    apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
    apsw.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER: 0,
    apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA: 0,
    apsw.SQLITE_DBCONFIG_DQS_DML: 1,
    apsw.SQLITE_DBCONFIG_DQS_DDL: 1,
}


_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""How a file begins that undoes what was not finished; where all is well it is empty, begins with zeros, or is gone."""


class Mode(Enum):
    """Who is speaking to the engine."""

    READ = "read"
    """An untrusted query."""
    DEFINE = "define"
    """A schema from outside: it may also create tables, indexes, views."""
    OWN = "own"
    """SpotIt's own statements."""


class Gate:
    """The authorizer and the deadline of one connection, and a record of what a statement uses."""

    __slots__ = ("deadline", "functions", "mode", "refusal", "tables", "taken", "ticks", "total")

    def __init__(self) -> None:
        self.mode = Mode.READ
        self.deadline = 0.0
        self.ticks = math.inf
        self.taken = 0
        """Ticks since the last grant."""
        self.total = 0
        """Ticks until then, in whole blocks."""
        self.refusal = ""
        self.functions: set[str] = set()
        self.tables: set[str] = set()

    def authorize(
        self, action: int, first: str | None, second: str | None, database: str | None, _trigger: str | None
    ) -> int:
        """Answer SQLite's question whether a statement may do this (c3ref/c_alter_table.html)."""
        if self.mode is Mode.OWN:
            return int(apsw.SQLITE_OK)
        if action == apsw.SQLITE_READ and first:
            self.tables.add(first)
            if _is_forbidden(first):
                return self._refuse(f"access to {first}")
        elif action == apsw.SQLITE_FUNCTION and second:
            self.functions.add(second.lower())
            if second.lower() in FORBIDDEN:
                return self._refuse(f"use of function {second}")
        allowed = _READING if self.mode is Mode.READ else _DEFINING
        if action not in allowed:
            return self._refuse(str(apsw.mapping_authorizer_function[action]))
        return int(apsw.SQLITE_OK)

    def _refuse(self, what: str) -> int:
        self.refusal = what.removeprefix("SQLITE_")
        return int(apsw.SQLITE_DENY)

    def grant(self, seconds: float, steps: int | None = None) -> None:
        """Let what comes next take so many seconds, and steps if they are counted."""
        self.deadline = time.monotonic() + seconds
        self.ticks = math.inf if steps is None else steps // STEPS_PER_TICK
        self.total += self._blocks()
        self.taken = 0

    @property
    def steps(self) -> int:
        """The steps that long queries have taken."""
        return (self.total + self._blocks()) * STEPS_PER_TICK

    def _blocks(self) -> int:
        return self.taken - self.taken % TICKS_PER_BLOCK

    def forget(self) -> None:
        """Start a new record."""
        self.refusal = ""
        self.functions = set()
        self.tables = set()

    def expired(self) -> bool:
        """Tell SQLite to stop when the steps are used up or the deadline has passed."""
        self.ticks -= 1
        self.taken += 1
        return self.ticks < 0 or time.monotonic() > self.deadline


@contextmanager
def loading(gate: Gate, mode: Mode, seconds: float = LOADING_SECONDS) -> Iterator[None]:
    """Give a block its time on a connection; raise `SchemaError` when that is over, whatever the block made of it."""
    gate.mode = mode
    gate.grant(seconds)
    late = SchemaError(f"SQLite has not read it after {seconds:g} s")
    try:
        yield
    except apsw.InterruptError:
        raise late from None
    finally:
        if time.monotonic() > gate.deadline:
            raise late from None


def open_memory(clock: FixedClock | None = None, *, longest: int = 4_000_000) -> tuple[apsw.Connection, Gate]:
    """Open an empty private database with that clock; a value has at most `longest` bytes."""
    clock = clock or FixedClock()
    connection = apsw.Connection(":memory:", vfs=clock.name, statementcachesize=512)
    return connection, _secure(connection, longest)


def open_readonly(path: Path, now: str | None = None, *, longest: int = 100_000_000) -> tuple[apsw.Connection, Gate]:
    """Open a database file so that neither it nor any file beside it is ever written; the clock stands at `now`."""
    _require_settled(path)
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    address = f"file:{quote_url(str(path.resolve()))}?mode=ro&immutable=1"
    clock = FixedClock(now)
    connection = apsw.Connection(address, flags=flags, vfs=clock.name, statementcachesize=128)
    connection.pragma("query_only", True)
    return connection, _secure(connection, longest)


def _require_settled(path: Path) -> None:
    """Raise `UsageError` when changes of a database, or what undoes them, are in a file beside it that is not read."""
    home = path.resolve()  # what writes the file keeps its changes beside it, and not beside a link to it
    log, journal = Path(f"{home}-wal"), Path(f"{home}-journal")
    if log.is_file() and log.stat().st_size:
        raise UsageError(
            f"{path} has changes in {log.name} that reading it alone does not see: close what writes it first"
        )
    if journal.is_file() and _beginning(journal) == _JOURNAL:
        raise UsageError(
            f"{path} has a change that was not finished, and {journal.name} to undo it: open it with SQLite first"
        )


def _beginning(journal: Path) -> bytes:
    with journal.open("rb") as file:
        return file.read(len(_JOURNAL))


def _secure(connection: apsw.Connection, longest: int) -> Gate:
    if apsw.hard_heap_limit(-1) == 0:
        apsw.hard_heap_limit(HEAP_BYTES)
    for switch, value in _SWITCHES.items():
        connection.config(switch, value)
    connection.enable_load_extension(False)
    connection.pragma("temp_store", "memory")
    for limit, value in {**_LIMITS, apsw.SQLITE_LIMIT_LENGTH: longest}.items():
        connection.limit(limit, value)
    gate = Gate()
    connection.authorizer = gate.authorize
    connection.set_progress_handler(gate.expired, STEPS_PER_TICK)
    return gate


def _is_forbidden(table: str) -> bool:
    return table.lower() in FORBIDDEN_TABLES or table.lower().startswith("pragma_")


def tables_joined_by_name(sql: str) -> frozenset[str]:
    """Return the names that may be tables which SQLite joins without asking the authorizer: all names, or none.

    It asks for each column that a query names, and not for those that NATURAL and USING compare.
    """
    found = tokens(sql)
    if not any(token.key in ("NATURAL", "USING") for token in found):
        return frozenset()
    return frozenset(token.name for token in found if token.kind in _NAMES)


_NAMES = frozenset({TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED, TokenKind.STRING})


def refusal(sql: str) -> tuple[str, int] | None:
    """Return why the text is not one SELECT, and where; None when the parser is to judge it."""
    found = list(statements(sql))
    if not found:
        return "the query is empty", 0
    if len(found) > 1:
        return "there is more than one statement", found[1].start
    if found[0].words(1)[0] in OTHER_STATEMENTS:
        return "only a SELECT statement can be checked", found[0].start
    if hidden := sorted(filter(_is_forbidden, tables_joined_by_name(sql))):
        return f"access to {hidden[0]}", found[0].start
    return None
