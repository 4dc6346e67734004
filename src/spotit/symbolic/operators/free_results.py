"""Mathematical functions of numbers that are too many to list: of the result only its origin is known.

It is a free variable that belongs to the function and its arguments, so that two queries which compute the same thing
from the same numbers are seen to agree, and nothing else is claimed of it.
"""

from __future__ import annotations

from spotit.dialect.functions import Encoded, Function, scalar
from spotit.smt.terms.boolean import any_of
from spotit.smt.terms.term import bool_var, real_var
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue, number


def has_free_result(name: str) -> bool:
    """Tell whether a name is that of a mathematical function."""
    function = scalar(name)
    return function is not None and Encoded.FREE in function.encoded


def opaque(function: Function, values: list[SymValue], run: Execution) -> SymValue | None:
    """Return the unknown result of a mathematical function of numbers; None for other functions and values.

    Such a function returns a REAL or NULL, and NULL when an argument is NULL.
    """
    of_numbers = all(isinstance(alt.atom, Number) for value in values for alt in value.alts)
    if Encoded.FREE not in function.encoded or not of_numbers:
        return None
    run.free_results = True
    run.assume(ledger.REALS)
    key = f"{function.name}({', '.join(map(_identity, values))})"
    return number(real_var(key), any_of((*(value.null for value in values), bool_var(f"no {key}"))))


def _identity(value: SymValue) -> str:
    """Return a text that only this value has: made of the identities of its terms."""
    parts = [str(value.null.id)]
    for alt in value.alts:
        assert isinstance(alt.atom, Number)
        parts.append(f"{alt.guard.id}:{alt.atom.term.id}")
    return " ".join(parts)
