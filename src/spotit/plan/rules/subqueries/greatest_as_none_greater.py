"""A value that is the greatest of those among which it is: none is greater."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, CompareOp, Exists, Expr, IsNull, Not, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.isomorphic import renaming
from spotit.plan.rules.block import JoinBlock, block_of, with_input
from spotit.plan.rules.extremes.extreme_as_exists import extreme_of
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.exists_of_same_row import twins
from spotit.plan.walk import outer_columns, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    for number, condition in enumerate(block.conditions):
        rest = block.conditions[:number] + block.conditions[number + 1 :]
        said = _said(condition, block, rest, place)
        if said is not None:
            return with_input(rel, replace(block, conditions=(*rest, *said)).rel, {})
    return None


def _said(condition: Expr, block: JoinBlock, rest: Sequence[Expr], place: RelationPlace) -> list[Expr] | None:
    """Return that a value is there and that none exceeds it, or that one does, if the condition says so."""
    match condition:
        case Compare(op=CompareOp.EQ | CompareOp.NE, left=Scalar(rel=rel), right=Column() as value):
            pass
        case Compare(op=CompareOp.EQ | CompareOp.NE, left=Column() as value, right=Scalar(rel=rel)):
            pass
        case _:
            return None
    found = extreme_of(rel)
    if found is None or not condition.collation.is_identity or not found[0].collation.is_identity:
        return None
    call, rows = found
    (of,) = call.args
    tests = conjuncts_of(rows.predicate) if isinstance(rows, r.Filter) else []
    whole = rows.input if isinstance(rows, r.Filter) else rows
    for columns in _alike(whole, block, place):
        given = [_given(substitute(test, columns), rest) for test in tests]
        if not isinstance(of, Column) or columns.get(of.id) != value or None in given:
            continue
        exceeds = (value, of) if call.func == "max" else (of, value)
        others = Exists(r.Project(r.Filter(whole, conjunction([*tests, Compare(CompareOp.LT, *exceeds)])), (), ()))
        if condition.op is CompareOp.EQ:
            return [Not(IsNull(value)), *(test for part in given for test in part or ()), Not(others)]
        if not any(given):
            return [others]
    return None


def _alike(rows: r.Rel, block: JoinBlock, place: RelationPlace) -> Iterator[Mapping[int, Column]]:
    """Yield the columns of each leaf of a block that has the same rows, by the ids of those that they stand for."""
    if isinstance(rows, r.Scan):
        yield from twins(rows, block)
    elif isinstance(rows, r.Aggregate) and not is_open(rows, place):
        around = [column.id for column in outer_columns(rows)]
        for leaf in block.leaves:
            found = renaming(leaf, rows, around) if isinstance(leaf, r.Aggregate) else None
            if found is not None:
                named = {column.id: column for column in leaf.columns}
                yield {column.id: named[found[column.id]] for column in rows.columns}


def _given(test: Expr, rest: Sequence[Expr]) -> tuple[Expr, ...] | None:
    """Return what must be asked of a row so that it is among the others; None if it may not be."""
    match test:
        case Compare(op=CompareOp.IS, left=left, right=right) if left == right:
            return ()
        case Compare(op=CompareOp.EQ, left=left, right=right) if left == right:
            return (Not(IsNull(left)),)
    return () if test in rest else None


GREATEST_AS_NONE_GREATER = RelationRule(
    "greatest as none greater",
    "a column is the MAX of the rows of its table on which a condition holds that holds on its own row if it is not "
    "NULL and no such row has a greater one, and other than the MAX if one has; the same for MIN, and for groups in "
    "place of a table",
    (r.Project, r.Aggregate),
    _apply,
)
