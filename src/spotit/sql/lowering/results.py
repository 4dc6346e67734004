"""What calls return, and sort keys: the parts that aggregates and windows share."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.collation import Collation
from spotit.dialect.dialect import Dialect
from spotit.dialect.functions import Function, Result
from spotit.plan.expr import Expr, Literal, SortKey
from spotit.sql.names.typed import DataType, Typed
from spotit.sql.syntax import ast

ANY = DataType.NUMBER | DataType.TEXT | DataType.BLOB
_COMMA = Literal(",")


def result_of(function: Function, expr: Expr, args: Sequence[Typed], collation: Collation | None = None) -> Typed:
    """Return what a call evaluates to: it has no affinity, and no collation but one that is written."""
    passed = [args[n] for n in function.passed(len(args))]
    if passed:
        text, number = any(arg.text for arg in passed), any(arg.number for arg in passed)
    else:
        text, number = not function.result.is_number, function.result not in (Result.TEXT, Result.BLOB)
    return Typed(expr, None, collation, collation is not None, ANY, text, number)


def with_separator(function: Function, args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Return the arguments of an aggregate with the separator that group_concat(x) uses."""
    return (*args, _COMMA) if function.plan_name == "group_concat" and len(args) == 1 else args


def key_of(typed: Typed, term: ast.OrderTerm, dialect: Dialect) -> SortKey:
    """Return the sort key of a lowered term."""
    return SortKey(typed.expr, term.descending, nulls_first(term, dialect), typed.sort_collation)


def nulls_first(term: ast.OrderTerm, dialect: Dialect) -> bool:
    """Tell whether NULLs come first: as the term says, else as the dialect has it."""
    return term.nulls_first if term.nulls_first is not None else term.descending != dialect.nulls_smallest
