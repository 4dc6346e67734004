"""A value that is the greatest of those among which it is: none is greater."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Exists, Expr, IsNull, Not, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.block import JoinBlock, block_of, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.exists_of_same_row import twins
from spotit.plan.walk import substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    for number, condition in enumerate(block.conditions):
        rest = block.conditions[:number] + block.conditions[number + 1 :]
        said = _said(condition, block, rest)
        if said is not None:
            return with_input(rel, replace(block, conditions=(*rest, *said)).rel, {})
    return None


def _said(condition: Expr, block: JoinBlock, rest: Sequence[Expr]) -> list[Expr] | None:
    """Return that a value is there and that none exceeds it, if the condition says so."""
    match condition:
        case Compare(op=CompareOp.EQ, left=Scalar(rel=rel), right=Column() as value):
            pass
        case Compare(op=CompareOp.EQ, left=Column() as value, right=Scalar(rel=rel)):
            pass
        case _:
            return None
    if not condition.collation.is_identity:
        return None
    match rel:
        case r.Project(
            input=r.Aggregate(
                input=rows, grouped=False, bare=(), aggregates=(AggCall(args=(Column() as of,), filter=None) as call,)
            ) as groups,
            exprs=exprs,
        ) if exprs == groups.columns and call.function.extreme and call.collation.is_identity:
            tests = conjuncts_of(rows.predicate) if isinstance(rows, r.Filter) else []
            scan = rows.input if isinstance(rows, r.Filter) else rows
            if not isinstance(scan, r.Scan):
                return None
            for columns in twins(scan, block):
                given = [_given(substitute(test, columns), rest) for test in tests]
                if columns.get(of.id) == value and None not in given:
                    exceeds = (value, of) if call.func == "max" else (of, value)
                    others = r.Filter(scan, conjunction([*tests, Compare(CompareOp.LT, *exceeds)]))
                    none = Not(Exists(r.Project(others, (), ())))
                    return [Not(IsNull(value)), *(test for part in given for test in part or ()), none]
    return None


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
    "NULL and no such row has a greater one; the same for MIN",
    (r.Project, r.Aggregate),
    _apply,
)
