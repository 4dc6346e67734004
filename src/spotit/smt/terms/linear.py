"""Linear sums in one normal form, and tables: nested ites whose leaves are constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import attrgetter

from spotit.smt.terms.boolean import ite
from spotit.smt.terms.term import Bounds, KeyName, Memo, Rational, Sort, Term, constant, existing, intern

_by_id = attrgetter("id")
_integers: Memo[Term, Term | None] = Memo()


def parts(term: Term) -> tuple[Rational, tuple[Rational, ...], tuple[Term, ...]]:
    """Return the constant, the coefficients and the atoms of a numeric term."""
    if term.op == "const":
        return term.value, (), ()
    if term.op == "lin":
        offset, coefficients = term.value
        return offset, coefficients, term.args
    return 0, (1,), (term,)


def add(*terms: Term) -> Term:
    """Return the sum of terms of one sort."""
    return total(terms, terms[0].sort)


def total(terms: Iterable[Term], sort: Sort) -> Term:
    """Return the sum of the terms, 0 if there are none."""
    constants: Rational = 0
    factors: dict[Term, Rational] = {}
    for term in terms:
        if term.op == "const":
            constants += term.value
        elif term.op == "lin":
            offset, coefficients = term.value
            constants += offset
            for factor, atom in zip(coefficients, term.args, strict=True):
                factors[atom] = factors.get(atom, 0) + factor
        else:
            factors[term] = factors.get(term, 0) + 1
    return linear(constants, factors, sort)


def subtract(left: Term, right: Term) -> Term:
    """Return left - right."""
    offset, coefficients, args = parts(left)
    factors = dict(zip(args, coefficients, strict=True))
    minus, coefficients, args = parts(right)
    for factor, atom in zip(coefficients, args, strict=True):
        factors[atom] = factors.get(atom, 0) - factor
    return linear(offset - minus, factors, left.sort)


def scale(factor: Rational, term: Term) -> Term:
    """Return factor * term."""
    if term.sort is Sort.INT and type(factor) is not int:
        if factor.denominator != 1:
            raise ValueError(f"{factor} times an Int term is not Int")
        factor = int(factor)
    offset, coefficients, args = parts(term)
    return linear(factor * offset, {a: factor * c for c, a in zip(coefficients, args, strict=True)}, term.sort)


def linear(offset: Rational, factors: dict[Term, Rational], sort: Sort) -> Term:
    """Return the sum of the constant and each atom times its factor."""
    atoms = [atom for atom, factor in factors.items() if factor]
    if not atoms:
        return constant(offset, sort)
    if len(atoms) > 1:
        atoms.sort(key=_by_id)
    elif not offset and factors[atoms[0]] == 1:
        return atoms[0]
    elif atoms[0].is_table:
        factor = factors[atoms[0]]
        return map_leaves(atoms[0], lambda leaf: constant(factor * leaf + offset, sort))
    args = tuple(atoms)
    coefficients = tuple([factors[atom] for atom in atoms])
    value = (offset, coefficients)
    found = existing("lin", args, value, sort)
    return found or intern("lin", args, value, sort, _interval(offset, coefficients, args))


def _interval(offset: Rational, coefficients: tuple[Rational, ...], args: tuple[Term, ...]) -> Bounds:
    lo: Rational | None = offset
    hi: Rational | None = offset
    for factor, arg in zip(coefficients, args, strict=True):
        low, high = (arg.lo, arg.hi) if factor > 0 else (arg.hi, arg.lo)
        lo = None if lo is None or low is None else lo + factor * low
        hi = None if hi is None or high is None else hi + factor * high
    if len(args) == 2 and coefficients[0] == -coefficients[1]:
        gap = coefficients[0] * _key_gap(*args)
        if gap > 0:
            lo = offset + gap if lo is None else max(lo, offset + gap)
        elif gap < 0:
            hi = offset + gap if hi is None else min(hi, offset + gap)
    return lo, hi


def _key_gap(first: Term, second: Term) -> int:
    """Return by how much `first` exceeds `second` at least (negative: falls short) in one family, else 0."""
    one, other = first.value, second.value
    if isinstance(one, KeyName) and isinstance(other, KeyName) and one.family == other.family:
        return one.position - other.position
    return 0


def map_leaves(term: Term, leaf: Callable[[Rational], Term]) -> Term:
    """Rebuild a table of constants with each constant passed through `leaf`."""
    return map_branches(term, lambda node: leaf(node.value))


def map_branches(term: Term, leaf: Callable[[Term], Term]) -> Term:
    """Rebuild nested ites with each term that is no ite passed through `leaf`, each once."""
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif node.op != "ite":
            done[node] = leaf(node)
        else:
            condition, then, other = node.args
            if then in done and other in done:
                done[node] = ite(condition, done[then], done[other])
            else:
                stack += (other, then)
    return done[term]


def branches(term: Term) -> list[Term]:
    """Return the distinct terms below nested ites."""
    seen: set[Term] = set()
    stack = [term]
    found: list[Term] = []
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            if node.op == "ite":
                stack += node.args[1:]
            else:
                found.append(node)
    return found


def count_leaves(term: Term) -> int:
    """Return the number of distinct terms below nested ites."""
    return len(branches(term))


def whole(term: Term) -> Term | None:
    """Return the Int term that a Real term converts, if it is such a conversion."""
    offset, coefficients, args = parts(term)
    if offset.denominator != 1 or any([c.denominator != 1 for c in coefficients]):
        return None
    if any([arg.op != "real" for arg in args]):
        return None
    pieces = [scale(int(c), arg.args[0]) for c, arg in zip(coefficients, args, strict=True)]
    return total([constant(offset, Sort.INT), *pieces], Sort.INT)


def integral(term: Term) -> Term | None:
    """Return the Int term that a Real term equals, if its make shows that it is whole; choices are looked into."""
    if term.sort is Sort.INT:
        return term
    known = _integers.here()
    if term not in known:
        known[term] = _integral(term)
    return known[term]


def _integral(term: Term) -> Term | None:
    if term.op == "ite":
        found = {leaf: integral(leaf) for leaf in branches(term)}
        if None in found.values():
            return None
        return map_branches(term, found.__getitem__)  # type: ignore[arg-type]
    if term.op == "real":
        return term.args[0]
    offset, coefficients, args = parts(term)
    if term.op not in ("const", "lin") or any([c.denominator != 1 for c in (offset, *coefficients)]):
        return None
    pieces: list[Term] = []
    for factor, arg in zip(coefficients, args, strict=True):
        inner = integral(arg)
        if inner is None:
            return None
        pieces.append(scale(int(factor), inner))
    return total([constant(offset, Sort.INT), *pieces], Sort.INT)


def as_fraction(value: Rational) -> Fraction:
    """Return the number as a Fraction, so that dividing by it is exact."""
    return value if isinstance(value, Fraction) else Fraction(value)
