"""Expressions that may fail at run time: abs(-9223372036854775808), JSON functions on other text, SUM of too much.

Whether such an expression is evaluated at all can depend on the order in which SQLite does things. A proof leaves it
where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import Part, walk

_SAFE = frozenset(
    """acos acosh asin asinh atan atan2 atanh ceil ceiling char coalesce concat concat_ws cos cosh date datetime degrees
    exp floor glob hex iif ifnull instr julianday length like ln log log10 log2 lower ltrim max min mod nullif
    octet_length pi pow power quote radians replace round rtrim sign sin sinh sqrt strftime substr substring tan
    tanh time timediff trim trunc typeof unhex unicode unixepoch upper""".split()  # noqa: SIM905
)
"""Functions that return a value, NULL at worst, for any arguments (short of texts too large for SQLite)."""
_PATTERNS = frozenset({"like", "glob"})
_SAFE_AGGREGATES = frozenset({"count", "total", "avg", "min", "max", "group_concat"})
_LONGEST_PATTERN = 50_000


def may_fail(part: Part) -> bool:
    """Tell whether evaluating something, subqueries included, may fail on some database."""
    return any(_fails(node) or _overflows(node) for node in walk(part))


def values_may_fail(part: Part) -> bool:
    """Tell whether an expression for single rows may fail; a SUM that overflows is left out of account."""
    return any(_fails(node) for node in walk(part))


def _fails(node: Part) -> bool:
    match node:
        case e.Call(name=name, args=args):
            return name not in _SAFE or (name in _PATTERNS and not _is_short(args))
        case r.Limit(limit=limit, offset=offset):
            return not all(bound is None or isinstance(bound, e.Literal) for bound in (limit, offset))
        case r.Window(calls=calls):
            return any(call.func in ("ntile", "nth_value") or _has_offset(call.frame) for call in calls)
        case r.Recursive() | r.Unnest():
            return True
    return False


def _is_short(args: Iterable[e.Expr]) -> bool:
    """Tell whether a pattern is one that SQLite does not refuse as too complex, and an escape one character."""
    pattern, _, *escape = args
    if not isinstance(pattern, e.Literal) or len(str(pattern.value)) > _LONGEST_PATTERN // 4:
        return False
    return all(isinstance(mark, e.Literal) and isinstance(mark.value, str) and len(mark.value) == 1 for mark in escape)


def _has_offset(frame: e.Frame) -> bool:
    return any(bound.offset is not None for bound in (frame.start, frame.end))


def _overflows(node: Part) -> bool:
    match node:
        case e.AggCall() | e.WindowCall():
            return node.func not in _SAFE_AGGREGATES
    return False
