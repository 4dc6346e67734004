"""Columns that say the same in two ways, a code and its name: which value of one goes with which of the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from spotit.database import Value
from spotit.dialect.names import fold
from spotit.dialect.wording import literal, quote
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts
from spotit.schema import BaseColumn
from spotit.search.pair import Pair
from spotit.search.realism.said_in_words import Implication

_STEM = 3
"""Letters with which the names of both columns begin."""
_CODES = ("", "abbreviation", "code", "id", "key", "no", "nr", "number")
_NAMES = ("", "desc", "description", "label", "name", "text", "title", "type")
_ENDINGS = frozenset((*_CODES, *_NAMES))
"""What follows in the name of a code, and in the name of what it stands for."""
_SURE = 50
"""Rows for each value from which on the order of their frequencies is no accident."""
_ORDINALS = ("most", "second most", "third most")


def paired_values(pair: Pair, facts: LearnedFacts) -> Iterator[Implication]:
    """Yield what a value that queries look for in one column says of a column with as many values and as many NULLs.

    Their names begin alike, and the values are paired by how frequent they are.
    """
    for base in sorted(pair.usage.columns):
        column, named = facts.column(base), _named(pair, base)
        for other in sorted(pair.usage.columns) if column is not None and named else ():
            known = facts.column(other) if other[0] == base[0] and other != base else None
            if known is not None and column is not None and _say_the_same(column, known):
                yield from _of_columns(base, column, known, named)


def _named(pair: Pair, base: BaseColumn) -> list[Value]:
    """Return the values that a query looks for in a column."""
    tests = pair.usage.of(base).tests if base in pair.usage.class_of else ()
    return list(dict.fromkeys(t.value for t in tests if t.column == base and not t.shape and t.op == "="))


def _say_the_same(one: ColumnFacts, other: ColumnFacts) -> bool:
    """Tell whether two columns are called alike, and have as many NULLs and as many values, each of them often."""
    if one.distinct is None or one.distinct != other.distinct or one.nulls != other.nulls or one.distinct < 2:
        return False
    texts = all(isinstance(value, str) for value in (*one.values, *other.values))
    return texts and _are_named_alike(one.name, other.name) and one.rows - one.nulls >= _SURE * one.distinct


def _are_named_alike(one: str, other: str) -> bool:
    names = fold(one), fold(other)
    stem = "".join(a for a, _ in takewhile(lambda both: both[0] == both[1], zip(*names, strict=False))).rstrip(" _-")
    return len(stem) >= _STEM and {name[len(stem) :].strip(" _-") for name in names} <= _ENDINGS


def _of_columns(base: BaseColumn, one: ColumnFacts, other: ColumnFacts, named: list[Value]) -> Iterator[Implication]:
    for (value, here), (text, there), place in zip(
        one.frequent, other.frequent, range(len(one.frequent)), strict=False
    ):
        if value not in named or here != there or not isinstance(value, str) or not isinstance(text, str):
            continue
        first, second = quote(one.name), quote(other.name)
        condition = f"{first} <> {literal(value)} OR ({second} IS NOT NULL AND {second} = {literal(text)})"
        rank = f"{_ORDINALS[place]} frequent" if place < len(_ORDINALS) else f"{place + 1}th most frequent"
        basis = f"both columns have {one.distinct} values, of which these are the {rank}"
        rows = one.rows - one.nulls
        fact = LearnedFact(
            FactKind.CONDITION, base[0], (one.name, other.name), rows, rows, condition=condition, basis=basis
        )
        yield Implication(fact, value, text)
