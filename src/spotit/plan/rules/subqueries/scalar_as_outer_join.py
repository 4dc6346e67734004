"""A value that a subquery looks up by a key, as a left join."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.keys import at_most_one_row
from spotit.plan.rules.block import JoinBlock, Outer, block_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, outer_columns, parts, rewrite


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project)
    block = block_of(rel.input)
    if block is None:
        return None
    for expr in rel.exprs:
        for part in _scalars(expr):
            found = _looked_up(part, block, place)
            if found is not None:
                value, outer = found
                exprs = tuple(_with_value(other, part, value) for other in rel.exprs)
                joined = JoinBlock(block.leaves, (*block.outers, outer), block.conditions).rel
                return r.Project(joined, exprs, rel.columns)
    return None


def _scalars(expr: Expr) -> Iterator[Scalar]:
    """Yield the subqueries of an expression that are values, but those inside of others."""
    if isinstance(expr, Scalar):
        yield expr
    elif not isinstance(expr, r.Rel):
        for part in parts(expr):
            if isinstance(part, Expr):
                yield from _scalars(part)


def _looked_up(part: Scalar, block: JoinBlock, place: RelationPlace) -> tuple[Column, Outer] | None:
    """Return the column that a subquery reads from the one row that it may find, and the join with that row."""
    match part.rel:
        case r.Project(input=rows, exprs=(Column() as value,)) if at_most_one_row(part.rel, place.facts):
            tests = conjuncts_of(rows.predicate) if isinstance(rows, r.Filter) else []
            table = rows.input if isinstance(rows, r.Filter) else rows
            if isinstance(table, r.Scan) and value in table.columns and not any(map(has_relation, tests)):
                here = {column.id for column in (*block.rel.columns, *table.columns)}
                if all(column.id in here for test in tests for column in outer_columns(test)):
                    return value, Outer(table, conjunction(tests))
    return None


def _with_value(expr: Expr, part: Scalar, value: Column) -> Expr:
    return rewrite(expr, lambda one: value if one is part else None)


SCALAR_AS_OUTER_JOIN = RelationRule(
    "scalar as outer join",
    "a column that a subquery in SELECT reads from the row of a table that has a key is the column of a left join with "
    "that row",
    (r.Project,),
    _apply,
)
