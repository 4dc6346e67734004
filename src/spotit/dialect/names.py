"""When two names are the same."""

from __future__ import annotations

_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def fold(name: str) -> str:
    """Return a name as SQLite compares it: ASCII letters without case, all others as they are.

    >>> fold("Name"), fold("Ä") == fold("ä")
    ('name', False)
    """
    return name.lower() if name.isascii() else name.translate(_ASCII_LOWER)


ROWID_NAMES = ("rowid", "_rowid_", "oid")
"""What SQLite calls the number of a row, where no column has that name."""
