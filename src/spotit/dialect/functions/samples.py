"""Texts that functions tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spotit.dialect.functions.record import Constants

Samples = Callable[[Constants], Iterable[str]]

CASES = ("A", "aB")
"""Texts with capital letters."""
NUMBERS = ("1.5", "-1", "10", "01")
"""Texts that read as numbers."""


def always(*texts: str) -> Samples:
    """Return samples that do not depend on the other arguments."""
    return lambda arguments: texts
