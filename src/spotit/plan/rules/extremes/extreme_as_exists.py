"""A comparison with the greatest or the least of some rows, as EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Compare, CompareOp, Exists, Expr, IsNull, Not, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    tests = conjuncts_of(rel.predicate)
    made = [part for test in tests for part in _compared(test, place)]
    return None if made == tests else r.Filter(rel.input, conjunction(made))


def _compared(test: Expr, place: RelationPlace) -> list[Expr]:
    match test:
        case Compare(op=CompareOp.LT | CompareOp.LE, left=Scalar(rel=rel), right=value) if not has_relation(value):
            return _said(test, rel, value, place, is_less=True)
        case Compare(op=CompareOp.LT | CompareOp.LE, left=value, right=Scalar(rel=rel)) if not has_relation(value):
            return _said(test, rel, value, place, is_less=False)
    return [test]


def _said(test: Compare, rel: r.Rel, value: Expr, place: RelationPlace, *, is_less: bool) -> list[Expr]:
    """Return that some row is beyond a value, or that there are rows and none is not."""
    found = extreme_of(rel)
    if found is None or found[0].collation is not test.collation or is_open(found[1], place):
        return [test]
    call, rows = found
    if (call.func == "min") is is_less:
        return [_exists(rows, _beyond(test, call.args[0], value, is_less=is_less))]
    (copy, columns), (of,) = place.copied(rows), call.args
    none = Not(_exists(rows, Not(_beyond(test, of, value, is_less=is_less))))
    return [Not(IsNull(value)), _exists(copy, Not(IsNull(substitute(of, columns)))), none]


def _beyond(test: Compare, of: Expr, value: Expr, *, is_less: bool) -> Expr:
    ends = (of, value) if is_less else (value, of)
    return Compare(test.op, *ends, test.collation)


def _exists(rows: r.Rel, test: Expr) -> Expr:
    return Exists(r.Project(r.Filter(rows, test), (), ()))


def extreme_of(rel: r.Rel) -> tuple[AggCall, r.Rel] | None:
    """Return the MIN or MAX that a relation of one row holds, and the rows of which it is."""
    match rel:
        case r.Project(
            input=r.Aggregate(grouped=False, bare=(), aggregates=(AggCall(args=(of,), filter=None) as call,)) as groups,
            exprs=exprs,
        ) if exprs == groups.columns and call.function.extreme and not has_relation(of):
            return call, groups.input
    return None


EXTREME_AS_EXISTS = RelationRule(
    "extreme as EXISTS",
    "a < (SELECT MAX(b) ...) is true where EXISTS (SELECT ... WHERE a < b) is, and a < (SELECT MIN(b) ...) where a is "
    "not NULL, some b is not NULL and no b is such that NOT a < b; the same for <= and the other way round, under the "
    "collation of the aggregate",
    (r.Filter,),
    _apply,
)
