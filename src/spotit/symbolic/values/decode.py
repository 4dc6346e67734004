"""Symbolic values back to concrete ones, under an assignment of their terms."""

from __future__ import annotations

import sys
from collections.abc import Callable

from spotit.database import Value
from spotit.smt.terms.interpret import TermValue
from spotit.smt.terms.term import Sort, Term
from spotit.symbolic.values.atoms import Blob, Composite, Number, Text
from spotit.symbolic.values.value import SymValue

_GREATEST = int(sys.float_info.max)


def terms_of(value: SymValue) -> list[Term]:
    """Return the terms whose values decide the value."""
    terms = [value.null]
    for alt in value.alts:
        terms.append(alt.guard)
        match alt.atom:
            case Number(term):
                terms.append(term)
            case Text(_, index):
                terms.append(index)
            case Composite():
                terms += alt.atom.terms()
    return terms


def decode(value: SymValue, evaluate: Callable[[Term], TermValue]) -> Value:
    """Return the concrete value, given the value of each of its terms."""
    if evaluate(value.null):
        return None
    alt = next(a for a in value.alts if evaluate(a.guard))
    match alt.atom:
        case Number(term):
            found = evaluate(term)
            return int(found) if term.sort is Sort.INT else nearest_double(found)
        case Text(pool, index):
            return pool[int(evaluate(index))]
        case Blob(blob):
            return blob
        case Composite():
            return alt.atom.decoded(evaluate)
    raise AssertionError(alt)


def nearest_double(value: TermValue) -> float:
    """Return the double that is nearest to a number."""
    return float(max(-_GREATEST, min(_GREATEST, value)))
