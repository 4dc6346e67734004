"""Inner joins under an aggregation: tables whose columns no one reads are counted instead of multiplied.

A join of n tables without keys has k^n rows. Of a table that only restricts and repeats the rows, it is enough to know
how many of its rows match. The same holds for a chain of such tables, worked from its far end.

This is no rewriting of plans: no relation holds a row together with a number of copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spotit.dialect.functions import Encoded
from spotit.frozen import frozen
from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Expr
from spotit.smt.terms.arithmetic import le, total
from spotit.smt.terms.boolean import and_, any_of, ite
from spotit.smt.terms.term import FALSE, Sort, Term, integer
from spotit.symbolic.execution import Env
from spotit.symbolic.relations.join import Definitions, InnerJoin, join_plan
from spotit.symbolic.relations.join_flatten import Flat
from spotit.symbolic.relations.join_plan import JoinPlan, Tick
from spotit.symbolic.rows.table import RowEnv, SymRow, SymTable, joined, positions_of

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor

FEWEST = 3
"""Tables that would have to be multiplied, from which on counting pays."""


@frozen(eq=False)
class Counted:
    """Rows that stand for several: each for as many as its Int term says, where it is present."""

    table: SymTable
    copies: tuple[Term, ...]


def counted_input(rel: r.Aggregate, env: Env, executor: Executor) -> Counted | None:
    """Return the input of an aggregation with rows counted, or None where that is of no use or not exact."""
    if not isinstance(rel.input, r.Filter | r.Join) or executor.run.doubles:
        return None
    if any(Encoded.GROUP not in call.function.encoded for call in rel.aggregates):
        return None
    plan = executor.notes.once("counted", rel, lambda: _flattened(rel.input, executor))
    flat = plan.flat
    if len(flat.leaves) < FEWEST or plan.products(frozenset(env), executor.run.check_work) < FEWEST:
        return None
    read: list[Expr | AggCall] = [*rel.keys, *rel.bare, *rel.aggregates]
    needed = frozenset().union(*(executor.notes.references(node) for node in read))
    found = _counted(plan, needed, env, executor)
    return Counted(_with_definitions(found.table, flat, needed, env, executor), found.copies)


def _flattened(rel: r.Rel, executor: Executor) -> JoinPlan:
    flat = Flat()
    flat.take(rel)
    return join_plan(flat, executor)


def _with_definitions(table: SymTable, flat: Flat, needed: Iterable[int], env: Env, executor: Executor) -> SymTable:
    """Return the table with the columns that are defined by expressions and read."""
    wanted = [column for column in flat.names if column.id in set(needed) and column.id in flat.defined]
    if not wanted:
        return table
    known = positions_of(table.columns)
    rows = []
    for row in table.rows:
        scope = Definitions(RowEnv(known, row.cells, env), flat.defined, row.present, executor)
        rows.append(SymRow(row.present, joined(row.cells, [scope[column.id] for column in wanted])))
    return SymTable(table.columns + tuple(wanted), tuple(rows))


def _counted(join: JoinPlan, needed: frozenset[int], env: Env, executor: Executor) -> Counted:
    """Return the join of the leaves that are needed, each row with the number of matches in all others."""
    flat = join.flat
    core = _core(join, needed, frozenset(env), executor.run.check_work)
    inside = [conjunct for conjunct, needs in zip(flat.conjuncts, join.needs, strict=True) if needs <= core]
    kept = Flat([flat.leaves[n] for n in sorted(core)], inside, flat.defined)
    kept.close()
    columns = tuple(column for leaf in kept.leaves for column in leaf.columns)
    table = InnerJoin(join_plan(kept, executor), columns, env, executor).table()
    result = Counted(table, (integer(1),) * len(table.rows))
    for part in _components(join, core):
        linking = [
            conjunct
            for conjunct, needs in zip(flat.conjuncts, join.needs, strict=True)
            if needs & part and not needs <= part
        ]
        own = [c for c, needs in zip(flat.conjuncts, join.needs, strict=True) if needs and needs <= part]
        below = Flat([flat.leaves[n] for n in sorted(part)], own, flat.defined)
        read = frozenset().union(*(executor.notes.references(conjunct) for conjunct in linking))
        others = _counted(join_plan(below, executor), read, env, executor)
        result = _matched(result, others, linking, flat, env, executor)
    return result


def _core(join: JoinPlan, needed: frozenset[int], outer: frozenset[int], tick: Tick) -> set[int]:
    """Return the leaves whose columns are needed, one at least, and those that these can look up."""
    core = set(join.leaves_of_columns(needed)) or {join.first(outer, tick)}
    while True:
        more = [n for n in range(len(join.flat.leaves)) if n not in core and join.key(n, core, outer) is not None]
        if not more:
            return core
        core.update(more)


def _components(join: JoinPlan, core: set[int]) -> list[frozenset[int]]:
    """Return the other leaves in sets that no condition links, except through the core."""
    parts = [frozenset((n,)) for n in range(len(join.flat.leaves)) if n not in core]
    for needs in join.needs:
        linked = needs - core
        touched = [part for part in parts if part & linked]
        if len(touched) > 1:
            parts = [part for part in parts if part not in touched]
            parts.append(frozenset().union(*touched))
    return sorted(parts, key=min)


def _matched(
    rows: Counted, others: Counted, linking: Sequence[Expr], flat: Flat, env: Env, executor: Executor
) -> Counted:
    """Return the rows that have matches, counted as often as they have."""
    executor.check_size(len(rows.table.rows) * len(others.table.rows))
    columns: tuple[Column, ...] = rows.table.columns + others.table.columns
    known = positions_of(columns)
    kept: list[SymRow] = []
    copies: list[Term] = []
    for row, times in zip(rows.table.rows, rows.copies, strict=True):
        matches: list[Term] = []
        for other in others.table.rows:
            cells = joined(row.cells, other.cells)
            both = and_(row.present, other.present)
            scope = Definitions(RowEnv(known, cells, env), flat.defined, both, executor)
            matches.append(_holds(row.present, other.present, linking, scope, executor))
        present = and_(row.present, any_of(matches))
        if present is not FALSE:
            kept.append(SymRow(present, row.cells))
            found = [ite(match, many, integer(0)) for match, many in zip(matches, others.copies, strict=True)]
            copies.append(_product(times, total(found, Sort.INT)))
    return Counted(SymTable(rows.table.columns, tuple(kept)), tuple(copies))


def _holds(here: Term, there: Term, linking: Sequence[Expr], scope: Env, executor: Executor) -> Term:
    """Return the condition that a row of the other side is there and fits; it matters where `here` holds."""
    with executor.run.narrowed_by(here):
        for conjunct in linking:
            if there is FALSE:
                break
            there = executor.holds(there, conjunct, scope)
        return there


def _product(left: Term, right: Term) -> Term:
    """Return the product of two numbers that are not negative and bounded, as a sum."""
    if left is integer(1):
        return right
    few, many = sorted((left, right), key=largest)
    return total([ite(le(integer(k), few), many, integer(0)) for k in range(1, largest(few) + 1)], Sort.INT)


def largest(copies: Term) -> int:
    """Return the largest value of a bounded Int term."""
    assert copies.hi is not None
    return int(copies.hi)
