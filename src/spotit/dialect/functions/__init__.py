"""Every SQL function as a record, one file a family. `registry` looks them up by name."""

from spotit.dialect.functions.record import Determinism, Encoded, Function, FunctionKind, Hints, JsonUse, Result
from spotit.dialect.functions.registry import FAMILIES, FUNCTIONS, aggregate, scalar, table_function, window

__all__ = [
    "FAMILIES",
    "FUNCTIONS",
    "Determinism",
    "Encoded",
    "Function",
    "Hints",
    "JsonUse",
    "FunctionKind",
    "Result",
    "aggregate",
    "scalar",
    "table_function",
    "window",
]
