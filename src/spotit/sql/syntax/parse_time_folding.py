"""What SQLite's parser replaces by a constant before names are resolved.

An unknown name inside such an expression is therefore no error.
"""

from __future__ import annotations

from dataclasses import fields

from spotit.errors import Span
from spotit.sql.syntax import ast


def conjoin(left: ast.Node, right: ast.Node, span: Span) -> ast.Node:
    """Return left AND right; 0 when one of them is the literal 0 and neither calls a function."""
    false = any(isinstance(node, ast.Constant) and node.value == 0 and _integer(node) for node in (left, right))
    if false and not _calls(left) and not _calls(right):
        return ast.Constant(0, span)
    return ast.Binary("AND", left, right, span)


def null_test(arg: ast.Node, span: Span, *, negated: bool) -> ast.Node:
    """Return `arg` ISNULL or NOTNULL; of a literal, its truth."""
    if isinstance(arg, ast.Constant) and arg.value is not None and arg.ordinal:
        return ast.Constant(int(negated), span)
    return ast.NullTest(arg, negated, span)


def in_nothing(arg: ast.Node, span: Span, *, negated: bool) -> ast.Node:
    """Return `arg` [NOT] IN (), where only a function call saves the operand from being dropped."""
    truth = ast.Constant(int(negated), span, ordinal=False)
    if _calls(arg):
        return ast.Binary("OR" if negated else "AND", truth, arg, span)
    return truth


def _integer(node: ast.Constant) -> bool:
    return isinstance(node.value, int)


def _calls(node: ast.Node) -> bool:
    """Tell whether a function is called in the expression itself, not in a subquery of it."""
    if isinstance(node, ast.Func | ast.Match | ast.Now):
        return True
    values = (getattr(node, spec.name) for spec in fields(node))  # type: ignore[arg-type]
    return any(_calls(part) for value in values for part in _nodes(value))


def _nodes(value: object) -> list[ast.Node]:
    if isinstance(value, tuple):
        return [node for item in value for node in _nodes(item)]
    return [value] if isinstance(value, ast.Node) and not isinstance(value, ast.QueryNode) else []
