"""The side of the worker: a private database with the witness, one query after the other, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from spotit.database import Rows, Value
from spotit.integrations.elsewhere.trial import (
    MOST_ROWS,
    SECONDS,
    Refusal,
    Trial,
    Tried,
    create_statement,
    insert_statement,
)
from spotit.options import QueryDialect


@dataclass(frozen=True, slots=True)
class ElsewhereJob:
    """The job of a worker that runs witnesses on other systems."""

    def start(self) -> Callable[[Trial], Tried]:
        """Return what answers a trial."""
        return _tried


def _tried(trial: Trial) -> Tried:
    run = {QueryDialect.DUCKDB: _on_duckdb, QueryDialect.POSTGRES: _on_postgres}[trial.system]
    try:
        return run(trial)
    except _Refused as error:
        return Refusal(str(error))


class _Refused(Exception):
    """Raised where the system takes a table or a query not."""


def _on_duckdb(trial: Trial) -> tuple[Rows, Rows]:
    try:
        import duckdb
    except ImportError:
        raise _Refused("the package duckdb is missing: pip install 'spotit[duckdb]'") from None
    settings = {"enable_external_access": "false", "threads": "1", "memory_limit": "512MB", "temp_directory": ""}
    connection = duckdb.connect(":memory:", config=settings)
    try:
        for table in trial.tables:
            connection.execute(create_statement(table, trial))
            if table.rows:
                connection.executemany(insert_statement(table, trial), [list(row) for row in table.rows])
        connection.execute("SET lock_configuration = true")
        results = []
        for sql in trial.queries:
            cursor = connection.execute(sql)
            names = [column[0] for column in cursor.description or ()]
            results.append(_rows(names, cursor.fetchmany(MOST_ROWS + 1)))
        return results[0], results[1]
    except duckdb.Error as error:
        raise _Refused(_first_line(error)) from None
    finally:
        connection.close()


def _on_postgres(trial: Trial) -> tuple[Rows, Rows]:
    """Run on a server: temporary tables in a transaction that is read-only from then on and is rolled back."""
    try:
        import psycopg
    except ImportError:
        raise _Refused("the package psycopg is missing: pip install 'spotit[postgres]'") from None
    try:
        with psycopg.connect(trial.address, connect_timeout=10) as connection, connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {int(SECONDS * 1000)}")
            for table in trial.tables:
                cursor.execute(create_statement(table, trial, temporary=True))
                if table.rows:
                    cursor.executemany(insert_statement(table, trial), table.rows)
            cursor.execute("SET TRANSACTION READ ONLY")
            results = []
            for sql in trial.queries:
                # Without parameters the text goes as it is, and only one statement is taken.
                cursor.execute(sql.encode(), prepare=True)
                names = [column.name for column in cursor.description or ()]
                results.append(_rows(names, cursor.fetchmany(MOST_ROWS + 1)))
            connection.rollback()
            return results[0], results[1]
    except psycopg.Error as error:
        raise _Refused(_first_line(error)) from None


def _rows(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Rows:
    if len(rows) > MOST_ROWS:
        raise _Refused(f"more than {MOST_ROWS} rows")
    return Rows(tuple(columns), tuple(tuple(_value(value) for value in row) for row in rows))


def _value(value: object) -> Value:
    """Return a value of another system as SQLite would have it."""
    match value:
        case bool():
            return int(value)
        case None | int() | float() | str() | bytes():
            return value
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case datetime():
            return value.isoformat(sep=" ")
        case date() | time():
            return value.isoformat()
        case memoryview() | bytearray():
            return bytes(value)
        case _:
            return str(value)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:200]
