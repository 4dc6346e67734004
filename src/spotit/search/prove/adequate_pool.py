"""Pools that are as good as all strings, for what the queries see of a class of text columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice, product

from spotit.automata.not_decided import NotDecided
from spotit.automata.pools import TextPool, text_pool
from spotit.plan.text_uses import TextClass

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def complete_pool(use: TextClass, cells: int) -> TextPool | None:
    """Return a pool that is as good as all strings for `cells` cells of the class, or None if there is none."""
    if use.open or any("\x00" in text for text in use.constants):
        return None
    if not use.conditions and not use.ordered:
        fresh = (text for text in plain_strings() if text not in use.constants)
        return TextPool(tuple(sorted({*use.constants, *islice(fresh, cells)})), for_nul=True)
    try:
        return text_pool(frozenset(use.conditions), frozenset(use.constants), cells, ordered=use.ordered)
    except NotDecided:
        return None


def plain_strings() -> Iterator[str]:
    """Yield short readable strings: a, b, ..., z, aa, ab, ..."""
    for length in count(1):
        for letters in product(_LETTERS, repeat=length):
            yield "".join(letters)
