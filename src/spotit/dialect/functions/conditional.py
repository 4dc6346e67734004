"""Functions that choose among their arguments. The plan has CASE in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.dialect.functions.record import MANY, Encoded, Function, Positions, Result, every, first


def _branches(count: int) -> Sequence[int]:
    """Return the positions of the values in iif(condition, value, condition, value, ..., otherwise)."""
    return sorted({*range(1, count, 2), count - 1})


def _chosen(name: str, least: int, most: int, description: str, passes: Positions) -> Function:
    return Function(name, least, most, Result.VALUE, description, encoded=Encoded.REWRITTEN, passes=passes)


def _unchanged(name: str, count: int) -> Function:
    """Return a function that only tells the query planner something."""
    return Function(
        name,
        count,
        count,
        Result.VALUE,
        "its first argument",
        encoded=Encoded.REWRITTEN,
        strict=True,
        passes=first,
    )


FUNCTIONS = (
    _chosen("coalesce", 2, MANY, "the first argument that is not NULL", every),
    _chosen("ifnull", 2, 2, "the first argument that is not NULL", every),
    replace(_chosen("iif", 2, MANY, "the value after the first condition that is true", _branches), aliases=("if",)),
    _chosen("nullif", 2, 2, "the first argument, NULL where it equals the second", first),
    _unchanged("likely", 1),
    _unchanged("unlikely", 1),
    _unchanged("likelihood", 2),
)
