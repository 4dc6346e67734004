"""The meaning of terms in plain Python, independent of any solver.

Every operation is total: `div` and `mod` give 0 for a divisor that is not positive, `rdiv` for the divisor 0.
`interpret` evaluates once; `compile_terms` turns the terms into Python code for many assignments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from types import CodeType
from typing import Any

from spotit.smt.terms.term import KeyName, Rational, Sort, Term, subterms

TermValue = bool | int | Fraction
Assignment = Mapping[str, TermValue]

_CHUNK = 400
_INLINE_LENGTH = 240
_INLINE_DEPTH = 12


def interpret(roots: Sequence[Term], assignment: Assignment, *, default: bool = False) -> list[TermValue]:
    """Return the value of each root; with `default` a missing variable gets a value inside its interval."""
    values: dict[Term, TermValue] = {}
    for term in subterms(*roots):
        if term.op == "var":
            values[term] = _lookup(term, assignment, default)
        else:
            values[term] = _OPERATIONS[term.op](term, [values[arg] for arg in term.args])
    return [values[root] for root in roots]


def default_value(variable: Term) -> TermValue:
    """Return False, or a number of the variable's interval near 0; defaults of a key family ascend."""
    if variable.sort is Sort.BOOL:
        return False
    if isinstance(variable.value, KeyName):
        value = (variable.lo or 0) + variable.value.position
        return value if variable.hi is None else min(value, variable.hi)
    if variable.lo is not None and variable.lo > 0:
        return variable.lo
    return variable.hi if variable.hi is not None and variable.hi < 0 else 0


def _lookup(variable: Term, assignment: Assignment, default: bool) -> TermValue:
    name = str(variable.value)
    if default and name not in assignment:
        return default_value(variable)
    return assignment[name]


def _sum(term: Term, values: list[TermValue]) -> TermValue:
    result: Rational
    result, coefficients = term.value
    for factor, value in zip(coefficients, values, strict=True):
        result += factor * value
    return result


def floor_quotient(left: int, right: int) -> int:
    """Return `left // right`, 0 for a divisor that is not positive."""
    return left // right if right > 0 else 0


def floor_remainder(left: int, right: int) -> int:
    """Return `left % right`, 0 for a divisor that is not positive."""
    return left % right if right > 0 else 0


def quotient(left: Rational, right: Rational) -> Fraction:
    """Return the exact quotient, 0 for the divisor 0."""
    return Fraction(left) / right if right else Fraction(0)


_OPERATIONS: dict[str, Callable[[Term, list[TermValue]], TermValue]] = {
    "const": lambda term, _: term.value,
    "not": lambda _, values: not values[0],
    "and": lambda _, values: all(values),
    "or": lambda _, values: any(values),
    "iff": lambda _, values: values[0] == values[1],
    "ite": lambda _, values: values[1] if values[0] else values[2],
    "lin": _sum,
    "le": lambda _, values: values[0] <= 0,
    "eq": lambda _, values: values[0] == 0,
    "mul": lambda _, values: values[0] * values[1],
    "rdiv": lambda _, values: quotient(values[0], values[1]),
    "div": lambda _, values: floor_quotient(int(values[0]), int(values[1])),
    "mod": lambda _, values: floor_remainder(int(values[0]), int(values[1])),
    "floor": lambda _, values: floor(values[0]),
    "real": lambda _, values: values[0],
}


def compile_terms(roots: Sequence[Term], *, default: bool = False) -> Callable[[Assignment], tuple[TermValue, ...]]:
    """Return a function from assignments to the values of the roots; worth it from ten assignments on."""
    source = _Program(roots)
    codes = source.codes()
    names = source.names
    variables = [(names[term], term) for term in names if term.op == "var"]
    results = [names[root] for root in roots]
    fixed = {"c": source.constants, "d": floor_quotient, "m": floor_remainder, "q": quotient, "f": floor}

    def run(assignment: Assignment) -> tuple[TermValue, ...]:
        space: dict[str, Any] = dict(fixed)
        for name, variable in variables:
            space[name] = _lookup(variable, assignment, default)
        for code in codes:
            # The code holds only numbers and the names made below, nothing from outside.
            exec(code, space)
        return tuple([space[name] for name in results])

    return run


class _Program:
    """Python code for terms: a name for each shared term, single-use terms written inside their user."""

    def __init__(self, roots: Sequence[Term]) -> None:
        self.names: dict[Term, str] = {}
        self.constants: list[Rational] = []
        self._text: dict[Term, str] = {}
        self._depth: dict[Term, int] = {}
        self._lines: list[str] = []
        order = list(subterms(*roots))
        uses = _use_counts(order)
        asked = set(roots)
        for term in order:
            self._place(term, named=term in asked or (uses.get(term, 0) > 1 and term.op != "const"))

    def _place(self, term: Term, *, named: bool) -> None:
        if term.op == "var":
            self._name(term)
            return
        text = self._written(term)
        depth = 1 + max([self._depth[arg] for arg in term.args], default=0)
        if named or len(text) > _INLINE_LENGTH or depth > _INLINE_DEPTH:
            self._lines.append(f"{self._name(term)}={text}")
        else:
            self._text[term] = text
            self._depth[term] = depth

    def _name(self, term: Term) -> str:
        name = f"v{len(self.names)}"
        self.names[term] = name
        self._text[term] = name
        self._depth[term] = 0
        return name

    def _written(self, term: Term) -> str:
        if term.op == "const":
            return self._number(term.value)
        parts = [self._text[arg] for arg in term.args]
        if term.op == "lin":
            return self._linear(term, parts)
        if term.op in ("and", "or"):
            return "(" + f" {term.op} ".join(parts) + ")"
        return _FORMS[term.op].format(*parts)

    def _linear(self, term: Term, parts: list[str]) -> str:
        offset, coefficients = term.value
        pieces = [
            part if factor == 1 else f"{self._number(factor)}*{part}"
            for factor, part in zip(coefficients, parts, strict=True)
        ]
        if offset:
            pieces.append(self._number(offset))
        return "(" + "+".join(pieces) + ")"

    def _number(self, value: Rational) -> str:
        if isinstance(value, Fraction) and value.denominator != 1:
            self.constants.append(value)
            return f"c[{len(self.constants) - 1}]"
        return str(value)

    def codes(self) -> list[CodeType]:
        """Return the code in pieces, to be run in order: the compiler's memory grows with the length."""
        starts = range(0, len(self._lines), _CHUNK)
        return [compile("\n".join(self._lines[i : i + _CHUNK]), "<terms>", "exec") for i in starts]


_FORMS = {
    "not": "(not {})",
    "iff": "({}=={})",
    "ite": "({1} if {0} else {2})",
    "le": "({}<=0)",
    "eq": "({}==0)",
    "mul": "({}*{})",
    "rdiv": "q({},{})",
    "div": "d({},{})",
    "mod": "m({},{})",
    "floor": "f({})",
    "real": "{}",
}


def _use_counts(order: Iterable[Term]) -> dict[Term, int]:
    uses: dict[Term, int] = {}
    for term in order:
        for arg in term.args:
            uses[arg] = uses.get(arg, 0) + 1
    return uses
