"""SQLite's comparison rules: which affinity and collation decide (datatype3.html, sections 4.2 and 7.1)."""

from __future__ import annotations

from enum import IntFlag
from functools import cache

from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.storage import stored
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.frozen import frozen
from spotit.plan.expr import Affine, Expr, Literal
from spotit.schema import Affinity


class DataType(IntFlag):
    """What an expression may return by its outermost operator, as SQLite's sqlite3ExprDataType sees it."""

    NOTHING = 0
    NUMBER = 1
    TEXT = 2
    BLOB = 4


@frozen
class Typed:
    """An expression with what SQLite attaches to it.

    `affinity` and `collation` are None when the expression has none; `explicit`: a COLLATE is inside;
    `types` serves compound queries. `text` says whether a value may be a text that looks like a number,
    `number` whether it may be a number.
    """

    expr: Expr
    affinity: Affinity | None = None
    collation: Collation | None = None
    explicit: bool = False
    types: DataType = DataType.NUMBER
    text: bool = False
    number: bool = True

    @property
    def sort_collation(self) -> Collation:
        """The collation by which values of the expression are sorted and grouped."""
        return self.collation or BINARY


@cache
def types_of_column(affinity: Affinity | None) -> DataType:
    """Return the data types of a column, cast or subquery of that affinity."""
    if affinity in NUMERIC_AFFINITIES:
        return DataType.NUMBER | DataType.BLOB
    if affinity is Affinity.TEXT:
        return DataType.TEXT | DataType.BLOB
    return DataType.NUMBER | DataType.TEXT | DataType.BLOB


def compare_affinity(left: Affinity | None, right: Affinity | None) -> Affinity | None:
    """Return the affinity that a comparison applies to both operands."""
    if left is not None and right is not None:
        return Affinity.NUMERIC if NUMERIC_AFFINITIES & {left, right} else Affinity.BLOB
    return left if left is not None else right


def compare_collation(left: Typed, right: Typed) -> Collation:
    """Return the collation of a comparison: an explicit one first, the left operand's first."""
    for side in (left, right):
        if side.explicit:
            return side.sort_collation
    return left.collation or right.collation or BINARY


def apply(affinity: Affinity | None, arg: Typed) -> Expr:
    """Return the operand as a comparison under that affinity sees it."""
    if affinity in NUMERIC_AFFINITIES:
        if isinstance(arg.expr, Literal):
            value = arg.expr.value
            return Literal(stored(value, Affinity.NUMERIC)) if isinstance(value, str) else arg.expr
        return Affine(arg.expr, Affinity.NUMERIC) if arg.text else arg.expr
    if affinity is Affinity.TEXT:
        if isinstance(arg.expr, Literal):
            return _as_text(arg.expr)
        return Affine(arg.expr, Affinity.TEXT) if arg.number else arg.expr
    return arg.expr


def _as_text(literal: Literal) -> Expr:
    """Convert a numeric literal to the text that SQLite renders it as; anything else stays.

    SQLite's digits of a long or very large REAL are not those of other programs: that is left to the engine.
    """
    value = literal.value
    if isinstance(value, int):
        return Literal(str(value))
    if not isinstance(value, float):
        return literal
    plain = value == 0 or 1e-4 <= abs(value) < 1e15
    if plain and float(format(value, ".12g")) == value:
        return Literal(repr(abs(value) if value == 0 else value))
    return Affine(literal, Affinity.TEXT)
