"""One value from several: alternatives of one storage class become one atom, and a choice becomes a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.values.atoms import Atom, Blob, Composite, Number, Text
from spotit.symbolic.values.calendar import note_choice
from spotit.symbolic.values.pool import DATE, DATETIME, StringPool, lookup, string_pool
from spotit.symbolic.values.value import Alt, Finite, SymValue


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
                if first.pool in (DATE, DATETIME):
                    note_choice(condition, first.parts, second.parts, parts)
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
