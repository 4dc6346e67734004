"""Scalar functions: tabulated where their arguments are finite, symbolic where we know how."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spotit.dialect.functions import Encoded, Function
from spotit.smt.terms.term import Sort
from spotit.symbolic.dates.functions import DATE_ENCODERS
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.operators import arithmetic
from spotit.symbolic.operators.conversion import lift, merge, per_atom
from spotit.symbolic.operators.free_results import opaque
from spotit.symbolic.operators.tabulate import apply, direct
from spotit.symbolic.text import layout_functions
from spotit.symbolic.text.composite_functions import composite_call, formatted, is_composite
from spotit.symbolic.text.json_functions import json_call
from spotit.symbolic.values.atoms import Atom, Blob, Composite, Number, Text
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import SymValue, constant

Symbolic = Callable[[list[SymValue], Execution], SymValue]


def call(function: Function, values: list[SymValue], run: Execution, nested: Sequence[bool] = ()) -> SymValue:
    """Return an engine function of the values; those that are `nested` are JSON inside JSON."""
    name = function.name
    if Encoded.JSON in function.encoded:
        return json_call(function, values, nested or [False] * len(values), run)
    sql = f"{name}({', '.join(f'?{n + 1}' for n in range(len(values)))})"
    found = direct(sql, values, run)
    if found is not None:
        return found
    if any(map(is_composite, values)):
        found = composite_call(name, values, run)
        if found is not None:
            return found
    symbolic = ENCODERS.get(name)
    if symbolic is not None:
        try:
            return symbolic(values, run)
        except NeedsFinite:
            found = _by_layout(function, values, run)
            # What the symbolic form does not cover may still be a small table.
            return found if found is not None else apply(sql, values, run, name)
    try:
        return apply(sql, values, run, name)
    except NeedsFinite:
        found = opaque(function, values, run) if run.opaque else None
        if found is None:
            raise
        return found


def _by_layout(function: Function, values: list[SymValue], run: Execution) -> SymValue | None:
    """Return a function of a text that has one of several layouts, layout by layout; None if there is no such text."""
    for place, value in enumerate(values):
        if function.strict and len(value.alts) > 1 and all(_is_fixed(alt.atom) for alt in value.alts):
            single = ((alt.guard, [*values[:place], lift(alt.atom), *values[place + 1 :]]) for alt in value.alts)
            return merge([(guard, call(function, each, run)) for guard, each in single], value.null)
    return None


def _is_fixed(atom: Atom) -> bool:
    return isinstance(atom, Text) and isinstance(atom.pool, FixedPool)


def _type_of(values: list[SymValue], run: Execution) -> SymValue:
    def name(atom: Atom) -> SymValue:
        match atom:
            case Number(term):
                return constant("integer" if term.sort is Sort.INT else "real")
            case Text() | Composite():
                return constant("text")
            case Blob():
                return constant("blob")
        raise AssertionError(atom)

    named = per_atom(values[0], name)
    return choose(values[0].null, constant("null"), named)


ENCODERS: dict[str, Symbolic] = {
    "abs": arithmetic.absolute_value,
    "ceil": arithmetic.ceiling,
    "floor": arithmetic.floor,
    "glob": layout_functions.glob,
    "instr": layout_functions.position,
    "length": layout_functions.length,
    "like": layout_functions.like,
    "lower": layout_functions.lower,
    "ltrim": layout_functions.trimmed("ltrim"),
    "max": lambda values, run: arithmetic.extreme(values, True),
    "min": lambda values, run: arithmetic.extreme(values, False),
    "printf": formatted,
    "replace": layout_functions.replaced,
    "round": arithmetic.rounded,
    "rtrim": layout_functions.trimmed("rtrim"),
    "sign": arithmetic.sign,
    "substr": layout_functions.substring,
    "trim": layout_functions.trimmed("trim"),
    "typeof": _type_of,
    "upper": layout_functions.upper,
    **DATE_ENCODERS,
}
"""The functions of more arguments than a table can list, by the names of their records."""
