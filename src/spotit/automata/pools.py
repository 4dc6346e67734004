"""Pools that are as good as all values.

**Theorem.** Let a query see of the cells of some columns no more than (1) which of finitely many conditions on one
value hold, (2) which cells are equal to each other, and (3) if `ordered`, how they compare. Let there be at most n
cells. Then for every choice of values for the cells there is a choice from the pool for which the query sees the same.

*Equality only.* The conditions, with `x = c` for every constant c among them, divide all values into minterms. The pool
has n members of each minterm, or all if there are fewer. The different values in the cells that belong to a minterm are
at most n, and at most as many as it has; map them to different members of it in the pool. Conditions hold as before,
equal cells stay equal, different ones different.

*Order too.* With `x < c` among the conditions as well, the different values in the cells, sorted, spell a word of at
most n minterms. Every word that any values spell is a subword of what the pool spells (`ordered`, `ordered_integers`),
so there are members of the pool with the same minterms in the same order. Conditions, equality, and order among cells
and against constants are as before.

The texts of the theorem have no NUL character; the integers are all of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from spotit.automata.classifier import Classifier, relabelled
from spotit.automata.expressions.truth import INTEGER, TEXT, truth
from spotit.automata.languages.numerals import numeral
from spotit.automata.members.minterms import minterms, together
from spotit.automata.members.ordered import ordered_members
from spotit.automata.members.ordered_integers import ordered_integers
from spotit.automata.not_decided import AutomatonTooLarge
from spotit.plan.expr import Column, Compare, CompareOp, Expr, Literal

T = TypeVar("T", str, int)
_MOST_MEMBERS = 1000


@lru_cache(maxsize=1024)
def text_pool(conditions: frozenset[Expr], constants: frozenset[str], cells: int, *, ordered: bool) -> tuple[str, ...]:
    """Return texts, sorted, that are as good as all for conditions on the column `TEXT`, with the constants.

    Raises `NotDecided` when a condition is not understood or the pool would be too large.
    """
    classifier = _classifier(TEXT, conditions, constants, ordered=ordered)
    if ordered:
        return _limited(ordered_members(classifier, cells))
    return _limited(tuple(sorted(text for part in minterms(classifier, cells) for text in part.members)))


@lru_cache(maxsize=1024)
def integer_pool(
    conditions: frozenset[Expr], constants: frozenset[int], cells: int, *, ordered: bool
) -> tuple[int, ...]:
    """Return integers, sorted, that are as good as all for conditions on the column `INTEGER`, with the constants.

    Raises `NotDecided` when a condition is not understood or the pool would be too large.
    """
    tests = _classifier(INTEGER, conditions, constants, ordered=ordered)
    classifier = relabelled(
        together([numeral(), tests]),
        lambda label: label[1] if label[0] else None,  # type: ignore[index]
    )
    if ordered:
        return _limited(ordered_integers(classifier, cells))
    found = (part.members for part in minterms(classifier, cells) if part.label is not None)
    return _limited(tuple(sorted(int(text) for members in found for text in members)))


def _classifier(
    column: Column, conditions: frozenset[Expr], constants: Iterable[str | int], *, ordered: bool
) -> Classifier:
    operators = (CompareOp.EQ, CompareOp.LT) if ordered else (CompareOp.EQ,)
    tests = (Compare(op, column, Literal(value)) for value in constants for op in operators)
    return together([truth(test) for test in (*conditions, *tests)])


def _limited(members: tuple[T, ...]) -> tuple[T, ...]:
    if len(members) > _MOST_MEMBERS:
        raise AutomatonTooLarge("pool with too many members")
    return members
