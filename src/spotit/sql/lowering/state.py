"""What lowering one query needs at every place: the schema, the instant, fresh column ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from spotit.dialect.dialect import Dialect
from spotit.errors import Span
from spotit.frozen import frozen
from spotit.plan.expr import AggCall, Clock, Column, Expr, Literal, WindowCall
from spotit.plan.rel import Rel
from spotit.schema import Schema
from spotit.sql.names.typed import Typed, types_of_column
from spotit.sql.names.typed_scope import CteEntry, TypedScope
from spotit.sql.syntax import ast

Ctes = dict[str, CteEntry]
Arm = Callable[[ast.Node], int | None]


@frozen
class Lowered:
    """A lowered query: its relation, its columns as a reference to them sees them, and their names.

    `last` are the result expressions of the last arm, which decide the affinity of a subquery as a value.
    Each of `arms` finds the position of the result column that an ORDER BY term of a compound query means.
    `doubles` are the places of columns whose numbers are doubles where FROM reads them, though not all are REAL.
    """

    rel: Rel
    columns: tuple[Typed, ...]
    names: tuple[str, ...]
    last: tuple[Typed, ...]
    arms: tuple[Arm, ...] = ()
    ordered: bool = False
    doubles: frozenset[int] = frozenset()


@dataclass(slots=True)
class Calls:
    """The aggregates and window functions of one SELECT, each with the column that holds its result.

    `inside` is the aggregate whose arguments are being lowered, `named` the WINDOW clause, `local` the ids of
    the columns of FROM.
    """

    aggregates: dict[AggCall, Column] = field(default_factory=dict)
    windows: dict[WindowCall, Column] = field(default_factory=dict)
    allow_aggregates: bool = True
    allow_windows: bool = True
    inside: str | None = None
    named: dict[str, ast.WindowNode] = field(default_factory=dict)
    local: set[int] = field(default_factory=set)


SubqueryLowering = Callable[[ast.QueryNode, TypedScope | None, Ctes], Lowered]


@dataclass(slots=True)
class Build:
    """The state of one lowering; `hidden` has the rowid of each scan that needs one, by first column id."""

    schema: Schema
    now: str | None
    sql: str
    lower: SubqueryLowering
    hidden: dict[int, Column] = field(default_factory=dict)
    views: list[str] = field(default_factory=list)
    _ids: int = 0

    @property
    def dialect(self) -> Dialect:
        """The dialect of the query."""
        return self.schema.dialect

    @property
    def instant(self) -> Expr:
        """The present instant: the stated one, else whatever the clock shows."""
        return Clock() if self.now is None else Literal(self.now)

    def fresh(self) -> int:
        """Return an id that nothing else has."""
        self._ids += 1
        return self._ids

    def text(self, span: Span) -> str:
        """Return what is written at a span of the text being lowered."""
        return self.sql[span.start : span.end]

    def column(self, name: str, typed: Typed) -> Column:
        """Return a new column that holds the values of `typed`."""
        return Column(self.fresh(), name, typed.affinity, typed.sort_collation)


def reference(column: Expr, typed: Typed) -> Typed:
    """Return what a reference to a result column that holds the values of `typed` looks like from outside."""
    return Typed(
        column,
        typed.affinity,
        typed.sort_collation,
        types=types_of_column(typed.affinity),
        text=typed.text,
        number=typed.number,
    )
