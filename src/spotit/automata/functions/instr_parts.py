"""SUBSTR up to or from the first occurrence of a constant: the parts of a text that INSTR finds."""

from __future__ import annotations

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, build, chosen, combined, constant
from spotit.automata.functions.substr import substring
from spotit.automata.functions.until_nul import until_nul
from spotit.automata.languages.integers import Steps
from spotit.automata.languages.measures import position
from spotit.automata.languages.search import matcher
from spotit.automata.not_decided import NotRegular

_Search = tuple[int, int, int]
"""Characters of the constant matched (-1 when it was found), the target's state, characters to skip or to take."""


def from_occurrence(target: Classifier, needle: str, offset: int, length: int | None) -> Classifier:
    """Return the classifier of SUBSTR(x, INSTR(x, needle) + offset, length)."""
    if not needle:
        return until_nul(substring(target, offset + 1, length))
    if offset < 0 or (length is not None and length < 0):
        raise NotRegular("SUBSTR that begins before what INSTR finds")
    found = _after(target, needle, offset, length)
    return _located(needle, until_nul(found), until_nul(substring(target, offset, length)), constant(target.label("")))


def up_to_occurrence(target: Classifier, needle: str, offset: int) -> Classifier:
    """Return the classifier of SUBSTR(x, 1, INSTR(x, needle) + offset)."""
    if not needle:
        return until_nul(substring(target, 1, offset + 1))
    if offset < -1:
        raise NotRegular("SUBSTR that ends before what INSTR finds")
    found = _before(target, needle, offset + 1)
    return _located(needle, until_nul(found), until_nul(substring(target, 1, offset)), until_nul(target))


def _located(needle: str, found: Classifier, missing: Classifier, hidden: Classifier) -> Classifier:
    """Choose by where the constant occurs: before any NUL, nowhere, or only behind a NUL, where SUBSTR is blind."""
    occurs = position(needle, Steps((1,), (0, 1)))
    seen = combined([occurs, until_nul(occurs)], lambda anywhere, before: anywhere + before)
    return chosen(seen, {0: missing, 1: hidden, 2: found})


def _after(target: Classifier, needle: str, offset: int, length: int | None) -> Classifier:
    """Label texts in which the constant occurs: skip, or take what is left of the constant, then run the target."""
    alphabet = common([target.alphabet, singled_out(needle)])
    columns = target.columns(alphabet)
    match = matcher(needle, alphabet)
    rest = needle[offset:][:length]
    skipped = max(offset - len(needle), 0)
    taken = -1 if length is None else length - len(rest)

    def step(state: _Search, number: int) -> _Search:
        matched, inner, left = state
        if matched >= 0:
            matched = match(matched, number)
            return (-1, target.run(0, rest), skipped) if matched == len(needle) else (matched, 0, 0)
        if left > 0:
            return -1, inner, left - 1
        if taken >= 0 and -left >= taken:
            return state
        return -1, target.moves[inner][columns[number]], left - 1 if taken >= 0 else 0

    return build(alphabet, (0, 0, 0), step, lambda state: target.labels[state[1]])


def _before(target: Classifier, needle: str, extra: int) -> Classifier:
    """Label texts in which the constant occurs: run the target up to it and over `extra` more characters."""
    alphabet = common([target.alphabet, singled_out(needle)])
    columns = target.columns(alphabet)
    match = matcher(needle, alphabet)

    def step(state: _Search, number: int) -> _Search:
        matched, inner, left = state
        if matched < 0:
            return (-1, target.moves[inner][columns[number]], left - 1) if left else state
        length = match(matched, number)
        if length == len(needle):
            return -1, target.run(inner, needle[:extra]), max(extra - len(needle), 0)
        if length == 0:
            return 0, target.moves[target.run(inner, needle[:matched])][columns[number]], 0
        return length, target.run(inner, needle[: matched + 1 - length]), 0

    return build(alphabet, (0, 0, 0), step, lambda state: target.labels[state[1]])
