"""Relations of the plan. Each node knows its output `columns`, whose ids no other node produces.

Rows form a bag with an order that only Sort defines and that Project, Filter and Limit keep.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import cast

from spotit.errors import Span
from spotit.frozen import frozen
from spotit.plan.expr import AggCall, Column, Expr, SortKey, WindowCall


class Rel:
    """Base of all relations."""

    __slots__ = ()
    columns: tuple[Column, ...]


def _check_width(node: str, exprs: tuple[object, ...], columns: tuple[Column, ...]) -> None:
    if len(exprs) != len(columns):
        raise ValueError(f"{node}: {len(exprs)} expressions for {len(columns)} columns")


@frozen
class Scan(Rel):
    """A base table by its declared name; `fields` are the names of its `columns`, that of a hidden rowid last."""

    table: str
    fields: tuple[str, ...]
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        _check_width("Scan", self.fields, self.columns)


@frozen
class Values(Rel):
    """Literal rows; SELECT without FROM reads the one row without columns."""

    rows: tuple[tuple[Expr, ...], ...]
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            _check_width("Values", row, self.columns)


ONE_ROW = Values(((),), ())


@frozen
class Filter(Rel):
    """The rows for which the predicate is true (not NULL, not 0)."""

    input: Rel
    predicate: Expr

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns."""
        return self.input.columns


@frozen
class Project(Rel):
    """One value per expression for each row."""

    input: Rel
    exprs: tuple[Expr, ...]
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        _check_width("Project", self.exprs, self.columns)


class JoinKind(StrEnum):
    """Join kinds; a cross join is an inner join without condition."""

    INNER = "inner"
    LEFT = "left"
    RIGHT = "right"
    FULL = "full"


@frozen
class Join(Rel):
    """A join; the columns are the left's followed by the right's."""

    kind: JoinKind
    left: Rel
    right: Rel
    on: Expr | None = None

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The left's columns, then the right's."""
        return self.left.columns + self.right.columns


@frozen
class Aggregate(Rel):
    """Groups by `keys`; the columns are those of the keys, the aggregates, and the bare expressions, in this order.

    Without GROUP BY (`grouped` false, no keys) there is exactly one group, also over no rows. Keys are compared under
    their column's collation. Bare expressions take their value from one row of the group: the row that has the
    minimum or maximum when the only min()/max() aggregate decides it, else an arbitrary one; NULL over no rows.
    """

    input: Rel
    keys: tuple[Expr, ...]
    aggregates: tuple[AggCall, ...]
    bare: tuple[Expr, ...]
    columns: tuple[Column, ...]
    grouped: bool = True

    def __post_init__(self) -> None:
        _check_width("Aggregate", (*self.keys, *self.aggregates, *self.bare), self.columns)


@frozen
class Distinct(Rel):
    """One row of each class of rows that agree on `on` (all columns when None); which one is arbitrary.

    Columns are compared under their own collation; NULLs are equal.
    """

    input: Rel
    on: tuple[Column, ...] | None = None

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns."""
        return self.input.columns


class SetKind(StrEnum):
    """Set operations; the ALL forms of INTERSECT and EXCEPT are for engines that have them."""

    UNION = "union"
    UNION_ALL = "union all"
    INTERSECT = "intersect"
    EXCEPT = "except"


@frozen
class SetOp(Rel):
    """A set operation, compared under the collation of `columns`."""

    kind: SetKind
    left: Rel
    right: Rel
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        _check_width("SetOp left", self.left.columns, self.columns)
        _check_width("SetOp right", self.right.columns, self.columns)


@frozen
class OrderBy(Rel):
    """The input's rows in the order of `keys`."""

    input: Rel
    keys: tuple[SortKey, ...]

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns."""
        return self.input.columns


@frozen
class Limit(Rel):
    """The rows from `offset` on, at most `limit` of them; a negative limit is no limit (lang_select.html, 5)."""

    input: Rel
    limit: Expr | None
    offset: Expr | None = None

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns."""
        return self.input.columns


@frozen
class Window(Rel):
    """The input's columns, then one column per window call."""

    input: Rel
    calls: tuple[WindowCall, ...]
    added: tuple[Column, ...]

    def __post_init__(self) -> None:
        _check_width("Window", self.calls, self.added)

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns, then the added ones."""
        return self.input.columns + self.added


@frozen
class Unnest(Rel):
    """Each row of the input beside each row that a table-valued function of its columns yields, by the engine's name.

    The columns are the input's, then the added ones. With `outer` a row for which there is none stays, beside NULLs.
    """

    input: Rel
    function: str
    args: tuple[Expr, ...]
    added: tuple[Column, ...]
    outer: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def columns(self) -> tuple[Column, ...]:  # type: ignore[override]
        """The input's columns, then the added ones."""
        return self.input.columns + self.added


@frozen
class Recursive(Rel):
    """A recursive CTE: `initial` rows enter a queue; `step` runs on each row taken from it, seen as `Working(name_id)`.

    `distinct` is UNION (rows seen before are dropped), otherwise UNION ALL. `order`, `limit` and `offset` are those of
    the recursive compound itself (lang_with.html, 3). `initial` and `step` have as many columns as `columns`.
    """

    name_id: int
    initial: Rel
    step: Rel
    columns: tuple[Column, ...]
    distinct: bool
    order: tuple[SortKey, ...] = ()
    limit: Expr | None = None
    offset: Expr | None = None
    span: Span | None = field(default=None, compare=False)


@frozen
class Working(Rel):
    """The row that a recursive step is working on."""

    name_id: int
    columns: tuple[Column, ...]


@frozen
class Query:
    """A whole query: its plan, the names of its result columns, and whether its result is ordered at the top level."""

    rel: Rel
    names: tuple[str, ...]
    ordered: bool
    sql: str


AnyRel = (
    Scan
    | Values
    | Filter
    | Project
    | Join
    | Aggregate
    | Distinct
    | SetOp
    | OrderBy
    | Limit
    | Window
    | Unnest
    | Recursive
    | Working
)
"""Every kind of relation: `match` over it with `assert_never` is checked to be complete."""


def any_rel(rel: Rel) -> AnyRel:
    """Return the relation as a member of the closed union."""
    return cast(AnyRel, rel)
