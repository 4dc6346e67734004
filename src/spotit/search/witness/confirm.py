"""The only maker of `Different`: both queries ran on the witness, constraints on, and differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.budget import BUDGET
from spotit.database import Database, Failure, Outcome, Rows
from spotit.dialect.instants import SOME_INSTANT, at_instant
from spotit.dialect.names import fold
from spotit.engine.compare import degenerate, same
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine
from spotit.verdict import Different, Grade, Witness

_SECONDS = BUDGET.polishing.confirm_seconds


def confirm(
    engine: Engine,
    left_sql: str,
    right_sql: str,
    database: Database,
    *,
    ordered: bool,
    grade: Grade,
    endless: tuple[bool, bool] = (False, False),
) -> Different | None:
    """Return the verdict when the queries differ on the database, under the engine's options; else None.

    None also when the rows break a constraint, when a query meets a limit, when both fail, and when a result depends
    on more than the database (`random()`). Where one fails the grade is `error`. "No row against a row of NULLs" counts
    only with the option `degenerate`, and then has the grade of that name.
    """
    options = engine.options
    shown = _with_read_tables(engine, (left_sql, right_sql), database)
    if shown is None:
        return None
    try:
        engine.load(shown)
        shown = engine.with_computed(shown) if engine.schema.has_computed else shown
        sides = zip((left_sql, right_sql), endless, strict=True)
        left, right = (outcome(engine, sql, budget=_SECONDS, endless=never) for sql, never in sides)
        if same(left, right, options.semantics, ordered=ordered, columns=options.columns):
            return None
    except (ConstraintViolation, QueryError):
        return None
    if isinstance(left, Failure) or isinstance(right, Failure):
        grade = Grade.ERROR
    if degenerate(left, right, options.semantics, options.matching):
        if not options.degenerate:
            return None
        grade = Grade.DEGENERATE
    now = (shown.now or options.now or SOME_INSTANT) if engine.clock_was_read else None
    shown = replace(shown, now=now)
    witness = Witness(shown, engine.system.script(shown, engine.schema))
    if now is not None:
        witness = replace(witness, queries=_at_instant(engine, ((left_sql, left), (right_sql, right)), shown, now))
    return Different(witness, left, right, grade)


def _at_instant(
    engine: Engine, answered: Sequence[tuple[str, Outcome]], database: Database, now: str
) -> tuple[str, ...] | None:
    """Return the queries with the instant in place of the clock; None if they do not answer alike without a clock."""
    queries = tuple(at_instant(sql, now) for sql, _ in answered)
    engine.load(database)
    try:
        again = [outcome(engine, sql) for sql in queries]
    except QueryError:
        return None
    alike = all(_answer(one) == _answer(other) for one, (_, other) in zip(again, answered, strict=True))
    return queries if alike and not engine.clock_was_read else None


def _answer(result: Outcome) -> object:
    return result.message if isinstance(result, Failure) else result.rows


def _with_read_tables(engine: Engine, queries: tuple[str, str], database: Database) -> Database | None:
    """Return the database with the empty tables that the queries read: its script must create them too."""
    read: set[str] = set()
    try:
        for query in queries:
            known = engine.inspect(query)
            if not known.determined:
                return None
            read |= known.tables
    except QueryError:
        return None
    listed = {fold(name) for name in database.tables}
    wanted = {fold(name) for name in read} - listed
    tables = [table for table in engine.schema.tables if fold(table.name) in wanted]
    empty = {table.name: Rows(tuple(column.name for column in table.columns)) for table in tables}
    return replace(database, tables={**database.tables, **empty})
