"""A count of DISTINCT rows as a count of DISTINCT values."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(
            input=r.Distinct(on=None) as rows,
            keys=(),
            aggregates=(AggCall(func="count", filter=None) as call,),
            bare=(),
        ) if len(rows.columns) == 1:
            (value,) = rows.columns
            counts_all = not call.args and never_null(value, rows, place.facts)
            if counts_all or call.args == (value,):
                counted = AggCall("count", (value,), distinct=True, collation=value.collation)
                return replace(rel, input=rows.input, aggregates=(counted,))
    return None


COUNT_OF_DISTINCT = RelationRule(
    "count of DISTINCT rows",
    "the number of DISTINCT values of a column, NULL not counted, is COUNT(DISTINCT a), and so is the number of all "
    "where a is never NULL",
    (r.Aggregate,),
    _apply,
)
