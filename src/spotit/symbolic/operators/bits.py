"""Bit operators with a constant, by remainders of powers of two."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan.expr import ArithOp
from spotit.smt.terms.arithmetic import add, floor_mod, scale, subtract
from spotit.smt.terms.term import Term, integer
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import WHOLE_OPERAND, as_operand, per_atom
from spotit.symbolic.operators.int64 import truncated
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.values.atoms import Atom, Number
from spotit.symbolic.values.value import SymValue, number

_MOST_RUNS = 6
"""Runs of bits that are one in a constant; each takes two remainders."""


def bitwise(op: ArithOp, left: SymValue, right: SymValue, run: Execution) -> SymValue:
    """Return a bit operator: & and | with a constant by remainders, anything else by tabulation."""
    if op in (ArithOp.BIT_AND, ArithOp.BIT_OR):
        for value, mask in ((left, right), (right, left)):
            known = mask.constant
            if known is not None and isinstance(known[0], int) and len(list(_runs(known[0]))) <= _MOST_RUNS:
                return _with_constant(op, value, known[0], run)
    return apply(f"?1 {op.value} ?2", [left, right], run, f"operator {op.value}")


def _with_constant(op: ArithOp, value: SymValue, constant: int, run: Execution) -> SymValue:
    def operate(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        term = truncated(atom.term)
        common = _common_bits(term, constant)
        if op is ArithOp.BIT_AND:
            return number(common)
        return number(add(subtract(term, common), integer(constant)))

    return per_atom(as_operand(value, run, WHOLE_OPERAND), operate)


def _common_bits(term: Term, constant: int) -> Term:
    """Return the bits that an integer and a constant have in common; those of a negative one are what ~ lacks."""
    if constant == -1:
        return term
    if constant < 0:
        return subtract(term, _common_bits(term, ~constant))
    found = integer(0)
    for first, end in _runs(constant):
        above = floor_mod(term, integer(1 << end))
        found = add(found, above if first == 0 else add(above, scale(-1, floor_mod(term, integer(1 << first)))))
    return found


def _runs(constant: int) -> Iterator[tuple[int, int]]:
    """Yield where runs of bits start that are one in a constant, or in its complement if it is negative, and end."""
    bits = constant if constant >= 0 else ~constant
    place = 0
    while bits >> place:
        if not bits >> place & 1:
            place += 1
            continue
        first = place
        while bits >> place & 1:
            place += 1
        yield first, place
