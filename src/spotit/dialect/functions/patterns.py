"""Patterns: LIKE and GLOB, which the operators of those names call."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.dialect.functions.record import Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import CASES

_OF_ALL = Encoded.TABLE | Encoded.LAYOUT | Encoded.OF_PIECES


def _where_pattern_varies(wildcard: str) -> Callable[[Constants], Iterator[str]]:
    """Return samples for patterns that are not constant: the wildcard, and letters of both cases."""

    def samples(arguments: Constants) -> Iterator[str]:
        if not isinstance(arguments[0], str):
            yield from (*CASES, wildcard)

    return samples


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
        hints=Hints(_where_pattern_varies("%"), folds_case=True),
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
        hints=Hints(_where_pattern_varies("*")),
    ),
)
