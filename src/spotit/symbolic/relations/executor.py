"""Plan relations over a symbolic database -> symbolic tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.plan.expr import Expr, SortKey
from spotit.plan.lineage import Lineage
from spotit.plan.notes import Notes
from spotit.plan.show import show
from spotit.plan.walk import walk
from spotit.smt.terms.boolean import and_, any_of, not_
from spotit.smt.terms.term import TRUE, Term
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.execution import Env, Execution, TooLarge
from spotit.symbolic.expressions.evaluate import condition, evaluate
from spotit.symbolic.relations import join, json_each, limit_computed, recursion, window
from spotit.symbolic.relations.group_by import Groups
from spotit.symbolic.relations.join_counting import counted_input
from spotit.symbolic.relations.join_flatten import transparent
from spotit.symbolic.relations.limit_one import first_value, returns_its_key
from spotit.symbolic.rows.ordering import distinct, distinguishable, limit
from spotit.symbolic.rows.table import Cells, Direction, RowEnv, SymRow, SymTable, positions_of
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same_row

NO_ROW: Env = {}
_SHARED = (r.Project, r.Aggregate, r.Distinct, r.SetOp, r.Recursive)
"""What may be executed once for several uses: nothing above reads columns from below it."""


@dataclass(slots=True)
class Executor:
    """Executes the relations of one query on one symbolic database."""

    instance: Instance
    run: Execution
    lineage: Lineage
    foreign_keys: bool = True
    working: dict[int, tuple[SymRow, ...]] = field(default_factory=dict)
    """The row that each recursive step being executed works on, by the recursion's name_id."""
    chosen: dict[int, SymValue] = field(default_factory=dict)
    """The value of each scalar subquery that reads no outer column, by its identity, where choices are free."""
    notes: Notes = field(default_factory=Notes)
    """What is known of the plan's nodes, perhaps from earlier executions."""
    _tables: dict[str, SymTable] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)
    """Keeps nodes alive whose identity is a key above."""

    def signature(self, rel: r.Rel) -> str:
        """Return a text that is the same for relations that are the same up to the ids of their columns."""
        return self.notes.once("signature", rel, lambda: show(rel, names=False))

    def inner_table(self, rel: r.Rel, env: Env) -> SymTable:
        """Return a subquery's table; one that reads no outer column is executed once."""
        if self.reads(rel, env):
            return self.table(rel, env)
        return self._once(rel, str(id(rel)))

    def table(self, rel: r.Rel, env: Env) -> SymTable:
        """Return the rows of a relation, with `env` as the values of outer columns.

        What is costly and reads nothing from outside, a CTE in the first place, is executed once.
        """
        if self.run.choices is None and isinstance(rel, _SHARED) and not transparent(rel) and not self.reads(rel, env):
            known = self._once(rel, self.signature(rel))
            return SymTable(rel.columns, known.rows, known.directions)
        return self._made(rel, env)

    def _made(self, rel: r.Rel, env: Env) -> SymTable:
        self.run.check_work()
        table = self._dispatch(r.any_rel(rel), env)
        self.check_size(len(table.rows))
        return table

    def reads(self, rel: r.Rel, env: Env) -> bool:
        """Tell whether a relation depends on where it stands: on outer columns, or on the row of a recursion."""
        if self.working and not self._steps(rel).isdisjoint(self.working):
            return True
        return bool(env) and any(column in self.notes.references(rel) for column in env)

    def _steps(self, rel: r.Rel) -> frozenset[int]:
        """Return the recursions whose current row a relation reads, by their name_id."""
        working = (part.name_id for part in walk(rel) if isinstance(part, r.Working))
        return self.notes.once("working", rel, lambda: frozenset(working))

    def _once(self, rel: r.Rel, key: str) -> SymTable:
        if key not in self._tables:
            with self.run.guarded_by(TRUE):
                self._tables[key] = self._made(rel, NO_ROW)
            self._kept.append(rel)
        return self._tables[key]

    def check_size(self, rows: int) -> None:
        """Refuse to build a table that is too large."""
        if rows > self.run.product_rows:
            raise TooLarge(rows, self.run.product_rows)

    def _dispatch(self, rel: r.AnyRel, env: Env) -> SymTable:
        match rel:
            case r.Scan() | r.Filter() | r.Join(kind=r.JoinKind.INNER):
                return join.inner(rel, env, self)
            case r.Project():
                return self._project(rel, env)
            case r.Join():
                return join.outer(rel, env, self)
            case r.Values() | r.Working():
                return self._given(rel, env)
            case r.Aggregate():
                return self._aggregate(rel, env)
            case r.Distinct():
                return self._distinct(rel, env)
            case r.SetOp():
                return self._set_operation(rel, env)
            case r.OrderBy():
                return self._sort(rel, env)
            case r.Limit():
                return self._limit(rel, env)
            case r.Window():
                return window.window(rel, env, self)
            case r.Recursive() | r.Unnest():
                return self._generated(rel, env)
            case _:
                assert_never(rel)

    def _generated(self, rel: r.Recursive | r.Unnest, env: Env) -> SymTable:
        if isinstance(rel, r.Recursive):
            return recursion.recursive(rel, env, self)
        return json_each.unnest(rel, env, self)

    def _given(self, rel: r.Values | r.Working, env: Env) -> SymTable:
        if isinstance(rel, r.Working):
            return SymTable(rel.columns, self.working[rel.name_id])
        rows = [SymRow(TRUE, tuple(evaluate(e, env, self.run) for e in row)) for row in rel.rows]
        return SymTable(rel.columns, tuple(rows))

    def scan(self, rel: r.Scan) -> SymTable:
        """Return the rows of a base table."""

        def row(index: int) -> SymRow:
            cells = Cells(len(rel.fields), lambda i: self.instance.cell(rel.table, rel.fields[i], index))
            return SymRow(self.instance.present(rel.table, index), cells)

        return SymTable.of(rel.columns, [row(index) for index in range(self.instance.rows)])

    def values(self, exprs: Sequence[Expr], row: SymRow, env: Env) -> Cells:
        """Return the values of expressions on a row, each computed when it is looked at."""
        guard = self.run.guard

        def cell(index: int) -> SymValue:
            # A cell is computed once, for all its readers: under the guard of its row, not of who reads it first.
            with self.run.guarded_by(guard):
                return self.under(row.present, exprs[index], env)

        return Cells(len(exprs), cell)

    def under(self, present: Term, expr: Expr, env: Env) -> SymValue:
        """Evaluate an expression that matters only where `present` holds."""
        self.run.check_work()
        with self.run.narrowed_by(present):
            return evaluate(expr, env, self.run)

    def holds(self, present: Term, expr: Expr, env: Env) -> Term:
        """Return the condition that a row is present and an expression is true on it."""
        self.run.check_work()
        with self.run.narrowed_by(present):
            return and_(present, condition(expr, env, self.run))

    def _project(self, rel: r.Project, env: Env) -> SymTable:
        table = self.table(rel.input, env)
        positions = positions_of(table.columns)
        rows = [
            SymRow(row.present, self.values(rel.exprs, row, RowEnv(positions, row.cells, env)), row.sort)
            for row in table.rows
        ]
        return SymTable(rel.columns, tuple(rows), table.directions)

    def _distinct(self, rel: r.Distinct, env: Env) -> SymTable:
        table = self.table(rel.input, env)
        columns = rel.columns if rel.on is None else rel.on
        positions = positions_of(table.columns)
        on = [positions[column.id] for column in columns]
        return distinct(table, on, [column.collation for column in columns], self.run)

    def _sort(self, rel: r.OrderBy, env: Env) -> SymTable:
        table = self.table(rel.input, env)
        positions = positions_of(table.columns)
        rows = [
            SymRow(row.present, row.cells, self._sort_values(rel.keys, row, RowEnv(positions, row.cells, env)))
            for row in table.rows
        ]
        return SymTable(table.columns, tuple(rows), directions_of(rel.keys))

    def _sort_values(self, keys: Sequence[SortKey], row: SymRow, env: Env) -> tuple[SymValue, ...]:
        return tuple(self.under(row.present, key.expr, env) for key in keys)

    def _limit(self, rel: r.Limit, env: Env) -> SymTable:
        bounds = limit_computed.computed(rel, env, self)
        if bounds is not None:
            return limit_computed.cut(self.table(rel.input, env), *bounds, self.run)
        most = self.constant(rel.limit, env)
        skipped = self.constant(rel.offset, env) or 0
        table = self.table(rel.input, env)
        if most == 1 and skipped <= 0 and returns_its_key(table):
            return first_value(table, self.run)
        return limit(table, None if most is None or most < 0 else most, max(skipped, 0), self.run)

    def constant(self, expr: Expr | None, env: Env) -> int | None:
        """Return the constant that LIMIT or OFFSET is."""
        if expr is None:
            return None
        constant = evaluate(expr, env, self.run).constant
        if constant is None or not isinstance(constant[0], int):
            raise UnsupportedSql("LIMIT that is not a constant integer")
        return constant[0]

    def _set_operation(self, rel: r.SetOp, env: Env) -> SymTable:
        # The inside of a long compound has one use only: to look for others by its text would be quadratic.
        left = (self.inner_table if isinstance(rel.left, r.SetOp) else self.table)(rel.left, env).rows
        right = self.table(rel.right, env).rows
        names = [column.collation for column in rel.columns]
        everything = range(len(rel.columns))
        if rel.kind in (r.SetKind.UNION, r.SetKind.UNION_ALL):
            rows = [SymRow(row.present, row.cells) for row in (*left, *right)]
            table = SymTable.of(rel.columns, rows)
            return table if rel.kind is r.SetKind.UNION_ALL else distinct(table, everything, names, self.run)
        rows = []
        for row in left:
            twins = [and_(o.present, same_row(row.cells, o.cells, names)) for o in right]
            there = any_of(twins)
            if rel.kind is r.SetKind.INTERSECT:
                apart = (and_(t, distinguishable(row.cells, o.cells, names)) for t, o in zip(twins, right, strict=True))
                self.run.ambiguous(and_(row.present, any_of(apart)))
            rows.append(SymRow(row.present, row.cells).under(there if rel.kind is r.SetKind.INTERSECT else not_(there)))
        return distinct(SymTable.of(rel.columns, rows), everything, names, self.run)

    def _aggregate(self, rel: r.Aggregate, env: Env) -> SymTable:
        found = counted_input(rel, env, self)
        table, copies = (found.table, found.copies) if found is not None else (self.table(rel.input, env), None)
        positions = positions_of(table.columns)
        envs = [RowEnv(positions, row.cells, env) for row in table.rows]
        groups = Groups(self, rel, table, envs, copies)
        if not rel.grouped:
            return SymTable(rel.columns, (groups.only_row(),))
        return SymTable.of(rel.columns, groups.rows())


def directions_of(keys: Sequence[SortKey]) -> tuple[Direction, ...]:
    """Return how the keys sort."""
    return tuple(Direction(key.descending, key.nulls_first, key.collation) for key in keys)


__all__ = ["NO_ROW", "Executor"]
