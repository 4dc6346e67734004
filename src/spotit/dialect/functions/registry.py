"""Every SQL function by its names."""

from __future__ import annotations

from collections.abc import Mapping

from spotit.dialect.functions import (
    aggregates,
    conditional,
    conversion,
    dates,
    excluded,
    json,
    mathematics,
    numeric,
    patterns,
    text,
    windows,
)
from spotit.dialect.functions.record import Determinism, Function, FunctionKind

FAMILIES: Mapping[str, tuple[Function, ...]] = {
    "Text": text.FUNCTIONS,
    "Patterns": patterns.FUNCTIONS,
    "Numbers": numeric.FUNCTIONS,
    "Mathematics": mathematics.FUNCTIONS,
    "Dates": dates.FUNCTIONS,
    "Choice": conditional.FUNCTIONS,
    "Conversion": conversion.FUNCTIONS,
    "JSON": json.FUNCTIONS,
    "Aggregates": aggregates.FUNCTIONS,
    "Windows": windows.FUNCTIONS,
    "Outside the database": excluded.FUNCTIONS,
}
FUNCTIONS = tuple(function for family in FAMILIES.values() for function in family)


def _by_name(kind: FunctionKind) -> dict[str, Function]:
    return {name: f for f in FUNCTIONS if f.kind is kind for name in (f.name, *f.aliases)}


_SCALARS = _by_name(FunctionKind.SCALAR)
_AGGREGATES = _by_name(FunctionKind.AGGREGATE)
_WINDOWS = _by_name(FunctionKind.WINDOW)
_TABLES = _by_name(FunctionKind.TABLE)

UNPREDICTABLE = frozenset(n for n, f in _SCALARS.items() if f.determinism is Determinism.CONNECTION)
"""Names of functions whose value is not decided by the database and the stated instant."""


def scalar(name: str) -> Function | None:
    """Return the scalar function of that name, in lower case; None if there is none.

    >>> scalar("substring").name
    'substr'
    """
    return _SCALARS.get(name)


def aggregate(name: str, count: int) -> Function | None:
    """Return the aggregate that a call with that many arguments means: max(a), but not max(a, b).

    >>> aggregate("max", 1) is None, aggregate("max", 2) is None
    (False, True)
    """
    found = _AGGREGATES.get(name)
    return found if found is not None and (name not in _SCALARS or found.accepts(count)) else None


def window(name: str) -> Function | None:
    """Return the function of that name that can be called over a window; None if there is none."""
    return _AGGREGATES.get(name) or _WINDOWS.get(name)


def table_function(name: str) -> Function | None:
    """Return the function of that name that can stand in FROM; None if there is none."""
    return _TABLES.get(name)
