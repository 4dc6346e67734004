"""A count of DISTINCT rows as a count of DISTINCT values."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Expr
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(
            input=r.Distinct(on=None) as rows,
            keys=keys,
            aggregates=(AggCall(func="count", filter=None) as call,),
            bare=(),
        ) if len(left := [column for column in rows.columns if column not in keys]) == 1 and _are_columns(rel, rows):
            (value,) = left
            counts_all = not call.args and never_null(value, rows, place.facts)
            if counts_all or call.args == (value,):
                counted = AggCall("count", (value,), distinct=True, collation=value.collation)
                return replace(rel, input=rows.input, aggregates=(counted,))
    return None


def _are_columns(rel: r.Aggregate, rows: r.Distinct) -> bool:
    """Tell whether each key is one of the columns, compared by both in the same way."""
    made = zip(rel.keys, rel.columns, strict=False)
    return all(key in rows.columns and _collation(key) is column.collation for key, column in made)


def _collation(key: Expr) -> object:
    return key.collation if isinstance(key, Column) else None


COUNT_OF_DISTINCT = RelationRule(
    "count of DISTINCT rows",
    "the number of DISTINCT values of a column, NULL not counted, is COUNT(DISTINCT a), and so is the number of all "
    "where a is never NULL; by GROUP BY too, if the other columns of the rows are the keys",
    (r.Aggregate,),
    _apply,
)
