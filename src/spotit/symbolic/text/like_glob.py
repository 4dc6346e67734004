"""LIKE and GLOB on texts of a fixed layout: each way to lay the pattern over the text restricts some digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import all_of, any_of
from spotit.smt.terms.term import FALSE, Term, integer
from spotit.symbolic.values.layout import Field, Layout
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import member

_PLACEMENTS = 2000


@frozen
class Spot:
    """What one character of the text may be: those listed, or all but those."""

    characters: frozenset[str]
    negated: bool = False

    def allows(self, character: str) -> bool:
        """Tell whether the character fits."""
        return (character in self.characters) is not self.negated


ANY = Spot(frozenset(), negated=True)
Segment = tuple[Spot, ...]


def like_segments(pattern: str, escape: str | None) -> list[Segment]:
    """Split a LIKE pattern at each %; letters match both cases of ASCII."""
    segments: list[list[Spot]] = [[]]
    characters = iter(pattern)
    for character in characters:
        if character == escape:
            following = next(characters, None)
            if following is None:
                raise UnsupportedSql("LIKE pattern that ends in its escape character")
            segments[-1].append(_either_case(following))
        elif character == "%":
            segments.append([])
        else:
            segments[-1].append(ANY if character == "_" else _either_case(character))
    return [tuple(segment) for segment in segments]


def _either_case(character: str) -> Spot:
    return Spot(frozenset({character.lower(), character.upper()} if character.isascii() else {character}))


def glob_segments(pattern: str) -> list[Segment]:
    """Split a GLOB pattern at each *."""
    segments: list[list[Spot]] = [[]]
    position = 0
    while position < len(pattern):
        character = pattern[position]
        position += 1
        if character == "*":
            segments.append([])
        elif character == "[":
            spot, position = _bracket(pattern, position)
            segments[-1].append(spot)
        else:
            segments[-1].append(ANY if character == "?" else Spot(frozenset({character})))
    return [tuple(segment) for segment in segments]


def _bracket(pattern: str, position: int) -> tuple[Spot, int]:
    negated = pattern[position : position + 1] == "^"
    position += negated
    start = position
    end = pattern.find("]", position + 1)
    if end < 0:
        raise UnsupportedSql("GLOB pattern with an open bracket")
    allowed: set[str] = set()
    while position < end:
        if pattern[position + 1 : position + 2] == "-" and position + 2 < end and position >= start:
            low, high = ord(pattern[position]), ord(pattern[position + 2])
            if high - low > 256:
                raise UnsupportedSql("GLOB pattern with a wide range")
            allowed.update(map(chr, range(low, high + 1)))
            position += 3
        else:
            allowed.add(pattern[position])
            position += 1
    return Spot(frozenset(allowed), negated), end + 1


def matches(layout: Layout, segments: Sequence[Segment]) -> Term:
    """Return the condition that the text matches the segments in this order, with anything between them."""
    characters = list(layout.characters())
    tests: list[Term] = []
    for number, placed in enumerate(_placements(segments, len(characters))):
        if number >= _PLACEMENTS:
            raise layout.needs_finite("pattern with many places to match a text of fixed layout")
        tests.append(_fits(layout.fields, characters, placed))
    return any_of(tests)


def _placements(segments: Sequence[Segment], length: int) -> Iterator[dict[int, Spot]]:
    """Yield each way to place the segments: the first at the start, the last at the end, the others between."""
    first, *others = segments
    if not others:
        if len(first) == length:
            yield dict(enumerate(first))
        return
    *middle, last = others
    if len(first) + len(last) + sum(map(len, middle)) > length:
        return
    ends = dict(enumerate(first)) | {length - len(last) + n: spot for n, spot in enumerate(last)}
    for inner in _between([s for s in middle if s], len(first), length - len(last)):
        yield ends | inner


def _between(segments: Sequence[Segment], start: int, stop: int) -> Iterator[dict[int, Spot]]:
    if not segments:
        yield {}
        return
    head, *tail = segments
    needed = sum(map(len, tail))
    for at in range(start, stop - needed - len(head) + 1):
        for rest in _between(tail, at + len(head), stop):
            yield {at + n: spot for n, spot in enumerate(head)} | rest


def _fits(fields: Sequence[Field], characters: Sequence[tuple[int, int] | str], placed: dict[int, Spot]) -> Term:
    restricted: dict[int, dict[int, Spot]] = {}
    for position, spot in placed.items():
        here = characters[position]
        if isinstance(here, str):
            if not spot.allows(here):
                return FALSE
        elif spot is not ANY:
            restricted.setdefault(here[0], {})[here[1]] = spot
    return all_of(_field_test(fields[number], spots) for number, spots in restricted.items())


def _field_test(field: Field, spots: dict[int, Spot]) -> Term:
    """Return the condition that the digits of a field are allowed ones."""
    options = [[d for d in "0123456789" if spots.get(place, ANY).allows(d)] for place in range(field.width)]
    if any(not choice for choice in options):
        return FALSE
    if all(len(choice) == 1 for choice in options):
        return eq(field.term, integer(int("".join(choice[0] for choice in options))))
    if field.width > 4:
        raise NeedsFinite("pattern on a long run of digits", [field.term])
    inside = {""}
    for choice in options:
        inside = {head + digit for head in inside for digit in choice}
    numbers = {int(digits) for digits in inside}
    return member(field.term, [n in numbers for n in range(10**field.width)])


def machine(segments: Sequence[Segment]) -> tuple[frozenset[int], Callable[[frozenset[int], str], frozenset[int]], int]:
    """Return the pattern as a machine that reads characters: where it starts, its step, and the place at its end.

    A state is the set of places in the pattern that the text so far leads to.
    """
    spots: list[Spot | None] = []
    for number, segment in enumerate(segments):
        spots += [None, *segment] if number else segment

    def closed(places: Iterable[int]) -> frozenset[int]:
        found = set()
        for place in places:
            found.add(place)
            while place < len(spots) and spots[place] is None:
                place += 1
                found.add(place)
        return frozenset(found)

    def step(places: frozenset[int], character: str) -> frozenset[int]:
        following = set()
        for place in places:
            if place < len(spots):
                spot = spots[place]
                if spot is None:
                    following.add(place)
                elif spot.allows(character):
                    following.add(place + 1)
        return closed(following)

    return closed((0,)), step, len(spots)
