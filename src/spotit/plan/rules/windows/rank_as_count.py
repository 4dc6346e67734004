"""Numbers of rows in a partition, as counts."""

from __future__ import annotations

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import is_row_number, numbers_once
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.plan.rules.windows.calls_as_values import up_to, with_values
from spotit.plan.walk import substitute


def _value(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    if call.filter is not None:
        return None
    if is_row_number(call) and numbers_once(call, rows, place.facts):
        found = up_to(call, rows, place, peers=True)
        return None if found is None else value_of(e.AggCall("count"), found[0], place)
    if call.func == "rank":
        found = up_to(call, rows, place, peers=False)
        count = None if found is None else value_of(e.AggCall("count"), found[0], place)
        return None if count is None else e.Arith(e.ArithOp.ADD, e.Literal(1), count)
    if call.func == "dense_rank" and len(call.order) == 1:
        found = up_to(call, rows, place, peers=True)
        if found is not None:
            (key,) = call.order
            counted = substitute(key.expr, found[1])
            return value_of(e.AggCall("count", (counted,), distinct=True, collation=key.collation), found[0], place)
    return None


RANK_AS_COUNT = RelationRule(
    "rank as count",
    "RANK() is one more than the number of rows of the partition that come before, ROW_NUMBER() the number of those "
    "that do not come after if no two rows agree on the first column that they are ordered by, and DENSE_RANK() the "
    "number of their DISTINCT values, if what they are ordered by is never NULL",
    (r.Project, r.Aggregate),
    lambda rel, place: with_values(rel, place, _value),
    is_late=True,  # a rank that is compared with 1 says more plainly which rows are the first
)
