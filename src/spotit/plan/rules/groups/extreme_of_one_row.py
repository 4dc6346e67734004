"""MIN and MAX of one row at most, and of some rows, where no row is not told from a row of NULLs."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Expr, Literal
from spotit.plan.facts.keys import at_most_one_row
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    if place.seen.absence:
        return None
    match rel:
        case r.Aggregate(grouped=False, bare=(), aggregates=calls) if all(_is_extreme(call) for call in calls):
            if at_most_one_row(rel.input, place.facts):
                return r.Project(rel.input, tuple(call.args[0] for call in calls), rel.columns)
        case r.Project(input=r.Filter(input=r.Aggregate(grouped=False) as groups) as tested) if groups.bare == ():
            values = dict(zip(groups.columns, groups.aggregates, strict=True))
            shown = [values.get(expr) for expr in rel.exprs if isinstance(expr, Column)]
            sure = len(shown) == len(rel.exprs) and all(call is not None and call.function.extreme for call in shown)
            if sure and _asks_for_some(tested.predicate, values):
                return replace(rel, input=groups)
    return None


def _is_extreme(call: AggCall) -> bool:
    return call.function.extreme and call.filter is None and isinstance(call.args[0], Column)


def _asks_for_some(test: Expr, values: dict[Column, AggCall]) -> bool:
    """Tell whether a condition only asks that there is a row."""
    match test:
        case Compare(op=CompareOp.LT, left=Literal(value=0), right=Column() as count):
            return values.get(count) == AggCall("count")
        case Compare(op=CompareOp.LE, left=Literal(value=1), right=Column() as count):
            return values.get(count) == AggCall("count")
    return False


EXTREME_OF_ONE_ROW = RelationRule(
    "extreme of one row",
    "where no row is not told from a row of NULLs, MIN(a) and MAX(a) without GROUP BY are a if there is one row at "
    "most, and HAVING COUNT(*) > 0 goes beside them",
    (r.Aggregate, r.Project),
    _apply,
)
