"""`check`: are two queries the same? The whole flow on one page."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from spotit.database import Database
from spotit.engine.failures import QueryError
from spotit.engine.lease import Engines
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql, Span
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.pair import make_pair
from spotit.search.portfolio import Clock, Search
from spotit.verdict import Invalid, Side, Stats, Unsupported, Verdict

SchemaSource = Schema | str | Path | Mapping[str, object]
_Early = TypeVar("_Early", Unsupported, Invalid)
_ENGINES = Engines()
"""The engines of this process that no check uses at the moment."""


def check(
    left: str,
    right: str,
    schema: SchemaSource,
    options: Options | None = None,
    *,
    known: Sequence[Database] = (),
) -> Verdict:
    """Return whether two queries mean the same on every database of the schema.

    `schema` is a Schema, DDL text, a .sql file, a SQLite file, or a BIRD/Spider `tables.json` entry. `known` are
    databases to try first, such as witnesses against other answers to the same question.
    """
    options = options or Options()
    source = schema if isinstance(schema, Schema) else load_schema(schema)
    clock = Clock(time.perf_counter(), time.monotonic() + options.timeout)
    with _ENGINES.lend(source, options) as engine:
        return _check(left, right, engine, known, clock)


def _check(left: str, right: str, engine: Engine, known: Sequence[Database], clock: Clock) -> Verdict:
    with clock.stage("parse"):
        for side, sql in (("left", left), ("right", right)):
            problem = _rejected(engine, sql, side, clock)  # type: ignore[arg-type]
            if problem is not None:
                return problem
        try:
            pair = make_pair(left, right, engine.schema, engine.options, engine)
        except InvalidSql as error:
            # The engine accepts both queries, so this is a gap in our front end and not a fault of the query.
            return _stamped(Unsupported(error.message, None, error.span, notes=engine.schema.notes), engine, clock)
    return Search(pair, known, clock).run()


def _rejected(engine: Engine, sql: str, side: Side, clock: Clock) -> Invalid | None:
    try:
        engine.inspect(sql)
    except QueryError as error:
        offset = error.offset
        span = None if offset is None else Span(offset, _word_end(sql, offset))
        return _stamped(Invalid(side, error.message, span, notes=engine.schema.notes), engine, clock)
    return None


def _word_end(sql: str, start: int) -> int:
    end = start
    while end < len(sql) and (sql[end].isalnum() or sql[end] in "_."):
        end += 1
    return max(end, start + 1)


def _stamped(verdict: _Early, engine: Engine, clock: Clock) -> _Early:
    stats = Stats(time.perf_counter() - clock.start, clock.stages, encoded=False)
    semantics = engine.options.semantics.value
    return replace(verdict, stats=stats, semantics=semantics, engine=engine.system.title)
