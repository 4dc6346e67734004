"""The ledger's sentences: what a proof takes for granted. One constant (or function) for each."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.schema import Kind

REALS = "real arithmetic is exact (no floating-point rounding)"
OVERFLOW = "integers stay within 64 bits"
UTC = "the local time zone is UTC"
YEARS = "date arithmetic stays within the years 0 to 9999"
TIES = "where SQL leaves a choice among tied rows open, both queries choose alike"
OPEN_RESULTS = "results that SQL leaves open (ties, arbitrary rows) are not compared"
BOOLEANS = "boolean columns hold 0 or 1"
JOINED = "values joined by GROUP_CONCAT or concatenation contain no part of a separator"
LIMITS = "a LIMIT or OFFSET that is computed is a whole number"
LAGS = "the offset of LAG is not negative"
JSON = "text that is read as JSON is well-formed"
NO_NUL = "text columns hold no NUL character"
BLOBS = "blob columns hold a few one-byte values"


_DOMAINS = tuple(f"{kind} columns hold" for kind in ("integer", "boolean", "date", "datetime", "time", "text"))


def only_domains(assumptions: Iterable[str]) -> bool:
    """Tell whether the assumptions say no more than that columns hold values of their declared types."""
    return all(sentence.startswith(_DOMAINS) for sentence in assumptions)


def integer_range(limit: int) -> str:
    """Return the sentence for the range of integer columns."""
    return f"integer columns hold values from {-limit} to {limit}"


def text_pool(column: str, size: int) -> str:
    """Return the sentence for a text column held to a pool."""
    return f"text of {column} from a pool of {size} values"


def value_pool(column: str, size: int) -> str:
    """Return the sentence for another column held to a pool."""
    return f"values of {column} from a pool of {size} values"


def dates(kind: Kind) -> str:
    """Return the sentence for the layout of date and time columns."""
    layout = {Kind.DATE: "YYYY-MM-DD", Kind.DATETIME: "YYYY-MM-DD HH:MM:SS", Kind.TIME: "HH:MM:SS"}[kind]
    return f"{kind.value} columns hold valid {layout} text"


def recursion(steps: int) -> str:
    """Return the sentence for a recursive CTE whose unrolling was cut off."""
    return f"recursion stops within {steps} steps"
