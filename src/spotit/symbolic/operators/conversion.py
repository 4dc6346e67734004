"""Conversions between storage classes: CAST, column affinity, operands of arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from spotit.schema import Affinity
from spotit.smt.terms.arithmetic import scale, to_real
from spotit.smt.terms.boolean import and_, not_, or_
from spotit.smt.terms.term import FALSE, Sort, Term, integer
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.doubles import of_integer
from spotit.symbolic.operators.int64 import truncated
from spotit.symbolic.operators.tabulate import apply, direct
from spotit.symbolic.values.atoms import Atom, Blob, Number, Text
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.merge import union
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool, StringPool
from spotit.symbolic.values.value import Alt, SymValue, constant, text

NUMERIC_OPERAND = "?1 + 0"
WHOLE_OPERAND = "CASE typeof(?1 + 0) WHEN 'real' THEN CAST(CAST(?1 AS INTEGER) AS REAL) ELSE ?1 + 0 END"
"""What % sees: the type of the numeric prefix, but of '1e1' only the leading integer."""
_LOOKS_NUMERIC = "CASE WHEN typeof(?1) = 'text' AND CAST(?1 AS NUMERIC) = ?1 THEN CAST(?1 AS NUMERIC) ELSE ?1 END"


def merge(cases: Sequence[tuple[Term, SymValue]], null: Term) -> SymValue:
    """Return the value that is each case's where its guard holds, and NULL where `null` does."""
    if len(cases) == 1 and cases[0][0] is not_(null):
        ((guard, only),) = cases
        if null is FALSE:
            return only
        return union(or_(null, and_(guard, only.null)), [Alt(and_(guard, a.guard), a.atom) for a in only.alts])
    nulls = [null, *(and_(guard, value.null) for guard, value in cases)]
    alts = [Alt(and_(guard, a.guard), a.atom) for guard, value in cases for a in value.alts]
    return union(or_(*nulls), alts)


def per_atom(value: SymValue, function: Callable[[Atom], SymValue]) -> SymValue:
    """Return the function of each alternative, NULL for NULL."""
    return merge([(alt.guard, function(alt.atom)) for alt in value.alts], value.null)


def lift(atom: Atom) -> SymValue:
    """Return the value that is always this atom."""
    match atom:
        case Text(pool, index, parts):
            return text(pool, index, FALSE, parts)
        case Blob(blob):
            return constant(blob)
    return union(FALSE, [Alt(not_(FALSE), atom)])


def leading_number(atom: Text) -> Number:
    """Return the number that the leading digits of a fixed layout spell, as arithmetic reads text."""
    sign, layout = _signed(Layout.of(atom))
    lead = layout.leading_digits()
    if lead is None:
        return Number(integer(0))
    whole, fraction = lead
    if fraction is None:
        return Number(scale(sign, layout.digits(0, whole)))
    term = to_real(layout.digits(0, whole + fraction))
    return Number(scale(Fraction(sign, 10**fraction), term))


def _signed(layout: Layout) -> tuple[int, Layout]:
    """Return the sign of a text that begins with one and a digit, as years before 0 do, and the rest of the text."""
    signed = re.match("-9", layout.template()) is not None
    return (-1, layout.substring(1, layout.length)) if signed else (1, layout)


def as_operand(value: SymValue, run: Execution, sql: str = NUMERIC_OPERAND) -> SymValue:
    """Return the number that an arithmetic operator sees: text and blobs by their numeric prefix."""
    if all(isinstance(alt.atom, Number) for alt in value.alts):
        return value
    found = direct(sql, [value], run)
    if found is not None:
        return found
    return per_atom(value, lambda atom: _operand_atom(atom, run, sql))


def _operand_atom(atom: Atom, run: Execution, sql: str) -> SymValue:
    match atom:
        case Text(FixedPool()):
            return lift(leading_number(atom))
        case Number():
            return lift(atom)
    return apply(sql, [lift(atom)], run, "text as a number")


def cast(value: SymValue, affinity: Affinity, run: Execution) -> SymValue:
    """Return CAST(value AS type)."""
    if affinity is Affinity.TEXT and all(isinstance(alt.atom, Text) for alt in value.alts):
        return value
    sql = f"CAST(?1 AS {affinity.value})"
    found = direct(sql, [value], run)
    return found if found is not None else per_atom(value, lambda atom: _cast_atom(atom, affinity, sql, run))


def _cast_atom(atom: Atom, affinity: Affinity, sql: str, run: Execution) -> SymValue:
    match atom, affinity:
        case Number(term), Affinity.INTEGER:
            return lift(Number(truncated(term)))
        case Number(term), Affinity.REAL:
            return lift(Number(of_integer(term, run)))
        case Number(), Affinity.NUMERIC:
            return lift(atom)
        case Text(), Affinity.TEXT:
            return lift(atom)
        case Text(FixedPool()), Affinity.INTEGER:
            return _cast_atom(_leading_integer(atom), affinity, sql, run)
        case Text(FixedPool()), Affinity.REAL:
            return _cast_atom(leading_number(atom), affinity, sql, run)
        case Text(FixedPool()), Affinity.NUMERIC:
            return lift(integral(leading_number(atom)))
    return apply(sql, [lift(atom)], run, f"CAST AS {affinity.value}")


def _leading_integer(atom: Text) -> Number:
    sign, layout = _signed(Layout.of(atom))
    lead = layout.leading_digits()
    return Number(integer(0) if lead is None or lead[0] == 0 else scale(sign, layout.digits(0, lead[0])))


def integral(atom: Number) -> Number:
    """Return the atom of a text converted by NUMERIC affinity; a whole REAL would have to become an INTEGER."""
    if atom.term.sort is Sort.REAL:
        raise NeedsFinite("text with decimals as NUMERIC", [atom.term])
    return atom


def affine(value: SymValue, affinity: Affinity, run: Execution) -> SymValue:
    """Apply a column affinity before a comparison: text that is a number to numbers, or numbers to text.

    REAL and INTEGER do here as NUMERIC does, since numbers compare by value.
    """
    if affinity is Affinity.BLOB:
        return value
    if affinity is Affinity.TEXT:
        return _textual(value, run)
    if not any(isinstance(alt.atom, Text) for alt in value.alts):
        return value
    found = direct(_LOOKS_NUMERIC, [value], run)
    return found if found is not None else per_atom(value, lambda atom: _affine_atom(atom, run))


def _textual(value: SymValue, run: Execution) -> SymValue:
    if not any(isinstance(alt.atom, Number) for alt in value.alts):
        return value
    sql = "CASE WHEN typeof(?1) IN ('integer', 'real') THEN CAST(?1 AS TEXT) ELSE ?1 END"
    found = direct(sql, [value], run)
    if found is not None:
        return found

    def convert(atom: Atom) -> SymValue:
        return apply(sql, [lift(atom)], run, "number as text") if isinstance(atom, Number) else lift(atom)

    return per_atom(value, convert)


def _affine_atom(atom: Atom, run: Execution) -> SymValue:
    match atom:
        case Text(StringPool()):
            return apply(_LOOKS_NUMERIC, [lift(atom)], run, "text as a number")
        case Text(FixedPool()):
            return lift(integral(leading_number(atom)) if Layout.of(atom).is_number() else atom)
    return lift(atom)
