"""Scalar expressions of the plan.

Lowering has already resolved names, affinities and collations: an expression says exactly what is computed.
Every value is one of SQLite's storage classes; truth values are the integers 0 and 1, or NULL.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, cast

from spotit.database import Value
from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.functions import Function, aggregate, scalar, table_function, window
from spotit.errors import Span
from spotit.frozen import frozen
from spotit.schema import Affinity

if TYPE_CHECKING:
    from spotit.plan.rel import Rel


class Expr:
    """Base of all scalar expressions; structural equality, so equal expressions are equal objects."""

    __slots__ = ()


@frozen(eq=False)
class Literal(Expr):
    """A constant. 1, 1.0 and True are different constants, though Python calls them equal."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[type, str]:
        return type(self.value), repr(self.value)


@frozen
class Column(Expr):
    """A column produced by exactly one relation of the plan, known by `id`.

    A column whose id is not produced by the relations below an expression belongs to an outer query.
    """

    id: int
    name: str
    affinity: Affinity | None = None
    collation: Collation = BINARY


@frozen
class Clock(Expr):
    """The present instant as text, where a date function reads it: the same throughout both queries."""


class CompareOp(StrEnum):
    """Comparison operators; IS and IS NOT treat NULL as a value."""

    EQ = "="
    NE = "<>"
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IS = "IS"
    IS_NOT = "IS NOT"


@frozen
class Compare(Expr):
    """Compare two values as they are (affinity already applied by `Affine`), text under `collation`."""

    op: CompareOp
    left: Expr
    right: Expr
    collation: Collation = BINARY


class ArithOp(StrEnum):
    """Binary operators that compute a value."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    MOD = "%"
    CONCAT = "||"
    BIT_AND = "&"
    BIT_OR = "|"
    SHIFT_LEFT = "<<"
    SHIFT_RIGHT = ">>"


BITWISE = frozenset((ArithOp.BIT_AND, ArithOp.BIT_OR, ArithOp.SHIFT_LEFT, ArithOp.SHIFT_RIGHT))
"""Operators whose results are integers, or NULL."""


@frozen
class Arith(Expr):
    """A binary operator with SQLite's conversions of its operands."""

    op: ArithOp
    left: Expr
    right: Expr


@frozen
class Negate(Expr):
    """Unary minus."""

    arg: Expr


@frozen
class BitNot(Expr):
    """The operator ~."""

    arg: Expr


@frozen
class And(Expr):
    """Three-valued conjunction of the arguments' truth values."""

    args: tuple[Expr, ...]


@frozen
class Or(Expr):
    """Three-valued disjunction of the arguments' truth values."""

    args: tuple[Expr, ...]


@frozen
class Not(Expr):
    """Three-valued negation."""

    arg: Expr


@frozen
class IsNull(Expr):
    """1 when the argument is NULL, else 0."""

    arg: Expr


@frozen
class When(Expr):
    """One branch of a CASE."""

    condition: Expr
    result: Expr


@frozen
class Case(Expr):
    """The result of the first branch whose condition is true; simple CASE, IIF, COALESCE and NULLIF become this."""

    whens: tuple[When, ...]
    default: Expr


@frozen
class Cast(Expr):
    """CAST(arg AS type), which forces the conversion."""

    arg: Expr
    affinity: Affinity


@frozen
class Affine(Expr):
    """Apply a column affinity: converts only where nothing is lost (datatype3.html, sections 3 and 4.2).

    NUMERIC and TEXT are applied before comparisons, to which 1 and 1.0 are the same; INTEGER and REAL where a value is
    stored in a column, which keeps one of them.
    """

    arg: Expr
    affinity: Affinity


@frozen
class Call(Expr):
    """A deterministic scalar function of the engine, by the name of its record.

    LIKE is `like(pattern, value[, escape])` and GLOB is `glob(pattern, value)`, as in SQLite.
    """

    name: str
    args: tuple[Expr, ...]
    span: Span | None = field(default=None, compare=False)

    @property
    def function(self) -> Function:
        """The record of the function."""
        return _known(scalar(self.name) or table_function(self.name), self.name)


@frozen
class Exists(Expr):
    """1 when the relation has a row, else 0."""

    rel: Rel


@frozen
class Scalar(Expr):
    """The first column of the relation's first row, NULL when there is none."""

    rel: Rel


@frozen
class InRel(Expr):
    """`args` IN the rows of `rel`, three-valued; one collation per column; affinity already applied to both."""

    args: tuple[Expr, ...]
    rel: Rel
    collations: tuple[Collation, ...]


@frozen
class SortKey:
    """One ORDER BY term."""

    expr: Expr
    descending: bool = False
    nulls_first: bool = True
    collation: Collation = BINARY


@frozen
class AggCall:
    """One aggregate: count(*) has no args; group_concat has the separator as its second argument.

    `func` is the name of an aggregate. `collation` decides text comparison in min, max and DISTINCT.
    """

    func: str
    args: tuple[Expr, ...] = ()
    distinct: bool = False
    filter: Expr | None = None
    order: tuple[SortKey, ...] = ()
    collation: Collation = BINARY
    span: Span | None = field(default=None, compare=False)

    @property
    def function(self) -> Function:
        """The record of the aggregate."""
        return _known(aggregate(self.func, len(self.args)), self.func)


class FrameUnit(StrEnum):
    """The unit of a window frame."""

    ROWS = "rows"
    RANGE = "range"
    GROUPS = "groups"


class BoundKind(StrEnum):
    """Where a window frame starts or ends."""

    UNBOUNDED_PRECEDING = "unbounded preceding"
    PRECEDING = "preceding"
    CURRENT_ROW = "current row"
    FOLLOWING = "following"
    UNBOUNDED_FOLLOWING = "unbounded following"


class Exclude(StrEnum):
    """Which rows of its frame a window function leaves out."""

    NO_OTHERS = "no others"
    CURRENT_ROW = "current row"
    GROUP = "group"
    TIES = "ties"


@frozen
class FrameBound:
    """One end of a frame; `offset` for PRECEDING and FOLLOWING."""

    kind: BoundKind
    offset: Expr | None = None


@frozen
class Frame:
    """A window frame; the default is RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW."""

    unit: FrameUnit = FrameUnit.RANGE
    start: FrameBound = FrameBound(BoundKind.UNBOUNDED_PRECEDING)
    end: FrameBound = FrameBound(BoundKind.CURRENT_ROW)
    exclude: Exclude = Exclude.NO_OTHERS


@frozen
class WindowCall:
    """One window function or aggregate OVER a window."""

    func: str
    args: tuple[Expr, ...]
    partition: tuple[Expr, ...]
    order: tuple[SortKey, ...]
    frame: Frame
    filter: Expr | None = None
    partition_collations: tuple[Collation, ...] = ()
    collation: Collation = BINARY
    span: Span | None = field(default=None, compare=False)

    @property
    def function(self) -> Function:
        """The record of the aggregate or window function."""
        return _known(window(self.func), self.func)


def _known(function: Function | None, name: str) -> Function:
    if function is None:
        raise ValueError(f"a plan calls {name}(), which has no record")
    return function


AnyExpr = (
    Literal
    | Column
    | Clock
    | Compare
    | Arith
    | Negate
    | BitNot
    | And
    | Or
    | Not
    | IsNull
    | When
    | Case
    | Cast
    | Affine
    | Call
    | Exists
    | Scalar
    | InRel
)
"""Every kind of expression: `match` over it with `assert_never` is checked to be complete."""


def any_expr(expr: Expr) -> AnyExpr:
    """Return the expression as a member of the closed union."""
    return cast(AnyExpr, expr)
