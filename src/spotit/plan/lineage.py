"""Where the columns of a plan come from: the base columns behind a value, and the functions on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from spotit.plan import rel as r
from spotit.plan.expr import (
    Affine,
    AggCall,
    Arith,
    Call,
    Case,
    Cast,
    Column,
    Expr,
    Negate,
    Scalar,
    WindowCall,
)
from spotit.plan.walk import Part, parts
from spotit.schema import BaseColumn

Computation = Expr | AggCall | WindowCall
"""An expression, or a call that is computed over several rows."""
PathStep = tuple[Computation, int]
"""One function on the way from a column to a value, and which of its arguments leads to the column."""
ColumnPath = tuple[BaseColumn, tuple[PathStep, ...]]
"""A base column and the functions applied to it, outermost first."""

_MAX_SOURCES = 64
_MAX_STEPS = 32
"""Functions on the way that are followed: what more of them make of a value tells nothing about it."""


class Lineage:
    """What defines each column id of one plan, in all its relations, subqueries included."""

    def __init__(self, root: r.Rel) -> None:
        self.root = root
        self.tables: dict[str, None] = {}
        self.bases: dict[int, BaseColumn] = {}
        self.scans: dict[int, int] = {}
        """For each column of a base table the scan it comes from, by the id of that scan's first column."""
        self.defined: dict[int, tuple[Computation, ...]] = {}
        self._known: dict[int, tuple[ColumnPath, ...]] = {}
        self._define(root)

    def _define(self, node: Part) -> None:
        """Record what defines each column id, in this relation and all relations within."""
        match node:
            case r.Scan():
                self.tables.setdefault(node.table)
                for name, column in zip(node.fields, node.columns, strict=True):
                    self.bases[column.id] = (node.table, name)
                    self.scans[column.id] = node.columns[0].id
            case r.Project():
                self._record(node.columns, node.exprs)
            case r.Aggregate():
                self._record(node.columns, (*node.keys, *node.aggregates, *node.bare))
            case r.Window():
                self._record(node.added, node.calls)
            case r.Unnest():
                self._record(node.added, [Call(node.function, node.args)] * len(node.added))
            case r.SetOp():
                self._record_all(node.columns, (node.left.columns, node.right.columns))
            case r.Recursive():
                self._record_all(node.columns, (node.initial.columns, node.step.columns))
            case r.Values():
                self._record_all(node.columns, node.rows)
        for part in parts(node):
            self._define(part)

    def _record(self, columns: Iterable[Column], exprs: Iterable[Computation]) -> None:
        for column, expr in zip(columns, exprs, strict=True):
            self.defined[column.id] = (expr,)

    def _record_all(self, columns: tuple[Column, ...], rows: tuple[tuple[Expr, ...], ...]) -> None:
        for index, column in enumerate(columns):
            self.defined[column.id] = tuple(row[index] for row in rows)

    def sources(self, node: Computation) -> tuple[ColumnPath, ...]:
        """Return the base columns whose values reach a node, with the functions on the way."""
        return tuple(islice(self._sources(node, _MAX_STEPS), _MAX_SOURCES))

    def _sources(self, node: Computation, steps: int) -> Iterator[ColumnPath]:
        match node:
            case Column():
                yield from self._column_sources(node)
            case Affine():
                yield from self._sources(node.arg, steps)
            case Case():
                for result in (*(when.result for when in node.whens), node.default):
                    yield from self._sources(result, steps)
            case Scalar():
                yield from self._sources(node.rel.columns[0], steps)
            case Call(args=args) | AggCall(args=args) | WindowCall(args=args):
                yield from self._through(node, args, steps)
            case Arith():
                yield from self._through(node, (node.left, node.right), steps)
            case Cast() | Negate():
                yield from self._through(node, (node.arg,), steps)

    def _through(self, node: Computation, args: tuple[Expr, ...], steps: int) -> Iterator[ColumnPath]:
        if steps == 0:
            return
        for index, arg in enumerate(args):
            for base, path in self._sources(arg, steps - 1):
                yield base, ((node, index), *path)

    def _column_sources(self, column: Column) -> tuple[ColumnPath, ...]:
        if column.id in self.bases:
            return ((self.bases[column.id], ()),)
        if column.id not in self._known:
            self._known[column.id] = ()
            nodes = self.defined.get(column.id, ())
            found = (source for node in nodes for source in self._sources(node, _MAX_STEPS))
            self._known[column.id] = tuple(islice(found, _MAX_SOURCES))
        return self._known[column.id]
