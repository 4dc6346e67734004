"""Function calls: scalar functions and aggregates. Windows are in `windows`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spotit.dialect.collation import BINARY
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
from spotit.plan.walk import outer_columns
from spotit.sql.lowering.json_subtype import nested_json
from spotit.sql.lowering.results import ANY, key_of, result_of
from spotit.sql.lowering.window import lower_window_call
from spotit.sql.names.functions import (
    AGGREGATES,
    DATE_FUNCTIONS,
    NOT_DETERMINISTIC,
    SCALARS,
    WINDOW_ONLY,
    Signature,
    is_aggregate,
)
from spotit.sql.names.typed import Typed
from spotit.sql.syntax import ast

if TYPE_CHECKING:
    from spotit.sql.lowering.expression import ExprLowering

_COMMA = Literal(",")


def lower_call(lowering: ExprLowering, node: ast.Func) -> Typed:
    """Lower a function call of any kind."""
    if node.over is not None:
        return lower_window_call(lowering, node)
    if is_aggregate(node.name, len(node.args)) or (node.name in AGGREGATES and node.name not in SCALARS):
        return lower_aggregate(lowering, node)
    if node.name in WINDOW_ONLY:
        raise InvalidSql(f"misuse of window function {node.name}()", node.span)
    if node.name in NOT_DETERMINISTIC:
        check_count(node, NOT_DETERMINISTIC[node.name])
        raise UnsupportedSql(f"{node.name}()", node.span)
    if node.name not in SCALARS:
        raise InvalidSql(f"no such function: {node.name}", node.span)
    check_count(node, SCALARS[node.name])
    if node.filter is not None:
        raise InvalidSql(f"FILTER may not be used with non-aggregate {node.name}()", node.span)
    if node.order:
        raise InvalidSql(f"ORDER BY may not be used with non-aggregate {node.name}()", node.span)
    return _scalar_call(lowering, node)


def check_count(node: ast.Func, signature: Signature) -> None:
    """Refuse a wrong number of arguments."""
    if not signature.accepts(len(node.args)):
        raise InvalidSql(f"wrong number of arguments to function {node.name}()", node.span)


def _scalar_call(lowering: ExprLowering, node: ast.Func) -> Typed:
    args = [lowering.lower(arg) for arg in node.args]
    collation = next((arg.collation for arg in args if arg.explicit), None)
    explicit = collation is not None
    match node.name:
        case "coalesce" | "ifnull":
            expr = _coalesce(lowering, node, args)
        case "iif" | "if":
            expr = _iif(args)
        case "nullif":
            expr = _nullif(lowering, node, args)
        case "likely" | "unlikely" | "likelihood":
            expr = args[0].expr
        case _:
            return _engine_call(lowering, node, args)
    values = args[1::2] + args[-1:] if node.name in ("iif", "if") else args
    if node.name in ("nullif", "likelihood"):
        values = args[:1]
    return Typed(
        expr,
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


def _iif(args: list[Typed]) -> Expr:
    default: Expr = args[-1].expr if len(args) % 2 else Literal(None)
    pairs = zip(args[0::2], args[1::2], strict=False)
    return Case(tuple(When(condition.expr, value.expr) for condition, value in pairs), default)


def _nullif(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Expr:
    """NULLIF compares without affinity, under the first collation that an argument has."""
    collation = args[0].collation or args[1].collation or BINARY
    same = Compare(CompareOp.EQ, args[0].expr, args[1].expr, collation)
    return Case((When(same, Literal(None)),), lowering.again(node.args[0], args[0]).expr)


def _engine_call(lowering: ExprLowering, node: ast.Func, args: list[Typed]) -> Typed:
    exprs = [arg.expr for arg in args]
    if node.name in DATE_FUNCTIONS:
        exprs = _at_instant(exprs, 1 if node.name == "strftime" else 0, lowering.build.now)
    elif node.name == "timediff":
        exprs = [_instant(expr, lowering.build.now) for expr in exprs]
    collation = next((arg.collation for arg in args if arg.collation is not None), BINARY)
    if node.name in ("min", "max") and not collation.is_identity:
        raise UnsupportedSql(f"{node.name}() of several arguments under collation {collation}", node.span)
    signature = SCALARS[node.name]
    explicit = next((arg.collation for arg in args if arg.explicit), None)
    text, number = signature.text, signature.number
    if node.name in ("min", "max"):
        text, number = any(arg.text for arg in args), any(arg.number for arg in args)
    call = Call(node.name, nested_json(node.name, exprs, lowering.calls.aggregates), node.span)
    return Typed(call, None, explicit, explicit is not None, ANY, text=text, number=number)


def _at_instant(args: list[Expr], position: int, now: str) -> list[Expr]:
    """Put the stated instant where a date function would read the clock."""
    if len(args) <= position:
        return [*args, Literal(now)] if len(args) == position else args
    return [*args[:position], _instant(args[position], now), *args[position + 1 :]]


def _instant(arg: Expr, now: str) -> Expr:
    is_now = isinstance(arg, Literal) and isinstance(arg.value, str) and arg.value.lower() == "now"
    return Literal(now) if is_now else arg


def lower_aggregate(lowering: ExprLowering, node: ast.Func) -> Typed:
    """Lower an aggregate to the column that will hold its result."""
    calls = lowering.calls
    if calls.inside is not None:
        raise InvalidSql(f"misuse of aggregate function {node.name}()", node.span)
    if not calls.allow_aggregates:
        if lowering.scope.parent is not None:
            raise UnsupportedSql("aggregate that belongs to an outer query", node.span)
        raise InvalidSql(f"misuse of aggregate: {node.name}()", node.span)
    call, args = aggregate_call(lowering, node)
    used = outer_columns_of(call)
    if used and not used & calls.local:
        raise UnsupportedSql("aggregate that belongs to an outer query", node.span)
    column = calls.aggregates.get(call)
    if column is None:
        column = lowering.build.column(node.name, Typed(call.args[0] if call.args else Literal(1)))
        calls.aggregates[call] = column
    return result_of(node.name, column, args)


def outer_columns_of(call: AggCall) -> frozenset[int]:
    """Return the ids of the columns that an aggregate reads."""
    return frozenset(column.id for column in outer_columns(call))


def aggregate_call(lowering: ExprLowering, node: ast.Func) -> tuple[AggCall, list[Typed]]:
    """Lower the parts of an aggregate."""
    calls = lowering.calls
    if node.star and node.name != "count":
        raise InvalidSql(f"wrong number of arguments to function {node.name}()", node.span)
    check_count(node, AGGREGATES[node.name])
    if node.distinct and len(node.args) != 1:
        raise InvalidSql("DISTINCT aggregates must have exactly one argument", node.span)
    outside, calls.inside = calls.inside, node.name
    allowed, calls.allow_windows = calls.allow_windows, False
    args = [lowering.lower(arg) for arg in node.args]
    condition = None if node.filter is None else lowering.expr(node.filter)
    order = tuple(key_of(lowering.lower(term.expr), term) for term in node.order)
    calls.inside, calls.allow_windows = outside, allowed
    exprs = nested_json(node.name, [arg.expr for arg in args], {})
    name = "group_concat" if node.name == "string_agg" else node.name
    if name == "group_concat" and len(exprs) == 1:
        exprs = (*exprs, _COMMA)
    collation = args[0].sort_collation if args else BINARY
    return AggCall(name, exprs, node.distinct, condition, order, collation, node.span), args
