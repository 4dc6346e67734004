"""Joins. An inner join is flattened into leaves and conditions; a leaf whose key is fixed by what is joined already
is looked up (at most one partner per row), everything else is a product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from spotit.plan import rel as r
from spotit.plan.expr import And, Column, Compare, CompareOp, Expr, Literal
from spotit.schema import Table
from spotit.smt.boolean import and_, any_of, not_
from spotit.smt.term import FALSE, TRUE, Sort, Term
from spotit.symbolic.run import Env
from spotit.symbolic.table import Cells, RowEnv, SymRow, SymTable, joined, positions_of
from spotit.symbolic.value import NULL, Number, SymValue, Text, choose, same

if TYPE_CHECKING:
    from spotit.symbolic.relational import Executor


_LARGEST_CLASS = 6


@dataclass(slots=True)
class Flat:
    """An inner join taken apart: leaves, conjuncts over all of them, and columns defined by expressions."""

    leaves: list[r.Rel] = field(default_factory=list)
    conjuncts: list[Expr] = field(default_factory=list)
    defined: dict[int, Expr] = field(default_factory=dict)

    def take(self, rel: r.Rel) -> None:
        """Add a relation: what is below an inner join, a filter or a plain projection is taken apart further."""
        match rel:
            case r.Join(kind=r.JoinKind.INNER):
                self.take(rel.left)
                self.take(rel.right)
                if rel.on is not None:
                    self.conjuncts.extend(conjuncts_of(rel.on))
            case r.Filter():
                self.take(rel.input)
                self.conjuncts.extend(conjuncts_of(rel.predicate))
            case r.Project() if transparent(rel.input):
                self.take(rel.input)
                for column, expr in zip(rel.columns, rel.exprs, strict=True):
                    self.defined[column.id] = expr
            case _:
                self.leaves.append(rel)

    def close(self) -> None:
        """Add the equalities of columns that follow from others, so that equal joins look up by the same columns."""
        groups: list[list[Column]] = []
        for conjunct in self.conjuncts:
            pair = self.equated(conjunct)
            if pair is None:
                continue
            touched = [group for group in groups if any(column in group for column in pair)]
            groups = [group for group in groups if group not in touched]
            groups.append(list(dict.fromkeys([*(c for group in touched for c in group), *pair])))
        known = {frozenset(pair) for pair in map(self.equated, self.conjuncts) if pair is not None}
        for group in groups:
            if 2 < len(group) <= _LARGEST_CLASS:
                for left, right in combinations(group, 2):
                    if frozenset((left, right)) not in known:
                        self.conjuncts.append(Compare(CompareOp.EQ, left, right))

    def equated(self, expr: Expr) -> tuple[Column, Column] | None:
        """Return the two columns that a conjunct says are the same."""
        if not isinstance(expr, Compare) or expr.op is not CompareOp.EQ or expr.collation != "BINARY":
            return None
        left, right = self.resolved(expr.left), self.resolved(expr.right)
        return (left, right) if isinstance(left, Column) and isinstance(right, Column) else None

    def resolved(self, expr: Expr) -> Expr:
        """Return what a column is defined as, if it is just another name."""
        while isinstance(expr, Column) and expr.id in self.defined:
            expr = self.defined[expr.id]
        return expr


def transparent(rel: r.Rel) -> bool:
    """Tell whether a projection over the relation can be computed after a join instead of before it."""
    match rel:
        case r.Scan():
            return True
        case r.Filter(input=inner) | r.Project(input=inner):
            return transparent(inner)
        case r.Join(kind=r.JoinKind.INNER):
            return transparent(rel.left) and transparent(rel.right)
    return False


def conjuncts_of(expr: Expr) -> list[Expr]:
    """Return the parts of a conjunction."""
    if isinstance(expr, And):
        return [part for arg in expr.args for part in conjuncts_of(arg)]
    return [] if expr == Literal(1) else [expr]


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
            # The first reader may be narrower than a later one, so that its guard must not be the column's.
            run = self._executor.run
            narrower, run.guard = run.guard, self._guard
            try:
                self._known[column] = self._executor.under(self._present, expr, self)
            finally:
                run.guard = narrower
        return self._known[column]

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204
        yield from self._base
        yield from self.defined

    def __len__(self) -> int:
        return len(self._base) + len(self.defined)


def inner(rel: r.Rel, env: Env, executor: Executor) -> SymTable:
    """Return the rows of a scan, filter or inner join."""
    if isinstance(rel, r.Scan):
        return executor.scan(rel)
    flat = Flat()
    flat.take(rel)
    flat.close()
    return _Inner(flat, rel.columns, env, executor).table()


class _Inner:
    """One inner join being built: the rows so far, and the leaves and conjuncts still to come."""

    def __init__(self, flat: Flat, columns: tuple[Column, ...], env: Env, executor: Executor) -> None:
        self.flat = flat
        self.columns = columns
        self.env = env
        self.executor = executor
        self.leaf_columns = [frozenset(c.id for c in leaf.columns) for leaf in flat.leaves]
        self.needs = [self._leaves_of(c) for c in flat.conjuncts]
        self.pending = list(range(len(flat.conjuncts)))
        self.done: set[int] = set()
        self.table_so_far = SymTable((), (SymRow(TRUE, ()),))

    def _leaves_of(self, expr: Expr) -> frozenset[int]:
        """Return the leaves an expression reads, through defined columns."""
        ids = set(self.executor.references(expr))
        todo = [i for i in ids if i in self.flat.defined]
        while todo:
            inner_ids = self.executor.references(self.flat.defined[todo.pop()]) - ids
            ids |= inner_ids
            todo += [i for i in inner_ids if i in self.flat.defined]
        return frozenset(n for n, columns in enumerate(self.leaf_columns) if columns & ids)

    def table(self) -> SymTable:
        """Return the joined table with the columns of the relation."""
        if self.flat.leaves:
            while len(self.done) < len(self.flat.leaves):
                self._add(self._next())
        self._filter()
        known = positions_of(self.table_so_far.columns)
        if not self.flat.defined and [c.id for c in self.table_so_far.columns] == [
            c.id for c in self.columns
        ]:
            return SymTable(self.columns, self.table_so_far.rows, self.table_so_far.directions)
        rows = []
        for row in self.table_so_far.rows:
            env = self._env(row, known)
            rows.append(SymRow(row.present, Cells(len(self.columns), self._reader(env)), row.sort))
        return SymTable(self.columns, tuple(rows), self.table_so_far.directions)

    def _reader(self, env: Env):  # type: ignore[no-untyped-def]  # noqa: ANN202
        return lambda index: env[self.columns[index].id]

    def _env(self, row: SymRow, known: Mapping[int, int]) -> Env:
        base = RowEnv(known, row.cells, self.env)
        if not self.flat.defined:
            return base
        return Definitions(base, self.flat.defined, row.present, self.executor)

    def _next(self) -> int:
        """Choose the next leaf: one that can be looked up, else the one after which the fewest products are needed."""
        rest = [n for n in range(len(self.flat.leaves)) if n not in self.done]
        found = next((n for n in rest if self._key(n, self.done) is not None), None)
        if found is not None:
            return found
        return min(rest, key=lambda n: (self._products(n), *self._signature(n)))

    def _products(self, first: int) -> int:
        """Return how many more leaves must be multiplied when this one comes next and others are looked up greedily."""
        given = {*self.done, first}
        rest = [n for n in range(len(self.flat.leaves)) if n not in given]
        products = 0
        while rest:
            found = next((n for n in rest if self._key(n, given) is not None), None)
            products += found is None
            chosen = rest[0] if found is None else found
            rest.remove(chosen)
            given.add(chosen)
        return products

    def _signature(self, leaf: int) -> tuple[str, int]:
        rel = self.flat.leaves[leaf]
        return (rel.table if isinstance(rel, r.Scan) else "~", leaf)

    def _key(self, leaf: int, given: set[int]) -> dict[str, Expr] | None:
        """Return for each column of a key of the leaf the expression over `given` leaves that it must equal."""
        rel = self.flat.leaves[leaf]
        if not isinstance(rel, r.Scan):
            return None
        table = self.executor.instance.table(rel.table)
        fixed = self._fixed(leaf, rel, given)
        keys = [*table.keys] if table.rowid_column else [*table.keys, ("rowid",)]
        for key in keys:
            if all(name.casefold() in fixed for name in key):
                return {name: fixed[name.casefold()] for name in key}
        return None

    def _fixed(self, leaf: int, rel: r.Scan, given: set[int]) -> dict[str, Expr]:
        """Return the columns of the leaf that a conjunct equates with an expression over the given leaves."""
        names = {column.id: name.casefold() for column, name in zip(rel.columns, rel.fields, strict=True)}
        fixed: dict[str, Expr] = {}
        for number, conjunct in enumerate(self.flat.conjuncts):
            if leaf not in self.needs[number] or not isinstance(conjunct, Compare):
                continue
            if conjunct.op is not CompareOp.EQ or conjunct.collation != "BINARY":
                continue
            for here, there in ((conjunct.left, conjunct.right), (conjunct.right, conjunct.left)):
                column = self.flat.resolved(here)
                if not isinstance(column, Column) or column.id not in names or names[column.id] in fixed:
                    continue
                needs = self._leaves_of(there)
                if needs <= given and (needs or self._correlated(there)):
                    fixed[names[column.id]] = there
        return fixed

    def _correlated(self, expr: Expr) -> bool:
        return any(column in self.executor.references(expr) for column in self.env)

    def _add(self, leaf: int) -> None:
        key = self._key(leaf, self.done)
        rel = self.flat.leaves[leaf]
        if key is not None:
            assert isinstance(rel, r.Scan)
            self._look_up(rel, key)
        else:
            self._multiply(self.executor.table(rel, self.env))
        self.done.add(leaf)
        self._filter()

    def _multiply(self, table: SymTable) -> None:
        left = self.table_so_far
        self.executor.check_size(len(left.rows) * len(table.rows))
        rows = [
            SymRow(
                and_(a.present, b.present), joined(a.cells, b.cells), b.sort if len(left.columns) == 0 else ()
            )
            for a in left.rows
            for b in table.rows
        ]
        directions = table.directions if not left.columns else ()
        self.table_so_far = SymTable.of(left.columns + table.columns, rows, directions)

    def _look_up(self, rel: r.Scan, key: Mapping[str, Expr]) -> None:
        left = self.table_so_far
        known = positions_of(left.columns)
        partner = Partner(rel, key, self.executor)
        bases = [self._base(expr) for expr in key.values()]
        total = partner.always_found(bases)
        rows = []
        for row in left.rows:
            env = self._env(row, known)
            wanted = [self.executor.under(row.present, expr, env) for expr in key.values()]
            found, cells = partner.of(wanted, total=total)
            rows.append(SymRow(and_(row.present, found), joined(row.cells, cells)))
        self.table_so_far = SymTable.of(left.columns + rel.columns, rows)

    def _base(self, expr: Expr) -> tuple[str, str] | None:
        column = self.flat.resolved(expr)
        return self.executor.lineage.bases.get(column.id) if isinstance(column, Column) else None

    def _filter(self) -> None:
        """Apply the conjuncts whose leaves are all joined."""
        ready = [n for n in self.pending if self.needs[n] <= self.done]
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

    def _equated(
        self, cells: Sequence[SymValue], known: Mapping[int, int], ready: Sequence[int]
    ) -> Sequence[SymValue]:
        """Return the cells with one value in place of two that a condition of the row has just made equal.

        Queries that return the one or the other column then build the same terms.
        """
        replaced: dict[int, SymValue] = {}
        for number in ready:
            pair = self._equality(self.flat.conjuncts[number], known)
            if pair is None:
                continue
            first, second = (replaced.get(position) or cells[position] for position in pair)
            if first is second or not _interchangeable(first, second):
                continue
            kept = min(first, second, key=_age)
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


class Partner:
    """Finds the one row of a base table whose key has given values."""

    def __init__(self, rel: r.Scan, key: Mapping[str, Expr], executor: Executor) -> None:
        self.rel = rel
        self.names = list(key)
        self.table: Table = executor.instance.table(rel.table)
        self.executor = executor
        self.rows = executor.scan(rel).rows

    def always_found(self, bases: Sequence[tuple[str, str] | None]) -> bool:
        """Tell whether a declared foreign key promises a partner for values of these base columns that are not NULL."""
        if not self.executor.foreign_keys or any(base is None for base in bases):
            return False
        source = {base[0] for base in bases if base is not None}
        if len(source) != 1:
            return False
        wanted = {
            (base[1].casefold(), name.casefold())
            for base, name in zip(bases, self.names, strict=True)
            if base
        }
        table = self.executor.instance.table(source.pop())
        return any(
            key.target.casefold() == self.table.name.casefold()
            and {(a.casefold(), b.casefold()) for a, b in zip(key.columns, key.target_columns, strict=True)}
            == wanted
            for key in table.foreign_keys
        ) or self._own_key(table, wanted)

    def _own_key(self, table: Table, wanted: set[tuple[str, str]]) -> bool:
        """A table's own key, taken from a present row of the table, is found again."""
        return table.name == self.table.name and all(a == b for a, b in wanted)

    def of(self, wanted: Sequence[SymValue], *, total: bool) -> tuple[Term, Cells]:
        """Return that there is a partner for these key values, and its cells (meaningless where there is none)."""
        instance = self.executor.instance
        table = self.rel.table
        matches: list[Term] = []
        for index, row in enumerate(self.rows):
            cells = [instance.cell(table, name, index) for name in self.names]
            equal = [and_(not_(w.null), same(w, c)) for w, c in zip(wanted, cells, strict=True)]
            matches.append(and_(row.present, *equal))
        found = and_(*(not_(w.null) for w in wanted)) if total else any_of(matches)
        fixed = {name.casefold(): value for name, value in zip(self.names, wanted, strict=True)}

        def cell(position: int) -> SymValue:
            name = self.rel.fields[position]
            known = fixed.get(name.casefold())
            if known is not None and _interchangeable(known, instance.cell(table, name, 0)):
                return known
            result = self.rows[-1].cells[position] if self.rows else NULL
            for row, match in zip(reversed(self.rows[:-1]), reversed(matches[:-1]), strict=True):
                result = choose(match, row.cells[position], result)
            return result

        return found, Cells(len(self.rel.fields), cell)


def _interchangeable(left: SymValue, right: SymValue) -> bool:
    """Tell whether values of the two that are equal are also the same: one alternative each, of the same class."""
    if len(left.alts) != 1 or len(right.alts) != 1:
        return False
    match left.alts[0].atom, right.alts[0].atom:
        case Number(a), Number(b):
            return a.sort is b.sort and a.sort is Sort.INT
        case Text(pool=a), Text(pool=b):
            return a is b
    return False


def _age(value: SymValue) -> int:
    """Return the id of the term that a value of one alternative is made of."""
    match value.alts[0].atom:
        case Number(term) | Text(index=term):
            return term.id
    return 0


def outer(rel: r.Join, env: Env, executor: Executor) -> SymTable:
    """Return the rows of a left, right or full join."""
    if rel.kind is r.JoinKind.RIGHT:
        swapped = outer(r.Join(r.JoinKind.LEFT, rel.right, rel.left, rel.on), env, executor)
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
    """Return a left join whose right side is a base table joined on its key: no product is needed."""
    flat = Flat()
    flat.take(rel.right)
    if len(flat.leaves) != 1 or not isinstance(flat.leaves[0], r.Scan):
        return None
    scan = flat.leaves[0]
    on = conjuncts_of(rel.on) if rel.on is not None else []
    both = Flat([rel.left, scan], [*on, *flat.conjuncts], flat.defined)
    probe = _Inner(both, rel.columns, env, executor)
    key = probe._key(1, {0})
    if key is None:
        return None
    partner = Partner(scan, key, executor)
    total = partner.always_found([probe._base(expr) for expr in key.values()])
    known = positions_of(left.columns + scan.columns)
    rows = []
    for row in left.rows:
        left_env = RowEnv(positions_of(left.columns), row.cells, env)
        wanted = [executor.under(row.present, expr, left_env) for expr in key.values()]
        found, cells = partner.of(wanted, total=total)
        whole = Definitions(RowEnv(known, joined(row.cells, cells), env), flat.defined, row.present, executor)
        matched = and_(row.present, found)
        for conjunct in both.conjuncts:
            matched = executor.holds(matched, conjunct, whole)
        rows.append(SymRow(row.present, joined(row.cells, _extended(rel.right.columns, whole, matched))))
    return SymTable.of(rel.columns, rows)


def _extended(columns: Sequence[Column], env: Env, matched: Term) -> Cells:
    """Return the right side's cells where it matched, NULLs where it did not."""
    return Cells(len(columns), lambda i: choose(matched, env[columns[i].id], NULL))
