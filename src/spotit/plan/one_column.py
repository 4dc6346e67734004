"""Expressions that read one column and nothing else."""

from __future__ import annotations

from spotit.plan.expr import Column, Expr
from spotit.plan.walk import has_relation, outer_columns, substitute

TEXT = Column(-1, "text")
"""Stands for the column in a condition on a text."""
INTEGER = Column(-2, "integer")
"""Stands for the column in a condition on an integer; where it is read as text, that is its numeral."""


def only_column(expr: Expr) -> Column | None:
    """Return the column if the expression reads exactly one, and no relation."""
    if has_relation(expr):
        return None
    columns = outer_columns(expr)
    return next(iter(columns)) if len(columns) == 1 else None


def of_column(expr: Expr, column: Column, subject: Column) -> Expr:
    """Return the expression with `subject` for its column, so that the same condition on any column is the same."""
    return substitute(expr, {column.id: subject})
