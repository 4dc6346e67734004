"""An aggregate over a partition up to a row, as a subquery."""

from __future__ import annotations

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import runs_to_row
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_of_rows, value_of
from spotit.plan.rules.windows.calls_as_values import up_to, with_values
from spotit.plan.walk import substitute


def _value(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    if not is_of_rows(call) or not runs_to_row(call, rows, place.facts):
        return None
    found = up_to(call, rows, place, peers=True)
    if found is None:
        return None
    before, columns = found
    plain = e.AggCall(call.func, call.args, filter=call.filter, collation=call.collation)
    return value_of(substitute(plain, columns), before, place)


RUNNING_WINDOW = RelationRule(
    "running window",
    "COUNT, MIN, MAX and AVG of the rows of a partition up to the current one, those that tie with it included, are "
    "those of the rows that do not come after it, as a subquery, if what they are ordered by is never NULL",
    (r.Project, r.Aggregate),
    lambda rel, place: with_values(rel, place, _value),
)
