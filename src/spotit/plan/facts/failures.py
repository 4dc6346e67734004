"""Expressions that may fail at run time: abs(-9223372036854775808), JSON functions on other text, SUM of too much.

Whether such an expression is evaluated at all can depend on the order in which SQLite does things. A proof leaves it
where it stands. That a value, a pattern or the memory is larger than the engine allows is left aside.
"""

from __future__ import annotations

from spotit.dialect.functions import FunctionKind, Result
from spotit.dialect.types import Affinity
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import Part, place_of, walk

_LEAST = -(2**63)
_SHORT = 8
_LONG = frozenset("sJ")
"""What a format for dates of at most so many characters must not have so that all it writes has less than 19 digits."""
_SMALL = 2**31
"""A number of rows and constants below this are added without leaving 64 bits."""


def may_fail(part: Part) -> bool:
    """Tell whether evaluating something, subqueries included, may fail on some database."""
    return any(map(fails, walk(part)))


def may_overflow(part: Part) -> bool:
    """Tell whether something is added up, which may leave 64 bits."""
    return any(map(_overflows, walk(part)))


def fails(node: Part) -> bool:
    """Tell whether a node itself, leaving its parts aside, may fail on some database."""
    return _fails(node) or _overflows(node)


def values_may_fail(part: Part) -> bool:
    """Tell whether an expression for single rows may fail; a SUM that overflows is left out of account."""
    return any(_fails(node) for node in walk(part))


def _fails(node: Part) -> bool:
    match node:
        case e.Call(args=args) if node.function.pattern:
            return not all(map(_is_one_character, args[2:]))
        case e.Call(args=(arg,)) if node.function.fails_on_least:
            return not _is_above_least(arg)
        case e.Call():
            return node.function.fails
        case r.Limit(limit=limit, offset=offset):
            return not all(bound is None or _is_integer(bound, _LEAST) or _is_count(bound) for bound in (limit, offset))
        case r.Window(calls=calls):
            return any(_refuses_number(call) or _refuses_offset(call.frame) for call in calls)
        case r.Recursive() | r.Unnest():
            return True
    return False


def _is_above_least(expr: e.Expr) -> bool:
    """Tell whether a number is surely not the least integer: it is a REAL, or has few digits, or is not negative."""
    match expr:
        case e.Literal(value=value):
            return value is None or (isinstance(value, int | float) and value > _LEAST)
        case e.Call(function=function):
            return function.not_negative or function.fails_on_least or function.result is Result.REAL
        case e.Cast(affinity=Affinity.REAL):
            return True
        case e.Cast(arg=e.Call(args=(e.Literal(value=str(form)), *_)) as written):
            return bool(written.function.dates) and len(form) <= _SHORT and not set(form) & _LONG
    return False


def _is_one_character(escape: e.Expr) -> bool:
    return isinstance(escape, e.Literal) and isinstance(escape.value, str) and len(escape.value) == 1


def _refuses_number(call: e.WindowCall) -> bool:
    """Tell whether a window function that counts rows may refuse its last argument, which must be positive."""
    return call.function.kind is FunctionKind.WINDOW and call.function.fails and not _is_integer(call.args[-1], 1)


def _refuses_offset(frame: e.Frame) -> bool:
    offsets = [bound.offset for bound in (frame.start, frame.end) if bound.offset is not None]
    return not all(_is_integer(offset, 0) for offset in offsets)


def _is_integer(expr: e.Expr, least: int) -> bool:
    return isinstance(expr, e.Literal) and isinstance(expr.value, int) and expr.value >= least


def _is_count(expr: e.Expr) -> bool:
    """Tell whether a subquery gives one number of rows, or a quotient or sum of it and small constants."""
    match expr:
        case e.Scalar(rel=r.Aggregate(grouped=False) as groups):
            return _counts(groups.columns[0], groups)
        case e.Scalar(rel=r.Project(input=r.Aggregate(grouped=False) as groups, exprs=(first, *_))):
            return _counts(first, groups)
    return False


def _counts(expr: e.Expr, groups: r.Aggregate) -> bool:
    match expr:
        case e.Column():
            place = place_of(expr, groups.columns)
            return place is not None and place < len(groups.aggregates) and groups.aggregates[place].function.counts
        case e.Arith(op=e.ArithOp.ADD | e.ArithOp.SUB, left=left, right=e.Literal(value=int(value))):
            return abs(value) < _SMALL and _counts(left, groups)
        case e.Arith(op=e.ArithOp.DIV | e.ArithOp.MOD, left=left, right=e.Literal(value=int(value))):
            return value > 0 and _counts(left, groups)
    return False


def _overflows(node: Part) -> bool:
    match node:
        case e.AggCall() | e.WindowCall():
            return node.function.kind is FunctionKind.AGGREGATE and node.function.fails
    return False
