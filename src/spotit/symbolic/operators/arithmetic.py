"""Arithmetic and the numeric functions, on Int and exact Real terms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from spotit.plan.expr import BITWISE, ArithOp
from spotit.smt.terms.arithmetic import (
    absolute,
    add,
    divide,
    eq,
    floor_mod,
    floor_of,
    le,
    lt,
    multiply,
    scale,
    subtract,
    to_real,
)
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import Sort, Term, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.operators import doubles, int64
from spotit.symbolic.operators.bits import bitwise
from spotit.symbolic.operators.conversion import WHOLE_OPERAND, as_operand, lift, merge, per_atom
from spotit.symbolic.operators.int64 import signed, truncated
from spotit.symbolic.operators.tabulate import direct
from spotit.symbolic.values.atoms import Atom, Number
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL, SymValue, number
from spotit.symbolic.values.value_order import atom_before

_LEAST = -(2**63)
_EXACT: dict[ArithOp, Callable[[Term, Term], Term]] = {
    ArithOp.ADD: add,
    ArithOp.SUB: subtract,
    ArithOp.MUL: multiply,
}


def arithmetic(op: ArithOp, left: SymValue, right: SymValue, run: Execution) -> SymValue:
    """Return a binary operator other than || of two values."""
    found = direct(f"?1 {op.value} ?2", [left, right], run)
    if found is not None:
        return found
    if op in BITWISE:
        return bitwise(op, left, right, run)
    if op is ArithOp.MOD:
        return _modulo(left, right, run)
    a, b = as_operand(left, run), as_operand(right, run)
    if a.constant == (None,) or b.constant == (None,):
        return NULL
    return pairwise(a, b, lambda x, y: _operate(op, x, y, run))


def pairwise(left: SymValue, right: SymValue, function: Callable[[Term, Term], SymValue]) -> SymValue:
    """Return the function of two numbers, NULL where either is NULL."""
    null = or_(left.null, right.null)
    cases = []
    for a in left.alts:
        for b in right.alts:
            assert isinstance(a.atom, Number) and isinstance(b.atom, Number)
            cases.append((and_(a.guard, b.guard), function(a.atom.term, b.atom.term)))
    return merge(cases, null)


def _operate(op: ArithOp, left: Term, right: Term, run: Execution) -> SymValue:
    if left.sort is Sort.INT and right.sort is Sort.INT:
        return int64.operate(op, left, right, run)
    if run.doubles:
        return doubles.operate(op, left, right, run)
    if doubles.exact(op, left, right) is None:
        run.assume(ledger.REALS)
    left, right = to_real(left), to_real(right)
    if op is ArithOp.DIV:
        return number(ratio(left, right), eq(right, real(0)))
    return number(_EXACT[op](left, right))


def ratio(left: Term, right: Term) -> Term:
    """Return the Real quotient with the constant factors in front: 100 * x / n and x / n * 100 are one term."""
    left, right = to_real(left), to_real(right)
    if right.op == "const" or left.op == "const":
        return divide(left, right)
    above, below = _factor(left), _factor(right)
    return scale(above / below, divide(scale(1 / above, left), scale(1 / below, right)))


def _factor(term: Term) -> Fraction:
    return Fraction(term.value[1][0]) if term.op == "lin" else Fraction(1)


def _remainder(left: Term, right: Term) -> Term:
    """Return the Int remainder, which has the sign of `left`; meaningless for 0."""
    size = absolute(right)
    return signed(left, lambda term: floor_mod(term, size))


def _modulo(left: SymValue, right: SymValue, run: Execution) -> SymValue:
    """Return %: both sides as integers; the result is REAL when a side is."""
    a, b = as_operand(left, run, WHOLE_OPERAND), as_operand(right, run, WHOLE_OPERAND)
    if a.constant == (None,) or b.constant == (None,):
        return NULL

    def operate(x: Term, y: Term) -> SymValue:
        dividend, divisor = truncated(x), truncated(y)
        result = _remainder(dividend, divisor)
        whole = x.sort is Sort.INT and y.sort is Sort.INT
        return number(result if whole else doubles.of_integer(result, run), eq(divisor, integer(0)))

    return pairwise(a, b, operate)


def negate(value: SymValue, run: Execution) -> SymValue:
    """Return unary minus."""
    found = direct("- ?1", [value], run)
    if found is not None:
        return found

    def opposite(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        return int64.opposite(atom.term) if atom.term.sort is Sort.INT else number(scale(-1, atom.term))

    return per_atom(as_operand(value, run), opposite)


def bit_not(value: SymValue, run: Execution) -> SymValue:
    """Return ~, which is -x - 1 of the integer."""
    found = direct("~ ?1", [value], run)
    if found is not None:
        return found

    def flip(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        return number(add(scale(-1, truncated(atom.term)), integer(-1)))

    return per_atom(as_operand(value, run, WHOLE_OPERAND), flip)


def absolute_value(values: list[SymValue], run: Execution) -> SymValue:
    """Return ABS of numbers; text would become REAL. The least integer has none, and the engine fails on it."""
    numbers_only("abs", values)
    for alt in values[0].alts:
        if isinstance(alt.atom, Number) and alt.atom.term.sort is Sort.INT:
            run.fails(and_(alt.guard, eq(alt.atom.term, integer(_LEAST))))

    def size(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        return number(absolute(atom.term))

    return per_atom(values[0], size)


def sign(values: list[SymValue], run: Execution) -> SymValue:
    """Return SIGN of numbers."""
    numbers_only("sign", values)

    def of(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        zero = integer(0) if atom.term.sort is Sort.INT else real(0)
        return number(ite(lt(atom.term, zero), integer(-1), ite(eq(atom.term, zero), integer(0), integer(1))))

    return per_atom(values[0], of)


def rounded(values: list[SymValue], run: Execution) -> SymValue:
    """Return ROUND(x[, digits]) as a REAL, half away from zero; exact where the engine works on doubles."""
    numbers_only("round", values[:1])
    digits = values[1].constant if len(values) > 1 else (0,)
    if digits is None or not (digits[0] is None or isinstance(digits[0], int)):
        raise NeedsFinite("round", [t for v in values for t in terms_of(v)])
    if digits[0] is None:
        return NULL
    places = max(0, min(int(digits[0]), 30))
    factor = 10**places

    def nearest(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        if atom.term.sort is Sort.INT:
            return number(doubles.of_integer(atom.term, run))
        if run.doubles:
            return doubles.rounded(atom.term, places, run)
        run.assume(ledger.REALS)
        half = real(Fraction(1, 2))
        up = floor_of(add(scale(factor, atom.term), half))
        down = scale(-1, floor_of(add(scale(-factor, atom.term), half)))
        whole = up if atom.term.lo is not None and atom.term.lo >= 0 else ite(le(real(0), atom.term), up, down)
        return number(scale(Fraction(1, factor), to_real(whole)))

    return per_atom(values[0], nearest)


def ceiling(values: list[SymValue], run: Execution) -> SymValue:
    """Return CEIL: an integer stays, a REAL stays REAL."""
    return _whole("ceil", values, lambda term: scale(-1, to_real(floor_of(scale(-1, term)))))


def floor(values: list[SymValue], run: Execution) -> SymValue:
    """Return FLOOR: an integer stays, a REAL stays REAL."""
    return _whole("floor", values, lambda term: to_real(floor_of(term)))


def _whole(name: str, values: list[SymValue], function: Callable[[Term], Term]) -> SymValue:
    numbers_only(name, values)

    def of(atom: Atom) -> SymValue:
        assert isinstance(atom, Number)
        return number(atom.term if atom.term.sort is Sort.INT else function(atom.term))

    return per_atom(values[0], of)


def numbers_only(name: str, values: list[SymValue]) -> None:
    """Raise `NeedsFinite` unless every alternative of each value is a number."""
    for value in values:
        if not all(isinstance(alt.atom, Number) for alt in value.alts):
            raise NeedsFinite(name, terms_of(value))


def extreme(values: list[SymValue], greatest: bool) -> SymValue:
    """Return scalar MIN or MAX, NULL if any value is NULL."""
    best = values[0]
    for value in values[1:]:
        best = _better(best, value, greatest)
    return best


def _better(best: SymValue, value: SymValue, greatest: bool) -> SymValue:
    null = or_(best.null, value.null)
    cases: list[tuple[Term, SymValue]] = []
    for a in best.alts:
        for b in value.alts:
            # Of equal values (1 and 1.0) MAX keeps the first and MIN the last.
            below = atom_before(a.atom, b.atom)
            replaces = below if greatest else not_(below)
            cases.append((and_(a.guard, b.guard), _pick(replaces, b.atom, a.atom)))
    return merge(cases, null)


def _pick(condition: Term, then: Atom, other: Atom) -> SymValue:
    return choose(condition, lift(then), lift(other))


__all__ = [
    "absolute_value",
    "arithmetic",
    "bit_not",
    "ceiling",
    "extreme",
    "floor",
    "negate",
    "ratio",
    "rounded",
    "sign",
]
