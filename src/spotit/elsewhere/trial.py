"""What another database system is asked: plain data, and the statements that put a witness there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from importlib.util import find_spec

from spotit.database import Database, Rows, Value
from spotit.dialect.types import Kind, kind_of
from spotit.dialect.wording import quote
from spotit.errors import UsageError
from spotit.frozen import frozen
from spotit.options import QueryDialect
from spotit.schema import Schema
from spotit.verdict import Different

SYSTEMS = (QueryDialect.DUCKDB, QueryDialect.POSTGRES)
"""The systems on which a witness can be tried."""
SECONDS = 10.0
"""What one query may take."""
MOST_ROWS = 100_000
MEMORY_MB = 512
"""What a system in this process may use for its data."""
_PACKAGES = {"duckdb": "duckdb", "postgres": "psycopg"}
_TYPES = {
    Kind.INTEGER: "BIGINT",
    Kind.BOOLEAN: "BIGINT",
    Kind.REAL: "DOUBLE PRECISION",
    Kind.NUMERIC: "DOUBLE PRECISION",
}
_DATE_TYPES = {Kind.DATE: "DATE", Kind.DATETIME: "TIMESTAMP", Kind.TIME: "TIME"}

Systems = Mapping[str, str]
"""Other systems by name, each with the address of a server; a system that runs in this process has none."""
HoldsOn = dict[str, bool | str]
"""Whether the results differ on each system too, or why it could not be tried."""


class Refused(Exception):
    """Raised where a system does not take a table or a query; the message is for people."""


@frozen
class Trial:
    """A witness and its two queries, as they were given and in SQLite's words."""

    database: Database
    queries: tuple[str, str]
    dialect: str
    ours: tuple[str, str]
    semantics: str
    columns: str

    @staticmethod
    def of(verdict: Different) -> Trial:
        """Return what there is to try about a difference."""
        queries = verdict.queries or ("", "")
        witness = verdict.witness
        ours = queries if witness.queries is None else (witness.queries[0], witness.queries[1])
        return Trial(witness.database, queries, verdict.dialect, ours, verdict.semantics, verdict.columns)


@frozen
class ThereTable:
    """A table of the witness: its columns with their kinds, and its rows."""

    name: str
    columns: tuple[tuple[str, Kind], ...]
    rows: tuple[tuple[Value, ...], ...]


@frozen
class There:
    """A witness, and both queries in the words of the system that is to run them."""

    system: QueryDialect
    tables: tuple[ThereTable, ...]
    queries: tuple[str, str]
    native: bool
    """The queries were written for this system: dates are dates there, and not text as in SQLite."""
    address: str = ""


def systems_named(given: str | Iterable[str]) -> Systems:
    """Return systems as people name them: `duckdb`, `postgres`, `postgres=ADDRESS`, several with commas between.

    Raises `UsageError` for a system on which nothing can be tried.
    """
    texts = (given,) if isinstance(given, str) else given
    parts = [part.strip().partition("=") for text in texts for part in text.split(",") if part.strip()]
    systems = {name: address for name, _, address in parts}
    for name in systems:
        if name not in [system.value for system in SYSTEMS]:
            raise UsageError(f"no witness can be tried on {name}; there are {', '.join(SYSTEMS)}")
        if find_spec(_PACKAGES[name]) is None:
            raise UsageError(f"{name} needs the package {_PACKAGES[name]}: pip install 'spotit[{name}]'")
    return systems


def tables_of(database: Database, schema: Schema) -> tuple[ThereTable, ...]:
    """Return the tables that the witness has, with all columns that the schema declares."""
    found = []
    for name, rows in database.tables.items():
        table = schema.table(name)
        declared = {c.name: kind_of(c.declared) for c in table.columns} if table is not None else {}
        names = tuple(declared) or rows.columns
        columns = tuple((column, declared.get(column, Kind.ANY)) for column in names)
        found.append(ThereTable(name, columns, tuple(rows.project(names))))
    return tuple(found)


def create_statement(table: ThereTable, there: There) -> str:
    """Return the statement that creates a table of the witness; constraints need not be there to run queries."""
    binary = "BYTEA" if there.system is QueryDialect.POSTGRES else "BLOB"
    types = _TYPES | (_DATE_TYPES if there.native else {}) | {Kind.BLOB: binary}
    columns = ", ".join(f"{_name(name, there)} {types.get(kind, 'TEXT')}" for name, kind in table.columns)
    return f"CREATE TEMPORARY TABLE {_name(table.name, there)} ({columns})"


def insert_statement(table: ThereTable, there: There) -> str:
    """Return the statement that inserts one row, with a mark for each value."""
    mark = "%s" if there.system is QueryDialect.POSTGRES else "?"
    return f"INSERT INTO {_name(table.name, there)} VALUES ({', '.join(mark for _ in table.columns)})"


def _name(name: str, there: There) -> str:
    """Return a name as the queries spell it: PostgreSQL tells letter case apart, and folds what is not quoted."""
    folds = there.system is QueryDialect.POSTGRES and (not there.native or name.isidentifier())
    return quote(name.lower() if folds else name)


def rows_there(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Rows:
    """Return a result of another system; raise `Refused` where it is too large."""
    if len(rows) > MOST_ROWS:
        raise Refused(f"more than {MOST_ROWS} rows")
    return Rows(tuple(columns), tuple(tuple(_value(value) for value in row) for row in rows))


def _value(value: object) -> Value:
    """Return a value of another system as SQLite would have it."""
    match value:
        case bool():
            return int(value)
        case None | int() | float() | str() | bytes():
            return value
        case Decimal():
            return int(value) if value.is_finite() and value == value.to_integral_value() else float(value)
        case datetime():
            return value.isoformat(sep=" ")
        case date() | time():
            return value.isoformat()
        case memoryview() | bytearray():
            return bytes(value)
        case _:
            return str(value)


def first_line(error: Exception) -> str:
    """Return what a system says of an error, as one line."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:200]
