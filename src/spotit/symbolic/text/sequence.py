"""Text that is kept as the sequence of the parts it was joined from, as GROUP_CONCAT joins them.

Two such texts are compared part by part. That is exact as long as no part contains the separator's mark, a character
by which the parts can be told apart; where one does, whoever makes the text tells the run that it is not exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from spotit.dialect.collation import Collation
from spotit.dialect.number_text import written
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import count, eq, lt
from spotit.smt.terms.boolean import all_of, and_, any_of, ite, not_, or_
from spotit.smt.terms.interpret import TermValue
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic.operators.comparison import spells
from spotit.symbolic.text.automaton import Chunk, ordered_before
from spotit.symbolic.values.atoms import Atom, Composite, Number, Text
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool, StringPool, lookup
from spotit.symbolic.values.value import NULL, Alt, SymValue, constant
from spotit.symbolic.values.value_order import atoms_equal


@frozen(eq=False)
class TextPart:
    """A value that is joined where `inside` holds, after `place` others."""

    inside: Term
    place: Term
    value: SymValue


@frozen(eq=False)
class Joined(Composite):
    """The text of one or more parts with a separator between them; of none where `hollow`, which is then ''."""

    parts: tuple[TextPart, ...]
    separator: str
    hollow: bool = False

    @property
    def length(self) -> Term:
        """The number of parts, an Int term."""
        return count(part.inside for part in self.parts)

    def equals(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that another atom is the same text."""
        if not collation.by_character:
            raise UnsupportedSql("GROUP_CONCAT compared under RTRIM")
        match other:
            case Joined() if other is self:
                return TRUE
            case Joined() if other.separator == self.separator:
                return self._same_sequence(other.length, other.parts, collation)
            case Joined():
                one = eq(other.length, integer(1))
                singles = [and_(p.inside, self._single(p.value, collation)) for p in other.parts]
                return or_(and_(one, any_of(singles)), and_(self._nothing(), other._nothing()))
            case Text():
                return or_(self._single(_lifted(other), collation), self._spelled(other, collation))
            case Composite():
                return other.equals(self, collation)
        return FALSE

    def _nothing(self) -> Term:
        """Return the condition that there is no part: two texts of none are equal whatever separates parts."""
        return eq(self.length, integer(0)) if self.hollow else FALSE

    def _same_sequence(self, length: Term, parts: Sequence[TextPart], collation: Collation) -> Term:
        agree = []
        for part in self.parts:
            partners = [
                and_(o.inside, eq(part.place, o.place), same_part(part.value, o.value, collation)) for o in parts
            ]
            agree.append(or_(not_(part.inside), *partners))
        return and_(eq(self.length, length), all_of(agree))

    def _single(self, value: SymValue, collation: Collation) -> Term:
        """Return the condition that the text has one part, which is this value."""
        only = [and_(part.inside, same_part(part.value, value, collation)) for part in self.parts]
        return and_(eq(self.length, integer(1)), any_of(only))

    def _spelled(self, text: Text, collation: Collation) -> Term:
        """Return the condition that a text with separators in it (or an empty one) spells the parts."""
        if isinstance(text.pool, FixedPool):
            return self._never_in(text.pool)
        found = []
        for index, string in enumerate(text.pool):
            here = eq(text.index, integer(index))
            if not string:
                found.append(and_(here, self._nothing()))
            pieces = string.split(self.separator)
            if len(pieces) > 1:
                parts = [TextPart(TRUE, integer(n), constant(piece)) for n, piece in enumerate(pieces)]
                spelled = self._same_sequence(integer(len(parts)), parts, collation)
                found.append(and_(here, spelled))
        return any_of(found)

    def _never_in(self, pool: FixedPool) -> Term:
        if self.separator in pool.template:
            raise NeedsFinite("GROUP_CONCAT compared with a date", self.terms())
        return FALSE

    def before(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts before another."""
        match other:
            case Joined() if other is self:
                return FALSE
            case Joined() if other.separator == self.separator:
                return _sequence_before(self, other, collation)
            case Text(StringPool() as pool, index):
                return ordered_before(self.chunks(), pool, index, collation, less=True)
        raise NeedsFinite("order of text joined by GROUP_CONCAT", [*self.terms(), *terms_of(_lifted(other))])

    def after(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts after another, which is no composite."""
        match other:
            case Text(StringPool() as pool, index):
                return ordered_before(self.chunks(), pool, index, collation, less=False)
        raise NeedsFinite("order of text joined by GROUP_CONCAT", [*self.terms(), *terms_of(_lifted(other))])

    def chunks(self) -> list[Chunk]:
        """Return the text from left to right: at each place the part that stands there, if one does."""
        result: list[Chunk] = []
        length = self.length
        for place, value in enumerate(self.placed()):
            there = lt(integer(place), length) if place or self.hollow else TRUE
            if place:
                result.append(Chunk(there, constant(self.separator)))
            result.append(Chunk(there, value))
        return result

    def placed(self) -> list[SymValue]:
        """Return the value at each place; beyond the last it is NULL."""
        result = []
        for place in range(len(self.parts)):
            value = NULL
            for part in self.parts:
                value = choose(and_(part.inside, eq(part.place, integer(place))), part.value, value)
            result.append(value)
        return result

    def mapped(self, function: Callable[[SymValue], SymValue], separator: str) -> Joined:
        """Return the text with each part passed through a function, under another separator."""
        parts = tuple(replace(part, value=function(part.value)) for part in self.parts)
        return Joined(parts, separator, self.hollow)

    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""
        return [t for part in self.parts for t in (part.inside, part.place, *terms_of(part.value))]

    def decoded(self, evaluate: Callable[[Term], TermValue]) -> str:
        """Return the text, given the value of each of its terms."""
        inside = [part for part in self.parts if evaluate(part.inside)]
        inside.sort(key=lambda part: int(evaluate(part.place)))
        return self.separator.join(written(decode(part.value, evaluate)) for part in inside)


def _lifted(atom: Atom) -> SymValue:
    return SymValue(FALSE, (Alt(TRUE, atom),))


def same_part(left: SymValue, right: SymValue, collation: Collation) -> Term:
    """Return the condition that two values are written alike; numbers of one class are when they are equal."""
    found = []
    for a in left.alts:
        for b in right.alts:
            guard = and_(a.guard, b.guard)
            if guard is not FALSE:
                found.append(and_(guard, written_alike(a.atom, b.atom, collation)))
    return any_of(found)


def written_alike(left: Atom, right: Atom, collation: Collation) -> Term:
    """Return the condition that two atoms are written alike."""
    match left, right:
        case Number(a), Number(b):
            return eq(a, b) if a.sort is b.sort else FALSE
        case (Text(StringPool() as pool, index), Number(term)) | (Number(term), Text(StringPool() as pool, index)):
            if term.sort is Sort.INT and collation.by_character:
                return spells(pool, index, term)
        case (Text() | Composite(), Text() | Composite()):
            return atoms_equal(left, right, collation)
    raise NeedsFinite(
        "GROUP_CONCAT of numbers compared with text", [t for atom in (left, right) for t in terms_of(_lifted(atom))]
    )


def _sequence_before(left: Joined, right: Joined, collation: Collation) -> Term:
    """Return the condition that one sequence sorts before another: the first place at which they differ decides.

    No part contains the separator's mark. So where two parts differ, they differ as texts together with what follows
    them (the separator, or the end), and that first difference decides.
    """
    if not collation.by_character:
        raise UnsupportedSql("GROUP_CONCAT compared under RTRIM")
    key = collation.key
    sides = [(side, side.placed(), side.length) for side in (left, right)]
    strings = sorted({key(s) for _, placed, _ in sides for value in placed for s in _strings(value)})
    separator = key(left.separator)
    ranks = {s: n for n, s in enumerate(sorted({*strings, *(s + separator for s in strings)}))}

    def rank(value: SymValue, last: Term) -> Term:
        result = integer(0)
        for alt in value.alts:
            assert isinstance(alt.atom, Text)
            ends, goes_on = (
                lookup(alt.atom.index, [integer(ranks[key(s) + tail]) for s in alt.atom.pool])
                for tail in ("", separator)
            )
            result = ite(alt.guard, ite(last, ends, goes_on), result)
        return result

    keys = [
        [rank(value, eq(length, integer(place + 1))) for place, value in enumerate(placed)]
        for _, placed, length in sides
    ]
    found = []
    if left.hollow:
        found.append(and_(eq(left.length, integer(0)), lt(integer(0), right.length)))
    tied = TRUE
    for place, (a, b) in enumerate(zip(*keys, strict=False)):
        there = all_of(lt(integer(place), length) for _, _, length in sides)
        tied = and_(tied, there)
        found.append(and_(tied, lt(a, b)))
        tied = and_(tied, eq(a, b))
    return any_of(found)


def _strings(value: SymValue) -> list[str]:
    """Return what the value may be; it must be text of listed pools."""
    found: list[str] = []
    for alt in value.alts:
        match alt.atom:
            case Text(StringPool() as pool):
                found += pool.strings
            case _:
                raise NeedsFinite("order of text joined by GROUP_CONCAT", terms_of(value))
    return found
