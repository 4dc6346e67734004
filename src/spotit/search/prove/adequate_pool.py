"""Pools that are as good as all strings, for what the queries see of a class of text columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice, product
from string import digits

from spotit.automata.expressions.truth import truth
from spotit.automata.languages.numerals import no_number
from spotit.automata.not_decided import NotDecided
from spotit.automata.pools import TextPool, integer_pool, text_pool
from spotit.dialect.date_layouts import LAYOUTS, has_layout
from spotit.dialect.types import MOMENT_KINDS, NUMBER_KINDS, Kind
from spotit.plan.expr import Call, Expr, Literal, Or
from spotit.plan.one_column import TEXT
from spotit.plan.value_uses import ValueClass

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def complete_pool(use: ValueClass[str], cells: int) -> TextPool | None:
    """Return a pool that is as good as all strings for `cells` cells of the class, or None if there is none."""
    if use.open or any("\x00" in text for text in use.constants):
        return None
    others = use.kinds - {Kind.TEXT}
    if others and not (use.kinds <= MOMENT_KINDS or use.kinds <= NUMBER_KINDS):
        return None
    if not use.conditions and not use.ordered and not others:
        fresh = (text for text in plain_strings() if text not in use.constants)
        return TextPool(tuple(sorted({*use.constants, *islice(fresh, cells)})), for_nul=True)
    try:
        conditions, constants = frozenset(use.conditions), frozenset(use.constants)
        if not others:
            return text_pool(conditions, constants, cells, ordered=use.ordered)
        within = truth(_written_alike(use.constants, others)) if names_layouts(use) else no_number()
        return text_pool(conditions, constants, cells, ordered=use.ordered, within=within)
    except NotDecided:
        return None


def complete_integers(use: ValueClass[int], cells: int) -> tuple[int, ...] | None:
    """Return integers that are as good as all for `cells` cells of the class, or None if there are no such ones."""
    if use.open:
        return None
    try:
        return integer_pool(frozenset(use.conditions), frozenset(use.constants), cells, ordered=use.ordered)
    except NotDecided:
        return None


def names_layouts(use: ValueClass[str]) -> bool:
    """Tell whether columns of dates are compared with texts of other layouts: these say what else they hold."""
    return use.kinds <= MOMENT_KINDS and any(not has_layout(text, kind) for text in use.constants for kind in use.kinds)


def _written_alike(constants: Iterable[str], kinds: Iterable[Kind]) -> Expr:
    """Return the condition that a text is written as one of the constants or of the layouts is, with any digits."""
    layouts = ("".join("0" * part if isinstance(part, int) else part for part in LAYOUTS[kind]) for kind in kinds)
    shapes = {"".join(map(_alike, text)) for text in (*constants, *layouts)}
    return Or(tuple(Call("glob", (Literal(shape), TEXT)) for shape in sorted(shapes)))


def _alike(character: str) -> str:
    """Return the GLOB pattern for any digit, or for one other character."""
    if character in digits:
        return "[0-9]"
    return f"[{character}]" if character in "*?[" else character


def plain_strings() -> Iterator[str]:
    """Yield short readable strings: a, b, ..., z, aa, ab, ..."""
    for length in count(1):
        for letters in product(_LETTERS, repeat=length):
            yield "".join(letters)
