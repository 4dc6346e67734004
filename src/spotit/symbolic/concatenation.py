"""GROUP_CONCAT and string_agg: text joined from the values of a group, kept as the sequence of its parts.

Two such texts are compared part by part. That is exact as long as no part contains the separator's mark, a character
by which the parts can be told apart; where one does, the run is told that its result is not exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spotit.database import Value
from spotit.errors import Span, UnsupportedSql
from spotit.plan.expr import AggCall
from spotit.schema import Affinity
from spotit.smt.arithmetic import count, eq, lt
from spotit.smt.boolean import all_of, and_, any_of, not_, or_
from spotit.smt.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic import assumptions as ledger
from spotit.symbolic.conversion import cast
from spotit.symbolic.decode import TermValue, decode, terms_of
from spotit.symbolic.grouping import Member, without_repeats
from spotit.symbolic.needs import NeedsFinite
from spotit.symbolic.ordering import precedes
from spotit.symbolic.pool import FixedPool, StringPool, member
from spotit.symbolic.run import Env, Run
from spotit.symbolic.table import Direction, SymRow, SymTable
from spotit.symbolic.value import (
    NULL,
    Alt,
    Atom,
    Composite,
    Number,
    SymValue,
    Text,
    atoms_equal,
    before,
    constant,
    same,
    same_row,
)

if TYPE_CHECKING:
    from spotit.symbolic.relational import Executor

Order = Callable[[int, int], Term]
"""A relation between two members, by their numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A value that is joined where `inside` holds, after `place` others."""

    inside: Term
    place: Term
    value: SymValue


@dataclass(frozen=True, slots=True, eq=False)
class Joined(Composite):
    """The text of one or more parts with a separator between them."""

    parts: tuple[Part, ...]
    separator: str

    @property
    def length(self) -> Term:
        """The number of parts, an Int term."""
        return count(part.inside for part in self.parts)

    def equals(self, other: Atom, collation: str) -> Term:
        """Return that another atom is the same text."""
        if collation.upper() == "RTRIM":
            raise UnsupportedSql("GROUP_CONCAT compared under RTRIM")
        match other:
            case Joined() if other is self:
                return TRUE
            case Joined() if other.separator == self.separator:
                return self._same_sequence(other.length, other.parts, collation)
            case Joined():
                one = eq(other.length, integer(1))
                singles = [and_(p.inside, self._single(p.value, collation)) for p in other.parts]
                return and_(one, any_of(singles))
            case Text():
                return or_(self._single(_lifted(other), collation), self._spelled(other, collation))
        return FALSE

    def _same_sequence(self, length: Term, parts: Sequence[Part], collation: str) -> Term:
        agree = []
        for part in self.parts:
            partners = [
                and_(o.inside, eq(part.place, o.place), _same_part(part.value, o.value, collation)) for o in parts
            ]
            agree.append(or_(not_(part.inside), *partners))
        return and_(eq(self.length, length), all_of(agree))

    def _single(self, value: SymValue, collation: str) -> Term:
        """Return that the text has one part, which is this value."""
        only = [and_(part.inside, _same_part(part.value, value, collation)) for part in self.parts]
        return and_(eq(self.length, integer(1)), any_of(only))

    def _spelled(self, text: Text, collation: str) -> Term:
        """Return that a text with separators in it spells the parts."""
        if isinstance(text.pool, FixedPool):
            return self._never_in(text.pool)
        found = []
        for index, string in enumerate(text.pool):
            pieces = string.split(self.separator)
            if len(pieces) > 1:
                parts = [Part(TRUE, integer(n), constant(piece)) for n, piece in enumerate(pieces)]
                spelled = self._same_sequence(integer(len(parts)), parts, collation)
                found.append(and_(eq(text.index, integer(index)), spelled))
        return any_of(found)

    def _never_in(self, pool: FixedPool) -> Term:
        if self.separator in pool.template:
            raise NeedsFinite("GROUP_CONCAT compared with a date", self.terms())
        return FALSE

    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""
        return [t for part in self.parts for t in (part.inside, part.place, *terms_of(part.value))]

    def decoded(self, evaluate: Callable[[Term], TermValue]) -> str:
        """Return the text, given the value of each of its terms."""
        inside = [part for part in self.parts if evaluate(part.inside)]
        inside.sort(key=lambda part: int(evaluate(part.place)))
        return self.separator.join(_written(decode(part.value, evaluate)) for part in inside)


def _written(value: Value) -> str:
    """Return a value as CAST to TEXT writes it."""
    if isinstance(value, float):
        digits = f"{value:.15g}"
        return digits if {".", "e"} & set(digits) else f"{digits}.0"
    return str(value)


def _lifted(atom: Atom) -> SymValue:
    return SymValue(FALSE, (Alt(TRUE, atom),))


def _same_part(left: SymValue, right: SymValue, collation: str) -> Term:
    """Return that two values are written alike; numbers of one class are when they are equal."""
    found = []
    for a in left.alts:
        for b in right.alts:
            found.append(and_(a.guard, b.guard, _written_alike(a.atom, b.atom, collation)))
    return any_of(found)


def _written_alike(left: Atom, right: Atom, collation: str) -> Term:
    match left, right:
        case Number(a), Number(b):
            return eq(a, b) if a.sort is b.sort else FALSE
        case Text(), Text():
            return atoms_equal(left, right, collation)
    raise NeedsFinite(
        "GROUP_CONCAT of numbers compared with text", [t for atom in (left, right) for t in terms_of(_lifted(atom))]
    )


def over_group(
    call: AggCall,
    members: Sequence[Member],
    rows: Sequence[tuple[SymRow, Env]],
    given: Sequence[Direction],
    executor: Executor,
) -> SymValue:
    """Return group_concat() of a group: in its own ORDER BY, else as the rows are `given`, else in any order."""
    run = executor.run
    separator = one_separator([executor.under(row.present, call.args[1], env) for row, env in rows], call.span)
    directions = tuple(Direction(key.descending, key.nulls_first, key.collation) for key in call.order)
    sorts = [tuple(executor.under(row.present, key.expr, env) for key in call.order) for row, env in rows]
    listed = [Member(and_(m.inside, not_(m.value.null)), m.value) for m in members]
    if call.distinct:
        _note_repeats(listed, sorts, call.collation, run)
        listed = without_repeats(listed, call.collation)
    places = run.places(len(rows))

    def ordered(i: int, j: int) -> tuple[Term, Term]:
        a, b = (SymRow(TRUE, (), sorts[n]) for n in (i, j))
        return precedes(SymTable((), (), directions), a, b)

    def chosen(i: int, j: int) -> Term:
        if places is not None:
            return lt(places[i], places[j])
        strict, tied = precedes(SymTable((), (), tuple(given)), rows[i][0], rows[j][0])
        smaller = before(listed[i].value, listed[j].value)
        return or_(strict, and_(tied, or_(smaller, same(listed[i].value, listed[j].value))))

    def first(i: int, j: int) -> Term:
        if i > j:
            return not_(first(j, i))
        strict, tied = ordered(i, j)
        return or_(strict, and_(tied, chosen(i, j)))

    return join(listed, separator, first, lambda i, j: ordered(i, j)[1], run)


def _note_repeats(members: Sequence[Member], sorts: Sequence[tuple[SymValue, ...]], collation: str, run: Run) -> None:
    """Record where equal values of which one is kept differ in form, or in where they sort."""
    for j, member_ in enumerate(members):
        for i, other in enumerate(members[:j]):
            again = and_(member_.inside, other.inside, same(other.value, member_.value, collation))
            if again is not FALSE:
                alike = and_(same(other.value, member_.value), same_row(sorts[i], sorts[j]))
                run.ambiguous(and_(again, not_(alike)))


def join(members: Sequence[Member], separator: str, first: Order, tied: Order, run: Run) -> SymValue:
    """Return the members' values joined in the order `first`; where unlike ones are `tied` that is arbitrary."""
    listed = [(n, m) for n, m in enumerate(members) if m.inside is not FALSE and m.value.null is not TRUE]
    listed = [(n, Member(and_(m.inside, not_(m.value.null)), _as_part(m.value, run))) for n, m in listed]
    for position, (j, second) in enumerate(listed):
        for i, other in listed[:position]:
            both = and_(other.inside, second.inside)
            if both is not FALSE and (both := and_(both, tied(i, j))) is not FALSE:
                run.ambiguous(and_(both, not_(_same_part(other.value, second.value, "BINARY"))))
    parts = []
    for n, m in listed:
        earlier = (and_(o.inside, first(k, n)) for k, o in listed if k != n)
        parts.append(Part(m.inside, count(earlier), m.value))
    known = _constant_text(parts, separator)
    if known is not None:
        return known
    _note_marks(parts, separator, run)
    nobody = not_(any_of(part.inside for part in parts))
    return SymValue(nobody, (Alt(not_(nobody), Joined(tuple(parts), separator)),))


def _as_part(value: SymValue, run: Run) -> SymValue:
    """Return the value as text where it is a constant or finite; other numbers stay."""
    if value.constant is not None or value.finite is not None:
        return cast(value, Affinity.TEXT, run)
    if not all(isinstance(alt.atom, Number | Text) for alt in value.alts):
        raise NeedsFinite("GROUP_CONCAT of blobs or joined text", terms_of(value))
    if any(isinstance(alt.atom, Number) and alt.atom.term.sort is Sort.REAL for alt in value.alts):
        run.assume(ledger.REALS)
    return value


def _constant_text(parts: Sequence[Part], separator: str) -> SymValue | None:
    """Return the text when all is constant: NULL without parts."""
    if any(p.inside is not TRUE or p.place.op != "const" or p.value.constant is None for p in parts):
        return None
    if not parts:
        return NULL
    placed = sorted(parts, key=lambda part: part.place.value)
    return constant(separator.join(str(part.value.constant[0]) for part in placed if part.value.constant))


def one_separator(values: Iterable[SymValue], span: Span | None) -> str:
    """Return the separator that is the same constant on all rows."""
    found = {known for value in values for known in [value.constant]}
    if not found:
        return ","
    (known, *others) = found
    if others or known is None or isinstance(known[0], bytes | float):
        raise UnsupportedSql("GROUP_CONCAT with a separator that is not one constant", span)
    return "" if known[0] is None else str(known[0])


def mark_of(separator: str) -> str:
    """Return the character of a separator that tells parts apart: the one least likely inside them."""
    plain = [c for c in separator if not c.isalnum() and c != " "]
    return next(iter([*plain, *separator]), "")


def _note_marks(parts: Sequence[Part], separator: str, run: Run) -> None:
    """Record where a part contains the mark of the separator."""
    mark = mark_of(separator)
    pools = {id(a.atom.pool) for p in parts for a in p.value.alts if isinstance(a.atom, Text)}
    atoms = [(p.inside, alt) for p in parts for alt in p.value.alts]
    if len(pools) == 1 and all(isinstance(a.atom, Text) and isinstance(a.atom.pool, FixedPool) for _, a in atoms):
        return
    if not mark:
        raise UnsupportedSql("GROUP_CONCAT without a separator")
    if any(isinstance(alt.atom, Text) and isinstance(alt.atom.pool, StringPool) for _, alt in atoms):
        run.assume(ledger.JOINED)
    run.incomplete(any_of(and_(inside, alt.guard, _contains(alt.atom, mark)) for inside, alt in atoms))


def _contains(atom: Atom, mark: str) -> Term:
    match atom:
        case Text(StringPool() as pool, index):
            return member(index, [mark in string for string in pool.strings])
        case Text(FixedPool() as pool):
            possible = mark in pool.template or mark.isdigit()
        case _:
            possible = mark in "0123456789-+.eInf"
    if possible:
        raise UnsupportedSql(f"GROUP_CONCAT of values that contain the separator {mark!r}")
    return FALSE


__all__ = ["Joined", "Part", "join", "mark_of", "one_separator", "over_group"]
