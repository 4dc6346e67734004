"""The difference of two counts as one."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Arith, ArithOp, Column, Expr, IsNull
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import rewrite


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project)
    if not isinstance(rel.input, r.Aggregate):
        return None
    groups = rel.input
    calls = dict(zip((c.id for c in groups.columns[len(groups.keys) :]), groups.aggregates, strict=False))
    added: dict[AggCall, Column] = {}

    def change(part: Expr) -> Expr | None:
        match part:
            case Arith(op=ArithOp.SUB, left=Column(id=all_of), right=Column(id=some)):
                call = _difference(calls.get(all_of), calls.get(some))
                return None if call is None else added.setdefault(call, place.column("count"))
        return None

    exprs = tuple(rewrite(expr, change) for expr in rel.exprs)
    if not added:
        return None
    end = len(groups.keys) + len(groups.aggregates)
    columns = (*groups.columns[:end], *added.values(), *groups.columns[end:])
    more = replace(groups, aggregates=(*groups.aggregates, *added), columns=columns)
    return replace(rel, input=more, exprs=exprs)


def _difference(all_of: AggCall | None, some: AggCall | None) -> AggCall | None:
    """Return the count of the rows that COUNT(*) counts and a COUNT(a) beside it does not."""
    match all_of, some:
        case AggCall(func="count", args=()), AggCall(func="count", args=(value,), distinct=False):
            if all_of.filter == some.filter:
                return AggCall("count", filter=conjunction([*conjuncts_of(all_of.filter), IsNull(value)]))
    return None


DIFFERENCE_OF_COUNTS = RelationRule(
    "difference of counts",
    "COUNT(*) - COUNT(a) is COUNT(*) FILTER (WHERE a IS NULL), under the FILTER that both have",
    (r.Project,),
    _apply,
)
