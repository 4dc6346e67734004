"""Text put together from pieces by || and PRINTF: literals, numbers, texts of pools and joined texts.

Two such texts are compared piece by piece, between characters that no piece can contain. Where a piece of a pool does
contain the one that the text relies on, the run is told that its result is not exact there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from spotit.dialect.collation import Collation
from spotit.dialect.number_text import written
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import all_of, and_, any_of, iff, not_, or_
from spotit.smt.terms.interpret import TermValue
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import lift
from spotit.symbolic.text.automaton import Chunk, ordered_before
from spotit.symbolic.text.sequence import Joined, written_alike
from spotit.symbolic.values.atoms import Atom, Composite, Number, Text
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.merge import merged_pieces
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool, StringPool, member
from spotit.symbolic.values.value import constant, decimal
from spotit.symbolic.values.value_order import atoms_equal

_IN_INTEGERS = frozenset("0123456789-")
_IN_REALS = frozenset("0123456789-+.eInf")
_IN_DECIMALS = frozenset("0123456789-.")


@frozen(eq=False)
class Decimal(Composite):
    """A number with a fixed number of decimals: `scaled` is it times a power of ten; -0.00 is `negative`."""

    scaled: Term
    negative: Term
    digits: int

    def equals(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that another atom is the same text."""
        return Spelled((self,)).equals(other, collation)

    def alike(self, other: Atom) -> Term:
        """Return the condition that another single piece is the same text."""
        match other:
            case Decimal() if other.digits == self.digits:
                same_sign = or_(not_(eq(self.scaled, integer(0))), iff(self.negative, other.negative))
                return and_(eq(self.scaled, other.scaled), same_sign)
            case Decimal():
                return FALSE
        raise NeedsFinite("number of fixed decimals compared with other text", self.terms())

    def is_string(self, string: str) -> Term:
        """Return the condition that the text is this string."""
        whole, _, fraction = string.lstrip("-").partition(".")
        if not (whole + fraction).isdigit() or not (whole + fraction).isascii() or len(fraction) != self.digits:
            return FALSE
        minus = string.startswith("-")
        number = int(whole + fraction)
        if string != _with_point(number, minus, self.digits):
            return FALSE
        value = eq(self.scaled, integer(-number if minus else number))
        return and_(value, self.negative if minus else not_(self.negative)) if number == 0 else value

    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""
        return [self.scaled, self.negative]

    def decoded(self, evaluate: Callable[[Term], TermValue]) -> str:
        """Return the text, given the value of each of its terms."""
        return _with_point(abs(int(evaluate(self.scaled))), bool(evaluate(self.negative)), self.digits)


def _with_point(number: int, minus: bool, digits: int) -> str:
    text = f"{number:0{digits + 1}d}"
    sign = "-" if minus else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


Piece = str | Atom
"""A literal, or an atom as it is written."""


@frozen(eq=False)
class Spelled(Composite):
    """The text of the pieces one after another; make it with `spell`."""

    pieces: tuple[Piece, ...]
    marks: frozenset[str] = frozenset()
    """Characters that no piece of it contains, or the run was told."""
    document: bool = False
    """Whether it was written as JSON, so that reading it as JSON changes nothing."""

    def equals(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that another atom is the same text."""
        if not collation.by_character:
            raise UnsupportedSql("text put together compared under RTRIM")
        match other:
            case Spelled() if other is self:
                return TRUE
            case Spelled():
                return _same_text(self, other, collation)
            case Text() if other.pieces:
                return _same_text(self, Spelled(other.pieces), collation)
            case Text(StringPool() as pool, index):
                found = []
                for n, string in enumerate(pool.strings):
                    here = member(index, [k == n for k in range(len(pool))])
                    found.append(and_(here, _same_text(self, Spelled((string,)), collation)))
                return any_of(found)
            case Text() | Composite():
                return _same_text(self, Spelled((other,)), collation)
        return FALSE

    def chosen(self, condition: Term, other: Atom) -> Atom | None:
        """Return the text that is this one where the condition holds, else the other, if they have one shape."""
        match other:
            case Spelled():
                pieces = merged_pieces(condition, self.pieces, other.pieces)
                marks = self.marks & other.marks
            case Text():
                pieces = merged_pieces(condition, self.pieces, other.pieces)
                marks = frozenset()
            case _:
                return None
        return None if pieces is None else Spelled(pieces, marks)

    def before(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts before another."""
        match other:
            case Text(StringPool() as pool, index):
                return ordered_before(self.chunks(), pool, index, collation, less=True)
        raise NeedsFinite("order of text put together", [*self.terms(), *_terms(other)])

    def after(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts after another, which is no composite."""
        match other:
            case Text(StringPool() as pool, index):
                return ordered_before(self.chunks(), pool, index, collation, less=False)
        raise NeedsFinite("order of text put together", [*self.terms(), *_terms(other)])

    def chunks(self) -> list[Chunk]:
        """Return the text from left to right."""
        found: list[Chunk] = []
        for piece in self.pieces:
            match piece:
                case str():
                    found.append(Chunk(TRUE, constant(piece)))
                case Joined():
                    found += piece.chunks()
                case _:
                    found.append(Chunk(TRUE, lift(piece)))
        return found

    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""
        return [t for piece in self.pieces if not isinstance(piece, str) for t in _terms(piece)]

    def decoded(self, evaluate: Callable[[Term], TermValue]) -> str:
        """Return the text, given the value of each of its terms."""
        return "".join(p if isinstance(p, str) else written(decode(lift(p), evaluate)) for p in self.pieces)


def _terms(atom: Atom) -> list[Term]:
    return terms_of(lift(atom))


def spell(pieces: Iterable[Piece], run: Execution, *, guard: Term = TRUE) -> Spelled:
    """Return the text of the pieces, with what tells them apart noted."""
    flat = tuple(_flattened(pieces))
    if any(isinstance(p, Number) and p.term.sort is Sort.REAL for p in flat):
        run.assume(ledger.REALS)
    atoms = [p for p in flat if not isinstance(p, str)]
    marks: set[str] = set()
    for before, between, after in zip(flat, flat[1:], flat[2:], strict=False):
        if isinstance(between, str) and not isinstance(before, str) and not isinstance(after, str):
            marks.add(_mark(between, atoms))
    for mark in marks:
        for atom in atoms:
            inside = contains(atom, mark)
            if inside is TRUE:
                raise NeedsFinite(f"text put together from pieces that contain {mark!r}", Spelled(flat).terms())
            if inside is not FALSE:
                run.assume(ledger.JOINED)
                run.incomplete(and_(guard, inside))
    return Spelled(flat, frozenset(marks))


def _flattened(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of all, neighbouring literals in one."""
    literal = ""
    for piece in pieces:
        for inner in pieces_of(piece):
            if isinstance(inner, str):
                literal += inner
                continue
            if literal:
                yield literal
            literal = ""
            yield inner
    if literal:
        yield literal


def pieces_of(piece: Piece) -> tuple[Piece, ...]:
    """Return what a piece is put together from."""
    match piece:
        case Spelled():
            return piece.pieces
        case Text() if piece.pieces:
            return piece.pieces
    return (_plain(piece),)


def _plain(piece: Piece) -> Piece:
    """Return a constant as a literal."""
    if isinstance(piece, str | Composite):
        return piece
    known = lift(piece).constant
    if known is None or isinstance(known[0], bytes):
        return piece
    return written(known[0])


def _mark(literal: str, atoms: Sequence[Atom]) -> str:
    """Return the character of a literal that is least likely in the pieces; best is one that no piece can contain."""
    free = [c for c in literal if all(never_contains(atom, c) for atom in atoms)]
    plain = [c for c in literal if not c.isalnum() and c != " "]
    return (free or plain or list(literal))[0]


def never_contains(atom: Atom, mark: str) -> bool:
    """Tell whether a character is seen not to occur in a piece."""
    return _possible(atom, mark) is False


def _possible(atom: Atom, mark: str) -> bool | None:
    """Tell whether a character may occur in a piece; None: it depends on a pool."""
    match atom:
        case Number(term):
            return mark in (_IN_INTEGERS if term.sort is Sort.INT else _IN_REALS)
        case Decimal():
            return mark in _IN_DECIMALS
        case Text(FixedPool() as pool):
            return mark in pool.template or mark.isdigit()
        case Text(StringPool() as pool):
            return None if any(mark in s for s in pool.strings) else False
        case Joined():
            if mark in atom.separator:
                return True
            found = {_possible(alt.atom, mark) for part in atom.parts for alt in part.value.alts}
            return True if True in found else None if None in found else False
    return True


def contains(atom: Atom, mark: str) -> Term:
    """Return the condition that a character occurs in a piece; it is TRUE where it may always."""
    match atom:
        case Text(StringPool() as pool, index):
            return member(index, [mark in s for s in pool.strings])
        case Joined() if mark not in atom.separator:
            inner = ((p.inside, alt) for p in atom.parts for alt in p.value.alts)
            return any_of(and_(inside, alt.guard, contains(alt.atom, mark)) for inside, alt in inner)
    return TRUE if _possible(atom, mark) else FALSE


def _same_text(left: Spelled, right: Spelled, collation: Collation) -> Term:
    """Return the condition that two texts are equal."""
    key = collation.key
    aligned = _stripped(list(left.pieces), list(right.pieces), key)
    if aligned is None:
        return FALSE
    here, there = aligned
    if _comparable(here, there):
        return _same_segment(here, there, collation)
    splitters = _splitters((left, here), (right, there), collation)
    first, second = _segments(here, splitters, key), _segments(there, splitters, key)
    if [mark for mark, _ in first] != [mark for mark, _ in second]:
        return FALSE
    return all_of(_same_segment(a, b, collation) for (_, a), (_, b) in zip(first, second, strict=True))


def _stripped(
    left: list[Piece], right: list[Piece], key: Callable[[str], str]
) -> tuple[list[Piece], list[Piece]] | None:
    """Take the literal text away that both begin and end with; None when they cannot be equal."""
    for at in (0, -1):
        while left and right:
            a, b = left[at], right[at]
            if not isinstance(a, str) or not isinstance(b, str):
                break
            size = min(len(a), len(b))
            x, y = (a[:size], b[:size]) if at == 0 else (a[-size:], b[-size:])
            if key(x) != key(y):
                return None
            for side, piece in ((left, a), (right, b)):
                rest = piece[size:] if at == 0 else piece[:-size]
                if rest:
                    side[at] = rest
                else:
                    del side[at]
    return left, right


def _comparable(left: Sequence[Piece], right: Sequence[Piece]) -> bool:
    return len(left) <= 1 and len(right) <= 1


def _splitters(
    left: tuple[Spelled, list[Piece]], right: tuple[Spelled, list[Piece]], collation: Collation
) -> frozenset[str]:
    """Return the characters of the literals that no piece on either side contains."""
    literals = {c for _, pieces in (left, right) for p in pieces if isinstance(p, str) for c in p}
    if not collation.is_identity:
        literals = {c for c in literals if not c.isalpha()}

    def free(mark: str) -> bool:
        return all(
            isinstance(piece, str) or mark in whole.marks or never_contains(piece, mark)
            for whole, pieces in (left, right)
            for piece in pieces
        )

    return frozenset(filter(free, literals))


def _segments(
    pieces: Sequence[Piece], splitters: frozenset[str], key: Callable[[str], str]
) -> list[tuple[str, list[Piece]]]:
    """Cut the pieces at the splitters; each segment comes with the splitter before it."""
    found: list[tuple[str, list[Piece]]] = [("", [])]
    for piece in pieces:
        if not isinstance(piece, str):
            found[-1][1].append(piece)
            continue
        literal = ""
        for character in piece:
            if character in splitters:
                if literal:
                    found[-1][1].append(literal)
                literal = ""
                found.append((character, []))
            else:
                literal += character
        if literal:
            found[-1][1].append(literal)
    return found


def _same_segment(left: list[Piece], right: list[Piece], collation: Collation) -> Term:
    key = collation.key
    aligned = _stripped(list(left), list(right), key)
    if aligned is None:
        return FALSE
    here, there = aligned
    if not _comparable(here, there):
        raise NeedsFinite("text put together of pieces that run together", _terms(Spelled((*here, *there))))
    first, second = here[0] if here else "", there[0] if there else ""
    match first, second:
        case str(), str():
            return TRUE if key(first) == key(second) else FALSE
        case str(), Atom():
            return _is_string(second, first, collation)
        case Atom(), str():
            return _is_string(first, second, collation)
        case Atom(), Atom():
            return _same_piece(first, second, collation)
    raise AssertionError((first, second))


def _same_piece(left: Atom, right: Atom, collation: Collation) -> Term:
    match left, right:
        case Decimal(), _:
            return left.alike(right)
        case _, Decimal():
            return right.alike(left)
    return written_alike(left, right, collation)


def _is_string(atom: Atom, string: str, collation: Collation) -> Term:
    """Return the condition that one piece is written as this string."""
    match atom:
        case Number(term):
            return _number_is(term, string, collation)
        case Decimal():
            return atom.is_string(string)
    text = constant(string).alts[0].atom
    return atoms_equal(atom, text, collation)


def _number_is(term: Term, string: str, collation: Collation) -> Term:
    try:
        value = int(string) if term.sort is Sort.INT else float(string)
    except ValueError:
        return FALSE
    if collation.key(written(value)) != collation.key(string):
        return FALSE
    return eq(term, integer(int(value)) if term.sort is Sort.INT else real(Fraction(decimal(float(value)))))
