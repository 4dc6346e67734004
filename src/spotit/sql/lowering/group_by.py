"""GROUP BY: the aggregate node, and what expressions above it refer to."""

from __future__ import annotations

from spotit.plan.expr import Column, Expr, Literal, WindowCall
from spotit.plan.rel import Aggregate, Rel
from spotit.plan.walk import rewrite
from spotit.sql.lowering.state import Build, Calls
from spotit.sql.names.typed import Typed


class Grouping:
    """Turns expressions over the rows of FROM into expressions over the groups.

    A subexpression that is a group key becomes the key's column; any other column of FROM becomes a bare one.
    """

    __slots__ = ("_bare", "_build", "_calls", "_explicit", "_keys")

    def __init__(self, build: Build, calls: Calls, keys: list[Typed], *, explicit: bool) -> None:
        self._build = build
        self._calls = calls
        self._explicit = explicit
        self._keys: dict[Expr, Column] = {}
        for key in keys:
            if key.expr not in self._keys:
                name = key.expr.name if isinstance(key.expr, Column) else "key"
                self._keys[key.expr] = build.column(name, key)
        self._bare: dict[Expr, Column] = {}

    def rewritten(self, exprs: list[Expr]) -> list[Expr]:
        """Return the expressions as they read above the aggregate."""
        return [rewrite(expr, self._change) for expr in exprs]

    def windows(self) -> dict[WindowCall, Column]:
        """Return the window calls as they read above the aggregate."""
        return {rewrite(call, self._change): column for call, column in self._calls.windows.items()}

    def _change(self, expr: Expr) -> Expr | None:
        key = None if isinstance(expr, Literal) else self._keys.get(expr)
        if key is not None:
            return key
        if not isinstance(expr, Column) or expr.id not in self._calls.local:
            return None
        if expr not in self._bare:
            self._bare[expr] = Column(self._build.fresh(), expr.name, expr.affinity, expr.collation)
        return self._bare[expr]

    def aggregate(self, rel: Rel) -> Aggregate:
        """Return the aggregate node, once every expression above it is rewritten."""
        aggregates = self._calls.aggregates
        columns = (*self._keys.values(), *aggregates.values(), *self._bare.values())
        return Aggregate(rel, tuple(self._keys), tuple(aggregates), tuple(self._bare), columns, grouped=self._explicit)
