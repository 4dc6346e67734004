"""Queries on DuckDB: a private database in memory, without files, network, extensions or settings."""

from __future__ import annotations

from threading import Timer
from typing import Any

from spotit.database import Rows
from spotit.elsewhere.trial import (
    MEMORY_MB,
    MOST_ROWS,
    SECONDS,
    Refused,
    There,
    create_statement,
    first_line,
    insert_statement,
    rows_there,
)

_SETTINGS = {
    "threads": "1",
    "memory_limit": f"{MEMORY_MB}MB",
    "temp_directory": "",
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
}
_LOCKED = ("SET enable_external_access = false", "SET lock_configuration = true")
"""Set after the others, which can no longer be set then."""


def run_on_duckdb(there: There) -> tuple[Rows, Rows]:
    """Return both results; raise `Refused` where there are none."""
    try:
        import duckdb
    except ImportError:
        raise Refused("the package duckdb is missing: pip install 'spotit[duckdb]'") from None
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    try:
        for setting in _LOCKED:
            connection.execute(setting)
        for table in there.tables:
            connection.execute(create_statement(table, there))
            if table.rows:
                connection.executemany(insert_statement(table, there), [list(row) for row in table.rows])
        results = []
        for sql in there.queries:
            # What is one SELECT is for DuckDB to say: it has strings and comments that other readers take for code.
            found = connection.extract_statements(sql)
            if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
                raise Refused("there is not exactly one SELECT statement")
            results.append(_result(connection, found[0]))
        return results[0], results[1]
    except (duckdb.Error, RuntimeError, ValueError, OverflowError) as error:
        raise Refused(first_line(error)) from None
    finally:
        connection.close()


def _result(connection: Any, statement: object) -> Rows:  # noqa: ANN401 - an optional package
    watch = Timer(SECONDS, connection.interrupt)
    watch.start()
    try:
        cursor = connection.execute(statement)
        names = [column[0] for column in cursor.description or ()]
        return rows_there(names, cursor.fetchmany(MOST_ROWS + 1))
    finally:
        watch.cancel()
