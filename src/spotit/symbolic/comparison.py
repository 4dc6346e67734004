"""Comparisons: on concrete values as the engine does them, and on symbolic ones."""

from __future__ import annotations

from collections.abc import Callable

from spotit.database import Value
from spotit.plan.expr import CompareOp
from spotit.smt.boolean import and_, any_of, not_, or_
from spotit.smt.term import Term
from spotit.symbolic.finite import joint
from spotit.symbolic.logic import Truth, certain, of_finite
from spotit.symbolic.pool import collation_key
from spotit.symbolic.value import Atom, Finite, SymValue, atom_before, atoms_equal, same

_SWAPPED = {CompareOp.GT: CompareOp.LT, CompareOp.LE: CompareOp.GE}
_NEGATED = {CompareOp.NE: CompareOp.EQ, CompareOp.GE: CompareOp.LT, CompareOp.IS_NOT: CompareOp.IS}


def compare(op: CompareOp, left: SymValue, right: SymValue, collation: str = "BINARY") -> Truth:
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


def _raw(left: SymValue, right: SymValue, collation: str, test: Callable[[Atom, Atom, str], Term]) -> Term:
    if len(left.alts) == 1 and len(right.alts) == 1:
        return test(left.alts[0].atom, right.alts[0].atom, collation)
    return any_of(
        and_(a.guard, b.guard, test(a.atom, b.atom, collation)) for a in left.alts for b in right.alts
    )


def _tabulated(op: CompareOp, left: SymValue, right: SymValue, collation: str) -> Truth | None:
    """Compare two constants, or two functions of one cell, entry by entry."""
    if left.constant is not None and right.constant is not None:
        return None
    together = joint((left, right))
    if together is None:
        return None
    *outputs, at_null = (compare_values(op, a, b, collation) for a, b in (*together.rows, together.at_null))
    return of_finite(Finite(together.null, at_null, together.key, tuple(outputs)))


def compare_values(op: CompareOp, left: Value, right: Value, collation: str) -> int | None:
    """Return 1, 0 or NULL for =, < or IS of two concrete values."""
    if op is CompareOp.IS:
        return int((left is None) == (right is None) and (left is None or _key(left, collation) == _key(right, collation)))
    if left is None or right is None:
        return None
    a, b = _key(left, collation), _key(right, collation)
    return int(a == b if op is CompareOp.EQ else a < b)


def _key(value: Value, collation: str) -> tuple[int, float | str | bytes]:
    """Return what sorts as SQLite sorts non-NULL values: numbers, then text, then blobs."""
    match value:
        case str():
            return 1, collation_key(collation)(value)
        case bytes():
            return 2, value
        case None:
            raise AssertionError
    return 0, value
