"""The second of the DISTINCT values."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Compare, CompareOp, Literal
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Limit(
            input=r.OrderBy(input=r.Distinct(on=None, input=rows), keys=(key,)),
            limit=Literal(value=1),
            offset=Literal(value=1),
        ) if not place.seen.absence and rows.columns == (key.expr,) and key.collation.is_identity:
            (value,) = rows.columns
            if not never_null(value, rows, place.facts) and (not key.descending or key.nulls_first):
                return None
            if not value.collation.is_identity or is_open(rows, place):
                return None
            func = "max" if key.descending else "min"
            copy, columns = place.copied(rows)
            first = value_of(AggCall(func, (columns[value.id],)), copy, place)
            again, columns = place.copied(rows)
            other = columns[value.id]
            ends = (other, first) if key.descending else (first, other)
            others, made = r.Filter(again, Compare(CompareOp.LT, *ends)), place.column("value")
            second = r.Aggregate(others, (), (AggCall(func, (other,)),), (), (made,), grouped=False)
            return r.Project(second, (made,), rel.columns)
    return None


SECOND_VALUE = RelationRule(
    "second value",
    "SELECT DISTINCT a ... ORDER BY a DESC LIMIT 1 OFFSET 1 is the MAX of those that are less than the MAX, NULLs "
    "being last, where no row is not told from a row of NULLs; ascending it is so with MIN if a is never NULL",
    (r.Limit,),
    _apply,
)
