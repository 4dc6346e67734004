"""The pair noun: two queries over one schema, with all that the search needs to know about them."""

from __future__ import annotations

from dataclasses import dataclass

from spotit.database import Database, Rows
from spotit.engine.compare import same
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options
from spotit.plan.hints.usage import Usage, analyse
from spotit.plan.rel import Query
from spotit.schema import Schema
from spotit.search.hints.token_usage import orders, scrape
from spotit.sql.lowering.query import lower_query
from spotit.verdict import Side

_SECONDS = 1.0
"""For one query on one tiny database; what takes longer does not end at all."""


@dataclass(frozen=True, slots=True)
class Unplanned:
    """Why a query has no plan: the construct that lowering does not cover."""

    side: Side
    error: UnsupportedSql


@dataclass(frozen=True, slots=True)
class Results:
    """What both queries return on one database."""

    left: Rows
    right: Rows


@dataclass(frozen=True, slots=True)
class Pair:
    """Two queries, their plans where lowering covers them, and the engine that decides."""

    left_sql: str
    right_sql: str
    left: Query | None
    right: Query | None
    schema: Schema
    options: Options
    engine: Engine
    usage: Usage
    ordered: bool
    """Whether the left query orders its result."""
    unplanned: tuple[Unplanned, ...] = ()

    def results(self, database: Database) -> Results | None:
        """Load the database and run both queries; None when it breaks a constraint or a query fails on it."""
        try:
            self.engine.load(database)
            left, right = (self.engine.run(sql, budget=_SECONDS) for sql in (self.left_sql, self.right_sql))
            return Results(left, right)
        except (ConstraintViolation, QueryError):
            return None

    def agree(self, results: Results) -> bool:
        """Tell whether the two results are the same under the chosen semantics."""
        return same(results.left, results.right, self.options.semantics, ordered=self.ordered)

    def differing(self, database: Database) -> Results | None:
        """Return the results when the queries differ on the database, else None."""
        results = self.results(database)
        return None if results is None or self.agree(results) else results


def make_pair(left_sql: str, right_sql: str, schema: Schema, options: Options, engine: Engine | None = None) -> Pair:
    """Lower both queries as far as possible and infer how they use the schema.

    Raises `QueryError` when the engine rejects a query. An engine of this schema and options may be reused.
    """
    engine = engine or open_engine(schema, options)
    engine.inspect(left_sql)
    engine.inspect(right_sql)
    unplanned: list[Unplanned] = []
    plans: list[Query | None] = []
    sides: tuple[tuple[Side, str], ...] = (("left", left_sql), ("right", right_sql))
    for side, sql in sides:
        try:
            plans.append(lower_query(sql, schema, now=options.now))
        except UnsupportedSql as error:
            unplanned.append(Unplanned(side, error))
            plans.append(None)
        except InvalidSql as error:  # the engine has accepted it, so the front end is what falls short
            unplanned.append(Unplanned(side, UnsupportedSql(error.message, error.span)))
            plans.append(None)
    left, right = plans
    if left is not None and right is not None:
        usage = analyse(left, right, schema)
    else:
        usage = scrape((left_sql, right_sql), schema, engine)
    ordered = left.ordered if left is not None else orders(left_sql)
    return Pair(left_sql, right_sql, left, right, schema, options, engine, usage, ordered, tuple(unplanned))
