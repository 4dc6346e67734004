"""Integers as the engine has them: 64 bits wide. What does not fit is a REAL."""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.values import LEAST, MOST
from spotit.plan.expr import ArithOp
from spotit.smt.terms.arithmetic import absolute, add, eq, floor_div, floor_of, le, lt, multiply, scale, subtract
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, Sort, Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import doubles
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.merge import union
from spotit.symbolic.values.value import Alt, SymValue, number

_EXACT: dict[ArithOp, Callable[[Term, Term], Term]] = {
    ArithOp.ADD: add,
    ArithOp.SUB: subtract,
    ArithOp.MUL: multiply,
}


def operate(op: ArithOp, left: Term, right: Term, run: Execution) -> SymValue:
    """Return +, -, * or / of two integers; / is NULL where the divisor is 0."""
    if op is ArithOp.DIV:
        zero = eq(right, integer(0))
        overflow = and_(eq(left, integer(LEAST)), eq(right, integer(-1)))
        quotient = _or_beyond(_quotient(left, right), overflow)
        return SymValue(zero, tuple(Alt(and_(not_(zero), alt.guard), alt.atom) for alt in quotient.alts))
    exact = _EXACT[op](left, right)
    if fits(exact):
        return number(exact)
    if not run.doubles:
        run.assume(ledger.OVERFLOW)
        return number(exact)
    above, below = lt(integer(MOST), exact), lt(exact, integer(LEAST))
    beyond = doubles.beyond(op, left, right, above, below, run)
    return _with_alternative(exact, or_(above, below), beyond)


def opposite(term: Term) -> SymValue:
    """Return minus an integer; that of the least one is a REAL."""
    return _or_beyond(scale(-1, term), eq(term, integer(LEAST)))


def _or_beyond(term: Term, overflow: Term) -> SymValue:
    """Return an integer, and where it overflows 2^63 as a REAL."""
    return _with_alternative(term, overflow, real(MOST + 1))


def _with_alternative(exact: Term, overflow: Term, beyond: Term) -> SymValue:
    return union(FALSE, [Alt(not_(overflow), Number(exact)), Alt(overflow, Number(beyond))])


def fits(term: Term) -> bool:
    """Tell whether the static interval of an Int term is within 64 bits."""
    return term.lo is not None and term.hi is not None and term.lo >= LEAST and term.hi <= MOST


def truncated(term: Term) -> Term:
    """Return the integer that a number is cast to: rounded towards zero, and the nearest one where it does not fit."""
    if term.sort is Sort.INT:
        return term
    positive = floor_of(term)
    if term.hi is None or term.hi > MOST:
        positive = ite(le(real(MOST), term), integer(MOST), positive)
    if term.lo is not None and term.lo >= 0:
        return positive
    negative = scale(-1, floor_of(scale(-1, term)))
    if term.lo is None or term.lo < LEAST:
        negative = ite(le(term, real(LEAST)), integer(LEAST), negative)
    return ite(le(real(0), term), positive, negative)


def _quotient(left: Term, right: Term) -> Term:
    """Return the Int quotient rounded towards zero; meaningless for 0."""
    if right.op == "const":
        divisor = int(right.value)
        if divisor == 0:
            return integer(0)
        magnitude = signed(left, lambda term: floor_div(term, integer(abs(divisor))))
        return magnitude if divisor > 0 else scale(-1, magnitude)
    size = absolute(right)
    result = signed(left, lambda term: floor_div(term, size))
    if right.lo is not None and right.lo >= 0:
        return result
    return ite(le(integer(0), right), result, scale(-1, result))


def signed(term: Term, function: Callable[[Term], Term]) -> Term:
    """Return an odd function of a term from its values on non-negative terms."""
    if term.lo is not None and term.lo >= 0:
        return function(term)
    negative = scale(-1, term)
    if term.hi is not None and term.hi <= 0:
        return scale(-1, function(negative))
    return ite(le(integer(0), term), function(term), scale(-1, function(negative)))
