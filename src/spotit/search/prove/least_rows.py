"""How many rows a difference takes at least, by the plans: queries that both return nothing agree."""

from __future__ import annotations

from typing import assert_never

from spotit.options import Options
from spotit.plan import rel as r
from spotit.plan.expr import Compare, CompareOp, Exists, Expr, InRel, Scalar
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.rel import Query
from spotit.plan.walk import Part, has_relation
from spotit.schema import Schema

_NONE: frozenset[str] = frozenset()
_REFUSE_NULL = frozenset((CompareOp.EQ, CompareOp.NE, CompareOp.LT, CompareOp.LE, CompareOp.GT, CompareOp.GE))
"""Comparisons that are not true of NULL."""


def least_rows(plans: tuple[Query, Query], schema: Schema, options: Options, *, replies: bool = True) -> int:
    """Return a number of rows such that with fewer, in all tables together, neither query returns a row.

    Without `replies` what a query returns for no rows at all does not count as a row; of that, it returns nothing that
    says something.
    """
    needed = needed_tables if replies else _needed_to_say_something
    return min(len(_with_targets(needed(plan.rel), schema, options)) for plan in plans)


def _needed_to_say_something(rel: r.Rel) -> frozenset[str]:
    """Return tables that all have a row wherever the relation has another row than it has without any.

    A sum over no rows is the same on each database, and so is what is computed from it alone.
    """
    match rel:
        case r.Aggregate(grouped=False):
            computed: tuple[Part, ...] = (*rel.aggregates, *rel.bare)
            return _NONE if any(map(has_relation, computed)) else needed_tables(rel.input)
        case r.Project() if not any(map(has_relation, rel.exprs)):
            return _needed_to_say_something(rel.input)
        case r.Filter() if not has_relation(rel.predicate):
            return _needed_to_say_something(rel.input)
        case r.OrderBy() if not any(map(has_relation, rel.keys)):
            return _needed_to_say_something(rel.input)
        case r.Limit(offset=None):
            return _needed_to_say_something(rel.input)
    return needed_tables(rel)


def needed_tables(rel: r.Rel) -> frozenset[str]:
    """Return tables that all have a row wherever the relation has one."""
    found = r.any_rel(rel)
    match found:
        case r.Scan():
            return frozenset((found.table,))
        case r.Values() | r.Working():
            return _NONE
        case r.Aggregate():
            return needed_tables(found.input) if found.grouped else _NONE
        case r.Filter():
            return needed_tables(found.input).union(*map(_needed_by_condition, conjuncts_of(found.predicate)))
        case r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return needed_tables(found.input)
        case r.Join():
            return _needed_by_join(found)
        case r.SetOp():
            return _needed_by_set(found)
        case r.Recursive():
            return needed_tables(found.initial)
        case _:
            assert_never(found)


def _needed_by_condition(condition: Expr) -> frozenset[str]:
    """Return tables that all have a row wherever a condition is true: there a subquery has one."""
    match condition:
        case Exists() | InRel():
            return needed_tables(condition.rel)
        case Compare(op=op, left=Scalar(rel=rel)) | Compare(op=op, right=Scalar(rel=rel)) if op in _REFUSE_NULL:
            return needed_tables(rel)
    return _NONE


def _needed_by_join(rel: r.Join) -> frozenset[str]:
    left, right = needed_tables(rel.left), needed_tables(rel.right)
    match rel.kind:
        case r.JoinKind.INNER:
            return left | right
        case r.JoinKind.LEFT:
            return left
        case r.JoinKind.RIGHT:
            return right
        case r.JoinKind.FULL:
            return left & right
        case _:
            assert_never(rel.kind)


def _needed_by_set(rel: r.SetOp) -> frozenset[str]:
    left, right = needed_tables(rel.left), needed_tables(rel.right)
    match rel.kind:
        case r.SetKind.UNION | r.SetKind.UNION_ALL:
            return left & right
        case r.SetKind.INTERSECT:
            return left | right
        case r.SetKind.EXCEPT:
            return left
        case _:
            assert_never(rel.kind)


def _with_targets(names: frozenset[str], schema: Schema, options: Options) -> frozenset[str]:
    """Return the tables with those that a row of theirs must refer to."""
    found, todo = set(names), list(names) if options.foreign_keys else []
    for name in todo:
        table = schema.table(name)
        for key in schema.inclusions(name):
            bound = table is not None and all(table.never_null(c, null_keys=options.null_keys) for c in key.columns)
            if bound and key.target not in found:
                found.add(key.target)
                todo.append(key.target)
    return frozenset(found)
