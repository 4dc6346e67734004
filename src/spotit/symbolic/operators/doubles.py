"""Floating-point numbers as the engine computes them.

A Real term stands for a double by the decimal number that the double is written as, so terms compare as doubles do.
An integer becomes a double exactly up to 2^53. An operation is exact on whole numbers up to that size; over operands
with few values it is a table of the engine's own results; any other result is a free variable that belongs to the
operation and its operands, so that two queries which compute the same thing in the same way are seen to agree, and
little else is claimed of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from spotit.dialect.values import LEAST, MOST, WHOLE
from spotit.plan.expr import ArithOp
from spotit.smt.terms.arithmetic import add, divide, eq, le, lt, multiply, scale, subtract, to_real
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.linear import as_fraction, integral
from spotit.smt.terms.term import (
    FALSE,
    NO_BOUNDS,
    TRUE,
    Bounds,
    Memo,
    Rational,
    Sort,
    Term,
    bool_var,
    integer,
    real,
    real_var,
)
from spotit.symbolic.execution import Execution, Rounded
from spotit.symbolic.ledger import REALS
from spotit.symbolic.operators.double_tables import filled, number_table, table_term, tables_of
from spotit.symbolic.operators.rounding import CONVERSION, FAR, NONE, ROUND
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue, decimal, number

_SQUARE = 2**126
"""The greatest size of a product of two integers."""
_CASES = 40
"""Nested choices that are looked into for whole numbers."""
_PRODUCT_SLACK = 4096
"""By how much the product of two integers may be rounded below 2^63: each factor and the product round once."""
_OPERATIONS: dict[ArithOp, Callable[[Term, Term], Term]] = {
    ArithOp.ADD: add,
    ArithOp.SUB: subtract,
    ArithOp.MUL: multiply,
}
_WholePart = tuple[Term, Term]
_whole_parts: Memo[Term, _WholePart | None] = Memo()
_NEUTRAL = {ArithOp.ADD: 0, ArithOp.SUB: 0, ArithOp.MUL: 1, ArithOp.DIV: 1}
_COMMUTATIVE = (ArithOp.ADD, ArithOp.MUL)


def operate(op: ArithOp, left: Term, right: Term, run: Execution) -> SymValue:
    """Return +, -, * or / of two numbers as doubles."""
    left, right = of_integer(left, run), of_integer(right, run)
    zero = eq(right, real(0)) if op is ArithOp.DIV else FALSE
    found = exact(op, left, right)
    if found is None:
        found = _unchanged(op, left, right)
    if found is None:
        found = _tabulated(f"?1 {op.value} ?2", (left, right), run)
    if found is not None:
        return number(found, zero)
    small, whole = _where_exact(op, left, right)
    if op in _COMMUTATIVE and left.id > right.id:
        left, right = right, left
    nan = _may_be_nan(op, left, right)
    result, null = free(op.value, (left, right), _size(op, left, right), run, when=not_(or_(small, zero)), nan=nan)
    return number(ite(small, whole, result), or_(zero, and_(not_(small), null)))


def of_integer(term: Term, run: Execution) -> Term:
    """Return the double that an integer becomes, as a Real term; what is REAL stays."""
    if term.sort is Sort.REAL or _is_held(term):
        return to_real(term)
    if not run.doubles:
        run.assume(REALS)
        return to_real(term)
    run.free_results = True
    above, below = lt(integer(WHOLE), term), lt(term, integer(-WHOLE))
    up = real_var(f"double above of {term.id}", WHOLE, MOST + 1)
    down = real_var(f"double below of {term.id}", LEAST, -WHOLE)
    run.rounded.append(Rounded(CONVERSION, (term,), up, and_(above, le(term, integer(MOST)))))
    run.rounded.append(Rounded(CONVERSION, (term,), down, and_(below, le(integer(LEAST), term))))
    return ite(above, up, ite(below, down, to_real(term)))


def beyond(op: ArithOp, left: Term, right: Term, above: Term, below: Term, run: Execution) -> Term:
    """Return the double that +, - or * of two integers is where the result is above, or below, all integers."""
    operands = of_integer(left, run), of_integer(right, run)
    if op in _COMMUTATIVE and operands[0].id > operands[1].id:
        operands = operands[::-1]
    least = MOST + 1 - (_PRODUCT_SLACK if op is ArithOp.MUL else 0)
    name = f"{operands[0].id} {op.value} {operands[1].id}"
    up, down = real_var(f"above {name}", least, _SQUARE), real_var(f"below {name}", -_SQUARE, -least)
    genuine = and_(*(le(integer(LEAST), n) for n in (left, right)), *(le(n, integer(MOST)) for n in (left, right)))
    run.free_results = True
    run.rounded.append(Rounded(op.value, operands, up, and_(above, genuine)))
    run.rounded.append(Rounded(op.value, operands, down, and_(below, genuine)))
    return ite(above, up, down)


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
        return divide(left, right)
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
    return size is not None and 2 * size <= WHOLE


def _is_held(term: Term) -> bool:
    size = _bound(term)
    return size is not None and size <= WHOLE


def _where_exact(op: ArithOp, left: Term, right: Term) -> tuple[Term, Term]:
    """Return where the result is known to be a whole number that a double holds, and that number as a Real."""
    first, second = _whole_part(left, _CASES), _whole_part(right, _CASES)
    if op not in _OPERATIONS or first is None or second is None:
        return FALSE, real(0)
    result = _OPERATIONS[op](first[1], second[1])
    small = and_(le(integer(-WHOLE), result), le(result, integer(WHOLE)))
    return and_(first[0], second[0], small), to_real(result)


def _whole_part(term: Term, depth: int) -> _WholePart | None:
    """Return where a double is known to be whole, and the Int that it is there; None if nowhere."""
    known = _whole_parts.here()
    if term not in known:
        known[term] = _find_whole_part(term, depth)
    return known[term]


def _find_whole_part(term: Term, depth: int) -> _WholePart | None:
    found = integral(term)
    if found is not None:
        return TRUE, found
    if term.op != "ite" or not depth:
        return None
    condition, *choices = term.args
    first, second = (_whole_part(choice, depth - 1) for choice in choices)
    if first is not None and second is not None:
        return ite(condition, first[0], second[0]), ite(condition, first[1], second[1])
    if first is not None:
        return and_(condition, first[0]), first[1]
    return None if second is None else (and_(not_(condition), second[0]), second[1])


def is_whole(term: Term) -> bool:
    """Tell whether a number is known to be whole and held by a double."""
    return is_moderate(term) and integral(term) is not None


def _in_halves(term: Term) -> bool:
    return is_moderate(term) and integral(scale(2, to_real(term))) is not None


def _bound(term: Term) -> Rational | None:
    """Return the greatest size that the static interval allows; an INTEGER has 64 bits."""
    if term.lo is not None and term.hi is not None:
        low, high = as_fraction(term.lo), as_fraction(term.hi)
        return max(abs(low), abs(high))
    return MOST + 1 if term.sort is Sort.INT else None


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
    return number(*free(f"{ROUND}{digits}", (term,), _bound(term), run))


def free(
    function: str,
    arguments: tuple[Term, ...],
    size: Rational | None,
    run: Execution,
    *,
    when: Term = TRUE,
    nan: bool = False,
) -> tuple[Term, Term]:
    """Return a result of which only its origin is known, and where it is NULL: where it may be no number."""
    run.free_results = True
    name = f"{function} of {' '.join(str(term.id) for term in arguments)}"
    null = bool_var(f"no double {name}") if nan else FALSE
    result = real_var(f"double {name}", *_around(size))
    run.rounded.append(Rounded(function, arguments, result, and_(when, not_(null))))
    if nan and arguments:
        run.rounded.append(Rounded(f"{function}{NONE}", arguments, ite(null, real(1), real(0)), when))
    return result, null


def _around(size: Rational | None) -> Bounds:
    """Return an interval that holds every double to which a number of that size, at most, may be rounded."""
    return (-2 * size - 1, 2 * size + 1) if size is not None and size <= FAR else NO_BOUNDS


def _may_be_nan(op: ArithOp, left: Term, right: Term) -> bool:
    """Tell whether an operation may have no number as its result, which is NULL: a REAL may be infinite."""
    if op is ArithOp.MUL:
        sides = ((left, right), (right, left))
        return any(_bound(infinite) is None and not _is_never_zero(factor) for infinite, factor in sides)
    return _bound(left) is None and _bound(right) is None


def _is_never_zero(term: Term) -> bool:
    return (term.lo is not None and term.lo > 0) or (term.hi is not None and term.hi < 0)


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
