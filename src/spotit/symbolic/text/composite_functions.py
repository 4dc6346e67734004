"""Functions of text put together from pieces, and PRINTF, which puts text together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast as typed

from spotit.schema import Affinity
from spotit.smt.terms.arithmetic import add, eq, floor_of, le, lt, scale, to_real, total
from spotit.smt.terms.boolean import and_, any_of, ite, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import cast, lift, per_atom
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.operators.truth import truth_of
from spotit.symbolic.text.automaton import Chunk, State, accepted, characters, length_of
from spotit.symbolic.text.like_glob import Segment, glob_segments, like_segments, machine
from spotit.symbolic.text.marks import mark_of, note_marks
from spotit.symbolic.text.pieces import Decimal, Piece, Spelled, never_contains, pieces_of, spell
from spotit.symbolic.text.sequence import Joined
from spotit.symbolic.values.atoms import Atom, Blob, Composite, Number, Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.merge import choose, union
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import NULL, Alt, SymValue, constant, number, truth_value

Function = Callable[[list[SymValue], Execution], SymValue]

_MOST_ALTERNATIVES = 24
_DIRECTIVE = re.compile(r"%(?:%|s|d|i|\.([0-9]{1,2})f|(.|$))", re.DOTALL)
_MOST_DECIMALS = 12


def is_composite(value: SymValue) -> bool:
    """Tell whether the value may be text of pieces."""
    return any(isinstance(alt.atom, Composite) for alt in value.alts)


def as_text(value: SymValue, run: Execution) -> SymValue:
    """Return CAST(value AS TEXT); a number that is not finite becomes a text of one piece."""
    try:
        return value if _all_text(value) else cast(value, Affinity.TEXT, run)
    except NeedsFinite:
        return per_atom(value, lambda atom: _atom_as_text(atom, run))


def _all_text(value: SymValue) -> bool:
    return all(isinstance(alt.atom, Text | Composite) for alt in value.alts)


def _atom_as_text(atom: Atom, run: Execution) -> SymValue:
    match atom:
        case Text() | Composite():
            return lift(atom)
        case Number():
            return lift(spell([atom], run))
    return cast(lift(atom), Affinity.TEXT, run)


def read_back(value: SymValue, affinity: Affinity) -> SymValue:
    """Return the value with the text of one number as that number, where CAST reads the same from both."""
    if affinity not in (Affinity.INTEGER, Affinity.REAL) or not is_composite(value):
        return value
    return per_atom(value, lambda atom: lift(_number_in(atom, affinity)))


def as_numeral(value: SymValue) -> SymValue:
    """Return the value with the text of one integer as that integer, as a numeric affinity takes it.

    Whether another text of pieces is a number can be seen of finite values only.
    """
    value = read_back(value, Affinity.INTEGER)
    if is_composite(value):
        raise NeedsFinite("text as a number", terms_of(value))
    return value


def _number_in(atom: Atom, affinity: Affinity) -> Atom:
    match atom:
        case Spelled((Number(term) as only,)) if affinity is Affinity.REAL or term.sort is Sort.INT:
            # Not the integer in the text of a REAL: that of 1.0e-05 is 1.
            return only
        case Spelled((Decimal() as only,)):
            return _number_in(only, affinity)
        case Decimal(scaled, _, digits):
            return Number(scale(Fraction(1, 10**digits), to_real(scaled)))
    return atom


def concatenated(left: SymValue, right: SymValue, run: Execution) -> SymValue:
    """Return the operator || as a table where the operands are few values, else as a text of pieces."""
    try:
        return with_pieces(apply("?1 || ?2", [left, right], run, "operator ||"), left, right)
    except NeedsFinite:
        null = or_(left.null, right.null)
        pairs = [(and_(a.guard, b.guard), a.atom, b.atom) for a in left.alts for b in right.alts]
        pairs = [pair for pair in pairs if pair[0] is not FALSE]
        atoms = [atom for _, *both in pairs for atom in both]
        if len(pairs) > _MOST_ALTERNATIVES or any(isinstance(atom, Blob) for atom in atoms):
            raise
        return union(null, [Alt(guard, spell([a, b], run, guard=guard)) for guard, a, b in pairs])


def with_pieces(value: SymValue, left: SymValue, right: SymValue) -> SymValue:
    """Return the text that two values make together, with what it is put together from."""
    if len(value.alts) != 1 or value.constant is not None or not isinstance(atom := value.alts[0].atom, Text):
        return value
    pieces: list[Piece] = []
    for side in (left, right):
        if len(side.alts) != 1:
            return value
        pieces += pieces_of(side.alts[0].atom)
    if any(isinstance(piece, Blob) for piece in pieces):
        return value
    return replace(value, alts=(replace(value.alts[0], atom=replace(atom, pieces=tuple(pieces))),))


def formatted(values: list[SymValue], run: Execution) -> SymValue:
    """Return PRINTF with a constant format of %s, %d, %.nf and %%."""
    sql = f"printf({', '.join(f'?{n + 1}' for n in range(len(values)))})"
    try:
        return apply(sql, values, run, "printf")
    except NeedsFinite:
        known = values[0].constant
        if known is None or not isinstance(known[0], str):
            raise
        return _printed(known[0], values[1:], run)


def _printed(template: str, values: Sequence[SymValue], run: Execution) -> SymValue:
    rest = iter(values)
    result = constant("")
    at = 0
    for found in _DIRECTIVE.finditer(template):
        literal = template[at : found.start()]
        at = found.end()
        if literal:
            result = concatenated(result, constant(literal), run)
        if found[0] == "%%":
            result = concatenated(result, constant("%"), run)
            continue
        if found[2] is not None:
            raise NeedsFinite("printf", [t for v in values for t in terms_of(v)])
        result = concatenated(result, _directive(found, next(rest, NULL), run), run)
    literal = template[at:]
    return concatenated(result, constant(literal), run) if literal else result


def _directive(found: re.Match[str], value: SymValue, run: Execution) -> SymValue:
    if found[0] == "%s":
        return choose(value.null, constant(""), as_text(value, run))
    if found[1] is None:
        whole = choose(value.null, constant(0), cast(value, Affinity.INTEGER, run))
        return as_text(whole, run)
    digits = int(found[1])
    if digits > _MOST_DECIMALS:
        raise NeedsFinite("printf", terms_of(value))
    read = choose(value.null, constant(0.0), cast(value, Affinity.REAL, run))
    return per_atom(read, lambda atom: _decimal(atom, digits, run))


def _decimal(atom: Atom, digits: int, run: Execution) -> SymValue:
    """Return %.nf of a REAL, which rounds half away from zero and keeps the sign of what it rounds to 0."""
    assert isinstance(atom, Number) and atom.term.sort is Sort.REAL
    run.assume(ledger.REALS)
    factor = 10**digits
    half = real(Fraction(1, 2))
    up = floor_of(add(scale(factor, atom.term), half))
    down = scale(-1, floor_of(add(scale(-factor, atom.term), half)))
    return lift(Decimal(ite(le(real(0), atom.term), up, down), lt(atom.term, real(0)), digits))


def composite_call(name: str, values: list[SymValue], run: Execution) -> SymValue | None:
    """Return a function of composite text, None where there is no way but a table."""
    function = OF_PIECES.get(name)
    return None if function is None else function(values, run)


def _chunks(atom: Atom, run: Execution) -> list[Chunk]:
    assert isinstance(atom, Joined | Spelled | Decimal)
    found = [Chunk(TRUE, lift(atom))] if isinstance(atom, Decimal) else atom.chunks()
    return [c if _all_text(c.value) else Chunk(c.there, cast(c.value, Affinity.TEXT, run)) for c in found]


def _each(value: SymValue, name: str, rest: list[SymValue], run: Execution, of: Callable[[Atom], SymValue]) -> SymValue:
    """Return the function of each alternative; those that are no composite are tabulated."""
    arguments = ", ".join(f"?{n + 1}" for n in range(1 + len(rest)))

    def one(atom: Atom) -> SymValue:
        if isinstance(atom, Composite):
            return of(atom)
        return apply(f"{name}({arguments})", [lift(atom), *rest], run, name)

    return per_atom(value, one)


def _length(values: list[SymValue], run: Execution) -> SymValue:
    return _each(values[0], "length", [], run, lambda atom: number(_size(atom, run)))


def _size(atom: Atom, run: Execution) -> Term:
    """Return the number of characters; that of a joined text does not depend on the order of its parts."""
    match atom:
        case Spelled():
            sizes = [integer(characters(p)) if isinstance(p, str) else _size(p, run) for p in atom.pieces]
        case Joined():
            size = atom.length
            between = scale(characters(atom.separator), add(size, integer(-1)))
            sizes = [ite(eq(size, integer(0)), integer(0), between) if atom.hollow else between]
            for part in atom.parts:
                chunk = Chunk(part.inside, as_text_finite(part.value, run))
                sizes.append(length_of([chunk]))
        case _:
            sizes = [length_of(_chunks(atom, run) if isinstance(atom, Composite) else [_chunk(atom, run)])]
    return total(sizes, Sort.INT)


def _chunk(atom: Atom, run: Execution) -> Chunk:
    return Chunk(TRUE, as_text_finite(lift(atom), run))


def _matching(
    name: str, values: list[SymValue], run: Execution, segments: Callable[[str], list[Segment]]
) -> SymValue | None:
    known = values[0].constant
    if known is None or not is_composite(values[1]):
        return None
    if not isinstance(known[0], str):
        return NULL if known[0] is None else None
    parts = segments(known[0])
    start, step, end = machine(parts)
    arguments = ", ".join(f"?{n + 1}" for n in range(len(values)))

    def move(state: State, character: str) -> State:
        return step(typed(frozenset[int], state), character)

    def ends(state: State) -> bool:
        return end in typed(frozenset[int], state)

    def call_on(value: SymValue) -> Term:
        text = as_text_finite(value, run)
        return truth_of(apply(f"{name}({arguments})", [values[0], text, *values[2:]], run, name), run).true

    def matched(atom: Atom) -> SymValue:
        if not isinstance(atom, Composite):
            return apply(f"{name}({arguments})", [values[0], lift(atom), *values[2:]], run, name)
        if isinstance(atom, Joined) and _within_a_part(parts, atom.separator):
            found = (call_on(part.value) for part in atom.parts)
            return truth_value(any_of(and_(p.inside, test) for p, test in zip(atom.parts, found, strict=True)))
        return truth_value(accepted(_chunks(atom, run), start, move, ends, name))

    return per_atom(values[1], matched)


def _within_a_part(segments: Sequence[Segment], separator: str) -> bool:
    """Tell whether a pattern looks for one word that has no character in common with the separator."""
    if len(segments) != 3 or segments[0] or segments[2] or not segments[1] or not separator:
        return False
    return not any(spot.allows(character) for spot in segments[1] for character in separator)


def _like(values: list[SymValue], run: Execution) -> SymValue | None:
    if len(values) == 2:
        return _matching("like", values, run, lambda pattern: like_segments(pattern, None))
    known = values[2].constant
    escape = known[0] if known is not None else None
    if not isinstance(escape, str) or len(escape) != 1:
        return None
    return _matching("like", values, run, lambda pattern: like_segments(pattern, escape))


def _glob(values: list[SymValue], run: Execution) -> SymValue | None:
    return _matching("glob", values, run, glob_segments)


def _case(name: str) -> Function:
    """Return UPPER or LOWER, applied to every piece; not for separators with letters, whose case would change too."""
    convert = str.upper if name == "upper" else str.lower

    def literal(string: str) -> str:
        return "".join(convert(c) if c.isascii() else c for c in string)

    def change(value: SymValue, run: Execution) -> SymValue:
        return apply(f"{name}(?1)", [as_text_finite(value, run)], run, name)

    def of(atom: Atom, run: Execution) -> Atom:
        match atom:
            case Joined() if not mark_of(atom.separator).isalpha():
                return atom.mapped(lambda value: change(value, run), literal(atom.separator))
            case Spelled() if not any(mark.isalpha() for mark in atom.marks):
                pieces: list[Piece] = [literal(p) if isinstance(p, str) else of(p, run) for p in atom.pieces]
                return Spelled(tuple(pieces), atom.marks)
            case Decimal():
                return atom
            case Number(term) if term.sort is Sort.INT:
                return atom
            case Text():
                changed = change(lift(atom), run)
                if len(changed.alts) == 1:
                    return changed.alts[0].atom
        raise NeedsFinite(name, terms_of(lift(atom)))

    return lambda values, run: _each(values[0], name, [], run, lambda atom: lift(of(atom, run)))


def as_text_finite(value: SymValue, run: Execution) -> SymValue:
    """Return the value as text of listed pools."""
    return value if all(isinstance(alt.atom, Text) for alt in value.alts) else cast(value, Affinity.TEXT, run)


def _replace(values: list[SymValue], run: Execution) -> SymValue | None:
    """Return REPLACE of the very separator of a joined text, the common way to write another one after DISTINCT."""
    old, new = values[1].constant, values[2].constant
    if old is None or new is None or not isinstance(old[0], str) or not isinstance(new[0], str):
        return None
    before, after = old[0], new[0]

    def of(atom: Atom) -> SymValue:
        if isinstance(atom, Joined) and atom.separator == before and _stands_alone(atom):
            note_marks(atom.parts, after, run)
            return lift(Joined(atom.parts, after, atom.hollow))
        raise NeedsFinite("replace", terms_of(lift(atom)))

    return _each(values[0], "replace", values[1:], run, of)


def _stands_alone(joined: Joined) -> bool:
    """Tell whether the separator occurs between the parts only, as far as the run has not been told otherwise."""
    mark = mark_of(joined.separator)
    fixed = (
        alt.atom
        for part in joined.parts
        for alt in part.value.alts
        if isinstance(alt.atom, Text) and isinstance(alt.atom.pool, FixedPool)
    )
    return joined.separator.count(mark) == 1 and all(never_contains(atom, mark) for atom in fixed)


OF_PIECES: dict[str, Callable[[list[SymValue], Execution], SymValue | None]] = {
    "glob": _glob,
    "length": _length,
    "like": _like,
    "lower": _case("lower"),
    "replace": _replace,
    "upper": _case("upper"),
}
"""Functions of text that is kept as its pieces, by the names of their records."""
