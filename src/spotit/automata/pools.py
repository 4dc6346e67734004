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

*NUL.* Texts of a pool have no NUL character. A pool also stands for texts that have one (`for_nul`) if all texts fall
into no more minterms, have no more members where those are few, and spell no more words, than the texts without NUL.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from spotit.automata.alphabet import NUL
from spotit.automata.classifier import Classifier, Label, constant, from_character, relabelled
from spotit.automata.expressions.truth import truth
from spotit.automata.languages.integers import Steps
from spotit.automata.languages.measures import leading_integer
from spotit.automata.languages.numerals import numeral
from spotit.automata.languages.order import place
from spotit.automata.members.minterms import minterms, together
from spotit.automata.members.ordered import ordered_members
from spotit.automata.members.ordered_integers import ordered_integers
from spotit.automata.members.subwords import reduced
from spotit.automata.not_decided import AutomatonTooLarge
from spotit.frozen import frozen
from spotit.plan.expr import Expr

T = TypeVar("T", str, int)
_MOST_MEMBERS = 1000
_EVERYTHING = constant(1)


@frozen
class TextPool:
    """Texts that are as good as all."""

    texts: tuple[str, ...]
    """Sorted, none with a NUL."""
    for_nul: bool
    """Whether they are as good as all texts, or only as all those without NUL."""


@lru_cache(maxsize=1024)
def text_pool(
    conditions: frozenset[Expr],
    constants: frozenset[str],
    cells: int,
    *,
    ordered: bool,
    within: Classifier = _EVERYTHING,
) -> TextPool:
    """Return a pool for conditions on the column `TEXT` and constants, which are in it; neither may have a NUL.

    If `within` is given, the pool is as good as all texts that it labels with 1, and has only such texts.
    Raises `NotDecided` when a condition is not understood or the pool would be too large.
    """
    known = place(constants)
    if not ordered:
        known = relabelled(known, _named)
    tests = together([within, known, *(truth(condition) for condition in conditions)])
    classifier = relabelled(tests, _kept)
    plain = from_character(classifier, NUL + 1)
    return _in_order(plain, classifier, cells) if ordered else _by_minterms(plain, classifier, cells)


def _by_minterms(plain: Classifier, classifier: Classifier, cells: int) -> TextPool:
    parts = minterms(plain, cells)
    counts = {part.label: len(part.members) for part in parts}
    others = {part.label: len(part.members) for part in minterms(classifier, cells)}
    return TextPool(_limited(tuple(sorted(text for part in parts for text in part.members))), counts == others)


def _in_order(plain: Classifier, classifier: Classifier, cells: int) -> TextPool:
    items = ordered_members(plain, cells)
    others = {text: label for label, text in (*items, *ordered_members(classifier, cells))}
    merged = [(others[text], text) for text in sorted(others)]
    needed = reduced(merged, cells, lambda item: "\0" in item[1])
    return TextPool(_limited(tuple(text for _, text in items)), not any("\0" in text for _, text in needed))


@lru_cache(maxsize=1024)
def integer_pool(
    conditions: frozenset[Expr], constants: frozenset[int], cells: int, *, ordered: bool
) -> tuple[int, ...]:
    """Return integers, sorted, that are as good as all for conditions on the column `INTEGER`, with the constants.

    Raises `NotDecided` when a condition is not understood or the pool would be too large.
    """
    known = leading_integer(_integer_places(constants))
    if not ordered:
        known = relabelled(known, _named)
    tests = together([numeral(), known, *(truth(condition) for condition in conditions)])
    classifier = relabelled(tests, _kept)
    if ordered:
        return _limited(ordered_integers(classifier, cells))
    found = (part.members for part in minterms(classifier, cells))
    return _limited(tuple(sorted(int(text) for members in found for text in members)))


def _integer_places(constants: Iterable[int]) -> Steps:
    """Return the places of integers among constants: odd for the constants themselves."""
    known = sorted(constants)
    cuts = [cut for constant in known for cut in (constant, constant + 1)]
    return Steps.by(cuts, lambda number: bisect_left(known, number) + bisect_right(known, number))


def _kept(label: Label) -> Label:
    """Return a tuple of labels without its first, which is not 1 for values outside of what is looked at: then None."""
    return label[1:] if label[0] == 1 else None  # type: ignore[index]


def _named(place: Label) -> Label:
    """Return the place of a constant; of other values it does not matter."""
    return place if place % 2 else None  # type: ignore[operator]


def _limited(members: tuple[T, ...]) -> tuple[T, ...]:
    if len(members) > _MOST_MEMBERS:
        raise AutomatonTooLarge("pool with too many members")
    return members
