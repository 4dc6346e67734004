"""LIKE and GLOB with constant patterns."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.automata.alphabet import Alphabet
from spotit.automata.classifier import Classifier, build, constant
from spotit.frozen import frozen


@frozen
class CodeSpot:
    """A place for one character: one from these intervals of codes, or one from none of them."""

    intervals: tuple[tuple[int, int], ...]
    negated: bool = False

    def allows(self, code: int) -> bool:
        """Tell whether the character fits."""
        return any(first <= code <= last for first, last in self.intervals) is not self.negated


_ANY = CodeSpot((), negated=True)
Element = CodeSpot | None
"""A place for one character, or for any number of them."""


def like(pattern: str, escape: str | None) -> Classifier:
    """Return the classifier of x LIKE pattern ESCAPE escape, with labels 1 and 0; ASCII letters match either case."""
    elements: list[Element] = []
    characters = iter(pattern)
    for character in characters:
        if character == escape:
            following = next(characters, None)
            if following is None:
                return constant(0)
            elements.append(_either_case(following))
        elif character == "%":
            elements.append(None)
        else:
            elements.append(_ANY if character == "_" else _either_case(character))
    return _matching(elements)


def glob(pattern: str) -> Classifier:
    """Return the classifier of x GLOB pattern, with the labels 1 and 0."""
    elements: list[Element] = []
    place = 0
    while place < len(pattern):
        character = pattern[place]
        place += 1
        if character == "[":
            end = _bracket_end(pattern, place)
            if end is None:
                return constant(0)
            elements.append(_bracket(pattern[place:end]))
            place = end + 1
        elif character == "*":
            elements.append(None)
        else:
            elements.append(_ANY if character == "?" else _single(character))
    return _matching(elements)


def _single(character: str) -> CodeSpot:
    return CodeSpot(((ord(character), ord(character)),))


def _either_case(character: str) -> CodeSpot:
    if not (character.isascii() and character.isalpha()):
        return _single(character)
    return CodeSpot(tuple((ord(case), ord(case)) for case in (character.upper(), character.lower())))


def _bracket_end(pattern: str, place: int) -> int | None:
    """Return where a set of characters is closed; a ] at its beginning is one of its characters."""
    place += pattern.startswith("^", place)
    end = pattern.find("]", place + 1)
    return None if end < 0 else end


def _bracket(inside: str) -> CodeSpot:
    """Read a set of characters; both ends of a range count, also when they are the wrong way round."""
    negated = inside.startswith("^")
    inside = inside[negated:]
    intervals: list[tuple[int, int]] = []
    low: str | None = None
    place = 0
    while place < len(inside):
        character = inside[place]
        if character == "-" and low is not None and place + 1 < len(inside):
            place += 1
            intervals.append((ord(low), ord(inside[place])))
            low = None
        else:
            intervals.append((ord(character), ord(character)))
            low = character if (place, character) != (0, "]") else None
        place += 1
    return CodeSpot(tuple(intervals), negated)


def _matching(elements: list[Element]) -> Classifier:
    """Return the classifier of texts that the elements match; a state is the set of elements that may come next."""
    spots = list(dict.fromkeys(element for element in elements if element is not None))
    cuts = (cut for spot in spots for first, last in spot.intervals for cut in (first, last + 1))
    alphabet = Alphabet.by(cuts, lambda code: tuple(spot.allows(code) for spot in spots))
    allowed = {spot: [spot.allows(code) for code in alphabet.firsts()] for spot in spots}

    def closed(places: Iterable[int]) -> frozenset[int]:
        found = set()
        for place in places:
            found.add(place)
            while place < len(elements) and elements[place] is None:
                place += 1
                found.add(place)
        return frozenset(found)

    def step(places: frozenset[int], number: int) -> frozenset[int]:
        following = set()
        for place in places:
            if place < len(elements):
                element = elements[place]
                if element is None:
                    following.add(place)
                elif allowed[element][number]:
                    following.add(place + 1)
        return closed(following)

    return build(alphabet, closed((0,)), step, lambda places: int(len(elements) in places))
