"""LIMIT and OFFSET: constants are converted to integers as SQLite does."""

from __future__ import annotations

from spotit.errors import InvalidSql
from spotit.plan.expr import Expr, Literal
from spotit.schema import Affinity
from spotit.sql.lowering.expression import ExprLowering
from spotit.sql.lowering.state import Build, Calls, Ctes
from spotit.sql.names.typed import Typed, apply
from spotit.sql.names.typed_scope import typed_scope
from spotit.sql.syntax import ast


def lower_limit(build: Build, query: ast.QueryNode, ctes: Ctes) -> tuple[Expr | None, Expr | None]:
    """Return the LIMIT and OFFSET of a query; a subquery in them sees the CTEs, but no column."""
    return _bound(build, query.limit, ctes), _bound(build, query.offset, ctes)


def _bound(build: Build, node: ast.Node | None, ctes: Ctes) -> Expr | None:
    if node is None:
        return None
    calls = Calls(allow_aggregates=False, allow_windows=False)
    typed = ExprLowering(build, typed_scope(), ctes, calls).lower(node)
    if not isinstance(typed.expr, Literal):
        return typed.expr
    return Literal(_integer(typed, node))


def _integer(typed: Typed, node: ast.Node) -> int:
    number = apply(Affinity.NUMERIC, typed)
    value = number.value if isinstance(number, Literal) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int):
        raise InvalidSql("datatype mismatch in LIMIT", node.span)
    return value
