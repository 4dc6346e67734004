"""Comparisons: on concrete values as the engine does them, and on symbolic ones."""

from __future__ import annotations

from collections.abc import Callable

from spotit.database import Value
from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.numerals import written_integer
from spotit.plan.expr import CompareOp
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import Sort, Term, integer
from spotit.symbolic.operators.tabulate import finite_of, joint
from spotit.symbolic.operators.truth import Truth, certain, of_finite
from spotit.symbolic.values.atoms import Atom, Number, Text
from spotit.symbolic.values.pool import StringPool, lookup, member
from spotit.symbolic.values.value import Finite, SymValue
from spotit.symbolic.values.value_order import atom_before, atoms_equal, same

_SWAPPED = {CompareOp.GT: CompareOp.LT, CompareOp.LE: CompareOp.GE}
_NEGATED = {CompareOp.NE: CompareOp.EQ, CompareOp.GE: CompareOp.LT, CompareOp.IS_NOT: CompareOp.IS}


def compare(op: CompareOp, left: SymValue, right: SymValue, collation: Collation = BINARY) -> Truth:
    """Return the truth of a comparison; only =, < and IS are built, the others are those swapped or negated."""
    if op in _SWAPPED:
        op, left, right = _SWAPPED[op], right, left
    if op in _NEGATED:
        return compare(_NEGATED[op], left, right, collation).negated()
    table = _tabulated(op, left, right, collation)
    if table is not None:
        return table
    if op is CompareOp.IS:
        return certain(same(left, right, collation))
    null = or_(left.null, right.null)
    given = not_(null)
    raw = _raw(left, right, collation, atoms_equal if op is CompareOp.EQ else atom_before)
    return Truth(and_(given, raw), and_(given, not_(raw)), null)


def _raw(left: SymValue, right: SymValue, collation: Collation, test: Callable[[Atom, Atom, Collation], Term]) -> Term:
    if len(left.alts) == 1 and len(right.alts) == 1:
        return test(left.alts[0].atom, right.alts[0].atom, collation)
    return any_of(and_(a.guard, b.guard, test(a.atom, b.atom, collation)) for a in left.alts for b in right.alts)


def _tabulated(op: CompareOp, left: SymValue, right: SymValue, collation: Collation) -> Truth | None:
    """Compare two constants, or two functions of one cell, entry by entry."""
    if left.constant is not None and right.constant is not None:
        return None
    together = joint((left, right))
    if together is None:
        return None
    *outputs, at_null = (compare_values(op, a, b, collation) for a, b in (*together.rows, together.at_null))
    return of_finite(Finite(together.null, at_null, together.key, tuple(outputs)))


def compare_values(op: CompareOp, left: Value, right: Value, collation: Collation) -> int | None:
    """Return 1, 0 or NULL for =, < or IS of two concrete values."""
    if op is CompareOp.IS:
        same_value = left is not None and right is not None and _key(left, collation) == _key(right, collation)
        return int(same_value or (left is None and right is None))
    if left is None or right is None:
        return None
    a, b = _key(left, collation), _key(right, collation)
    return int(a == b if op is CompareOp.EQ else a < b)


def _key(value: Value, collation: Collation) -> tuple[int, float | str | bytes]:
    """Return what sorts as SQLite sorts non-NULL values: numbers, then text, then blobs."""
    match value:
        case str():
            return 1, collation.key(value)
        case bytes():
            return 2, value
        case None:
            raise AssertionError
    return 0, value


EQUALITIES = (CompareOp.EQ, CompareOp.NE, CompareOp.IS, CompareOp.IS_NOT)


def spelled_equal(op: CompareOp, number: SymValue, text: SymValue) -> Truth | None:
    """Compare an integer that would be converted to text with text of a listed pool, for equality.

    Return None when one of them is something else, or when the integer is finite and can be converted.
    """
    if op in _NEGATED:
        opposite = spelled_equal(_NEGATED[op], number, text)
        return None if opposite is None else opposite.negated()
    if len(number.alts) != 1 or len(text.alts) != 1 or finite_of(number) is not None:
        return None
    match number.alts[0].atom, text.alts[0].atom:
        case Number(term), Text(StringPool() as pool, index) if term.sort is Sort.INT:
            equal = spells(pool, index, term)
        case _:
            return None
    null = or_(number.null, text.null)
    given = not_(null)
    if op is CompareOp.IS:
        return certain(or_(and_(number.null, text.null), and_(given, equal)))
    return Truth(and_(given, equal), and_(given, not_(equal)), null)


def spells(pool: StringPool, index: Term, term: Term) -> Term:
    """Return the condition that a string is the integer as CAST writes it, which BINARY and NOCASE ask for."""
    numbers = [written_integer(string) for string in pool.strings]
    spelled = member(index, [number is not None for number in numbers])
    return and_(spelled, eq(term, lookup(index, [integer(number or 0) for number in numbers])))
