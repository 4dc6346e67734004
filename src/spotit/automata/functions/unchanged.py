"""Texts that a function returns as they are: UPPER(x) = x, TRIM(x) = x, REPLACE(x, ..) = x, SUBSTR(x, 1, ..) = x."""

from __future__ import annotations

from spotit.automata.alphabet import Alphabet, singled_out
from spotit.automata.classifier import MOST_COUNTED, Classifier, Label, build, constant
from spotit.automata.languages.search import matcher
from spotit.automata.not_decided import AutomatonTooLarge


def without(first: str, last: str) -> Classifier:
    """Return the classifier of texts with no character of an interval, with the labels 1 and 0."""
    alphabet = Alphabet.by((ord(first), ord(last) + 1), lambda code: ord(first) <= code <= ord(last))
    inside = alphabet.of(ord(first))
    return build(alphabet, True, lambda clean, number: clean and number != inside, int)


def without_ends(characters: str, *, start: bool, end: bool) -> Classifier:
    """Return the classifier of texts that do not begin, or do not end, with one of these characters."""
    if not characters:
        return constant(1)
    alphabet = singled_out(characters)
    trimmed = {alphabet.of(ord(character)) for character in characters}

    def step(state: tuple[bool, bool, bool], number: int) -> tuple[bool, bool, bool]:
        empty, clean, _ = state
        return False, clean and not (empty and start and number in trimmed), not (end and number in trimmed)

    return build(alphabet, (True, True, True), step, lambda state: int(state[1] and state[2]))


def without_part(part: str) -> Classifier:
    """Return the classifier of texts in which another one, not empty, does not occur."""
    alphabet = singled_out(part)
    match = matcher(part, alphabet)
    size = len(part)
    return build(
        alphabet, 0, lambda read, number: read if read == size else match(read, number), lambda read: int(read < size)
    )


def no_longer_than(size: int) -> Classifier:
    """Return the classifier of texts without a NUL that have so many characters at most."""
    if size > MOST_COUNTED:
        raise AutomatonTooLarge("long text")
    alphabet = singled_out("\0")
    ended = alphabet.of(0)

    def step(read: int, number: int) -> int:
        return size + 1 if number == ended else min(read + 1, size + 1)

    def label(read: int) -> Label:
        return int(read <= size)

    return build(alphabet, 0, step, label)
