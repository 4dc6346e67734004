"""Conditions on how integers are written that are true of all of them, or of none: `PRINTF('%03d', n) = 'x'`.

Which integers an expression may be is left open: what holds of every integer holds of those that it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from spotit.dialect.types import Affinity
from spotit.plan import expr as e
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.nullness import is_null_with
from spotit.plan.one_column import INTEGER, only_column
from spotit.plan.plain.value_types import ValueTypes
from spotit.plan.walk import has_relation, outer_columns, rewrite, substitute, walk

Truths = Callable[[e.Expr], frozenset[int | None]]
"""Returns the truth values, None for NULL, that a condition on `INTEGER` has for integers; none if not decided."""
Valued = Callable[[e.Expr], e.Literal | None]
"""Returns the value of an expression that reads nothing; None if it has none."""
_NULL = e.Literal(None)
_FORM = re.compile(r"[^%]*%0?[0-9]{0,2}d[^%]*")


def one_truth(condition: e.Expr, types: ValueTypes, truths: Truths, value: Valued) -> e.Expr | None:
    """Return the one truth value that a condition has, or has unless some integer is NULL; None for others."""
    if has_relation(condition) or may_fail(condition):
        return None
    written = rewrite(condition, _of_integer)
    numbers = [part for part in walk(written) if isinstance(part, e.Expr) and part != written]
    for number in dict.fromkeys(numbers):
        if isinstance(number, e.Literal) or not types.is_integer(number):
            continue
        asked = rewrite(written, lambda part, number=number: INTEGER if part == number else None)  # type: ignore[misc]
        found = _answer(asked, truths, value) if outer_columns(asked) == {INTEGER} else None
        if found is not None:
            always, at_null = found
            return always if at_null == always else e.Case((e.When(_is_null(number, types), at_null),), always)
    return None


def _answer(asked: e.Expr, truths: Truths, value: Valued) -> tuple[e.Literal, e.Literal] | None:
    """Return the truth value that a condition has for every integer, and that for NULL; None if it has several."""
    known = truths(asked)
    at_null = value(substitute(asked, {INTEGER.id: _NULL})) if len(known) == 1 else None
    return None if at_null is None else (e.Literal(*known), at_null)


def _of_integer(expr: e.Expr) -> e.Expr | None:
    """Return PRINTF of a number, whatever it is, as that of the integer that it is read as."""
    match expr:
        case e.Call(name="printf", args=(e.Literal(value=str(form)) as first, number)):
            return e.Call("printf", (first, e.Cast(number, Affinity.INTEGER))) if _FORM.fullmatch(form) else None
    return None


def _is_null(number: e.Expr, types: ValueTypes) -> e.Expr:
    """Return the condition that a number is NULL, of its column if it is so exactly where that is."""
    column = only_column(number)
    is_same = column is not None and types.never_null(number, column) and is_null_with(number, {column.id})
    return e.IsNull(column if is_same and column is not None else number)
