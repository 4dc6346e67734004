"""Function calls: scalar functions and aggregates. Windows are in `windows`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.dialect import Functions
from spotit.dialect.functions import Encoded, Function
from spotit.dialect.functions.excluded import extension_of
from spotit.dialect.instants import is_now
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import (
    AggCall,
    Call,
    Case,
    Compare,
    CompareOp,
    Expr,
    IsNull,
    Literal,
    Not,
    When,
)
from spotit.plan.facts.seen_of_dates import sees_fractions, sees_time
from spotit.plan.walk import outer_columns
from spotit.sql.lowering.json_subtype import nested_json
from spotit.sql.lowering.results import ANY, key_of, result_of, with_separator
from spotit.sql.lowering.window import lower_window_call
from spotit.sql.names.typed import Typed
from spotit.sql.syntax import ast

if TYPE_CHECKING:
    from spotit.sql.lowering.expression import ExprLowering


def lower_call(lowering: ExprLowering, node: ast.Func) -> Typed:
    """Lower a function call of any kind."""
    if node.over is not None:
        return lower_window_call(lowering, node)
    known = lowering.build.dialect.functions
    grouping = known.aggregate(node.name, len(node.args))
    if grouping is not None:
        return lower_aggregate(lowering, node, grouping)
    function = known.scalar(node.name)
    if function is None:
        raise _no_scalar(node, known)
    check_count(node, function)
    if not function.encoded:
        raise UnsupportedSql(f"{node.name}()", node.span)
    if node.filter is not None:
        raise InvalidSql(f"FILTER may not be used with non-aggregate {node.name}()", node.span)
    if node.order:
        raise InvalidSql(f"ORDER BY may not be used with non-aggregate {node.name}()", node.span)
    return _scalar_call(lowering, node, function)


def _no_scalar(node: ast.Func, known: Functions) -> InvalidSql | UnsupportedSql:
    extension = extension_of(node.name)
    if extension is not None:
        return UnsupportedSql(f"{node.name}(), of {extension}", node.span)
    if known.window(node.name) is not None:
        return InvalidSql(f"misuse of window function {node.name}()", node.span)
    return InvalidSql(f"no such function: {node.name}", node.span)


def check_count(node: ast.Func, function: Function) -> None:
    """Refuse a wrong number of arguments."""
    if not function.accepts(len(node.args)):
        raise InvalidSql(f"wrong number of arguments to function {node.name}()", node.span)


def _scalar_call(lowering: ExprLowering, node: ast.Func, function: Function) -> Typed:
    args = [lowering.lower(arg) for arg in node.args]
    if Encoded.REWRITTEN not in function.encoded:
        return _engine_call(lowering, node, function, args)
    collation = next((arg.collation for arg in args if arg.explicit), None)
    explicit = collation is not None
    values = [args[n] for n in function.passed(len(args))]
    return Typed(
        REWRITTEN[function.name](lowering, node, args),
        None,
        collation,
        explicit,
        ANY,
        text=any(v.text for v in values),
        number=any(v.number for v in values),
    )


def _coalesce(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Expr:
    tested = zip(node.args[:-1], args[:-1], strict=True)
    whens = tuple(When(Not(IsNull(arg.expr)), lowering.again(source, arg).expr) for source, arg in tested)
    return Case(whens, args[-1].expr)


def _iif(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Expr:
    default: Expr = args[-1].expr if len(args) % 2 else Literal(None)
    pairs = zip(args[0::2], args[1::2], strict=False)
    return Case(tuple(When(condition.expr, value.expr) for condition, value in pairs), default)


def _nullif(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Expr:
    """NULLIF compares without affinity, under the first collation that an argument has."""
    collation = args[0].collation or args[1].collation or BINARY
    same = Compare(CompareOp.EQ, args[0].expr, args[1].expr, collation)
    return Case((When(same, Literal(None)),), lowering.again(node.args[0], args[0]).expr)


def _first(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Expr:
    return args[0].expr


REWRITTEN = {
    "coalesce": _coalesce,
    "ifnull": _coalesce,
    "iif": _iif,
    "nullif": _nullif,
    "likely": _first,
    "unlikely": _first,
    "likelihood": _first,
}
"""What the plan has in the place of a call, by the names of the records."""


def _engine_call(lowering: ExprLowering, node: ast.Func, function: Function, args: list[Typed]) -> Typed:
    exprs = _at_instant([arg.expr for arg in args], function, lowering.build.instant)
    collation = next((arg.collation for arg in args if arg.collation is not None), BINARY)
    explicit = next((arg.collation for arg in args if arg.explicit), None)
    if function.extreme and not collation.is_identity:
        return result_of(function, _collated_extreme(lowering, node, args, collation), args, explicit)
    call = Call(function.name, nested_json(function, exprs, lowering.calls.aggregates), node.span)
    if function.dates:
        call = _of_instant_itself(call, lowering.build.instant)
    return result_of(function, call, args, explicit)


def _collated_extreme(lowering: ExprLowering, node: ast.Func, args: list[Typed], collation: Collation) -> Expr:
    """Return MIN or MAX of two values; of equal ones MIN takes the second, MAX the first (func.c, minmaxFunc)."""
    if len(args) != 2:
        raise UnsupportedSql(f"{node.name}() of {len(args)} arguments under collation {collation}", node.span)
    less = Compare(CompareOp.LT, args[0].expr, args[1].expr, collation)
    pairs = tuple(zip(node.args, args, strict=True))
    unknown = tuple(When(IsNull(lowering.again(source, arg).expr), Literal(None)) for source, arg in pairs)
    first, second = (lowering.again(source, arg).expr for source, arg in pairs)
    chosen, default = (first, second) if node.name == "min" else (second, first)
    return Case((*unknown, When(less, chosen)), default)


def _at_instant(args: list[Expr], function: Function, instant: Expr) -> list[Expr]:
    """Put the present instant where a date function reads the clock."""
    instants = [instant if n in function.dates and _is_now(arg) else arg for n, arg in enumerate(args)]
    return [*instants, instant] if len(args) in function.dates else instants


def _of_instant_itself(call: Call, instant: Expr) -> Call:
    """Return a date function of the instant for one of its day or second, as CURRENT_TIMESTAMP is, if it sees no more.

    So strftime('%Y', CURRENT_DATE) and strftime('%Y', 'now') are the same call.
    """
    at = call.function.dates[0]
    second, day = Call("datetime", (instant,)), Call("date", (instant,))
    read = call.args[at] if at < len(call.args) else None
    if (read == second and not sees_fractions(call)) or (read == day and not sees_time(call)):
        return replace(call, args=(*call.args[:at], instant, *call.args[at + 1 :]))
    return call


def _is_now(arg: Expr) -> bool:
    return isinstance(arg, Literal) and is_now(arg.value)


def lower_aggregate(lowering: ExprLowering, node: ast.Func, function: Function) -> Typed:
    """Lower an aggregate to the column that will hold its result."""
    calls = lowering.calls
    if calls.inside is not None:
        raise InvalidSql(f"misuse of aggregate function {node.name}()", node.span)
    if not calls.allow_aggregates:
        if lowering.scope.parent is not None:
            raise UnsupportedSql("aggregate that belongs to an outer query", node.span)
        raise InvalidSql(f"misuse of aggregate: {node.name}()", node.span)
    call, args = aggregate_call(lowering, node, function)
    used = outer_columns_of(call)
    if used and not used & calls.local:
        raise UnsupportedSql("aggregate that belongs to an outer query", node.span)
    column = calls.aggregates.get(call)
    if column is None:
        column = lowering.build.column(node.name, Typed(call.args[0] if call.args else Literal(1)))
        calls.aggregates[call] = column
    return result_of(function, column, args)


def outer_columns_of(call: AggCall) -> frozenset[int]:
    """Return the ids of the columns that an aggregate reads."""
    return frozenset(column.id for column in outer_columns(call))


def aggregate_call(lowering: ExprLowering, node: ast.Func, function: Function) -> tuple[AggCall, list[Typed]]:
    """Lower the parts of an aggregate."""
    calls = lowering.calls
    if node.star and not function.accepts(0):
        raise InvalidSql(f"wrong number of arguments to function {node.name}()", node.span)
    check_count(node, function)
    if node.distinct and len(node.args) != 1:
        raise InvalidSql("DISTINCT aggregates must have exactly one argument", node.span)
    outside, calls.inside = calls.inside, node.name
    allowed, calls.allow_windows = calls.allow_windows, False
    args = [lowering.lower(arg) for arg in node.args]
    condition = None if node.filter is None else lowering.expr(node.filter)
    order = tuple(key_of(lowering.lower(term.expr), term, lowering.build.dialect) for term in node.order)
    calls.inside, calls.allow_windows = outside, allowed
    exprs = with_separator(function, nested_json(function, [arg.expr for arg in args], {}))
    collation = args[0].sort_collation if args else BINARY
    return AggCall(function.plan_name, exprs, node.distinct, condition, order, collation, node.span), args
