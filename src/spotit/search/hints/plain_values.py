"""The plainest values of each kind: for columns that no query speaks of."""

from __future__ import annotations

from spotit.database import Value
from spotit.schema import Kind


def plain_value(kind: Kind, number: int) -> Value:
    """Return the number-th plain value of a kind."""
    match kind:
        case Kind.REAL:
            return float(number)
        case Kind.TEXT:
            return f"v{number}"
        case Kind.DATE | Kind.DATETIME | Kind.TIME:
            return plain_date(kind, number)
        case Kind.BOOLEAN:
            return number % 2
        case Kind.BLOB:
            return bytes([number % 256])
        case _:
            return number


def plain_date(kind: Kind, number: int) -> str:
    """Return the number-th date, datetime or time; they ascend with the number."""
    if kind is Kind.TIME:
        return f"{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    day = f"{2000 + number // 336:04d}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}"
    return day if kind is Kind.DATE else f"{day} 00:00:00"
