"""ORDER BY and GROUP BY terms that stand for a result column (resolve.c, resolveOrderGroupBy)."""

from __future__ import annotations

from spotit.dialect.collation import Collation
from spotit.dialect.dialect import Dialect
from spotit.errors import InvalidSql
from spotit.sql.syntax import ast


def bare_term(node: ast.Node, dialect: Dialect) -> tuple[ast.Node, Collation | None]:
    """Return a term without its COLLATE operators, and the collation that the outermost one names."""
    collation: Collation | None = None
    while isinstance(node, ast.Collate):
        collation = collation or named_collation(node, dialect)
        node = node.arg
    return node, collation


def named_collation(node: ast.Collate, dialect: Dialect) -> Collation:
    """Return the collation that a COLLATE operator names."""
    found = dialect.collation(node.collation)
    if found is None:
        raise InvalidSql(f"no such collation sequence: {node.collation}", node.span)
    return found


def ordinal(node: ast.Node, width: int, number: int, clause: str) -> int | None:
    """Return the 0-based result column that an integer term stands for, or None if the term is no integer."""
    value = _integer(node)
    if value is None:
        return None
    if not 1 <= value <= width:
        raise InvalidSql(f"{clause} BY term {number} out of range - should be between 1 and {width}", node.span)
    return value - 1


def _integer(node: ast.Node) -> int | None:
    if isinstance(node, ast.Unary) and node.op in ("-", "+"):
        value = _integer(node.arg)
        return None if value is None else (-value if node.op == "-" else value)
    if isinstance(node, ast.Constant) and node.ordinal and isinstance(node.value, int):
        return node.value if -(2**31) <= node.value < 2**31 else None
    return None
