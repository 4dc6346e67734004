"""EXISTS beside a condition that is never true without rows."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Exists, Expr, Literal, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.nullness import is_null_with
from spotit.plan.isomorphic import renaming
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import outer_columns, rewrite, walk


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    tests = conjuncts_of(rel.predicate)
    if not any(isinstance(test, Exists) for test in tests):
        return None
    for number, test in enumerate(tests):
        rest = tests[:number] + tests[number + 1 :]
        if _is_implied(test, rest):
            return r.Filter(rel.input, conjunction(rest))
    return None


def _is_implied(test: Expr, rest: list[Expr]) -> bool:
    match test:
        case Exists(rel=r.Project(input=rows)):
            return any(same_rows(rows, other) for beside in rest for other in _needed(beside))
    return False


def same_rows(left: r.Rel, right: r.Rel) -> bool:
    """Tell whether two relations are the same but for the ids of their columns."""
    return renaming(left, right, (column.id for column in outer_columns(left))) is not None


def _needed(test: Expr) -> Iterator[r.Rel]:
    """Yield the relations that have a row where a condition is true."""
    match test:
        case Compare(op=CompareOp.LT, left=Literal(value=int() as least), right=Scalar(rel=rel)) if least >= 0:
            yield from _counted(rel)
        case Compare(op=CompareOp.LE, left=Literal(value=int() as least), right=Scalar(rel=rel)) if least >= 1:
            yield from _counted(rel)
        case Compare(op=CompareOp.EQ, left=Literal(value=int() as least), right=Scalar(rel=rel)) if least >= 1:
            yield from _counted(rel)
        case Compare(op=CompareOp.EQ, left=Scalar(rel=rel), right=Literal(value=int() as least)) if least >= 1:
            yield from _counted(rel)
    for part in walk(test):
        if isinstance(part, Scalar):
            groups = _groups(part.rel)
            if groups is not None and not groups.aggregates[0].function.counts and _fails_with(test, part):
                yield groups.input


def _counted(rel: r.Rel) -> Iterator[r.Rel]:
    groups = _groups(rel)
    if groups is not None and groups.aggregates[0].function.counts:
        yield groups.input


def _groups(rel: r.Rel) -> r.Aggregate | None:
    """Return the aggregation of which a relation of one row and one column holds the only value."""
    match rel:
        case r.Project(input=r.Aggregate(grouped=False, bare=(), aggregates=(AggCall() as call,)) as groups):
            known = call.function.counts or call.function.extreme or call.function.adds
            return groups if rel.exprs == groups.columns and known and call.func != "total" else None
    return None


_VALUE = Column(-1, "value")


def _fails_with(test: Expr, subquery: Scalar) -> bool:
    """Tell whether a condition is never true where a subquery is NULL, as an extreme of no rows is."""
    return is_null_with(rewrite(test, lambda part: _VALUE if part == subquery else None), {_VALUE.id})


IMPLIED_EXISTS = RelationRule(
    "implied EXISTS",
    "EXISTS goes beside a condition that is never true where there is no such row: one on the MIN, MAX, AVG or SUM of "
    "the same rows that is NULL where that is, or one that their number is at least 1",
    (r.Filter,),
    _apply,
)
