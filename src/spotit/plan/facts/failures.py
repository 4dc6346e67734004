"""Expressions that may fail at run time: abs(-9223372036854775808), JSON functions on other text, SUM of too much.

Whether such an expression is evaluated at all can depend on the order in which SQLite does things. A proof leaves it
where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from spotit.dialect.functions import FunctionKind
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import Part, walk

_LONGEST_PATTERN = 50_000
_WIDE = re.compile("[0-9]{4}")
"""In the layout of printf(): a width with which the result may be too long a text."""


def may_fail(part: Part) -> bool:
    """Tell whether evaluating something, subqueries included, may fail on some database."""
    return any(_fails(node) or _overflows(node) for node in walk(part))


def values_may_fail(part: Part) -> bool:
    """Tell whether an expression for single rows may fail; a SUM that overflows is left out of account."""
    return any(_fails(node) for node in walk(part))


def _fails(node: Part) -> bool:
    match node:
        case e.Call(args=args) if node.function.pattern:
            return not _is_short(args)
        case e.Call(name="printf", args=(e.Literal(value=str() as layout), *_)):
            return "*" in layout or _WIDE.search(layout) is not None
        case e.Call():
            return node.function.fails
        case r.Limit(limit=limit, offset=offset):
            return not all(bound is None or isinstance(bound, e.Literal) for bound in (limit, offset))
        case r.Window(calls=calls):
            return any(_refuses_constant(call) or _has_offset(call.frame) for call in calls)
        case r.Recursive() | r.Unnest():
            return True
    return False


def _is_short(args: Iterable[e.Expr]) -> bool:
    """Tell whether a pattern is one that SQLite does not refuse as too complex, and an escape one character."""
    pattern, _, *escape = args
    if not isinstance(pattern, e.Literal) or len(str(pattern.value)) > _LONGEST_PATTERN // 4:
        return False
    return all(isinstance(mark, e.Literal) and isinstance(mark.value, str) and len(mark.value) == 1 for mark in escape)


def _refuses_constant(call: e.WindowCall) -> bool:
    return call.function.kind is FunctionKind.WINDOW and call.function.fails


def _has_offset(frame: e.Frame) -> bool:
    return any(bound.offset is not None for bound in (frame.start, frame.end))


def _overflows(node: Part) -> bool:
    match node:
        case e.AggCall() | e.WindowCall():
            return node.function.fails
    return False
