"""What calls return, and sort keys: the parts that aggregates and windows share."""

from __future__ import annotations

from spotit.plan.expr import Expr, SortKey
from spotit.sql.names.functions import AGGREGATES, WINDOW_ONLY
from spotit.sql.names.typed import DataType, Typed
from spotit.sql.syntax import ast

ANY = DataType.NUMBER | DataType.TEXT | DataType.BLOB


def result_of(name: str, column: Expr, args: list[Typed]) -> Typed:
    """Return the result of an aggregate or window function, which has neither affinity nor collation."""
    signature = AGGREGATES.get(name) or WINDOW_ONLY[name]
    text, number = signature.text, signature.number
    if text and number:
        text, number = any(arg.text for arg in args), any(arg.number for arg in args)
    return Typed(column, types=ANY, text=text, number=number)


def key_of(typed: Typed, term: ast.OrderTerm) -> SortKey:
    """Return the sort key of a lowered term; NULLs are smallest unless the term says otherwise."""
    first = (not term.descending) if term.nulls_first is None else term.nulls_first
    return SortKey(typed.expr, term.descending, first, typed.sort_collation)
