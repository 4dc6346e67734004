"""Values as they are written in JSON."""

from __future__ import annotations

from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import lift, per_atom
from spotit.symbolic.operators.tabulate import apply, direct
from spotit.symbolic.values.atoms import Atom, Number
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import SymValue, constant


def as_json(value: SymValue, run: Execution, *, nested: bool) -> SymValue:
    """Return a value as it is written in JSON; numbers are written as in text, and NULL is null."""
    if nested:
        return choose(value.null, constant("null"), value)
    found = direct("json_quote(?1)", [value], run)
    if found is not None:
        return found

    def quoted(atom: Atom) -> SymValue:
        return lift(atom) if isinstance(atom, Number) else apply("json_quote(?1)", [lift(atom)], run, "json_quote")

    return choose(value.null, constant("null"), per_atom(value, quoted))
