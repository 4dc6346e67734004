"""Grades: how convincing a difference is."""

from __future__ import annotations

from enum import StrEnum


class Grade(StrEnum):
    """How convincing a difference is, strongest first; a verdict carries the strongest that exists."""

    ORDINARY = "ordinary"
    TIES = "ties"
    UNLIKELY = "unlikely"
    NULLS = "nulls"
    EMPTY = "empty"
    ORDER = "order"
    ROUNDING = "rounding"
    ERROR = "error"
    DEGENERATE = "degenerate"

    @property
    def rank(self) -> int:
        """0 for the strongest grade."""
        return _RANK[self]

    @property
    def meaning(self) -> str:
        """One phrase for people."""
        return _MEANING[self]


_RANK = {grade: rank for rank, grade in enumerate(Grade)}
_MEANING = {
    Grade.ORDINARY: "on ordinary data",
    Grade.TIES: "only where rows tie, whichever way the tie falls",
    Grade.UNLIKELY: "only on data that break a rule of the example data",
    Grade.NULLS: "only with a NULL in a nullable column",
    Grade.EMPTY: "only when no row qualifies",
    Grade.ORDER: "only by an arbitrary choice among tied rows",
    Grade.ROUNDING: "only by floating-point rounding",
    Grade.ERROR: "only where one query fails at run time",
    Grade.DEGENERATE: "only no row against a row of NULLs",
}
