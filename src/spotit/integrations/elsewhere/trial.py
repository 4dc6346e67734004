"""What another database system is asked, and what it answers: plain data."""

from __future__ import annotations

from dataclasses import dataclass

from spotit.database import Rows, Value
from spotit.dialect.types import Kind
from spotit.dialect.wording import quote
from spotit.options import QueryDialect

SECONDS = 10.0
"""What one query may take."""
MOST_ROWS = 100_000
_TYPES = {
    Kind.INTEGER: "BIGINT",
    Kind.BOOLEAN: "BIGINT",
    Kind.REAL: "DOUBLE PRECISION",
    Kind.NUMERIC: "DOUBLE PRECISION",
}
_DATE_TYPES = {Kind.DATE: "DATE", Kind.DATETIME: "TIMESTAMP", Kind.TIME: "TIME"}


@dataclass(frozen=True, slots=True)
class TrialTable:
    """A table of the witness: its columns with their kinds, and its rows."""

    name: str
    columns: tuple[tuple[str, Kind], ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A witness, and both queries in the words of the system that is to run them."""

    system: QueryDialect
    tables: tuple[TrialTable, ...]
    queries: tuple[str, str]
    native: bool
    """The queries were written for this system: dates are dates there, and not text as in SQLite."""
    address: str = ""
    """Where the system is, if not in this process."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the system says of a table or a query that it does not take."""

    message: str


Tried = tuple[Rows, Rows] | Refusal


def create_statement(table: TrialTable, trial: Trial, *, temporary: bool = False) -> str:
    """Return the statement that creates a table of the witness; constraints need not be there to run queries."""
    binary = "BYTEA" if trial.system is QueryDialect.POSTGRES else "BLOB"
    types = _TYPES | (_DATE_TYPES if trial.native else {}) | {Kind.BLOB: binary}
    columns = ", ".join(f"{_name(name, trial)} {types.get(kind, 'TEXT')}" for name, kind in table.columns)
    return f"CREATE {'TEMPORARY ' if temporary else ''}TABLE {_name(table.name, trial)} ({columns})"


def insert_statement(table: TrialTable, trial: Trial) -> str:
    """Return the statement that inserts one row, with a mark for each value."""
    mark = "%s" if trial.system is QueryDialect.POSTGRES else "?"
    return f"INSERT INTO {_name(table.name, trial)} VALUES ({', '.join(mark for _ in table.columns)})"


def _name(name: str, trial: Trial) -> str:
    """Return a name as the queries spell it: PostgreSQL tells letter case apart, and folds what is not quoted."""
    folds = trial.system is QueryDialect.POSTGRES and (not trial.native or name.isidentifier())
    return quote(name.lower() if folds else name)
