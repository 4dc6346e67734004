"""Subqueries inside expressions: EXISTS, scalar subqueries, IN."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.collation import Collation
from spotit.plan.expr import Exists, InRel, Scalar
from spotit.plan.rel import Project
from spotit.plan.rules.subqueries.in_as_exists import matching_rows
from spotit.smt.terms.boolean import all_of, and_, any_of, not_
from spotit.smt.terms.term import Term
from spotit.symbolic.execution import Env, Execution
from spotit.symbolic.expressions.evaluate import evaluate
from spotit.symbolic.relations.executor import Executor
from spotit.symbolic.relations.join_flatten import transparent
from spotit.symbolic.rows.ordering import limit
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL, SymValue, truth_value
from spotit.symbolic.values.value_order import same


def subquery_value(expr: Exists | Scalar | InRel, env: Env, executor: Executor) -> SymValue:
    """Return the value of a subquery expression."""
    table = executor.inner_table(expr.rel, env)
    match expr:
        case Exists():
            return truth_value(any_of(row.present for row in table.rows))
        case Scalar():
            return _scalar(expr, table, env, executor)
        case InRel():
            args = [evaluate(arg, env, executor.run) for arg in expr.args]
            return _membership(args, table, expr.collations, _found_by_join(expr, env, executor))


def _found_by_join(expr: InRel, env: Env, executor: Executor) -> Term | None:
    """Return the condition that a join finds a row (by its key where it has one); None if it is not a plain join."""
    rel = expr.rel
    if not isinstance(rel, Project) or not transparent(rel.input) or not all(c.is_identity for c in expr.collations):
        return None
    return any_of(
        row.present
        for row in executor.table(executor.notes.once("matching", expr, lambda: matching_rows(expr)), env).rows
    )


def _scalar(expr: Scalar, table: SymTable, env: Env, executor: Executor) -> SymValue:
    """Return the value of the first row; where SQL leaves that open, the engine chooses once for all outer rows."""
    if executor.run.choices is None or executor.reads(expr.rel, env):
        return _first_value(table, executor.run)
    key = id(expr.rel)
    if key not in executor.chosen:
        executor.chosen[key] = _first_value(table, executor.run)
    return executor.chosen[key]


def _first_value(table: SymTable, run: Execution) -> SymValue:
    only = SymTable(table.columns[:1], table.rows, table.directions)
    value = NULL
    for row in reversed(limit(only, 1, 0, run).rows):
        value = choose(row.present, row.cells[0], value)
    return value


def _membership(
    args: Sequence[SymValue], table: SymTable, collations: Sequence[Collation], found: Term | None
) -> SymValue:
    """Return `args IN table`: true if a row equals (`found` if known), else NULL if a comparison is, else false."""
    equal: list[Term] = []
    unknown: list[Term] = []
    for row in table.rows:
        pairs = list(zip(args, row.cells, collations, strict=True))
        matches = [and_(not_(a.null), same(a, b, collation)) for a, b, collation in pairs]
        nulls = [a.null if b.null is a.null else _either(a, b) for a, b, _ in pairs]
        equal.append(and_(row.present, *matches))
        possible = all_of(any_of(pair) for pair in zip(matches, nulls, strict=True))
        unknown.append(and_(row.present, possible, any_of(nulls)))
    true = any_of(equal) if found is None else found
    return truth_value(true, and_(not_(true), any_of(unknown)))


def _either(left: SymValue, right: SymValue) -> Term:
    return any_of((left.null, right.null))
