"""Values that are listed for each index, as engine functions of a pool's members are."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.database import Value
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, boolean, integer, real
from spotit.symbolic.values.atoms import Blob, Number, Text
from spotit.symbolic.values.pool import index_range, lookup, member, string_pool
from spotit.symbolic.values.value import Alt, Finite, SymValue, decimal


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
