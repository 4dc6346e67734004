"""What a column makes of the values that are put into it, and when two of its values are equal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.number_text import written
from spotit.dialect.types import Affinity
from spotit.dialect.values import Value

_NUMBER = re.compile(r"[ \t-\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[ \t-\r]*")
"""Text that is a number in full: blanks may surround it."""
_LEAST, _MOST = -(2**63), 2**63 - 1


def stored(value: Value, affinity: Affinity) -> Value:
    """Return the value that a column of this affinity stores (datatype3.html, section 3).

    >>> stored("1e1", Affinity.INTEGER), stored(1, Affinity.TEXT), stored("x", Affinity.REAL)
    (10, '1', 'x')
    """
    if value is None or value != value:
        return None
    if affinity is Affinity.BLOB or isinstance(value, bytes):
        return value
    if affinity is Affinity.TEXT:
        return value if isinstance(value, str) else written(value)
    number = _number(value) if isinstance(value, str) else value
    if number is None:
        return value
    return _real(number) if affinity is Affinity.REAL else _whole(number)


def _number(text: str) -> int | float | None:
    """Return the number that a text is in full, None when it is none."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    digits = found[1]
    if digits.lstrip("+-").isdigit() and _LEAST <= int(digits) <= _MOST:
        return int(digits)
    return float(digits)


def _real(number: int | float) -> float:
    return float(number) or 0.0


def _whole(number: int | float) -> int | float:
    """Return a REAL that is a whole number as that INTEGER, unless it is at an end of the 64-bit range."""
    if isinstance(number, int) or not _LEAST < number < _MOST or number != int(number):
        return number
    return int(number)


@dataclass(frozen=True, slots=True)
class Equality:
    """When two values of a column are equal: after its affinity was applied, and under its collation."""

    affinity: Affinity = Affinity.BLOB
    collation: Collation = BINARY

    def key(self, value: Value) -> Value:
        """Return what is the same for exactly the values that are equal; None for NULL, which is equal to nothing."""
        kept = stored(value, self.affinity)
        return self.collation.key(kept) if isinstance(kept, str) else kept
