"""Symbolic values: a union over storage classes, each alternative with its guard, and a guard for NULL.

Exactly one of `null` and the guards holds. Most values have one alternative. A value that is a function of one
pool index also keeps that function as a table (`Finite`), so that any engine function of it can be tabulated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from spotit.database import Value
from spotit.dialect.collation import BINARY, Collation
from spotit.errors import UnsupportedSql
from spotit.smt.terms.arithmetic import eq, indicator, lt, to_real
from spotit.smt.terms.boolean import all_of, and_, any_of, ite, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, boolean, integer, real
from spotit.symbolic.values.pool import FixedPool, Pool, StringPool, index_range, lookup, member, string_pool
from spotit.symbolic.values.text_order import below, comparable, exactly


class Atom:
    """A non-NULL symbolic value of one storage class."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Number(Atom):
    """An INTEGER (Int term) or a REAL (Real term)."""

    term: Term


@dataclass(frozen=True, slots=True)
class Text(Atom):
    """The member of `pool` at `index`; for a fixed layout `parts` may hold the digit fields' own terms.

    `pieces` are the literals, texts and numbers that it is known to be put together from.
    """

    pool: Pool
    index: Term
    parts: tuple[Term, ...] | None = None
    pieces: tuple[str | Atom, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Blob(Atom):
    """A constant BLOB."""

    value: bytes


class Composite(Atom):
    """Text of another make than an index into a pool; functions of it are in `texts`, where there are any."""

    __slots__ = ()

    def equals(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that another atom is the same text."""
        raise NotImplementedError

    def chosen(self, condition: Term, other: Atom) -> Atom | None:
        """Return the text that is this one where the condition holds, else the other, if one atom can be both."""
        return None

    def before(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts before another."""
        raise UnsupportedSql("order of text put together from pieces")

    def after(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts after another, which is no composite."""
        raise UnsupportedSql("order of text put together from pieces")

    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""
        raise NotImplementedError

    def decoded(self, evaluate: Callable[[Term], bool | int | Fraction]) -> str:
        """Return the text, given the value of each of its terms."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Alt:
    """One alternative of a value."""

    guard: Term
    atom: Atom


@dataclass(frozen=True, slots=True)
class Finite:
    """A value as a function of one index: `at_null` where `null` holds, else outputs[key]."""

    null: Term
    at_null: Value
    key: Term
    outputs: tuple[Value, ...]

    def same_input(self, other: Finite) -> bool:
        """Tell whether both are functions of the same cell."""
        return self.null is other.null and self.key is other.key and len(self.outputs) == len(other.outputs)


@dataclass(frozen=True, slots=True, eq=False)
class SymValue:
    """A symbolic value; build it with the functions below."""

    null: Term
    alts: tuple[Alt, ...]
    finite: Finite | None = None

    @property
    def constant(self) -> tuple[Value] | None:
        """A 1-tuple of the value when it is a constant, else None."""
        if self.null is TRUE:
            return (None,)
        if self.null is not FALSE or len(self.alts) != 1:
            return None
        match self.alts[0].atom:
            case Number(term) if term.op == "const":
                return (term.value,) if term.sort is Sort.INT else (float(term.value),)
            case Text(pool, index) if index.op == "const":
                return (pool[index.value],)
            case Blob(value):
                return (value,)
        return None


NULL = SymValue(TRUE, ())


def decimal(value: float) -> Fraction:
    """Return the decimal number that a float is written as: 0.1 is one tenth, as real arithmetic is taken as exact."""
    return Fraction(repr(value))


def constant(value: Value) -> SymValue:
    """Return a constant value."""
    match value:
        case None:
            return NULL
        case bool() | int():
            return SymValue(FALSE, (Alt(TRUE, Number(integer(int(value)))),))
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise UnsupportedSql("infinite number")
            return SymValue(FALSE, (Alt(TRUE, Number(real(decimal(value)))),))
        case str():
            return SymValue(FALSE, (Alt(TRUE, Text(string_pool((value,)), integer(0))),))
        case bytes():
            return SymValue(FALSE, (Alt(TRUE, Blob(value)),))


def number(term: Term, null: Term = FALSE) -> SymValue:
    """Return a numeric value that is NULL where `null` holds."""
    return union(null, [Alt(not_(null), Number(term))])


def text(pool: Pool, index: Term, null: Term = FALSE, parts: tuple[Term, ...] | None = None) -> SymValue:
    """Return a text value that is NULL where `null` holds; a function of its index when the pool is listed."""
    finite = Finite(null, None, index, pool.strings) if isinstance(pool, StringPool) else None
    return SymValue(null, (Alt(not_(null), Text(pool, index, parts)),) if null is not TRUE else (), finite)


def truth_value(true: Term, null: Term = FALSE) -> SymValue:
    """Return 1, 0 or NULL: what SQL's logical operators return."""
    return number(indicator(true), null)


def union(null: Term, alts: Iterable[Alt], finite: Finite | None = None) -> SymValue:
    """Return the value with these alternatives; those of one class (and pool) are merged."""
    merged: list[Alt] = []
    for alt in alts:
        if alt.guard is FALSE:
            continue
        for position, known in enumerate(merged):
            atom = _merge(known.guard, known.atom, alt.atom)
            if atom is not None:
                merged[position] = Alt(or_(known.guard, alt.guard), atom)
                break
        else:
            merged.append(alt)
    if len(merged) == 1 and null is not TRUE:
        merged[0] = Alt(not_(null), merged[0].atom)
    return SymValue(null, tuple(merged), finite)


def _merge(condition: Term, first: Atom, second: Atom) -> Atom | None:
    """Return the atom that is `first` where the condition holds, else `second`, if one atom can be both."""
    match first, second:
        case Number(a), Number(b) if a.sort is b.sort:
            return Number(ite(condition, a, b))
        case Text(), Text() if first.pool is second.pool:
            parts = None
            if first.parts is not None and second.parts is not None:
                parts = tuple(ite(condition, a, b) for a, b in zip(first.parts, second.parts, strict=True))
            pieces = merged_pieces(condition, first.pieces, second.pieces) or ()
            return Text(first.pool, ite(condition, first.index, second.index), parts, pieces)
        case Text(StringPool() as a, i), Text(StringPool() as b, j):
            pool = merged_pool(a, b)
            pieces = merged_pieces(condition, first.pieces, second.pieces) or ()
            return Text(pool, ite(condition, reindex(a, pool, i), reindex(b, pool, j)), None, pieces)
        case Composite(), Composite() | Text():
            return first.chosen(condition, second)
        case Text(), Composite():
            return second.chosen(not_(condition), first)
        case Blob(a), Blob(b) if a == b:
            return first
    return None


def merged_pieces(
    condition: Term, first: Sequence[str | Atom], second: Sequence[str | Atom]
) -> tuple[str | Atom, ...] | None:
    """Return pieces that are `first` where the condition holds, else `second`, if the two have one shape."""
    if len(first) != len(second):
        return None
    merged: list[str | Atom] = []
    for a, b in zip(first, second, strict=True):
        if isinstance(a, str) or isinstance(b, str):
            atom: str | Atom | None = a if a == b else None
        else:
            atom = _merge(condition, a, b)
        if atom is None:
            return None
        merged.append(atom)
    return tuple(merged)


def merged_pool(first: StringPool, second: StringPool) -> StringPool:
    """Return the pool that has the members of both."""
    if first is second:
        return first
    return string_pool(tuple(sorted({*first.strings, *second.strings})))


def reindex(pool: StringPool, into: StringPool, index: Term) -> Term:
    """Return the index in a larger pool of the string at `index`."""
    if pool is into:
        return index
    return lookup(index, [integer(into.cut(string)[0]) for string in pool.strings])


def choose(condition: Term, then: SymValue, other: SymValue) -> SymValue:
    """Return `then` where the condition holds, else `other`."""
    if condition is TRUE or then is other:
        return then
    if condition is FALSE:
        return other
    negated = not_(condition)
    alts = [Alt(and_(condition, a.guard), a.atom) for a in then.alts]
    # The merge of two atoms tests the first guard; testing the bare condition gives the same value and a smaller term.
    if len(then.alts) == 1 and len(other.alts) == 1:
        merged = _merge(condition, then.alts[0].atom, other.alts[0].atom)
        if merged is not None:
            null = ite(condition, then.null, other.null)
            alternatives = (Alt(not_(null), merged),) if null is not TRUE else ()
            return SymValue(null, alternatives, _choose_finite(condition, then, other))
    alts += [Alt(and_(negated, a.guard), a.atom) for a in other.alts]
    return union(ite(condition, then.null, other.null), alts)


def _choose_finite(condition: Term, then: SymValue, other: SymValue) -> Finite | None:
    """Return the choice between two functions as one function of the chosen cell."""
    first, second = then.finite, other.finite
    if first is None or second is None or first.outputs != second.outputs or first.at_null != second.at_null:
        return None
    return Finite(
        ite(condition, first.null, second.null), first.at_null, ite(condition, first.key, second.key), first.outputs
    )


def tabulated(null: Term, at_null: Value, key: Term, outputs: Sequence[Value]) -> SymValue:
    """Return the value `outputs[key]` (`at_null` where `null` holds) with one alternative per storage class."""
    finite = Finite(null, at_null if null is not FALSE else None, key, tuple(outputs))
    at_null = finite.at_null
    # Rows that the key cannot reach are left out, so that tables which are equal where it matters give equal pools.
    reached = index_range(key, len(finite.outputs)) if null is not TRUE else range(0)
    rows = [finite.outputs[n] if n in reached else None for n in range(len(finite.outputs))]
    given = not_(null)
    is_null = or_(and_(null, boolean(at_null is None)), and_(given, member(key, [v is None for v in rows])))
    alts: list[Alt] = []
    for wanted in (int, float, str, bytes):
        values = [v for v in rows if type(v) is wanted]
        if type(at_null) is wanted:
            values.append(at_null)
        for group in ([v] for v in sorted(set(values))) if wanted is bytes else (values,):
            if group:
                alts.append(_tabulated_alt(Finite(null, at_null, key, tuple(rows)), given, group))
    alts = [a for a in alts if a.guard is not FALSE]
    if len(alts) == 1:
        alts = [Alt(not_(is_null), alts[0].atom)]
    return SymValue(is_null, tuple(alts), finite)


def _tabulated_alt(finite: Finite, given: Term, values: Sequence[Value]) -> Alt:
    """Return the alternative for the outputs among `values`, which are of one storage class."""
    wanted = type(values[0])
    chosen = [type(v) is wanted and (wanted is not bytes or v == values[0]) for v in finite.outputs]
    null_chosen = type(finite.at_null) is wanted and (wanted is not bytes or finite.at_null == values[0])
    guard = or_(and_(given, member(finite.key, chosen)), and_(finite.null, boolean(null_chosen)))
    if wanted is bytes:
        return Alt(guard, Blob(values[0]))  # type: ignore[arg-type]
    pool = string_pool(tuple(sorted({v for v in values if isinstance(v, str)}))) if wanted is str else None

    def leaf(value: Value) -> Term:
        if pool is not None:
            return integer(pool.cut(value)[0])  # type: ignore[arg-type]
        return integer(value) if wanted is int else real(decimal(value))  # type: ignore[arg-type]

    leaves = [leaf(v) if ok else None for v, ok in zip(finite.outputs, chosen, strict=True)]
    fallback = next((t for t in leaves if t is not None), None)
    term = leaf(finite.at_null) if fallback is None else lookup(finite.key, _fill(leaves, fallback))
    if fallback is not None and null_chosen:
        term = ite(finite.null, leaf(finite.at_null), term)
    return Alt(guard, Number(term) if pool is None else Text(pool, term))


def _fill(leaves: Sequence[Term | None], fallback: Term) -> list[Term]:
    """Give the entries that are never read the value of their neighbour, so that runs stay long."""
    filled: list[Term] = []
    for entry in leaves:
        filled.append(entry if entry is not None else (filled[-1] if filled else fallback))
    return filled


def same(left: SymValue, right: SymValue, collation: Collation = BINARY) -> Term:
    """Return the condition that both are NULL, or both are equal values: SQL's IS."""
    if left is right or (left.null is right.null and left.alts == right.alts):
        return TRUE
    pairs = [and_(a.guard, b.guard, atoms_equal(a.atom, b.atom, collation)) for a in left.alts for b in right.alts]
    return any_of([and_(left.null, right.null), *pairs])


def same_row(
    left: Sequence[SymValue], right: Sequence[SymValue], collations: Sequence[Collation] | None = None
) -> Term:
    """Return the condition that two rows agree in every column."""
    names = collations or [BINARY] * len(left)
    result: list[Term] = []
    for a, b, collation in zip(left, right, names, strict=True):
        term = same(a, b, collation)
        if term is FALSE:
            return FALSE
        result.append(term)
    return all_of(result)


def atoms_equal(left: Atom, right: Atom, collation: Collation = BINARY) -> Term:
    """Return the condition that two atoms are equal values."""
    match left, right:
        case Number(a), Number(b):
            return eq(a, b)
        case Text(), Text():
            for side, other in ((left, right), (right, left)):
                if (cut := _cut(side, other, collation)) is not None:
                    fields, position, exact = cut
                    return exactly(*fields, position) if exact else FALSE
            a, b = comparable_texts(left, right, collation)
            return eq(a, b)
        case Blob(x), Blob(y):
            return boolean(x == y)
        case Composite(), _:
            return left.equals(right, collation)
        case _, Composite():
            return right.equals(left, collation)
    return FALSE


def atom_before(left: Atom, right: Atom, collation: Collation = BINARY) -> Term:
    """Return the condition that `left` sorts before `right`: numbers, then text, then blobs."""
    match left, right:
        case Number(a), Number(b):
            return lt(a, b)
        case Text(), Text():
            if (cut := _cut(left, right, collation)) is not None:
                return below(*cut[0], cut[1])
            if (cut := _cut(right, left, collation)) is not None:
                return not_(below(*cut[0], cut[1] + cut[2]))
            a, b = comparable_texts(left, right, collation)
            return lt(a, b)
        case Blob(x), Blob(y):
            return boolean(x < y)
        case Composite(), Composite() | Text():
            return left.before(right, collation)
        case Text(), Composite():
            return right.after(left, collation)
    return boolean(_class_rank(left) < _class_rank(right))


Fields = tuple[tuple[int, ...], tuple[Term, ...]]


def _cut(text: Text, other: Text, collation: Collation) -> tuple[Fields, int, bool] | None:
    """Return the fields of a fixed layout, how many of its texts are below a constant one, and whether it is one."""
    if not isinstance(text.pool, FixedPool) or text.parts is None or not collation.is_identity:
        return None
    if isinstance(other.pool, FixedPool) or other.index.op != "const" or text.index.op == "const":
        return None
    return (text.pool.widths, text.parts), *text.pool.cut(other.pool[other.index.value])


def _class_rank(atom: Atom) -> int:
    return 0 if isinstance(atom, Number) else 2 if isinstance(atom, Blob) else 1


def comparable_texts(left: Text, right: Text, collation: Collation) -> tuple[Term, Term]:
    """Return two Int terms that compare as the two texts do."""
    return comparable((left.pool, left.index), (right.pool, right.index), collation)


def before(left: SymValue, right: SymValue, collation: Collation = BINARY) -> Term:
    """Return the condition that `left` sorts strictly before `right` in SQLite's order, NULL first."""
    pairs = [and_(a.guard, b.guard, atom_before(a.atom, b.atom, collation)) for a in left.alts for b in right.alts]
    return any_of([and_(left.null, not_(right.null)), *pairs])


def as_real(atom: Number) -> Term:
    """Return the number as a Real term."""
    return to_real(atom.term)


__all__ = [
    "NULL",
    "Alt",
    "Atom",
    "Blob",
    "Composite",
    "Finite",
    "Number",
    "SymValue",
    "Text",
    "as_real",
    "atom_before",
    "atoms_equal",
    "before",
    "choose",
    "comparable_texts",
    "constant",
    "decimal",
    "merged_pieces",
    "merged_pool",
    "number",
    "reindex",
    "same",
    "same_row",
    "tabulated",
    "text",
    "truth_value",
    "union",
]
