"""An aggregate over a whole partition, as a subquery."""

from __future__ import annotations

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import covers_partition
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_of_rows, value_of
from spotit.plan.rules.windows.calls_as_values import partition_of, with_values
from spotit.plan.walk import substitute


def _value(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    if not is_of_rows(call) or not covers_partition(call):
        return None
    same, columns = partition_of(call, rows, place)
    plain = e.AggCall(call.func, call.args, filter=call.filter, collation=call.collation)
    return value_of(substitute(plain, columns), same, place)


WINDOW_AS_SUBQUERY = RelationRule(
    "window as subquery",
    "COUNT, MIN, MAX and AVG over all rows of a partition are those of the rows that agree on what the partition goes "
    "by, NULL being the same as NULL, as a subquery",
    (r.Project, r.Aggregate),
    lambda rel, place: with_values(rel, place, _value),
)
