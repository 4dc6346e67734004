"""Terms with some of their subterms replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from spotit.smt.terms.arithmetic import (
    divide,
    eq_zero,
    floor_div,
    floor_mod,
    floor_of,
    le_zero,
    multiply,
    to_real,
)
from spotit.smt.terms.boolean import all_of, any_of, iff, ite, not_
from spotit.smt.terms.linear import linear, parts
from spotit.smt.terms.term import Rational, Term, subterms

_MAKERS: dict[str, Callable[..., Term]] = {
    "not": not_,
    "and": lambda *args: all_of(args),
    "or": lambda *args: any_of(args),
    "iff": iff,
    "ite": ite,
    "le": le_zero,
    "eq": eq_zero,
    "mul": multiply,
    "rdiv": divide,
    "div": floor_div,
    "mod": floor_mod,
    "floor": floor_of,
    "real": to_real,
}


def replaced(root: Term, new: Mapping[Term, Term]) -> Term:
    """Return the term with each subterm that `new` names replaced, and what is above it made again."""
    if not new:
        return root
    done: dict[Term, Term] = {}
    for node in subterms(root):
        done[node] = new[node] if node in new else rebuilt(node, done)
    return done[root]


def rebuilt(node: Term, done: Mapping[Term, Term]) -> Term:
    """Return the term over what its arguments have become."""
    args = [done[arg] for arg in node.args]
    if all(new is old for new, old in zip(args, node.args, strict=True)):
        return node
    if node.op == "lin":
        return _sum(node, args)
    return _MAKERS[node.op](*args)


def _sum(node: Term, args: list[Term]) -> Term:
    offset, coefficients = node.value
    factors: dict[Term, Rational] = {}
    for factor, arg in zip(coefficients, args, strict=True):
        constant, inner, atoms = parts(arg)
        offset += factor * constant
        for coefficient, atom in zip(inner, atoms, strict=True):
            factors[atom] = factors.get(atom, 0) + factor * coefficient
    return linear(offset, factors, node.sort)
