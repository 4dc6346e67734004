"""The only maker of `Different`: both queries ran on the witness, constraints on, and differ."""

from __future__ import annotations

from spotit.budget import BUDGET
from spotit.database import Database, Failure, Rows
from spotit.dialect.names import fold
from spotit.engine.compare import degenerate, same
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine
from spotit.verdict import Different, Grade, Witness


def confirm(
    engine: Engine,
    left_sql: str,
    right_sql: str,
    database: Database,
    *,
    ordered: bool,
    grade: Grade,
    seconds: float = BUDGET.polishing.confirm_seconds,
) -> Different | None:
    """Return the verdict when the queries differ on the database, under the engine's options; else None.

    None also when the rows break a constraint, when a query meets a limit, when both fail, and when a result depends
    on more than the database (`random()`). Where one fails the grade is `error`. "No row against rows of NULLs" counts
    only with the option `degenerate`, and then has the grade of that name.
    """
    options = engine.options
    shown = _with_read_tables(engine, (left_sql, right_sql), database)
    if shown is None:
        return None
    try:
        engine.load(shown)
        shown = engine.with_computed(shown) if engine.schema.has_computed else shown
        left, right = (outcome(engine, sql, budget=seconds) for sql in (left_sql, right_sql))
    except (ConstraintViolation, QueryError):
        return None
    if same(left, right, options.semantics, ordered=ordered):
        return None
    if isinstance(left, Failure) or isinstance(right, Failure):
        grade = Grade.ERROR
    if degenerate(left, right):
        if not options.degenerate:
            return None
        grade = Grade.DEGENERATE
    witness = Witness(shown, engine.system.script(shown, engine.schema))
    return Different(witness, left, right, grade)


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
    return Database({**database.tables, **empty})
