"""Texts of a fixed layout, taken apart into characters and digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spotit.dialect.numerals import BLANKS, number_in
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add, floor_div, floor_mod, scale
from spotit.smt.terms.term import FALSE, Term, integer
from spotit.symbolic.values.atoms import Text
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool, fixed_pool, string_pool
from spotit.symbolic.values.text_order import spelled
from spotit.symbolic.values.value import SymValue, text

_MAX_DIGITS = 18


@frozen
class Field:
    """`width` digits whose number is `term`."""

    width: int
    term: Term


@frozen
class Layout:
    """A text as literal strings and digit fields."""

    pieces: tuple[str | Field, ...]

    @staticmethod
    def of(atom: Text) -> Layout:
        """Take apart a text of a fixed pool."""
        pool = atom.pool
        assert isinstance(pool, FixedPool)
        terms = iter(atom.parts if atom.parts is not None else split(atom.index, pool.widths))
        return Layout(tuple(p if isinstance(p, str) else Field(p, next(terms)) for p in pool.layout))

    @staticmethod
    def literal(string: str) -> Layout:
        """Return a layout without fields."""
        return Layout((string,) if string else ())

    def __add__(self, other: Layout) -> Layout:
        return Layout((*self.pieces, *other.pieces))

    @property
    def length(self) -> int:
        """The number of characters."""
        return sum(p.width if isinstance(p, Field) else len(p) for p in self.pieces)

    @property
    def fields(self) -> list[Field]:
        """The digit fields."""
        return [p for p in self.pieces if isinstance(p, Field)]

    def needs_finite(self, feature: str) -> NeedsFinite:
        """Return the error that asks for finite fields."""
        return NeedsFinite(feature, [field.term for field in self.fields])

    def characters(self) -> Iterator[tuple[int, int] | str]:
        """Yield a literal character, or the field's number and the place within it, for each position."""
        number = 0
        for piece in self.pieces:
            if isinstance(piece, str):
                yield from piece
            else:
                yield from ((number, place) for place in range(piece.width))
                number += 1

    def substring(self, start: int, stop: int) -> Layout:
        """Return the characters from `start` up to but not including `stop`."""
        pieces: list[str | Field] = []
        at = 0
        for piece in self.pieces:
            width = piece.width if isinstance(piece, Field) else len(piece)
            low, high = max(start - at, 0), min(stop - at, width)
            at += width
            if low < high:
                pieces.append(piece[low:high] if isinstance(piece, str) else _cut(piece, low, high))
        return Layout(tuple(pieces))

    def leading_digits(self) -> tuple[int, int | None] | None:
        """Return how many digits the numeric prefix has before and after the point; None when there is no prefix."""
        pattern = "".join("9" if isinstance(c, tuple) else c for c in self.characters())
        head = pattern[:1]
        if not head or not (head.isascii() and (head.isdigit() or head in f"+-.{BLANKS}")):
            return None
        whole = len(pattern) - len(pattern.lstrip("9"))
        rest = pattern[whole:]
        if not whole or rest[:1] in ("e", "E") or rest[:1].isdigit() or self._spelled(whole):
            raise self.needs_finite("number at the start of a text of fixed layout")
        if rest[:1] != ".":
            return whole, None
        fraction = len(rest[1:]) - len(rest[1:].lstrip("9"))
        after = rest[1 + fraction :][:1]
        if not fraction or after.isdigit() or after in ("e", "E") or self._spelled(whole + 1 + fraction):
            raise self.needs_finite("number at the start of a text of fixed layout")
        return whole, fraction

    def _spelled(self, count: int) -> bool:
        """Tell whether a literal digit is among the first characters."""
        return any(isinstance(c, str) and c.isdigit() for _, c in zip(range(count), self.characters(), strict=False))

    def is_number(self) -> bool:
        """Tell whether the whole text reads as a number; which digits it has makes no difference."""
        return number_in(self.template()) is not None

    def template(self) -> str:
        """Return the text with 9 for each digit, of a field or not."""
        return "".join("9" if isinstance(c, tuple) or (c.isascii() and c.isdigit()) else c for c in self.characters())

    def number_at(self, start: int, stop: int) -> Term:
        """Return the number that the characters from `start` to `stop` spell, which are all digits."""
        total = integer(0)
        for piece in self.substring(start, stop).pieces:
            width = piece.width if isinstance(piece, Field) else len(piece)
            term = piece.term if isinstance(piece, Field) else integer(int(piece))
            total = add(scale(10**width, total), term)
        return total

    def number_of_digits(self) -> Term:
        """Return the number that all digits spell, of fields or not."""
        total = integer(0)
        for piece in self.pieces:
            digits = "" if isinstance(piece, Field) else "".join(c for c in piece if c in "0123456789")
            width = piece.width if isinstance(piece, Field) else len(digits)
            total = add(scale(10**width, total), piece.term if isinstance(piece, Field) else integer(int(digits or 0)))
        return total

    @property
    def dated(self) -> bool:
        """Whether it begins with the fields of a date that is known to be valid."""
        shape = tuple(p.width if isinstance(p, Field) else p for p in self.pieces[:5])
        return shape[:4] == (4, "-", 2, "-") and shape[4:] == (2,)

    def undated(self) -> Layout:
        """Return the same text, its day in two fields: so it is not taken for a valid date."""
        if not self.dated:
            return self
        day = self.pieces[4]
        assert isinstance(day, Field)
        return Layout((*self.pieces[:4], _cut(day, 0, 1), _cut(day, 1, 2), *self.pieces[5:]))

    def digits(self, start: int, count: int) -> Term:
        """Return the number that `count` digits spell, from the digit number `start` on."""
        return spell(_clip(self.fields, start, count))

    def value(self, null: Term = FALSE) -> SymValue:
        """Return the text as a value."""
        merged = joined_literals(self.pieces)
        fields = [p for p in merged if isinstance(p, Field)]
        if not fields:
            return text(string_pool(("".join(str(p) for p in merged),)), integer(0), null)
        if sum(f.width for f in fields) > _MAX_DIGITS:
            raise self.needs_finite("text of many digits")
        pool = fixed_pool(*(p if isinstance(p, str) else p.width for p in merged))
        return text(pool, spell(fields), null, tuple(f.term for f in fields))


def _clip(fields: Sequence[Field], start: int, count: int) -> list[Field]:
    result: list[Field] = []
    at = 0
    for field in fields:
        low, high = max(start - at, 0), min(start + count - at, field.width)
        at += field.width
        if low < high:
            result.append(_cut(field, low, high))
    return result


def _cut(field: Field, low: int, high: int) -> Field:
    if (low, high) == (0, field.width):
        return field
    term = quotient(field.term, 10 ** (field.width - high))
    return Field(high - low, remainder(term, 10 ** (high - low)) if low else term)


def joined_literals(pieces: Sequence[str | Field]) -> list[str | Field]:
    """Join neighbouring literals."""
    result: list[str | Field] = []
    for piece in pieces:
        if isinstance(piece, str) and result and isinstance(result[-1], str):
            result[-1] += piece
        elif piece != "":
            result.append(piece)
    return result


def spell(fields: Sequence[Field]) -> Term:
    """Return the number that the digits of the fields spell together."""
    return spelled([f.width for f in fields], [f.term for f in fields])


def split(index: Term, widths: Sequence[int]) -> list[Term]:
    """Return the numbers of the digit fields of an index."""
    terms: list[Term] = []
    for width in reversed(widths[1:]):
        terms.append(remainder(index, 10**width))
        index = quotient(index, 10**width)
    return [index, *reversed(terms)] if widths else []


def quotient(term: Term, divisor: int) -> Term:
    """Return floor(term / divisor), folded where the interval decides it."""
    if term.lo is not None and term.hi is not None and term.lo // divisor == term.hi // divisor:
        return integer(int(term.lo // divisor))
    return floor_div(term, integer(divisor))


def remainder(term: Term, divisor: int) -> Term:
    """Return the remainder, folded where the interval decides it."""
    if term.lo is not None and term.hi is not None and term.lo // divisor == term.hi // divisor:
        return add(term, integer(-divisor * int(term.lo // divisor)))
    return floor_mod(term, integer(divisor))
