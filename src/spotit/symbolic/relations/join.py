"""Joins. An inner join is flattened into leaves and conditions; a leaf whose key is fixed by what is joined already
is looked up (at most one partner per row), everything else is a product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.smt.terms.boolean import and_, any_of, not_
from spotit.smt.terms.term import FALSE, TRUE, Term
from spotit.symbolic.execution import Env
from spotit.symbolic.relations.join_by_key import Partner, age, interchangeable, promised
from spotit.symbolic.relations.join_flatten import Flat
from spotit.symbolic.relations.join_plan import JoinPlan, Lookup
from spotit.symbolic.rows.table import Cells, RowEnv, SymRow, SymTable, joined, positions_of
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL, SymValue

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor


class Definitions(Mapping[int, SymValue]):
    """The columns of a joined row, where some are defined by expressions over the others."""

    __slots__ = ("_base", "_executor", "_guard", "_known", "_present", "defined")

    def __init__(self, base: RowEnv, defined: Mapping[int, Expr], present: Term, executor: Executor) -> None:
        self._base = base
        self.defined = defined
        self._present = present
        self._executor = executor
        self._guard = executor.run.guard
        self._known: dict[int, SymValue] = {}

    def __getitem__(self, column: int) -> SymValue:
        expr = self.defined.get(column)
        if expr is None:
            return self._base[column]
        if column not in self._known:
            # A column is computed once, for all its readers: under the row's guard, not that of who reads it first.
            with self._executor.run.guarded_by(self._guard):
                self._known[column] = self._executor.under(self._present, expr, self)
        return self._known[column]

    def __iter__(self) -> Iterator[int]:
        yield from self._base
        yield from self.defined

    def __len__(self) -> int:
        return len(self._base) + len(self.defined)


def inner(rel: r.Rel, env: Env, executor: Executor) -> SymTable:
    """Return the rows of a scan, filter or inner join."""
    if isinstance(rel, r.Scan):
        return executor.scan(rel)
    plan = executor.notes.once("join", rel, lambda: _flattened(rel, executor))
    return InnerJoin(plan, rel.columns, env, executor).table()


def _flattened(rel: r.Rel, executor: Executor) -> JoinPlan:
    flat = Flat()
    flat.take(rel)
    flat.open_outer()
    flat.close()
    return join_plan(flat, executor)


def join_plan(flat: Flat, executor: Executor) -> JoinPlan:
    """Return how the leaves are joined in the executor's schema."""
    return JoinPlan(flat, executor.notes, executor.instance.table)


class InnerJoin:
    """One inner join being built: the rows so far, and the conjuncts still to come."""

    def __init__(self, plan: JoinPlan, columns: tuple[Column, ...], env: Env, executor: Executor) -> None:
        self.plan = plan
        self.flat = plan.flat
        self.columns = columns
        self.env = env
        self.executor = executor
        self.outer = frozenset(env)
        self.pending = list(range(len(self.flat.conjuncts)))
        self.done: set[int] = set()
        self.table_so_far = SymTable((), (SymRow(TRUE, ()),))

    def table(self) -> SymTable:
        """Return the joined table with the columns of the relation."""
        if self.flat.leaves:
            order = self.plan.order(self.outer, self.executor.run.check_work)
            self.executor.check_size(self._least_rows(order))
            for leaf, key in order:
                self._add(leaf, key)
        self._filter()
        known = positions_of(self.table_so_far.columns)
        if not self.flat.defined and [c.id for c in self.table_so_far.columns] == [c.id for c in self.columns]:
            return SymTable(self.columns, self.table_so_far.rows, self.table_so_far.directions)
        rows = []
        for row in self.table_so_far.rows:
            env = self._env(row, known)
            rows.append(SymRow(row.present, read(self.columns, env), row.sort))
        return SymTable(self.columns, tuple(rows), self.table_so_far.directions)

    def _least_rows(self, order: Sequence[tuple[int, Lookup | None]]) -> int:
        """Return how many rows the base tables alone will make, so that too large a product is not begun."""
        instance = self.executor.instance
        leaves = [self.flat.leaves[leaf] for leaf, key in order if key is None]
        tables = [rel.table for rel in leaves if isinstance(rel, r.Scan)]
        return prod(instance.rows for table in tables if instance.size(table).op == "var")

    def _env(self, row: SymRow, known: Mapping[int, int]) -> Env:
        base = RowEnv(known, row.cells, self.env)
        if not self.flat.defined:
            return base
        return Definitions(base, self.flat.defined, row.present, self.executor)

    def _add(self, leaf: int, key: Lookup | None) -> None:
        rel = self.flat.leaves[leaf]
        if key is not None:
            self._look_up(rel, key)
        else:
            self._multiply(self.executor.table(rel, self.env))
        self.done.add(leaf)
        self._filter()

    def _multiply(self, table: SymTable) -> None:
        left = self.table_so_far
        self.executor.check_size(len(left.rows) * len(table.rows))
        rows = [
            SymRow(and_(a.present, b.present), joined(a.cells, b.cells), b.sort if len(left.columns) == 0 else ())
            for a in left.rows
            for b in table.rows
        ]
        directions = table.directions if not left.columns else ()
        self.table_so_far = SymTable.of(left.columns + table.columns, rows, directions)

    def _look_up(self, rel: r.Rel, key: Mapping[int, Expr]) -> None:
        left = self.table_so_far
        known = positions_of(left.columns)
        partner, total = self.partner(rel, key)
        rows = []
        for row in left.rows:
            env = self._env(row, known)
            wanted = [self.executor.under(row.present, expr, env) for expr in key.values()]
            found, cells = partner.of(wanted, row.present, total=total)
            rows.append(SymRow(and_(row.present, found), joined(row.cells, cells)))
        self.table_so_far = SymTable.of(left.columns + rel.columns, rows)

    def partner(self, rel: r.Rel, key: Mapping[int, Expr]) -> tuple[Partner, bool]:
        """Return what finds the rows of a leaf by a key, and whether the schema promises that it does."""
        places = positions_of(rel.columns)
        partner = Partner(self.executor.table(rel, self.env).rows, [places[column] for column in key], len(places))
        names = [rel.fields[place] for place in partner.places] if isinstance(rel, r.Scan) else []
        return partner, promised(rel, names, self.bases(key.values()), self.executor)

    def bases(self, exprs: Iterable[Expr]) -> list[tuple[str, str] | None]:
        """Return the base columns that expressions are, if they are, and all of one row: a table may be read twice."""
        lineage = self.executor.lineage
        ids = [column.id if isinstance(column, Column) else -1 for column in map(self.flat.resolved, exprs)]
        one_row = len({lineage.scans.get(column) for column in ids}) == 1
        return [lineage.bases.get(column) if one_row else None for column in ids]

    def _filter(self) -> None:
        """Apply the conjuncts whose leaves are all joined."""
        ready = [n for n in self.pending if self.plan.needs[n] <= self.done]
        if not ready:
            return
        self.pending = [n for n in self.pending if n not in ready]
        known = positions_of(self.table_so_far.columns)
        rows = []
        for row in self.table_so_far.rows:
            present = row.present
            for number in ready:
                if present is FALSE:
                    break
                env = self._env(SymRow(present, row.cells), known)
                present = self.executor.holds(present, self.flat.conjuncts[number], env)
            cells = self._equated(row.cells, known, ready) if present is not FALSE else row.cells
            rows.append(SymRow(present, cells, row.sort))
        self.table_so_far = SymTable.of(self.table_so_far.columns, rows, self.table_so_far.directions)

    def _equated(self, cells: Sequence[SymValue], known: Mapping[int, int], ready: Sequence[int]) -> Sequence[SymValue]:
        """Return the cells with one value in place of two that a condition of the row has just made equal.

        Queries that return the one or the other column then build the same terms.
        """
        replaced: dict[int, SymValue] = {}
        for number in ready:
            pair = self._equality(self.flat.conjuncts[number], known)
            if pair is None:
                continue
            first, second = (replaced.get(position) or cells[position] for position in pair)
            if first is second or not interchangeable(first, second):
                continue
            kept = min(first, second, key=age)
            for position, value in [*replaced.items(), *((p, cells[p]) for p in pair if p not in replaced)]:
                if value is first or value is second:
                    replaced[position] = kept
        if not replaced:
            return cells
        return Cells(len(cells), lambda index: replaced.get(index) or cells[index])

    def _equality(self, expr: Expr, known: Mapping[int, int]) -> tuple[int, int] | None:
        """Return the positions of two columns that a conjunct equates."""
        pair = self.flat.equated(expr)
        if pair is None or any(column.id not in known for column in pair):
            return None
        return known[pair[0].id], known[pair[1].id]


def outer(rel: r.Join, env: Env, executor: Executor) -> SymTable:
    """Return the rows of a left, right or full join."""
    if rel.kind is r.JoinKind.RIGHT:
        mirrored = r.Join(r.JoinKind.LEFT, rel.right, rel.left, rel.on)
        swapped = outer(executor.notes.once("mirrored", rel, lambda: mirrored), env, executor)
        width = len(rel.right.columns)
        rows = [_rotated(row, width) for row in swapped.rows]
        return SymTable(rel.columns, tuple(rows))
    left = executor.table(rel.left, env)
    looked_up = _left_look_up(rel, left, env, executor) if rel.kind is r.JoinKind.LEFT else None
    if looked_up is not None:
        return looked_up
    right = executor.table(rel.right, env)
    executor.check_size(len(left.rows) * (len(right.rows) + 1))
    known = positions_of(rel.columns)
    nothing = (NULL,) * len(right.columns)
    rows = []
    matched_right: list[list[Term]] = [[] for _ in right.rows]
    for a in left.rows:
        matches = []
        for position, b in enumerate(right.rows):
            cells = joined(a.cells, b.cells)
            present = and_(a.present, b.present)
            if rel.on is not None:
                present = executor.holds(present, rel.on, RowEnv(known, cells, env))
            matches.append(present)
            matched_right[position].append(present)
            rows.append(SymRow(present, cells))
        rows.append(SymRow(and_(a.present, not_(any_of(matches))), joined(a.cells, nothing)))
    if rel.kind is r.JoinKind.FULL:
        empty = (NULL,) * len(left.columns)
        for b, matches in zip(right.rows, matched_right, strict=True):
            rows.append(SymRow(and_(b.present, not_(any_of(matches))), joined(empty, b.cells)))
    return SymTable.of(rel.columns, rows)


def _rotated(row: SymRow, width: int) -> SymRow:
    total = len(row.cells)
    return SymRow(row.present, Cells(total, lambda i: row.cells[(i + width) % total]))


def _left_look_up(rel: r.Join, left: SymTable, env: Env, executor: Executor) -> SymTable | None:
    """Return a left join whose right side is joined on a key of it: no product is needed."""
    flat = Flat()
    flat.take(rel.right)
    if len(flat.leaves) != 1:
        return None
    (leaf,) = flat.leaves
    on = conjuncts_of(rel.on)
    both = Flat([rel.left, leaf], [*on, *flat.conjuncts], flat.defined)
    probe = InnerJoin(join_plan(both, executor), rel.columns, env, executor)
    key = probe.plan.key(1, {0}, probe.outer)
    if key is None:
        return None
    partner, total = probe.partner(leaf, key)
    known = positions_of(left.columns + leaf.columns)
    rows = []
    for row in left.rows:
        left_env = RowEnv(positions_of(left.columns), row.cells, env)
        wanted = [executor.under(row.present, expr, left_env) for expr in key.values()]
        found, cells = partner.of(wanted, row.present, total=total)
        whole = Definitions(RowEnv(known, joined(row.cells, cells), env), flat.defined, row.present, executor)
        matched = and_(row.present, found)
        for conjunct in both.conjuncts:
            matched = executor.holds(matched, conjunct, whole)
        rows.append(SymRow(row.present, joined(row.cells, _extended(rel.right.columns, whole, matched))))
    return SymTable.of(rel.columns, rows)


def _extended(columns: Sequence[Column], env: Env, matched: Term) -> Cells:
    """Return the right side's cells where it matched, NULLs where it did not."""
    return Cells(len(columns), lambda i: choose(matched, env[columns[i].id], NULL))


def read(columns: Sequence[Column], env: Env) -> Cells:
    """Return the values of columns in an environment, each when it is looked at."""
    return Cells(len(columns), lambda i: env[columns[i].id])
