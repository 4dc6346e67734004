"""What SpotIt asks of a database system. Whatever answers these questions can refute queries; SQLite is the first.

A `System` opens engines and files, reads schemas and writes scripts. An `Engine` holds one private database of a
schema, refilled and queried thousands of times a second. What they may raise is in `engine.failures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from spotit.database import Database, Rows, Value
from spotit.dialect.dialect import Dialect
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Schema

MAX_ROWS = 100_000
"""What one result may hold, unless the caller says otherwise."""

Translate = Callable[[str], Iterable[str]]
"""Yields wordings of a CREATE TABLE statement of a foreign dialect, to be tried in turn."""


@frozen
class Inspection:
    """What preparing a query tells, without running it."""

    columns: tuple[str, ...]
    """The names of its result columns."""
    tables: frozenset[str]
    """The tables that it reads; other names of the query where the engine does not tell."""
    functions: frozenset[str]
    """The functions that it calls, in lower case."""
    determined: bool = True
    """Whether the result depends on the database alone: it does not with `random()`."""


class Reader(Protocol):
    """Runs untrusted queries on one database; nothing they say can change it."""

    def inspect(self, sql: str) -> Inspection:
        """Prepare a query; raise `QueryError` when it is rejected."""

    def run(self, sql: str, *, max_rows: int = MAX_ROWS, budget: float = 5.0, steps: int | None = None) -> Rows:
        """Return the query's result; raise `QueryError`, `QueryTimeout` after `budget` seconds, `QueryTooLarge`.

        With `steps`, raise `QueryUnfinished` after about so many steps of the engine.
        """

    def close(self) -> None:
        """Give everything back; the object cannot be used after that."""


class Engine(Reader, Protocol):
    """A private database of one schema, used by one thread at a time."""

    @property
    def steps(self) -> int:
        """The steps that queries have taken so far; those of short ones need not be counted."""

    options: Options
    """Those of the check that uses it; which constraints are kept and which time is stated do not change any more."""

    @property
    def system(self) -> System:
        """The database system behind it."""

    @property
    def schema(self) -> Schema:
        """The schema that the database has."""

    @property
    def clock_was_read(self) -> bool:
        """Whether a query has asked for the time since the last load."""

    def load(self, database: Database) -> None:
        """Replace the contents, or raise `ConstraintViolation` and keep them when a constraint breaks.

        The clock stands at the database's instant, at that of the options if it has none.
        """

    def with_computed(self, database: Database) -> Database:
        """Return the database, which has just been loaded, with the values of generated columns."""


class Tabulator(Protocol):
    """Evaluates scalar expressions, for any number of threads."""

    def tabulate(self, expression: str, arguments: Sequence[tuple[Value, ...]]) -> list[Value]:
        """Return the expression's value for each tuple of arguments; raise `QueryError` where it has none."""

    def day_apart(
        self, left: str, right: str, years: Sequence[tuple[int, int]] = ((0, 9999),), *, budget: float
    ) -> str | None:
        """Return a day of some spans of years for which two expressions of `day` differ, None if there is none.

        1 and 1.0 differ here. Raises `QueryError` when an expression fails on a day, or all days take too long.
        """


class System(Protocol):
    """A database system, in one version."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def title(self) -> str:
        """Its name and version, as verdicts carry it."""

    @property
    def dialect(self) -> Dialect:
        """The SQL that it speaks."""

    def open_engine(self, schema: Schema, options: Options) -> Engine:
        """Return an empty database of the schema."""

    def open_file(self, path: Path, *, now: str | None = None) -> Reader:
        """Open a database file for reading only, the clock at `now`; raise `UsageError` when that fails."""

    def tabulator(self, options: Options) -> Tabulator:
        """Return what evaluates expressions under the options."""

    def is_file(self, path: Path) -> bool:
        """Tell whether a file is a database of this system; raise `OSError` when it cannot be read."""

    def read_file(self, path: Path) -> Schema:
        """Return the schema of a database file; raise `SchemaError` when it has none."""

    def read_ddl(self, text: str, *, translate: Translate | None = None) -> Schema:
        """Return the schema that CREATE statements define; raise `SchemaError` naming the statement."""

    def accepted(self, schema: Schema) -> Schema:
        """Return the schema without what the system refuses, and with notes on it."""

    def build_file(self, path: Path, scripts: Iterable[str]) -> None:
        """Write a new database file with what the scripts create and insert."""

    def ddl(self, schema: Schema) -> str:
        """Return a script that creates the tables and views of the schema."""

    def script(self, database: Database, schema: Schema) -> str:
        """Return a script that creates the tables which a witness needs, and fills them."""
