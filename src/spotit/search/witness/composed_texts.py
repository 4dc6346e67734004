"""Texts that contain another one, made as the known values of their column are made: lists, codes, longer titles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from spotit.dialect.collation import NOCASE
from spotit.search.witness.value_groups import likeness

_SEPARATED = re.compile(r"\w(, ?|; ?|\||/)\w")
_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST = 6


def cores(patterns: Sequence[str], like: str, named: Iterable[str] = ()) -> list[str]:
    """Return the longest texts within the patterns that a text matches, spelled as one that is named."""
    spelled = {NOCASE.key(text): text for text in named}
    found = (max(re.split("[%_]", pattern), key=len).strip() for pattern in patterns if likeness((pattern,), like)[0])
    return [spelled.get(NOCASE.key(core), core) for core in found if core]


def composed(inner: Iterable[str], known: Sequence[str]) -> Iterator[str]:
    """Yield texts with one of the inner texts in them that look as the known ones do.

    >>> next(composed(["bundle"], ["boosterfun", "tourney,fnm"]))
    'tourney,bundle'
    >>> next(composed(["*"], ["2", "1", "10"]))
    '2*'
    >>> next(composed(["From the Vault: Lore"], ["Zendikar Promos", "Zendikar"]))
    'From the Vault: Lore Promos'
    """
    marks = [found[1] for text in known if (found := _SEPARATED.search(text))]
    figures = [text for text in known if text.isdigit()]
    tails = [words[-1] for text in known if len(words := text.split()) > 1 and _WORD.fullmatch(words[-1])]
    for core in inner:
        if marks and not any(mark in core for mark in marks):
            items = dict.fromkeys(item for text in known if marks[0] in text for item in text.split(marks[0]))
            for item in list(items)[:_MOST]:
                yield from (f"{item}{marks[0]}{core}", f"{core}{marks[0]}{item}")
        elif figures and 2 * len(figures) > len(known):
            for figure in figures[:_MOST]:
                yield from (f"{figure}{core}", f"{core}{figure}")
        else:
            yield from (f"{core} {tail}" for tail in dict.fromkeys(tails))
