"""Symbolic values: a union over storage classes, each alternative with its guard, and a guard for NULL.

Exactly one of `null` and the guards holds. Most values have one alternative. A value that is a function of one
pool index also keeps that function as a table (`Finite`), so that any engine function of it can be tabulated.
"""

from __future__ import annotations

from fractions import Fraction

from spotit.database import Value
from spotit.dialect.values import WHOLE
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import indicator
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer, real
from spotit.symbolic.values.atoms import Atom, Blob, Number, Text
from spotit.symbolic.values.pool import Pool, StringPool, string_pool


@frozen
class Alt:
    """One alternative of a value."""

    guard: Term
    atom: Atom


@frozen
class Finite:
    """A value as a function of one index: `at_null` where `null` holds, else outputs[key]."""

    null: Term
    at_null: Value
    key: Term
    outputs: tuple[Value, ...]

    def same_input(self, other: Finite) -> bool:
        """Tell whether both are functions of the same cell."""
        return self.null is other.null and self.key is other.key and len(self.outputs) == len(other.outputs)


@frozen(eq=False)
class SymValue:
    """A symbolic value; build it with the functions below."""

    null: Term
    alts: tuple[Alt, ...]
    finite: Finite | None = None

    @property
    def constant(self) -> tuple[Value] | None:
        """A 1-tuple of the value when it is a constant, else None."""
        if self.null is TRUE:
            return (None,)
        if self.null is not FALSE or len(self.alts) != 1:
            return None
        match self.alts[0].atom:
            case Number(term) if term.op == "const":
                return (term.value,) if term.sort is Sort.INT else (float(term.value),)
            case Text(pool, index) if index.op == "const":
                return (pool[index.value],)
            case Blob(value):
                return (value,)
        return None


NULL = SymValue(TRUE, ())


def decimal(value: float) -> Fraction:
    """Return the number that stands for a float: one tenth for 0.1, as it is written; a large one is what it is.

    Integers are compared with the float itself, and between 2^53 and its written form others may lie.
    """
    return Fraction(repr(value)) if abs(value) < WHOLE else Fraction(value)


def constant(value: Value) -> SymValue:
    """Return a constant value."""
    match value:
        case None:
            return NULL
        case bool() | int():
            return SymValue(FALSE, (Alt(TRUE, Number(integer(int(value)))),))
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise UnsupportedSql("infinite number")
            return SymValue(FALSE, (Alt(TRUE, Number(real(decimal(value)))),))
        case str():
            return SymValue(FALSE, (Alt(TRUE, Text(string_pool((value,)), integer(0))),))
        case bytes():
            return SymValue(FALSE, (Alt(TRUE, Blob(value)),))


def number(term: Term, null: Term = FALSE) -> SymValue:
    """Return a numeric value that is NULL where `null` holds."""
    return SymValue(null, (Alt(not_(null), Number(term)),) if null is not TRUE else ())


def text(pool: Pool, index: Term, null: Term = FALSE, parts: tuple[Term, ...] | None = None) -> SymValue:
    """Return a text value that is NULL where `null` holds; a function of its index when the pool is listed."""
    finite = Finite(null, None, index, pool.strings) if isinstance(pool, StringPool) else None
    return SymValue(null, (Alt(not_(null), Text(pool, index, parts)),) if null is not TRUE else (), finite)


def truth_value(true: Term, null: Term = FALSE) -> SymValue:
    """Return 1, 0 or NULL: what SQL's logical operators return."""
    return number(indicator(true), null)
