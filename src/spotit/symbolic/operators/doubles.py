"""Floating-point numbers as the engine computes them.

A Real term stands for a double by the decimal number that the double is written as, so terms compare as doubles do.
An operation is exact on whole numbers of moderate size; over operands with few values it is a table of the engine's
own results; any other result is a free variable that belongs to the operation and its operands, so that two queries
which compute the same thing in the same way are seen to agree, and nothing else is claimed of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from spotit.plan.expr import ArithOp
from spotit.smt.terms.arithmetic import add, divide, eq, multiply, scale, subtract, to_real
from spotit.smt.terms.boolean import ite, or_
from spotit.smt.terms.linear import as_fraction, integral
from spotit.smt.terms.term import FALSE, TRUE, Rational, Sort, Term, bool_var, integer, real, real_var
from spotit.symbolic.execution import Execution
from spotit.symbolic.ledger import REALS
from spotit.symbolic.operators.double_tables import filled, number_table, table_term, tables_of
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue, decimal, number

_EXACT = 2**53
"""Doubles hold every integer up to this size."""
_LARGEST = 2**1000
"""Results up to this size are far from overflow."""
_OPERATIONS: dict[ArithOp, Callable[[Term, Term], Term]] = {
    ArithOp.ADD: add,
    ArithOp.SUB: subtract,
    ArithOp.MUL: multiply,
}
_NEUTRAL = {ArithOp.ADD: 0, ArithOp.SUB: 0, ArithOp.MUL: 1, ArithOp.DIV: 1}
_COMMUTATIVE = (ArithOp.ADD, ArithOp.MUL)


def operate(op: ArithOp, left: Term, right: Term, run: Execution) -> SymValue:
    """Return +, -, * or / of two numbers, at least one of them REAL."""
    zero = eq(right, integer(0) if right.sort is Sort.INT else real(0)) if op is ArithOp.DIV else FALSE
    found = exact(op, left, right)
    if found is None:
        found = _unchanged(op, left, right)
    if found is None:
        found = _tabulated(f"?1 {op.value} ?2", (left, right), run)
    if found is not None:
        return number(found, zero)
    names = [_name(left), _name(right)]
    if op in _COMMUTATIVE:
        names.sort()
    return _free(f" {op.value} ".join(names), _size(op, left, right), zero, run)


def _name(term: Term) -> str:
    """Return what identifies an operand: an integer and the double that it becomes are one."""
    whole = integral(term)
    return str((term if whole is None else whole).id)


def exact(op: ArithOp, left: Term, right: Term) -> Term | None:
    """Return the result where no rounding happens: whole numbers (for + and - also halves) of moderate size."""
    if op not in _OPERATIONS:
        return None
    if op is ArithOp.MUL:
        factors = integral(left), integral(right)
        if factors[0] is None or factors[1] is None or not (is_moderate(left) and is_moderate(right)):
            return None
        result = to_real(multiply(factors[0], factors[1]))
    else:
        if not (_in_halves(left) and _in_halves(right)):
            return None
        result = _OPERATIONS[op](to_real(left), to_real(right))
    return result if is_moderate(result) else None


def quotient(left: Term, right: Term, run: Execution) -> Term:
    """Return the REAL quotient of two integers, 0 where the divisor is 0."""
    if not run.doubles:
        run.assume(REALS)
        return divide(to_real(left), to_real(right))
    result = operate(ArithOp.DIV, left, right, run)
    zero = eq(right, integer(0))
    if zero is TRUE:
        return real(0)
    (alt,) = result.alts
    assert isinstance(alt.atom, Number)
    return ite(zero, real(0), alt.atom.term)


def shifted(term: Term, offset: float, run: Execution) -> SymValue:
    """Return a number plus a constant, one of them REAL."""
    constant = real(decimal(offset))
    if run.doubles:
        return operate(ArithOp.ADD, term, constant, run)
    if exact(ArithOp.ADD, term, constant) is None:
        run.assume(REALS)
    return number(add(to_real(term), constant))


def is_moderate(term: Term) -> bool:
    """Tell whether a number is so small that a double holds it, if it is whole or a half."""
    size = _bound(term)
    return size is not None and 2 * size <= _EXACT


def is_whole(term: Term) -> bool:
    """Tell whether a number is known to be whole and held by a double."""
    return is_moderate(term) and integral(term) is not None


def _in_halves(term: Term) -> bool:
    return is_moderate(term) and integral(scale(2, to_real(term))) is not None


def _bound(term: Term) -> Rational | None:
    """Return the greatest size that the static interval allows; integers stay within 64 bits."""
    if term.lo is not None and term.hi is not None:
        low, high = as_fraction(term.lo), as_fraction(term.hi)
        return max(abs(low), abs(high))
    return None if integral(term) is None else 2**63


def _unchanged(op: ArithOp, left: Term, right: Term) -> Term | None:
    """Return the operand that x + 0, x - 0, x * 1 or x / 1 leaves as it is."""
    sides = [(left, right), (right, left)] if op in _COMMUTATIVE else [(left, right)]
    for kept, other in sides:
        if other.op == "const" and other.value == _NEUTRAL[op] and (kept.sort is Sort.REAL or is_moderate(kept)):
            return to_real(kept)
    return None


def _tabulated(sql: str, operands: Sequence[Term], run: Execution) -> Term | None:
    """Return the engine's value of an expression of numbers that are tables, or None if they are not, or too large."""
    tables = tables_of([number_table(term) for term in operands])
    if tables is None:
        return None
    inputs, columns = tables
    rows = list(zip(*columns, strict=True))
    asked = list(dict.fromkeys(rows))
    found = dict(zip(asked, run.tabulate(sql, asked), strict=True))
    outputs: list[float | None] = []
    for row in rows:
        result = found[row]
        if isinstance(result, float) and not isfinite(result):
            return None
        # 0.0 and -0.0 compare as equal, and the quotient by either is NULL.
        outputs.append(result + 0.0 if isinstance(result, float) else None)
    return table_term(filled(inputs, outputs))


def rounded(term: Term, digits: int, run: Execution) -> SymValue:
    """Return ROUND of a REAL to a number of digits."""
    if is_whole(term):
        return number(term)
    found = _tabulated(f"round(?1, {digits})", (term,), run)
    if found is not None:
        return number(found)
    return _free(f"round {term.id} to {digits}", _bound(term), FALSE, run)


def _free(name: str, size: Rational | None, null: Term, run: Execution) -> SymValue:
    """Return a result of which only its origin is known; where it may be beyond all doubles it may be NULL."""
    run.free_results = True
    if size is not None and size <= _LARGEST:
        return number(real_var(f"double {name}", -2 * size - 1, 2 * size + 1), null)
    overflow = bool_var(f"no double {name}")
    return number(real_var(f"double {name}"), or_(null, overflow))


def _size(op: ArithOp, left: Term, right: Term) -> Rational | None:
    """Return the greatest size of the exact result, None if it is not known."""
    a, b = _bound(left), _bound(right)
    if a is None or b is None:
        return None
    match op:
        case ArithOp.MUL:
            return a * b
        case ArithOp.DIV:
            return a if integral(right) is not None else None
    return a + b
