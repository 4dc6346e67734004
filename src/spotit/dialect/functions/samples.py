"""Texts that functions tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from spotit.dialect.functions.record import Constants

Samples = Callable[[Constants], Iterable[str]]

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
CASES = ("A", "aB")
"""Texts with capital letters."""
NUMBERS = ("1.5", "-1", "10", "01", "2x")
"""Texts that read as numbers, or start with one."""
SIGNED = ("1.5", "-1.5", "-1", "2x", "a")
"""Texts that are rounded to different numbers, and no number."""
QUOTED = ("it's", 'a"b')
"""Texts with quotes."""
LENGTHS = ("ab", "abc", "é", "")
"""Texts of different lengths, one of which has more bytes than characters."""
_LONGEST = 40


def always(*texts: str) -> Samples:
    """Return samples that do not depend on the other arguments."""
    return lambda arguments: texts


def longer_than(size: int) -> str:
    """Return a text that is longer than `size`, within reason."""
    return (ALPHABET * 2)[: min(size + 1, _LONGEST)]


def other_letters(text: str) -> Iterator[str]:
    """Yield letters that do not occur in a text, in either case."""
    return (letter for letter in ALPHABET if letter not in text.lower())
