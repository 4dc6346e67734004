"""Conditions taken apart: the parts of a conjunction, and what equalities say."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.plan import expr as e

TRUE = e.Literal(1)


def conjuncts_of(expr: e.Expr | None) -> list[e.Expr]:
    """Return the parts of a conjunction; none for no condition and for the constant 1."""
    if isinstance(expr, e.And):
        return [part for arg in expr.args for part in conjuncts_of(arg)]
    return [] if expr is None or (isinstance(expr, e.Literal) and expr == TRUE) else [expr]


def conjunction(parts: Sequence[e.Expr]) -> e.Expr:
    """Return the condition that is true where all parts are; of none, the constant 1."""
    if not parts:
        return TRUE
    return parts[0] if len(parts) == 1 else e.And(tuple(parts))


def is_equality(expr: e.Expr) -> bool:
    """Tell whether an expression compares two values with = as they are, texts by their characters."""
    return isinstance(expr, e.Compare) and expr.op is e.CompareOp.EQ and expr.collation.is_identity


def equated_columns(expr: e.Expr) -> tuple[e.Column, e.Column] | None:
    """Return the two columns that a condition says are equal, if that is all it says."""
    if isinstance(expr, e.Compare) and is_equality(expr):
        left, right = expr.left, expr.right
        if isinstance(left, e.Column) and isinstance(right, e.Column):
            return left, right
    return None
