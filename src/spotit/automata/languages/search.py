"""Reading a text while looking for the first occurrence of a constant in it."""

from __future__ import annotations

from collections.abc import Callable

from spotit.automata.alphabet import Alphabet


def matcher(needle: str, alphabet: Alphabet) -> Callable[[int, int], int]:
    """Return the step of the automaton that looks for a constant which is not empty.

    Its state is the length of the longest beginning of the constant that the text read so far ends in.
    In the alphabet each character of the constant must be a class of its own.
    """
    firsts = [chr(code) for code in alphabet.firsts()]
    table = [[_overlap(needle, needle[:length] + first) for first in firsts] for length in range(len(needle))]
    return lambda length, number: table[length][number]


def _overlap(needle: str, text: str) -> int:
    """Return the length of the longest beginning of the constant that the text ends in."""
    return next(size for size in range(len(text), -1, -1) if needle.startswith(text[len(text) - size :]))
