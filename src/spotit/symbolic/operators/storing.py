"""Values as a column of numeric affinity stores them: 2.0 as 2 in an INTEGER column, 2 as 2.0 in a REAL one."""

from __future__ import annotations

from spotit.schema import Affinity
from spotit.smt.terms.arithmetic import eq, floor_of, le, to_real
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE, Sort, real
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import affine, cast, lift, merge, per_atom
from spotit.symbolic.operators.tabulate import direct
from spotit.symbolic.values.atoms import Atom, Number
from spotit.symbolic.values.value import SymValue

_LARGEST_WHOLE = 2**63 - 1024
"""The largest double that is a 64-bit integer."""
_AS_REAL = "CASE typeof(?1) WHEN 'integer' THEN CAST(?1 AS REAL) ELSE ?1 END"
_AS_WHOLE = (
    f"CASE WHEN typeof(?1) = 'real' AND abs(?1) <= {_LARGEST_WHOLE} AND CAST(?1 AS INTEGER) = ?1 "
    "THEN CAST(?1 AS INTEGER) ELSE ?1 END"
)


def stored_number(value: SymValue, affinity: Affinity, run: Execution) -> SymValue:
    """Return what a column of INTEGER or REAL affinity makes of a value (datatype3.html, section 3)."""
    value = affine(value, Affinity.NUMERIC, run)
    is_real = affinity is Affinity.REAL
    found = direct(_AS_REAL if is_real else _AS_WHOLE, [value], run)
    if found is not None:
        return found
    return per_atom(value, lambda atom: _as_real(atom, run) if is_real else _as_whole(atom))


def _as_real(atom: Atom, run: Execution) -> SymValue:
    return cast(lift(atom), Affinity.REAL, run) if isinstance(atom, Number) else lift(atom)


def _as_whole(atom: Atom) -> SymValue:
    """Return an integer where a REAL is a whole number of 64 bits."""
    if not isinstance(atom, Number) or atom.term.sort is Sort.INT:
        return lift(atom)
    whole = floor_of(atom.term)
    fits = and_(le(real(-_LARGEST_WHOLE), atom.term), le(atom.term, real(_LARGEST_WHOLE)))
    is_whole = and_(eq(to_real(whole), atom.term), fits)
    return merge([(is_whole, lift(Number(whole))), (not_(is_whole), lift(atom))], FALSE)
