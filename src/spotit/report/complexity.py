"""How large a query is: nodes of its syntax tree and subqueries."""

from __future__ import annotations

from spotit.errors import SpotitError
from spotit.frozen import frozen
from spotit.lint.reading import children
from spotit.sql.syntax import ast
from spotit.sql.syntax.parse import parse_query


@frozen
class Size:
    """The size of a query, or of several together."""

    nodes: int
    subqueries: int

    def __add__(self, other: Size) -> Size:
        return Size(self.nodes + other.nodes, self.subqueries + other.subqueries)


def size_of(sql: str) -> Size | None:
    """Return the size of a query, or None when it does not parse.

    >>> size_of("SELECT a FROM t WHERE a IN (SELECT b FROM u)").subqueries
    1
    """
    try:
        tree = parse_query(sql)
    except SpotitError:
        return None
    nodes = subqueries = 0
    stack: list[object] = [tree]
    while stack:
        item = stack.pop()
        nodes += 1
        subqueries += isinstance(item, ast.QueryNode)
        stack.extend(children(item))
    return Size(nodes, subqueries - 1)
