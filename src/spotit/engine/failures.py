"""What an engine may answer instead of rows.

SpotitError
├── ConstraintViolation     the rows break a constraint of the schema
└── QueryError              the engine rejects the query, or fails while running it
    ├── QueryFailed         the query fails on this database, whoever runs it
    ├── QueryRefused        the sandbox does not let the query run
    ├── QueryUnfinished     so many steps were not enough
    ├── QueryTimeout        the deadline passed
    └── QueryTooLarge       too many rows, too much text, or too much memory
        └── TooManyOrders   of columns, to compare two results
"""

from __future__ import annotations

from spotit.errors import SpotitError
from spotit.work import clock_stopped


class ConstraintViolation(SpotitError):
    """Rows that the schema does not allow; the engine keeps what it held before."""


class QueryError(SpotitError):
    """A query that the engine rejects or cannot finish; `offset` is a character position in its text."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class QueryFailed(QueryError):
    """A query that fails on the database at hand: no limit of ours, but what SQL says of it."""


class QueryRefused(QueryError):
    """A query that asks for more than reading the database."""


class QueryUnfinished(QueryError):
    """A query that was stopped after the number of steps that the caller has named."""


class QueryTimeout(QueryError):
    """A query that was stopped at its deadline."""


def stopped_at_deadline(what: str) -> QueryTimeout:
    """Return the failure of what a clock has stopped; the check that it is part of says so."""
    clock_stopped()
    return QueryTimeout(what)


class QueryTooLarge(QueryError):
    """A query whose result or working memory exceeds the limits."""


class TooManyOrders(QueryTooLarge):
    """Two results whose columns may be arranged in more ways than can be tried."""

    def __init__(self) -> None:
        super().__init__("too many orders of the columns to compare the results")
