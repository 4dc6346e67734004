"""JSON functions: tabulated over documents; where a text is no JSON the engine fails, and nothing is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.dialect.functions import Function, JsonUse
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.term import FALSE
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.operators.truth import truth_of
from spotit.symbolic.text.composite_functions import concatenated
from spotit.symbolic.text.json_quote import as_json
from spotit.symbolic.text.pieces import Spelled
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.value import SymValue, constant

_VALID = "?1 IS NULL OR json_valid(?1, 6)"


def json_call(function: Function, values: list[SymValue], nested: Sequence[bool], run: Execution) -> SymValue:
    """Return a JSON function; the values that are `nested` are put into its result as JSON, not as text."""
    name = function.name
    places = [f"json(?{n + 1})" if inner else f"?{n + 1}" for n, inner in enumerate(nested)]
    sql = f"?1 {name} ?2" if JsonUse.INFIX in function.json else f"{name}({', '.join(places)})"
    if name in WRITERS:
        try:
            return apply(sql, values, run, name)
        except NeedsFinite:
            return WRITERS[name](values, nested, run)
    if JsonUse.READS not in function.json:
        return apply(sql, values, run, name)
    if name == "json" and all(isinstance(alt.atom, Spelled) and alt.atom.document for alt in values[0].alts):
        return values[0]
    note_validity(values, run, name)
    return apply(f"CASE WHEN {_VALID} THEN {sql} END", values, run, name)


def note_validity(values: list[SymValue], run: Execution, name: str) -> None:
    """Record where the first of the values is no JSON, on which the engine fails."""
    broken = not_(truth_of(apply(_VALID, values[:1], run, name), run).true)
    if broken is not FALSE:
        run.assume(ledger.JSON)
        run.incomplete(broken)


def _array(values: list[SymValue], nested: Sequence[bool], run: Execution) -> SymValue:
    """Return json_array() as text put together from its values."""
    pieces = [as_json(value, run, nested=inner) for value, inner in zip(values, nested, strict=True)]
    return _between("[", [[piece] for piece in pieces], "]", run)


def _object(values: list[SymValue], nested: Sequence[bool], run: Execution) -> SymValue:
    """Return json_object() with constant labels as text put together from its values."""
    members = []
    for label, value, inner in zip(values[0::2], values[1::2], nested[1::2], strict=True):
        known = label.constant
        if known is None or not isinstance(known[0], str):
            raise NeedsFinite("json_object", [t for v in values for t in terms_of(v)])
        members.append([as_json(label, run, nested=False), constant(":"), as_json(value, run, nested=inner)])
    return _between("{", members, "}", run)


def _between(start: str, members: Sequence[Sequence[SymValue]], end: str, run: Execution) -> SymValue:
    result = constant(start)
    for number, member in enumerate(members):
        for piece in [constant(","), *member] if number else member:
            result = concatenated(result, piece, run)
    return _as_document(concatenated(result, constant(end), run))


def _as_document(value: SymValue) -> SymValue:
    alts = (replace(a, atom=replace(a.atom, document=True)) if isinstance(a.atom, Spelled) else a for a in value.alts)
    return replace(value, alts=tuple(alts))


WRITERS = {"json_array": _array, "json_object": _object}
"""The functions that put JSON together, by the names of their records."""
