"""LIMIT and OFFSET: constants, converted to integers as SQLite does."""

from __future__ import annotations

from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import Expr, Literal
from spotit.plan.walk import has_relation
from spotit.schema import Affinity
from spotit.sql import ast
from spotit.sql.affinity import Typed, apply
from spotit.sql.build import Build, Calls
from spotit.sql.lower_expr import ExprLowering
from spotit.sql.scope import Scope


def lower_limit(build: Build, query: ast.Query) -> tuple[Expr | None, Expr | None]:
    """Return the LIMIT and OFFSET of a query."""
    return _bound(build, query.limit), _bound(build, query.offset)


def _bound(build: Build, node: ast.Node | None) -> Expr | None:
    if node is None:
        return None
    calls = Calls(allow_aggregates=False, allow_windows=False)
    typed = ExprLowering(build, Scope(), {}, calls).lower(node)
    if has_relation(typed.expr):
        raise UnsupportedSql("LIMIT that is a subquery", node.span)
    if not isinstance(typed.expr, Literal):
        return typed.expr
    return Literal(_integer(typed, node))


def _integer(typed: Typed, node: ast.Node) -> int:
    number = apply(Affinity.NUMERIC, typed)
    value = number.value if isinstance(number, Literal) else None
    if isinstance(value, float) and value == int(value):
        value = int(value)
    if not isinstance(value, int):
        raise InvalidSql("datatype mismatch in LIMIT", node.span)
    return value
