"""What a query does on a database: it returns rows, or it fails."""

from __future__ import annotations

from spotit.database import Failure, Outcome
from spotit.engine.failures import QueryFailed, QueryUnfinished
from spotit.engine.protocol import Reader

ENOUGH_STEPS = 250_000
"""Steps of the engine after which a query on a tiny database has come to its recursion."""


def outcome(
    reader: Reader, sql: str, *, budget: float = 5.0, steps: int | None = None, endless: bool = False
) -> Outcome:
    """Return the query's rows or its failure; raise `QueryError` where the limits of a run tell neither.

    A query that is known to be `endless` once it comes to its recursion fails if it does not end within so many steps.
    """
    try:
        return reader.run(sql, budget=budget, steps=ENOUGH_STEPS if endless else steps)
    except QueryFailed as error:
        return Failure(error.message)
    except QueryUnfinished:
        if not endless:
            raise
        return Failure(f"does not end within {ENOUGH_STEPS} steps")
