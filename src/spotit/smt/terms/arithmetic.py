"""Constructors of numeric terms and comparisons: linear sums in one normal form, everything else as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor, gcd, lcm

from spotit.smt.terms.boolean import and_, any_of, iff, ite, not_, or_
from spotit.smt.terms.linear import (
    add,
    as_fraction,
    branches,
    count_leaves,
    linear,
    map_branches,
    map_leaves,
    parts,
    scale,
    subtract,
    total,
    whole,
)
from spotit.smt.terms.term import (
    FALSE,
    TRUE,
    Bounds,
    Memo,
    Sort,
    Term,
    boolean,
    constant,
    integer,
    intern,
    real,
)

_CASES_LIMIT = 64
_PRODUCT_LIMIT = 8

constant_of = constant
_less_equal: Memo[tuple[Term, Term], Term] = Memo()
_equal: Memo[tuple[Term, Term], Term] = Memo()


def to_real(term: Term) -> Term:
    """Return an Int term as a Real one; sums and tables of constants are converted inside."""
    if term.sort is Sort.REAL:
        return term
    if term.op == "lin":
        offset, coefficients, args = parts(term)
        pieces = [scale(c, to_real(arg)) for c, arg in zip(coefficients, args, strict=True)]
        return total([real(offset), *pieces], Sort.REAL)
    if term.is_table:
        return map_leaves(term, real)
    return intern("real", (term,), None, Sort.REAL, (term.lo, term.hi))


def floor_of(term: Term) -> Term:
    """Return the largest integer not above a Real term."""
    if term.sort is Sort.INT:
        return term
    if term.op == "ite":
        return map_branches(term, floor_of)
    if term.op == "const":
        return integer(floor(term.value))
    found = whole(term)
    if found is not None:
        return found
    bounds = (None if term.lo is None else floor(term.lo), None if term.hi is None else floor(term.hi))
    return intern("floor", (term,), None, Sort.INT, bounds)


def _comparable(term: Term) -> Term:
    """Turn a Real sum of converted integers into an Int sum with the same sign."""
    if term.sort is Sort.INT or term.op not in ("lin", "real"):
        return term
    offset, coefficients, args = parts(term)
    if any([arg.op != "real" for arg in args]):
        return term
    common = lcm(*[c.denominator for c in (offset, *coefficients)])
    return whole(scale(common, term)) or term


def le_zero(term: Term) -> Term:
    """Return term <= 0."""
    term = _comparable(term)
    if term.hi is not None and term.hi <= 0:
        return TRUE
    if term.lo is not None and term.lo > 0:
        return FALSE
    pushed = _push(term, le_zero)
    if pushed is not None:
        return pushed
    return intern("le", (_normal(term, signed=True),), None, Sort.BOOL)


def eq_zero(term: Term) -> Term:
    """Return term = 0."""
    term = _comparable(term)
    if term.op == "const":
        return boolean(term.value == 0)
    if (term.lo is not None and term.lo > 0) or (term.hi is not None and term.hi < 0):
        return FALSE
    pushed = _push(term, eq_zero)
    if pushed is not None:
        return pushed
    normal = _normal(term, signed=False)
    return FALSE if normal.op == "const" else intern("eq", (normal,), None, Sort.BOOL)


def _normal(term: Term, *, signed: bool) -> Term:
    """Divide a sum by what its coefficients share; an impossible integer equality becomes the constant 1."""
    offset, coefficients, args = parts(term)
    lead = coefficients[0]
    if term.sort is Sort.REAL:
        divisor = as_fraction(-lead if signed and lead < 0 else lead)
        return term if divisor == 1 else scale(1 / divisor, term)
    shared = gcd(*coefficients)  # type: ignore[arg-type]
    if not signed and lead < 0:
        shared = -shared
    if shared == 1:
        return term
    if not signed and offset % shared:
        return integer(1)
    rounded = -((-offset) // shared)
    return linear(rounded, {atom: c // shared for c, atom in zip(coefficients, args, strict=True)}, Sort.INT)


def _push(term: Term, test: Callable[[Term], Term]) -> Term | None:
    """Decide a comparison at the leaves of a table of constants, or of a difference of two 0/1 tables."""
    if term.is_table:
        return None if term.op == "const" else map_branches(term, test)
    if term.op != "lin" or len(term.args) != 2:
        return None
    first, second = term.args
    if not (_is_choice(first) and _is_choice(second)):
        return None
    condition, then, other = first.args
    return ite(condition, test(_with(term, first, then)), test(_with(term, first, other)))


def _is_choice(term: Term) -> bool:
    return term.op == "ite" and term.args[1].op == "const" and term.args[2].op == "const"


def _with(term: Term, atom: Term, value: Term) -> Term:
    """Return the sum with one atom replaced by a constant."""
    offset, coefficients, args = parts(term)
    pieces = [scale(c, value if arg is atom else arg) for c, arg in zip(coefficients, args, strict=True)]
    return total([constant(offset, term.sort), *pieces], term.sort)


def _both(left: Term, right: Term) -> tuple[Term, Term]:
    if left.sort is right.sort:
        return left, right
    return to_real(left), to_real(right)


def le(left: Term, right: Term) -> Term:
    """Return left <= right; Int and Real may be mixed."""
    if left.op == "const" and right.op == "const":
        return boolean(left.value <= right.value)
    known = _less_equal.here()
    found = known.get((left, right))
    if found is None:
        found = known[left, right] = _make_le(left, right)
    return found


def _make_le(left: Term, right: Term) -> Term:
    if left is right or (left.hi is not None and right.lo is not None and left.hi <= right.lo):
        return TRUE
    if left.lo is not None and right.hi is not None and left.lo > right.hi:
        return FALSE
    return le_zero(subtract(*_both(*_ranked(left, right))))


def lt(left: Term, right: Term) -> Term:
    """Return left < right."""
    return not_(le(right, left))


def eq(left: Term, right: Term) -> Term:
    """Return left = right for two numeric or two Bool terms."""
    if left.op == "const" and right.op == "const":
        return boolean(left.value == right.value)
    if left.id > right.id:
        left, right = right, left
    known = _equal.here()
    found = known.get((left, right))
    if found is None:
        found = known[left, right] = _make_eq(left, right)
    return found


def _make_eq(left: Term, right: Term) -> Term:
    if left is right:
        return TRUE
    if left.sort is Sort.BOOL:
        return iff(left, right)
    if left.hi is not None and right.lo is not None and left.hi < right.lo:
        return FALSE
    if left.lo is not None and right.hi is not None and left.lo > right.hi:
        return FALSE
    return eq_zero(subtract(*_both(*_ranked(left, right))))


def _ranked(left: Term, right: Term) -> tuple[Term, Term]:
    """Return two Int tables that compare as two Real tables do: those of x and 100 * x then compare by one term."""
    if not (left.is_table and right.is_table and left.sort is Sort.REAL and right.sort is Sort.REAL):
        return left, right
    if left.op == "const" or right.op == "const" or (_is_choice(left) and _is_choice(right)):
        return left, right
    values = sorted({leaf.value for table in (left, right) for leaf in branches(table)})
    rank = {value: integer(place) for place, value in enumerate(values)}
    return map_leaves(left, rank.__getitem__), map_leaves(right, rank.__getitem__)


def multiply(left: Term, right: Term) -> Term:
    """Return left * right; constants and small tables of constants keep it linear."""
    left, right = _both(left, right)
    if left.op == "const":
        return scale(left.value, right)
    if right.op == "const":
        return scale(right.value, left)
    if left.is_table and count_leaves(left) <= _PRODUCT_LIMIT:
        return map_leaves(left, lambda value: scale(value, right))
    if right.is_table and count_leaves(right) <= _PRODUCT_LIMIT:
        return map_leaves(right, lambda value: scale(value, left))
    if left.id > right.id:
        left, right = right, left
    return intern("mul", (left, right), None, left.sort, _product_bounds(left, right))


def _product_bounds(left: Term, right: Term) -> Bounds:
    if left.lo is None or left.hi is None or right.lo is None or right.hi is None:
        if left.lo is not None and right.lo is not None and left.lo >= 0 and right.lo >= 0:
            return left.lo * right.lo, None
        return None, None
    corners = [a * b for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
    return min(corners), max(corners)


def divide(left: Term, right: Term) -> Term:
    """Return the Real quotient, 0 where `right` is 0. A small set of divisors is split into cases."""
    left, right = to_real(left), to_real(right)
    if right.op == "const":
        return scale(1 / as_fraction(right.value), left) if right.value else real(0)
    if right.is_table and count_leaves(right) <= _CASES_LIMIT:
        return map_leaves(right, lambda value: divide(left, real(value)))
    divisor = whole(right)
    if divisor is not None and _few_values(divisor):
        return cases(divisor, lambda value: divide(left, real(value)))
    return intern("rdiv", (left, right), None, Sort.REAL)


def _few_values(term: Term) -> bool:
    return term.lo is not None and term.hi is not None and term.hi - term.lo < _CASES_LIMIT


def cases(term: Term, branch: Callable[[int], Term]) -> Term:
    """Return `branch(v)` for the value v of a bounded Int term, as a chain of ites."""
    assert term.lo is not None and term.hi is not None
    values = range(int(term.lo), int(term.hi) + 1)
    result = branch(values[-1])
    for value in reversed(values[:-1]):
        result = ite(eq(term, integer(value)), branch(value), result)
    return result


def floor_div(left: Term, right: Term) -> Term:
    """Return the Int quotient rounded down, 0 where the divisor is not positive."""
    return _integer_division("div", left, right)


def floor_mod(left: Term, right: Term) -> Term:
    """Return left - right * floor_div(left, right), 0 where the divisor is not positive."""
    return _integer_division("mod", left, right)


def _integer_division(op: str, left: Term, right: Term) -> Term:
    if right.op == "const":
        settled = _divided_by(op, left, right.value)
        if settled is not None:
            return settled
    elif right.is_table and count_leaves(right) <= _CASES_LIMIT:
        return map_branches(right, lambda leaf: _integer_division(op, left, leaf))
    return intern(op, (left, right), None, Sort.INT, _division_bounds(op, left, right))


def _divided_by(op: str, left: Term, divisor: int) -> Term | None:
    """Return the quotient or remainder by a constant where that needs no division."""
    if divisor <= 0:
        return integer(0)
    if left.is_table:
        return map_leaves(left, lambda v: constant(v // divisor if op == "div" else v % divisor, Sort.INT))
    if divisor == 1:
        return left if op == "div" else integer(0)
    if left.lo is not None and left.hi is not None and left.lo // divisor == left.hi // divisor:
        quotient = integer(int(left.lo // divisor))
        return quotient if op == "div" else subtract(left, scale(divisor, quotient))
    return None


def _division_bounds(op: str, left: Term, right: Term) -> Bounds:
    if op == "mod":
        return 0, None if right.hi is None else max(right.hi - 1, 0)
    if left.lo is None or left.hi is None or right.lo is None or right.lo <= 0:
        return None, None
    low = min(left.lo // right.lo, left.lo // right.hi) if right.hi is not None else min(left.lo, 0)
    high = max(left.hi // right.lo, 0)
    return low, high


def ascending(keys: list[Term], needed: list[Term]) -> list[Term]:
    """Return, unfolded, that the variables of a family made by `key_var` ascend as far as they are needed.

    This makes folding by the family sound: a comparison of two keys matters only where both are needed.
    """
    result = []
    for low, high, wanted in zip(keys, keys[1:], needed[1:], strict=False):
        rises = intern("le", (linear(1, {low: 1, high: -1}, Sort.INT),), None, Sort.BOOL)
        if wanted is TRUE:
            result.append(rises)
        elif wanted is not FALSE:
            args = tuple(sorted((not_(wanted), rises), key=lambda part: part.id))
            result.append(intern("or", args, None, Sort.BOOL))
    return result


def at_most_one(terms: list[Term]) -> Term:
    """Return the condition that no two of the Bool terms hold."""
    return not_(any_of([and_(a, b) for i, a in enumerate(terms) for b in terms[i + 1 :]]))


def indicator(term: Term) -> Term:
    """Return the Int 1 where the Bool term holds, else 0."""
    return ite(term, integer(1), integer(0))


def count(terms: Iterable[Term]) -> Term:
    """Return how many of the Bool terms hold."""
    return total([indicator(term) for term in terms], Sort.INT)


def absolute(term: Term) -> Term:
    """Return the absolute value."""
    return ite(le_zero(term), scale(-1, term), term)


__all__ = [
    "absolute",
    "add",
    "and_",
    "ascending",
    "at_most_one",
    "cases",
    "constant_of",
    "count",
    "divide",
    "eq",
    "eq_zero",
    "floor_div",
    "floor_mod",
    "floor_of",
    "indicator",
    "le",
    "le_zero",
    "lt",
    "multiply",
    "or_",
    "scale",
    "subtract",
    "to_real",
    "total",
]
