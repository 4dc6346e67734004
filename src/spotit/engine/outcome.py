"""What a query does on a database: it returns rows, or it fails."""

from __future__ import annotations

from spotit.database import Failure, Outcome
from spotit.engine.failures import QueryFailed
from spotit.engine.protocol import Reader


def outcome(reader: Reader, sql: str, *, budget: float = 5.0) -> Outcome:
    """Return the query's rows or its failure; raise `QueryError` where the limits of a run tell neither."""
    try:
        return reader.run(sql, budget=budget)
    except QueryFailed as error:
        return Failure(error.message)
