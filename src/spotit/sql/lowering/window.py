"""Window functions: named windows, frames and their defaults (windowfunctions.html)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spotit.dialect.collation import BINARY
from spotit.dialect.dialect import Functions
from spotit.dialect.functions import Function, FunctionKind
from spotit.dialect.names import fold
from spotit.errors import InvalidSql
from spotit.plan.expr import (
    BoundKind,
    Exclude,
    Frame,
    FrameBound,
    FrameUnit,
    Literal,
    WindowCall,
)
from spotit.plan.walk import has_relation, outer_columns
from spotit.sql.lowering.results import key_of, result_of, with_separator
from spotit.sql.names.typed import Typed
from spotit.sql.syntax import ast

if TYPE_CHECKING:
    from spotit.sql.lowering.expression import ExprLowering

_WHOLE = Frame(FrameUnit.ROWS, FrameBound(BoundKind.UNBOUNDED_PRECEDING), FrameBound(BoundKind.UNBOUNDED_FOLLOWING))
_ORDER = [
    BoundKind.UNBOUNDED_PRECEDING,
    BoundKind.PRECEDING,
    BoundKind.CURRENT_ROW,
    BoundKind.FOLLOWING,
    BoundKind.UNBOUNDED_FOLLOWING,
]


def lower_window_call(lowering: ExprLowering, node: ast.Func) -> Typed:
    """Lower a function OVER a window to the column that will hold its result."""
    calls = lowering.calls
    if not calls.allow_windows or calls.inside is not None:
        raise InvalidSql(f"misuse of window function {node.name}()", node.span)
    if node.distinct:
        raise InvalidSql("DISTINCT is not supported for window functions", node.span)
    if node.order:
        raise InvalidSql("ORDER BY in an aggregate that is a window function", node.span)
    definition = _resolved(lowering, node)
    calls.allow_windows = False
    function = _function(node, lowering.build.dialect.functions)
    args = [lowering.lower(arg) for arg in node.args]
    condition = None if node.filter is None else lowering.expr(node.filter)
    partition = [lowering.lower(part) for part in definition.partition]
    call = WindowCall(
        func=function.plan_name,
        args=with_separator(function, tuple(arg.expr for arg in args)),
        partition=tuple(part.expr for part in partition),
        order=tuple(key_of(lowering.lower(term.expr), term, lowering.build.dialect) for term in definition.order),
        frame=_frame(lowering, definition) if function.framed else _WHOLE,
        filter=condition,
        partition_collations=tuple(part.sort_collation for part in partition),
        collation=args[0].sort_collation if args else BINARY,
        span=node.span,
    )
    calls.allow_windows = True
    column = calls.windows.get(call)
    if column is None:
        column = lowering.build.column(node.name, Typed(Literal(None)))
        calls.windows[call] = column
    return result_of(function, column, args)


def _function(node: ast.Func, known: Functions) -> Function:
    """Return the function that is called over a window; refuse what cannot be, and a wrong number of arguments."""
    function = known.window(node.name)
    if function is None and known.scalar(node.name) is not None:
        raise InvalidSql(f"{node.name}() may not be used as a window function", node.span)
    if function is None:
        raise InvalidSql(f"no such function: {node.name}", node.span)
    if not function.accepts(len(node.args)) or (node.star and not function.accepts(0)):
        raise InvalidSql(f"wrong number of arguments to function {node.name}()", node.span)
    if node.filter is not None and function.kind is not FunctionKind.AGGREGATE:
        raise InvalidSql("FILTER clause may only be used with aggregate window functions", node.span)
    return function


def _resolved(lowering: ExprLowering, node: ast.Func) -> ast.WindowNode:
    """Return the definition of a call's window, with the parts it takes from a named one."""
    over = node.over
    if isinstance(over, str):
        return _named(lowering, over, node)
    assert over is not None
    if over.base is None:
        return over
    return _extended(over, _named(lowering, over.base, node))


def _named(lowering: ExprLowering, name: str, node: ast.Func, depth: int = 0) -> ast.WindowNode:
    found = lowering.calls.named.get(fold(name))
    if found is None or depth > len(lowering.calls.named):
        raise InvalidSql(f"no such window: {name}", node.span)
    if found.base is None:
        return found
    return _extended(found, _named(lowering, found.base, node, depth + 1))


def _extended(window: ast.WindowNode, base: ast.WindowNode) -> ast.WindowNode:
    if window.partition:
        raise InvalidSql(f"cannot override PARTITION clause of window: {window.base}", window.span)
    if window.order and base.order:
        raise InvalidSql(f"cannot override ORDER BY clause of window: {window.base}", window.span)
    if base.frame is not None:
        raise InvalidSql(f"cannot override frame specification of window: {window.base}", window.span)
    return ast.WindowNode(None, base.partition, window.order or base.order, window.frame, window.span)


def _frame(lowering: ExprLowering, window: ast.WindowNode) -> Frame:
    written = window.frame
    if written is None:
        return Frame()
    start, end = _bound(lowering, written.start), _bound(lowering, written.end)
    if (
        start.kind is BoundKind.UNBOUNDED_FOLLOWING
        or end.kind is BoundKind.UNBOUNDED_PRECEDING
        or _ORDER.index(start.kind) > _ORDER.index(end.kind)
    ):
        raise InvalidSql("unsupported frame specification", written.span)
    unit = FrameUnit(written.unit)
    if unit is FrameUnit.RANGE and (start.offset or end.offset) and len(window.order) != 1:
        raise InvalidSql("RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression", written.span)
    return Frame(unit, start, end, Exclude(written.exclude))


def _bound(lowering: ExprLowering, bound: ast.BoundNode) -> FrameBound:
    if bound.offset is None:
        return FrameBound(BoundKind(bound.kind))
    offset = lowering.expr(bound.offset)
    if outer_columns(offset) or has_relation(offset):
        raise InvalidSql("frame offset must be a constant", bound.span)
    return FrameBound(BoundKind(bound.kind), offset)
