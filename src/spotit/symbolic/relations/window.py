"""Window functions (windowfunctions.html): each call adds a cell to every row of its input."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spotit.dialect.collation import BINARY
from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr, InRel, Scalar, WindowCall
from spotit.plan.walk import Part, parts
from spotit.smt.terms.boolean import and_
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic.execution import Env
from spotit.symbolic.relations.window_frames import Arrangement
from spotit.symbolic.relations.window_functions import Evaluation
from spotit.symbolic.rows.ordering import unlike
from spotit.symbolic.rows.table import Cells, Direction, RowEnv, SymRow, SymTable, joined, positions_of
from spotit.symbolic.values.value import SymValue

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor


def window(rel: r.Window, env: Env, executor: Executor) -> SymTable:
    """Return the input's rows with the values of the window calls, each computed when it is looked at."""
    table = executor.table(rel.input, env)
    executor.check_size(len(table.rows) ** 2 // 4)
    source = WindowInput(rel, table, env, executor, executor.run.guard)
    calls = [Evaluation(call, source) for call in rel.calls]

    def row(index: int) -> SymRow:
        added = Cells(len(calls), lambda n: calls[n].cell(index))
        return SymRow(table.rows[index].present, joined(table.rows[index].cells, added))

    return SymTable(rel.columns, tuple(row(index) for index in range(len(table.rows))))


@dataclass(slots=True, eq=False)
class WindowInput:
    """The input of a Window, shared by its calls."""

    rel: r.Window
    table: SymTable
    env: Env
    executor: Executor
    guard: Term
    """Under which the whole relation matters; a cell may be asked for under a narrower one."""
    envs: list[Env] = field(default_factory=list)
    _arrangements: dict[object, Arrangement] = field(default_factory=dict)
    _reported: set[object] = field(default_factory=set)
    _visible: list[int] | None = None

    def __post_init__(self) -> None:
        known = positions_of(self.table.columns)
        self.envs = [RowEnv(known, row.cells, self.env) for row in self.table.rows]

    def value(self, expr: Expr, row: int) -> SymValue:
        """Return the value of an expression on a row."""
        with self.executor.run.guarded_by(self.guard):
            return self.executor.under(self.table.rows[row].present, expr, self.envs[row])

    def holds(self, expr: Expr, row: int) -> Term:
        """Return the condition that an expression is true on a row."""
        with self.executor.run.guarded_by(self.guard):
            return self.executor.holds(self.table.rows[row].present, expr, self.envs[row])

    def ambiguous(self, condition: Term) -> None:
        """Record that the order of peers decides where the condition holds."""
        with self.executor.run.guarded_by(self.guard):
            self.executor.run.ambiguous(condition, placed=True)

    def arrangement(self, call: WindowCall) -> Arrangement:
        """Return the rows as a call's window arranges them; equal windows share one."""
        key = (call.partition, call.partition_collations, call.order)
        if key not in self._arrangements:
            rows = range(len(self.table.rows))
            self._arrangements[key] = Arrangement(
                self.table,
                [tuple(self.value(e, i) for e in call.partition) for i in rows],
                call.partition_collations or (BINARY,) * len(call.partition),
                [tuple(self.value(k.expr, i) for k in call.order) for i in rows],
                tuple(Direction(k.descending, k.nulls_first, k.collation) for k in call.order),
                self.executor.run.places,
            )
        return self._arrangements[key]

    def visible(self) -> list[int]:
        """Return the positions of the input columns that something above, or a window call, reads."""
        if self._visible is None:
            used = _used_above(self.executor.lineage.root, self.rel)
            self._visible = [n for n, column in enumerate(self.table.columns) if column.id in used]
        return self._visible

    def report_ties(self, rows: Arrangement) -> None:
        """Record, once, where peers in a partition differ in a column that is read."""
        if id(rows) in self._reported:
            return
        self._reported.add(id(rows))
        for i, j, both in self.ties(rows):
            self.ambiguous(and_(both, self.unlike(i, j)))

    def ties(self, rows: Arrangement) -> list[tuple[int, int, Term]]:
        """Return each pair of rows that can be peers in a partition, with that condition."""
        pairs = []
        for j in range(rows.size):
            for i in range(j):
                both = and_(self.table.rows[j].present, rows.member(j, i))
                if both is not FALSE:
                    both = and_(both, rows.peers(i, j))
                if both is not FALSE:
                    pairs.append((i, j, both))
        return pairs

    def unlike(self, first: int, second: int) -> Term:
        """Return the condition that two rows differ in a column that is read."""
        a, b = (self.table.rows[n].cells for n in (first, second))
        return unlike([a[n] for n in self.visible()], [b[n] for n in self.visible()])


def _used_above(root: Part, window: r.Window) -> set[int]:
    """Return the ids of the columns read outside a window's input, the window's own calls included."""
    used: set[int] = set()
    if isinstance(root, r.Rel):
        used.update(column.id for column in root.columns)
    stack: list[Part] = [root]
    while stack:
        node = stack.pop()
        used.update(_read_by(node))
        if isinstance(node, r.Window) and node.added == window.added:
            stack.extend(node.calls)
        else:
            stack.extend(parts(node))
    return used


def _read_by(node: Part) -> list[int]:
    match node:
        case Column():
            return [node.id]
        case r.SetOp():
            columns = (*node.left.columns, *node.right.columns)
        case r.Recursive():
            columns = (*node.initial.columns, *node.step.columns)
        case r.Distinct():
            columns = node.columns
        case Scalar() | InRel():
            columns = node.rel.columns
        case _:
            return []
    return [column.id for column in columns]


__all__ = ["WindowInput", "window"]
