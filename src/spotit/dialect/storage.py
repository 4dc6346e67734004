"""What a column makes of the values that are put into it, and when two of its values are equal."""

from __future__ import annotations

from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.number_text import written
from spotit.dialect.numerals import number_in, whole_if_exact
from spotit.dialect.types import Affinity
from spotit.dialect.values import Value
from spotit.frozen import frozen


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
    number = number_in(value) if isinstance(value, str) else value
    if number is None:
        return value
    return (float(number) or 0.0) if affinity is Affinity.REAL else whole_if_exact(number)


@frozen
class Equality:
    """When two values of a column are equal: after its affinity was applied, and under its collation."""

    affinity: Affinity = Affinity.BLOB
    collation: Collation = BINARY

    def key(self, value: Value) -> Value:
        """Return what is the same for exactly the values that are equal; None for NULL, which is equal to nothing."""
        kept = stored(value, self.affinity)
        return self.collation.key(kept) if isinstance(kept, str) else kept
