"""What holds of results that are free variables: those of one function on equal numbers are equal, and none is far off.

The solver is told so only where it is needed: most pairs of queries compute such results from the very same terms.
Where its model has another result than the engine, it is told that one too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import isfinite

from spotit.dialect.values import WHOLE
from spotit.plan.expr import ArithOp
from spotit.smt.terms.arithmetic import absolute, add, eq, le, lt, scale, subtract, to_real
from spotit.smt.terms.boolean import all_of, and_, any_of, ite, not_, or_
from spotit.smt.terms.interpret import Assignment, TermValue, interpret
from spotit.smt.terms.linear import as_fraction
from spotit.smt.terms.term import TRUE, Sort, Term, constant, real
from spotit.symbolic.execution import Rounded, Tabulate
from spotit.symbolic.values.value import decimal

CONVERSION = "double"
"""The function that makes an integer a double."""
ROUND = "round to "
"""How the functions that round to a number of digits begin."""
NONE = " is none"
"""How the functions end that tell whether there is no number as the result of another one."""
_SUM, _NO_SUM, _OVERFLOW = "sum", f"sum{NONE}", "sum overflows"
_SUMS = (_SUM, _NO_SUM, _OVERFLOW)
"""The functions that add up numbers, and tell whether that gives no number, or leaves 64 bits on the way."""
FAR = 2**1000
"""Up to this size nothing is near to an infinity."""
_COMMUTATIVE = (ArithOp.ADD.value, ArithOp.MUL.value)
_ARITHMETIC = (*_COMMUTATIVE, ArithOp.SUB.value, ArithOp.DIV.value)
_MOST = 40
"""Results of one function that are compared with each other."""
_ERROR = Fraction(1, 2**50)
"""More than the relative error of an operation, with its operands and its result written as decimal numbers."""
_TINY = Fraction(1, 2**1070)
"""More than the absolute error of an operation near 0."""


def consistent(results: Iterable[Rounded]) -> Iterator[Term]:
    """Yield what holds of the results: equal numbers have equal ones, and none is far from the exact result."""
    functions: dict[str, dict[Rounded, None]] = {}
    for result in results:
        functions.setdefault(result.function, {})[result] = None
    for name, found in functions.items():
        known = list(found)[:_MOST]
        agree = _in_order if name == CONVERSION else _agree_in_sum if name in _SUMS else _agree
        for one, other in combinations(known, 2):
            yield or_(not_(and_(one.when, other.when)), agree(one, other))
        yield from (or_(not_(one.when), _is_close(one)) for one in known)
        if name in _SUMS:
            yield from (or_(not_(one.when), _is_of_one(one)) for one in known)


Addends = Sequence[tuple[Term, Term]]
"""Numbers, and what is added of each: the number, or 0 where it does not count."""


def of_sum(addends: Addends, result: Term, null: Term) -> Iterator[Rounded]:
    """Yield what a sum is of: the same numbers have the same sum, or no sum, where they are added in the same order."""
    yield _of(_SUM, addends, result, not_(null))
    yield _of(_NO_SUM, addends, ite(null, real(1), real(0)))


def of_overflow(addends: Addends, overflows: Term) -> Rounded:
    """Return what it is of that a sum overflows in the order in which numbers are added."""
    return _of(_OVERFLOW, addends, ite(overflows, real(1), real(0)))


def _of(name: str, addends: Addends, result: Term, when: Term = TRUE) -> Rounded:
    return Rounded(name, tuple(term for _, term in addends), result, when, tuple(number for number, _ in addends))


def _agree_in_sum(one: Rounded, other: Rounded) -> Term:
    """Return the condition that sums are equal if the same is added of each number: nothing where one has it not."""
    here, there = _by_number(one), _by_number(other)
    zero = real(0)
    alike = [eq(here.get(place, zero), there.get(place, zero)) for place in dict.fromkeys((*here, *there))]
    return or_(not_(all_of(alike)), eq(one.result, other.result))


def _by_number(one: Rounded) -> dict[tuple[Term, int], Term]:
    """Return what is added, by the number that it is, and how often that has come before."""
    seen: Counter[Term] = Counter()
    found = {}
    for number, added in zip(one.numbers, one.arguments, strict=True):
        found[number, seen[number]] = added
        seen[number] += 1
    return found


def _is_of_one(one: Rounded) -> Term:
    """Return the condition that the sum of a single number, and of zeros, is that number, and is one.

    An integer becomes a double, which is the same number if it is not too large.
    """
    is_zero = [eq(addend, real(0)) for addend in one.arguments]
    found = []
    for place, (number, addend) in enumerate(zip(one.numbers, one.arguments, strict=True)):
        alone = all_of([*is_zero[:place], *is_zero[place + 1 :]])
        exact = le(absolute(addend), real(WHOLE)) if number.sort is Sort.INT else TRUE
        is_it = eq(one.result, addend if one.function == _SUM else real(0))
        found.append(or_(not_(and_(alone, exact)), is_it))
    return all_of(found)


def _agree(one: Rounded, other: Rounded) -> Term:
    commutes = one.function.removesuffix(NONE) in _COMMUTATIVE
    turns = [other.arguments, other.arguments[::-1]] if commutes else [other.arguments]
    alike = any_of(all_of(map(eq, one.arguments, arguments)) for arguments in turns)
    return or_(not_(alike), eq(one.result, other.result))


def _in_order(one: Rounded, other: Rounded) -> Term:
    (low,), (high,) = one.arguments, other.arguments
    rises = or_(not_(le(low, high)), le(one.result, other.result))
    return and_(rises, or_(not_(le(high, low)), le(other.result, one.result)))


def _is_close(one: Rounded) -> Term:
    """Return the condition that a result is about what exact arithmetic gives, where that is linear."""
    if one.function == CONVERSION:
        exact = to_real(one.arguments[0])
        return _is_within(one.result, exact, scale(Fraction(1, WHOLE), absolute(exact)))
    if one.function not in _ARITHMETIC:
        return TRUE
    left, right = one.arguments
    if one.function in (ArithOp.ADD.value, ArithOp.SUB.value):
        exact = add(left, right) if one.function == ArithOp.ADD.value else subtract(left, right)
        size = add(absolute(left), absolute(right))
    elif right.op == "const" and right.value:
        factor = as_fraction(right.value)
        exact = scale(factor if one.function == ArithOp.MUL.value else 1 / factor, left)
        size = absolute(exact)
    elif left.op == "const" and one.function == ArithOp.MUL.value:
        exact = scale(left.value, right)
        size = absolute(exact)
    else:
        return TRUE
    return or_(lt(real(FAR), size), _is_within(one.result, exact, add(scale(_ERROR, size), real(_TINY))))


def _is_within(result: Term, exact: Term, slack: Term) -> Term:
    error = subtract(result, exact)
    return and_(le(error, slack), le(scale(-1, error), slack))


def measured(results: Iterable[Rounded], model: Assignment, tabulate: Tabulate) -> Iterator[Term]:
    """Yield what the engine returns for the numbers of a model, where the model has other results."""
    known = list(dict.fromkeys(results))
    for one in known:
        *arguments, value, matters = interpret([*one.arguments, one.result, one.when], model, default=True)
        found = _measured(one, arguments, tabulate) if matters else None
        if found is not None and found != value:
            yield from (_has_result(other, arguments, found) for other in known if other.function == one.function)


def _has_result(one: Rounded, arguments: Sequence[TermValue], value: Fraction) -> Term:
    """Return that the engine's result for some numbers is this, too, if its numbers are these."""
    these = (eq(term, constant(v, term.sort)) for term, v in zip(one.arguments, arguments, strict=True))
    return or_(not_(all_of((one.when, *these))), eq(one.result, real(value)))


def _measured(one: Rounded, arguments: Sequence[TermValue], tabulate: Tabulate) -> Fraction | None:
    """Return the engine's result as a Real, None where it is not known."""
    numbers = [_double(value, term.sort) for value, term in zip(arguments, one.arguments, strict=True)]
    found: object = None
    if not all(isinstance(number, float) for number in numbers):
        return None
    if one.function == CONVERSION:
        (found,) = numbers
    elif one.function in _ARITHMETIC:
        (found,) = tabulate(f"?1 {one.function} ?2", [tuple(numbers)])
    elif one.function.startswith(ROUND):
        (found,) = tabulate(f"round(?1, {one.function.removeprefix(ROUND)})", [tuple(numbers)])
    return decimal(found) if isinstance(found, float) and isfinite(found) else None


def _double(value: TermValue, sort: Sort) -> float | None:
    """Return the double that a number stands for or, if it is an integer, becomes; None for other numbers."""
    if not -FAR <= value <= FAR:
        return None
    number = float(value)
    return number if sort is Sort.INT or decimal(number) == value else None
