"""How many rows a difference takes at least, by the plans alone: queries that both return nothing agree."""

from __future__ import annotations

from typing import assert_never

from spotit.options import Options
from spotit.plan import rel as r
from spotit.plan.rel import Query
from spotit.schema import Schema

_NONE: frozenset[str] = frozenset()


def least_rows(plans: tuple[Query, Query], schema: Schema, options: Options) -> int:
    """Return a number of rows such that with fewer, in all tables together, neither query returns a row."""
    return min(len(_with_targets(needed_tables(plan.rel), schema, options)) for plan in plans)


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
        case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return needed_tables(found.input)
        case r.Join():
            return _needed_by_join(found)
        case r.SetOp():
            return _needed_by_set(found)
        case r.Recursive():
            return needed_tables(found.initial)
        case _:
            assert_never(found)


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
