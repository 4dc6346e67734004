"""Functions that choose among their arguments. The plan has CASE in their place."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.functions.record import MANY, Encoded, Function, Positions, Result, every, first


def _branches(count: int) -> Sequence[int]:
    """Return the positions of the values in iif(condition, value, condition, value, ..., otherwise)."""
    return sorted({*range(1, count, 2), count - 1})


def _chosen(
    name: str, least: int, most: int, description: str, passes: Positions, aliases: tuple[str, ...] = ()
) -> Function:
    return Function(
        name,
        least,
        most,
        Result.VALUE,
        description,
        aliases=aliases,
        encoded=Encoded.REWRITTEN,
        passes=passes,
    )


FUNCTIONS = (
    _chosen("coalesce", 2, MANY, "the first argument that is not NULL", every),
    _chosen("ifnull", 2, 2, "the first argument that is not NULL", every),
    _chosen("iif", 2, MANY, "the value after the first condition that is true", _branches, ("if",)),
    _chosen("nullif", 2, 2, "the first argument, NULL where it equals the second", first),
    _chosen("likely", 1, 1, "its argument", first),
    _chosen("unlikely", 1, 1, "its argument", first),
    _chosen("likelihood", 2, 2, "its first argument", first),
)
