"""Classes of characters: a text is a sequence of Unicode characters, of which an automaton tells only a few apart.

The characters are U+0000 to U+10FFFF without the surrogates. SQLite compares texts by their UTF-8 bytes, which is the
order of the code points. NUL is a character like others, but some functions of SQLite see a text only up to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache

from spotit.frozen import frozen

NUL, LAST = 0x0, 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -._,;:/+*()'!?#&%=@$<>\"[]{}^~`|\\éßñüö"
_RANKS = {character: rank for rank, character in enumerate(_PLAIN)}


@frozen
class Alphabet:
    """A partition of the characters: the interval that begins at `starts[i]` belongs to class `classes[i]`.

    Characters before `starts[0]`, if any, are left out.
    """

    starts: tuple[int, ...]
    classes: tuple[int, ...]
    size: int
    """The number of classes; they are numbered from 0 in the order of their first characters."""

    @staticmethod
    def by(cuts: Iterable[int], key: Callable[[int], Hashable], first: int = NUL) -> Alphabet:
        """Return the partition of the characters from `first` on by a key.

        The key is the same for all characters between two cuts; a cut is the code of a character that may differ from
        the one before it.
        """
        points = sorted({first, *(_character(cut) for cut in cuts if first < cut <= LAST)})
        numbers: dict[Hashable, int] = {}
        starts: list[int] = []
        classes: list[int] = []
        for point in points:
            number = numbers.setdefault(key(point), len(numbers))
            if not classes or classes[-1] != number:
                starts.append(point)
                classes.append(number)
        return Alphabet(tuple(starts), tuple(classes), len(numbers))

    def of(self, code: int) -> int:
        """Return the class of a character."""
        return self.classes[bisect_right(self.starts, code) - 1]

    def intervals(self) -> Iterator[tuple[int, int, int]]:
        """Yield first character, last character and class of each interval, in the order of the characters."""
        ends = (*(start - 1 for start in self.starts[1:]), LAST)
        yield from zip(self.starts, ends, self.classes, strict=True)

    def firsts(self) -> tuple[int, ...]:
        """Return a character of each class."""
        found: dict[int, int] = {}
        for start, number in zip(self.starts, self.classes, strict=True):
            found.setdefault(number, start)
        return tuple(found.values())


WHOLE = Alphabet((NUL,), (0,), 1)
"""The alphabet that tells no characters apart."""


def _character(cut: int) -> int:
    """Return the first character from a code on."""
    return _SURROGATES.stop if cut in _SURROGATES else cut


def singled_out(characters: Iterable[str]) -> Alphabet:
    """Return the alphabet in which each of these characters is a class, and all others are one."""
    codes = set(map(ord, characters))
    cuts = (cut for code in codes for cut in (code, code + 1))
    return Alphabet.by(cuts, lambda code: code if code in codes else None)


def common(alphabets: Sequence[Alphabet]) -> Alphabet:
    """Return the coarsest alphabet that tells apart what one of these does."""
    distinct = tuple(dict.fromkeys(alphabets))
    return distinct[0] if len(distinct) == 1 else _common(distinct)


@lru_cache(maxsize=4096)
def _common(alphabets: tuple[Alphabet, ...]) -> Alphabet:
    cuts = (start for alphabet in alphabets for start in alphabet.starts)
    return Alphabet.by(cuts, lambda code: tuple(alphabet.of(code) for alphabet in alphabets))


def count(first: int, last: int) -> int:
    """Return the number of characters from one to another."""
    inside = first < _SURROGATES.start and last >= _SURROGATES.stop
    return last - first + 1 - (len(_SURROGATES) if inside else 0)


def plainest(alphabet: Alphabet, most: int) -> list[list[str]]:
    """Return up to `most` characters of each class, the plainest first."""
    found: list[list[str]] = [[] for _ in range(alphabet.size)]
    for first, last, number in alphabet.intervals():
        found[number] += characters(first, last, most)
    return [sorted(members, key=plainness)[:most] for members in found]


def plainness(character: str) -> int:
    """Return a rank by which letters come before digits, these before other characters."""
    return _RANKS.get(character, LAST + ord(character) * (1 if character.isprintable() else 2))


@lru_cache(maxsize=65536)
def characters(first: int, last: int, most: int) -> tuple[str, ...]:
    """Return up to `most` characters of an interval, the plainest first."""
    found: dict[str, None] = {}
    for character in _plainest(first, last):
        if len(found) == most:
            break
        found[character] = None
    return tuple(found)


def _plainest(first: int, last: int) -> Iterator[str]:
    """Yield the characters of an interval, some of them twice: letters and digits, other printable ones, the rest."""
    yield from (character for character in _PLAIN if first <= ord(character) <= last)
    printable = range(max(first, ord(" ")), min(last, ord("~")) + 1), range(max(first, 0xA1), last + 1)
    for codes in (*printable, range(first, min(last, 0xA0) + 1)):
        yield from (chr(code) for code in codes if code not in _SURROGATES)
