"""Pools that are as good as all strings.

When the queries see no more of a text than how it compares with other texts and constants and which LIKE patterns it
matches, two strings with the same answers are interchangeable. A pool with as many strings of each kind as there are
cells then shows every behaviour that any strings can show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product

from spotit.plan.text_uses import TextClass
from spotit.smt.solve.regex import string_matching


@dataclass(frozen=True, slots=True)
class Matching:
    """Who decides which strings match LIKE patterns."""

    likes: Callable[[str, Sequence[str]], list[bool]]
    """Which of some strings match a pattern, by the engine."""
    seconds: float
    """For one question whether some string matches some patterns and not others, by the solver."""


_MOST_PATTERNS = 3
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def complete_pool(use: TextClass, cells: int, matching: Matching) -> tuple[str, ...] | None:
    """Return a sorted pool that is as good as all strings for `cells` cells of the class, or None if there is none."""
    if use.open or any("\x00" in text for text in use.constants):
        return None
    if use.patterns:
        return None if use.ordered else _with_patterns(use, cells, matching)
    found = _between(sorted(use.constants), cells) if use.ordered else _fresh(use.constants, cells)
    return None if found is None else tuple(sorted({*use.constants, *found}))


def plain_strings() -> Iterator[str]:
    """Yield short readable strings: a, b, ..., z, aa, ab, ..."""
    for length in count(1):
        for letters in product(_LETTERS, repeat=length):
            yield "".join(letters)


def _fresh(taken: Iterable[str], cells: int) -> list[str]:
    known = set(taken)
    strings = (text for text in plain_strings() if text not in known)
    return [next(strings) for _ in range(cells)]


def _between(constants: Sequence[str], cells: int) -> list[str] | None:
    """Return `cells` strings in every gap between neighbouring constants, before the first and after the last."""
    if not constants:
        return _fresh((), cells)
    found: list[str] = []
    for low, high in zip([None, *constants], [*constants, None], strict=True):
        inside = _gap(low, high, cells)
        if inside is None:
            return None
        found += inside
    return found


def _gap(low: str | None, high: str | None, cells: int) -> list[str] | None:
    """Return strings strictly between two strings, None if they are not found easily."""
    stems = [""] if low is None else [low]
    if low is not None and high is None:
        stems = [low, *(letter for letter in _LETTERS if letter > low)]
    fills = (*_LETTERS, "!", " ", "0")
    inside: dict[str, None] = {}
    for size in range(1, cells + 2):
        for stem, fill in product(reversed(stems), fills):
            text = stem + fill * size
            if (low is None or low < text) and (high is None or text < high):
                inside[text] = None
            if len(inside) == cells:
                return list(inside)
    return None


def _with_patterns(use: TextClass, cells: int, matching: Matching) -> tuple[str, ...] | None:
    """Return the constants and enough other strings for every way of matching the patterns."""
    patterns = sorted(use.patterns)
    if len(patterns) > _MOST_PATTERNS or any("\\" in p or not p.isascii() for p in patterns):
        return None
    members = {*use.constants}
    candidates = list(dict.fromkeys(_variations(patterns, cells)))
    answers = [matching.likes(pattern, candidates) for pattern in patterns]
    for wanted in product((True, False), repeat=len(patterns)):
        rows = zip(candidates, *answers, strict=True)
        fits = [text for text, *found in rows if tuple(found) == wanted and text not in use.constants]
        region = _region(patterns, wanted, fits[:cells], cells, use.constants, matching.seconds)
        if region is None:
            return None
        members |= region
    return tuple(sorted(members))


def _region(
    patterns: Sequence[str],
    wanted: Sequence[bool],
    found: Sequence[str],
    cells: int,
    constants: Iterable[str],
    seconds: float,
) -> set[str] | None:
    """Return `cells` strings of one region, or all it has; None when that cannot be decided."""
    region = set(found)
    hit = tuple(p for p, yes in zip(patterns, wanted, strict=True) if yes)
    missed = tuple(p for p, yes in zip(patterns, wanted, strict=True) if not yes)
    while len(region) < cells:
        text, sure = string_matching(hit, missed, (*sorted(region), *sorted(constants)), seconds=seconds)
        if not sure:
            return None
        if text is None:
            return region
        region.add(text)
    return region


def _variations(patterns: Sequence[str], cells: int) -> Iterator[str]:
    """Yield strings around the patterns: instances with different fillings, several instances in one, plain ones."""
    strings = plain_strings()
    fills = ["", *(next(strings) for _ in range(4 * cells))]
    yield from fills
    for chosen in (*((p,) for p in patterns), tuple(patterns), tuple(reversed(patterns))):
        for fill in fills:
            text = " ".join(p.replace("%", fill).replace("_", fill[:1] or "x") for p in chosen)
            yield text
            yield text.swapcase()
