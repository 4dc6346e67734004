"""Columns of one row that say something of each other: codes that begin alike, and references to two different rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from spotit.frozen import frozen
from spotit.learned_facts import FactKind, LearnedFact, apart, begin_alike
from spotit.mine.column_facts import LEAST_ROWS
from spotit.mine.key_columns import words
from spotit.mine.text_shapes import code_pattern

_FIXED = re.compile(r"(?:\[0-9\]|[A-Za-z])+")
_OPPOSITES = tuple(
    frozenset(pair.split())
    for pair in (
        "home away",
        "from to",
        "source target",
        "winner loser",
        "sender receiver",
        "sender recipient",
        "buyer seller",
        "origin destination",
        "departure arrival",
        "left right",
    )
)
"""Words for two who are never the same."""


@frozen
class CodeColumn:
    """A column of codes, with its least and greatest one and others that are known."""

    name: str
    least: str
    greatest: str
    texts: Sequence[str]
    target: str = ""
    """The table that it refers to, if any."""


def common_beginnings(table: str, columns: Sequence[CodeColumn], rows: int) -> Iterator[LearnedFact]:
    """Yield which codes of a row begin with the same part, as the ids of atoms begin with that of their molecule.

    Columns that refer to one table name two of its rows, which may begin differently.
    """
    parts = [(column, part) for column in columns if (part := _first_part(column.texts)) is not None]
    for (one, here), (other, there) in combinations(parts, 2):
        width = _width(here)
        same_target = bool(one.target) and one.target == other.target
        ends = [(column.least[:width], column.greatest[:width]) for column in (one, other)]
        if here == there and not same_target and ends[0] == ends[1] and ends[0][0] != ends[0][1]:
            basis = f"both begin with codes of one form, from {ends[0][0]} to {ends[0][1]}"
            condition = begin_alike(one.name, other.name, width)
            names = (one.name, other.name)
            yield LearnedFact(FactKind.CONDITION, table, names, rows, rows, rows >= LEAST_ROWS, condition, basis=basis)


def _first_part(texts: Sequence[str]) -> str | None:
    """Return the pattern of the letters and digits with which codes begin, if it is so long in all of them."""
    pattern = code_pattern(texts)
    found = _FIXED.match(pattern) if pattern is not None else None
    if pattern is None or found is None or "[0-9]" not in found[0] or pattern[found.end() :].startswith("*"):
        return None
    return found[0]


def _width(pattern: str) -> int:
    return len(pattern.replace("[0-9]", "9"))


def rivals(table: str, columns: Sequence[str], rows: int) -> Iterator[LearnedFact]:
    """Yield which of the columns that refer to one table never name the same row of it.

    They are numbered, or called by opposites: the players of a match, its home and its away team.
    """
    for one, other in combinations(columns, 2):
        here, there = words(one), words(other)
        only = (frozenset(w for w in a - b if not w.isdigit()) for a, b in ((here, there), (there, here)))
        left, right = only
        numbered = any(w.isdigit() for w in here) and any(w.isdigit() for w in there)
        opposite = any(left | right == pair for pair in _OPPOSITES)
        if opposite or (numbered and not left and not right):
            basis = "numbered columns, or opposites, that refer to one table"
            names = (one, other)
            yield LearnedFact(
                FactKind.CONDITION, table, names, rows, rows, rows >= LEAST_ROWS, apart(*names), basis=basis
            )
