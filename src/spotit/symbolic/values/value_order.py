"""When two values are equal, and which of them sorts first."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.collation import BINARY, Collation
from spotit.smt.terms.arithmetic import eq, lt
from spotit.smt.terms.boolean import all_of, and_, any_of, not_
from spotit.smt.terms.term import FALSE, TRUE, Term, boolean, integer
from spotit.symbolic.values.atoms import Atom, Blob, Composite, Number, Text
from spotit.symbolic.values.calendar import comparable_counts, count_from, known_count
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.pool import DATE, DATETIME, FixedPool
from spotit.symbolic.values.text_order import below, comparable, exactly
from spotit.symbolic.values.value import SymValue


def same(left: SymValue, right: SymValue, collation: Collation = BINARY) -> Term:
    """Return the condition that both are NULL, or both are equal values: SQL's IS."""
    if left is right or (left.null is right.null and left.alts == right.alts):
        return TRUE
    if left.null is FALSE and right.null is FALSE and len(left.alts) == len(right.alts) == 1:
        (one,), (other,) = left.alts, right.alts
        equal = atoms_equal(one.atom, other.atom, collation)
        if equal is FALSE or (equal is TRUE and one.guard is TRUE and other.guard is TRUE):
            return equal
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
            if (texts := _constants(left, right)) is not None and collation.is_identity:
                return boolean(texts[0] == texts[1])
            for side, other in ((left, right), (right, left)):
                if (counted := _counted_cut(side, other)) is not None:
                    return eq(counted[0], integer(counted[1])) if counted[2] else FALSE
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
            if (texts := _constants(left, right)) is not None and collation.is_identity:
                return boolean(texts[0] < texts[1])
            if (counted := _counted_cut(left, right)) is not None:
                return lt(counted[0], integer(counted[1]))
            if (counted := _counted_cut(right, left)) is not None:
                return not_(lt(counted[0], integer(counted[1] + counted[2])))
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


def _constants(left: Text, right: Text) -> tuple[str, str] | None:
    """Return two texts that are constants."""
    if left.index.op != "const" or right.index.op != "const":
        return None
    return left.pool[left.index.value], right.pool[right.index.value]


Fields = tuple[tuple[int, ...], tuple[Term, ...]]


def _cut(text: Text, other: Text, collation: Collation) -> tuple[Fields, int, bool] | None:
    """Return the fields of a fixed layout, how many of its texts are below a constant one, and whether it is one."""
    if not isinstance(text.pool, FixedPool) or text.parts is None or not collation.is_identity:
        return None
    if isinstance(other.pool, FixedPool) or other.index.op != "const" or text.index.op == "const":
        return None
    return (text.pool.widths, text.parts), *text.pool.cut(other.pool[other.index.value])


def _counted_cut(text: Text, other: Text) -> tuple[Term, int, bool] | None:
    """Return the count that a date was computed from, the least one not before a constant, and if that is equal."""
    if text.pool not in (DATE, DATETIME) or text.parts is None or other.index.op != "const":
        return None
    count = known_count(text.parts)
    return None if count is None else (count, *count_from(other.pool[other.index.value], timed=text.pool is DATETIME))


def _class_rank(atom: Atom) -> int:
    return 0 if isinstance(atom, Number) else 2 if isinstance(atom, Blob) else 1


def comparable_texts(left: Text, right: Text, collation: Collation) -> tuple[Term, Term]:
    """Return two Int terms that compare as the two texts do."""
    if left.pool is right.pool and left.pool in (DATE, DATETIME) and left.parts and right.parts:
        counts = comparable_counts(left.parts, right.parts)
        if counts is not None:
            return counts
    if isinstance(left.pool, FixedPool) and isinstance(right.pool, FixedPool) and left.pool is not right.pool:
        first, second = Layout.of(left), Layout.of(right)
        if first.template() == second.template():
            return first.number_of_digits(), second.number_of_digits()
    return comparable((left.pool, left.index), (right.pool, right.index), collation)


def before(left: SymValue, right: SymValue, collation: Collation = BINARY) -> Term:
    """Return the condition that `left` sorts strictly before `right` in SQLite's order, NULL first."""
    pairs = [and_(a.guard, b.guard, atom_before(a.atom, b.atom, collation)) for a in left.alts for b in right.alts]
    return any_of([and_(left.null, not_(right.null)), *pairs])
