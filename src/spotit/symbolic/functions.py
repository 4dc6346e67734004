"""Scalar functions: tabulated where their arguments are finite, symbolic where we know how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from spotit.smt.term import Sort
from spotit.symbolic import numbers, texts
from spotit.symbolic.composites import composite_call, formatted, is_composite
from spotit.symbolic.conversion import per_atom
from spotit.symbolic.date_calls import date_call
from spotit.symbolic.documents import is_json, json_call
from spotit.symbolic.finite import apply, direct
from spotit.symbolic.opaque import opaque
from spotit.symbolic.run import NeedsFinite, Run
from spotit.symbolic.value import Atom, Blob, Composite, Number, SymValue, Text, choose, constant

Symbolic = Callable[[list[SymValue], Run], SymValue]


def call(name: str, values: list[SymValue], run: Run, nested: Sequence[bool] = ()) -> SymValue:
    """Return an engine function of the values; those that are `nested` are JSON inside JSON."""
    if name in _IDENTITIES:
        return values[0]
    if is_json(name):
        return json_call(name, values, nested or [False] * len(values), run)
    sql = f"{name}({', '.join(f'?{n + 1}' for n in range(len(values)))})"
    found = direct(sql, values, run)
    if found is not None:
        return found
    if any(map(is_composite, values)):
        found = composite_call(name, values, run)
        if found is not None:
            return found
    symbolic = _SYMBOLIC.get(name)
    if symbolic is not None:
        try:
            return symbolic(values, run)
        except NeedsFinite:
            # What the symbolic form does not cover may still be a small table.
            return apply(sql, values, run, name)
    try:
        return apply(sql, values, run, name)
    except NeedsFinite:
        found = opaque(name, values, run) if run.opaque else None
        if found is None:
            raise
        return found


def _type_of(values: list[SymValue], run: Run) -> SymValue:
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


_DATE_FUNCTIONS = ("date", "datetime", "julianday", "strftime", "time", "unixepoch")
_IDENTITIES = frozenset({"likely", "unlikely", "likelihood"})

_SYMBOLIC: dict[str, Symbolic] = {
    "abs": numbers.absolute_value,
    "ceil": numbers.ceiling,
    "ceiling": numbers.ceiling,
    "floor": numbers.floor,
    "format": formatted,
    "glob": texts.glob,
    "instr": texts.position,
    "length": texts.length,
    "like": texts.like,
    "lower": texts.lower,
    "ltrim": texts.trimmed("ltrim"),
    "max": lambda values, run: numbers.extreme(values, True),
    "min": lambda values, run: numbers.extreme(values, False),
    "printf": formatted,
    "replace": texts.replaced,
    "round": numbers.rounded,
    "rtrim": texts.trimmed("rtrim"),
    "sign": numbers.sign,
    "substr": texts.substring,
    "substring": texts.substring,
    "trim": texts.trimmed("trim"),
    "typeof": _type_of,
    "upper": texts.upper,
    **{name: partial(date_call, name) for name in _DATE_FUNCTIONS},
}
