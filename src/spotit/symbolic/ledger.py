"""What the symbolic execution may take for granted, as the values that it notes in its ledger."""

from __future__ import annotations

from spotit.assumption import Assumption, AssumptionKind
from spotit.schema import BaseColumn, Kind

REALS = Assumption(AssumptionKind.REALS)
OVERFLOW = Assumption(AssumptionKind.OVERFLOW)
UTC = Assumption(AssumptionKind.UTC)
FOREIGN_KEYS = Assumption(AssumptionKind.FOREIGN_KEYS)
NULL_ROWS = Assumption(AssumptionKind.NULL_ROWS)
TIES = Assumption(AssumptionKind.TIES)
PERMITTED = Assumption(AssumptionKind.PERMITTED)
OPEN_RESULTS = Assumption(AssumptionKind.OPEN_RESULTS)
SUM_ORDER = Assumption(AssumptionKind.SUM_ORDER)
INTEGERS = Assumption(AssumptionKind.INTEGERS)
NUMBERS = Assumption(AssumptionKind.NUMBERS)
TEXTS = Assumption(AssumptionKind.TEXTS)
BOOLEANS = Assumption(AssumptionKind.BOOLEANS)
JOINED = Assumption(AssumptionKind.JOINED)
LIMITS = Assumption(AssumptionKind.LIMITS)
FAILURES = Assumption(AssumptionKind.FAILURES)
LAGS = Assumption(AssumptionKind.LAGS)
JSON = Assumption(AssumptionKind.JSON)
NO_NUL = Assumption(AssumptionKind.NO_NUL)
CLOCK = Assumption(AssumptionKind.CLOCK)
WHOLE_SECONDS = Assumption(AssumptionKind.WHOLE_SECONDS)
BLOBS = Assumption(AssumptionKind.BLOBS)


def text_pool(column: BaseColumn, size: int) -> Assumption:
    """Return the assumption that a text column is held to a pool."""
    return Assumption(AssumptionKind.TEXT_POOL, column, size)


def value_pool(column: BaseColumn, size: int) -> Assumption:
    """Return the assumption that another column is held to a pool."""
    return Assumption(AssumptionKind.VALUE_POOL, column, size)


def instants(count: int) -> Assumption:
    """Return the assumption that the clock stands at one of some instants."""
    return Assumption(AssumptionKind.INSTANTS, number=count)


def dates(kind: Kind) -> Assumption:
    """Return the assumption that date, datetime or time columns hold text of their layout."""
    kinds = {Kind.DATE: AssumptionKind.DATES, Kind.DATETIME: AssumptionKind.DATETIMES, Kind.TIME: AssumptionKind.TIMES}
    return Assumption(kinds[kind])


_DOMAINS = {
    Kind.INTEGER: INTEGERS,
    Kind.BOOLEAN: BOOLEANS,
    Kind.REAL: NUMBERS,
    Kind.NUMERIC: NUMBERS,
    Kind.TEXT: TEXTS,
    **{kind: dates(kind) for kind in (Kind.DATE, Kind.DATETIME, Kind.TIME)},
}


def domain_of(kind: Kind) -> Assumption | None:
    """Return what is taken for granted about columns of a kind, unless the queries say otherwise."""
    return _DOMAINS.get(kind)


def other_layouts(column: BaseColumn) -> Assumption:
    """Return the assumption that a date column holds text of its type's layout or of one that the queries name."""
    return Assumption(AssumptionKind.OTHER_LAYOUTS, column)


def other_texts(column: BaseColumn) -> Assumption:
    """Return the assumption that a column of dates or numbers holds any text too."""
    return Assumption(AssumptionKind.OTHER_TEXTS, column)


def recursion(steps: int) -> Assumption:
    """Return the assumption that a recursive CTE ends within the steps that were unrolled."""
    return Assumption(AssumptionKind.RECURSION, number=steps)
