"""Patterns: LIKE and GLOB, which the operators of those names call."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.dialect.functions.record import Constants, Encoded, Function, Hints, Result, nothing
from spotit.dialect.functions.samples import CASES, other_letters

_OF_ALL = Encoded.TABLE | Encoded.AUTOMATON | Encoded.LAYOUT | Encoded.OF_PIECES


def _like_samples(arguments: Constants) -> Iterator[str]:
    """Yield the wildcards and letters of both cases, where the pattern is not constant."""
    if not isinstance(arguments[0], str):
        yield from (*CASES, "%", "_")


def _glob_samples(arguments: Constants) -> Iterator[str]:
    """Yield texts that match a constant pattern, and the same in the other case, which do not."""
    pattern = arguments[0]
    if not isinstance(pattern, str):
        yield from (*CASES, "*", "?", "[a]")
        return
    for filler in ("", "a"):
        text = "".join(_allowed(part, filler) for part in _PART.findall(pattern))
        yield from (text, text.swapcase())


_PART = re.compile(r"\*|\[\^?\]?[^\]]*\]|.", re.DOTALL)
"""The parts of a GLOB pattern: *, a set of characters, or one character."""


def _allowed(part: str, filler: str) -> str:
    """Return what a part of a pattern matches; `filler` stands for any text."""
    if part == "*":
        return filler
    if part == "?":
        return "a"
    if len(part) == 1:
        return part
    return next(other_letters(part)) if part[1] == "^" else part[1]


FUNCTIONS = (
    Function(
        "like",
        2,
        3,
        Result.INTEGER,
        "whether a text matches a pattern of % and _, ASCII letters without case",
        encoded=_OF_ALL,
        strict=True,
        fails=True,
        truth=True,
        pattern=True,
        hints=Hints(_like_samples, nothing, folds_case=True),
    ),
    Function(
        "glob",
        2,
        2,
        Result.INTEGER,
        "whether a text matches a pattern of *, ? and [...]",
        encoded=_OF_ALL,
        strict=True,
        fails=True,
        truth=True,
        pattern=True,
        hints=Hints(_glob_samples, nothing),
    ),
)
