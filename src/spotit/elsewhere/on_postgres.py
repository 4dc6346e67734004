"""Queries on PostgreSQL: temporary tables in a transaction that is read-only from then on and is rolled back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from spotit.database import Rows
from spotit.elsewhere.trial import (
    MOST_ROWS,
    SECONDS,
    Refused,
    There,
    create_statement,
    first_line,
    insert_statement,
    rows_there,
)

_WORD = re.compile(r"[^\W\d][\w$]*")
_POWERLESS = "pg_stat_scan_tables"
"""A role that every server has and that may do next to nothing; a superuser takes it on."""
_HARMLESS = ("random", "pg_typeof")
_FORBIDDEN = """
SELECT proname FROM pg_catalog.pg_proc
WHERE proname = ANY(%s) AND proname <> ALL(%s) AND (
  provolatile = 'v' OR pronamespace <> 'pg_catalog'::regnamespace OR proname LIKE 'pg\\_%%'
  OR proname LIKE '%%to\\_xml%%' OR proname = 'current_setting')
LIMIT 1
"""
"""Of these names one of a function that reaches beyond the query: it has an effect, or reads files, settings or other
tables. Functions that are not PostgreSQL's own are among them."""
_LIMITS = (
    f"SET LOCAL statement_timeout = {int(SECONDS * 1000)}",
    "SET LOCAL lock_timeout = 1000",
    f"SET LOCAL idle_in_transaction_session_timeout = {int(3 * SECONDS * 1000)}",
    "SET LOCAL work_mem = '16MB'",
    "SET LOCAL max_parallel_workers_per_gather = 0",
    "SET LOCAL search_path = pg_temp, pg_catalog",
    "SET LOCAL standard_conforming_strings = on",
)


def run_on_postgres(there: There) -> tuple[Rows, Rows]:
    """Return both results from the server at the trial's address; raise `Refused` where there are none."""
    try:
        import psycopg
    except ImportError:
        raise Refused("the package psycopg is missing: pip install 'spotit[postgres]'") from None
    try:
        with psycopg.connect(there.address, connect_timeout=10) as connection, connection.cursor() as cursor:
            _confine(cursor)
            for table in there.tables:
                cursor.execute(create_statement(table, there))
                if table.rows:
                    cursor.executemany(insert_statement(table, there), table.rows)
            cursor.execute("SET TRANSACTION READ ONLY")
            results = [_result(cursor, sql, place) for place, sql in enumerate(there.queries)]
            connection.rollback()
            return results[0], results[1]
    except psycopg.Error as error:
        raise Refused(first_line(error)) from None


def _confine(cursor: Any) -> None:  # noqa: ANN401 - an optional package
    """Set limits, and give up the rights of a superuser; with `_require_tame` nothing gives them back."""
    for statement in _LIMITS:
        cursor.execute(statement)
    cursor.execute("SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user")
    (is_superuser,) = cursor.fetchone() or (False,)
    if is_superuser:
        cursor.execute("SET LOCAL temp_file_limit = '256MB'")
        cursor.execute(f"SET LOCAL ROLE {_POWERLESS}")


def _result(cursor: Any, sql: str, place: int) -> Rows:  # noqa: ANN401 - an optional package
    _require_tame(cursor, sql)
    # A cursor can be declared for one SELECT that changes nothing. A prepared text can hold no second statement.
    cursor.execute(f"DECLARE c{place} CURSOR FOR {sql}".encode(), prepare=True)
    cursor.execute(f"FETCH FORWARD {MOST_ROWS + 1} FROM c{place}")
    names = [column.name for column in cursor.description or ()]
    return rows_there(names, cursor.fetchall())


def _require_tame(cursor: Any, sql: str) -> None:  # noqa: ANN401 - an optional package
    """Raise `Refused` for a query that names a function with effects, or reads what is not of the witness."""
    if re.search(r"u&[\"']", sql, re.IGNORECASE):
        raise Refused("names in escaped characters are not run")
    # All words, those of strings and comments too: whatever the server takes for a name is among them.
    words = sorted({spelled for word in _WORD.findall(sql) for spelled in (word, word.lower())})
    cursor.execute(_FORBIDDEN, (words, list(_HARMLESS)))
    if forbidden := cursor.fetchone():
        raise Refused(f"a query with the function {forbidden[0]} is not run")
    cursor.execute(f"EXPLAIN (VERBOSE, FORMAT JSON) {sql}".encode(), prepare=True)
    (plan,) = cursor.fetchone()
    for schema in _schemas_read(plan):
        if not schema.startswith("pg_temp"):
            raise Refused(f"it reads from the schema {schema}")


def _schemas_read(plan: object) -> Iterator[str]:
    """Yield the schemas of all relations that a plan reads."""
    if isinstance(plan, list):
        for part in plan:
            yield from _schemas_read(part)
    elif isinstance(plan, dict):
        if "Relation Name" in plan:
            yield str(plan.get("Schema"))
        for value in plan.values():
            yield from _schemas_read(value)
