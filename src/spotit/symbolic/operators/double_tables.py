"""Numbers as tables: the value of a Real term for each combination of a few terms that have few values each.

The table of a term is remembered, so that an operation on it is a new table over the same inputs, and two ways to
compute the same function of the same inputs end in the same term.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product
from math import gcd, prod
from operator import mul

from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add
from spotit.smt.terms.linear import integral, linear, parts
from spotit.smt.terms.term import Memo, Rational, Sort, Term, integer, real
from spotit.symbolic.values.pool import lookup, map_table, table_leaves
from spotit.symbolic.values.value import decimal

ENTRIES = 1024
"""Combinations of a table."""
_VALUES = 300
"""Values of one input."""


@frozen
class DoubleTable:
    """A double for each combination of the inputs' values, the last input changing fastest."""

    inputs: tuple[Term, ...]
    outputs: tuple[float, ...]


_tables: Memo[Term, DoubleTable] = Memo()
_domains: Memo[Term, tuple[Rational, ...] | None] = Memo()


def number_table(term: Term) -> DoubleTable | None:
    """Return a number as a table, if it has few values."""
    found = _tables.here().get(term)
    if found is not None:
        return found
    if term.op == "const":
        return DoubleTable((), (float(term.value),))
    whole = integral(term)
    if whole is not None:
        base, factor, offset = _reduced(whole)
        if base.op == "const":
            return DoubleTable((), (float(offset),))
        domain = _domain(base)
        return None if domain is None else DoubleTable((base,), tuple(float(factor * v + offset) for v in domain))
    domain = _domain(term)
    if domain is None or any(decimal(float(v)) != v for v in domain):
        return None
    return DoubleTable((term,), tuple(float(v) for v in domain))


def _reduced(term: Term) -> tuple[Term, int, int]:
    """Return an Int sum without its constant and its common factor, and those two; tables in it have factors too."""
    offset, coefficients, args = parts(term)
    factors: dict[Term, int] = {}
    for coefficient, arg in zip(coefficients, args, strict=True):
        shared = gcd(*(int(leaf) for leaf in table_leaves(arg))) if arg.is_table else 1
        primitive = arg if shared == 1 else _divided(arg, shared)
        factors[primitive] = factors.get(primitive, 0) + int(coefficient) * shared
    common = gcd(*factors.values())
    if common == 0:
        return integer(0), 0, int(offset)
    if min(factors.items(), key=lambda item: item[0].id)[1] < 0:
        common = -common
    return linear(0, {arg: factor // common for arg, factor in factors.items()}, Sort.INT), common, int(offset)


def _divided(table: Term, divisor: int) -> Term:
    return map_table(table, lambda leaf: integer(int(leaf) // divisor))


def _domain(term: Term) -> tuple[Rational, ...] | None:
    """Return the values that a term can have, sorted, if they are few."""
    known = _domains.here()
    if term not in known:
        known[term] = _values(term)
    return known[term]


def _values(term: Term) -> tuple[Rational, ...] | None:
    if term.is_table:
        leaves = table_leaves(term)
        return tuple(sorted(leaves)) if len(leaves) <= ENTRIES else None
    if term.sort is not Sort.INT or term.lo is None or term.hi is None or term.hi - term.lo >= _VALUES:
        return None
    return tuple(range(int(term.lo), int(term.hi) + 1))


def tables_of(tables: Sequence[DoubleTable | None]) -> tuple[tuple[Term, ...], list[list[float]]] | None:
    """Return the inputs of several tables together, and the outputs of each for all combinations; None if too many."""
    known = [table for table in tables if table is not None]
    inputs = tuple(sorted({term for table in known for term in table.inputs}, key=lambda term: term.id))
    sizes = [len(_domain(term) or ()) for term in inputs]
    if len(known) < len(tables) or prod(sizes) > ENTRIES:
        return None
    return inputs, [_spread(table, inputs, sizes) for table in known]


def _spread(table: DoubleTable, inputs: tuple[Term, ...], sizes: Sequence[int]) -> list[float]:
    """Return the outputs of a table for all combinations of more inputs."""
    if table.inputs == inputs:
        return list(table.outputs)
    if not table.inputs:
        return [*table.outputs] * prod(sizes)
    own = [sizes[inputs.index(term)] for term in table.inputs]
    strides = dict(zip(table.inputs, [*accumulate(reversed(own[1:]), mul, initial=1)][::-1], strict=True))
    steps = [
        range(0, size * strides.get(term, 0), strides[term]) if term in strides else [0] * size
        for term, size in zip(inputs, sizes, strict=True)
    ]
    return [table.outputs[sum(chosen)] for chosen in product(*steps)]


def filled(inputs: tuple[Term, ...], outputs: Sequence[float | None]) -> DoubleTable:
    """Return the table in which an output that does not matter is like its neighbour.

    So it has no gaps: a later operation on its term may not know that the output does not matter.
    """
    rows: list[list[float] | None] = [None if value is None else [value] for value in outputs]
    for term in reversed(inputs):
        size = len(_domain(term) or ())
        rows = [_joined(rows[at : at + size]) for at in range(0, len(rows), size)]
    return DoubleTable(inputs, tuple(rows[0] or [0.0] * len(outputs)))


def _joined(rows: Sequence[list[float] | None]) -> list[float] | None:
    """Return the rows one after another, with neighbours in the gaps; None if there are only gaps."""
    last = next((row for row in rows if row is not None), None)
    if last is None:
        return None
    result: list[float] = []
    for row in rows:
        last = row if row is not None else last
        result += last
    return result


def table_term(table: DoubleTable) -> Term:
    """Return the term that has the table's value, and remember the table."""
    leaves = [real(decimal(value)) for value in table.outputs]
    for term in reversed(table.inputs):
        domain = _domain(term)
        assert domain is not None
        size = len(domain)
        leaves = [_choice(term, domain, leaves[at : at + size]) for at in range(0, len(leaves), size)]
    (result,) = leaves
    if result.op != "const":
        _tables.here().setdefault(result, table)
    return result


def _choice(term: Term, domain: tuple[Rational, ...], leaves: Sequence[Term]) -> Term:
    """Return the leaf that the term's value selects."""
    if term.is_table:
        return map_table(term, dict(zip(domain, leaves, strict=True)).__getitem__)
    return lookup(add(term, integer(-int(domain[0]))), leaves)
