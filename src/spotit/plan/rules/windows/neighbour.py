"""The row before, the row after, and the first row of a partition."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import numbers_once
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.plan.rules.windows.calls_as_values import partition_of, up_to, with_values
from spotit.plan.walk import substitute


def _value(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    if call.filter is not None:
        return None
    if call.func in _BESIDE and len(call.args) == 1 and numbers_once(call, rows, place.facts):
        return _beside(call, rows, place)
    if call.func == "first_value" and call.frame.start.kind is e.BoundKind.UNBOUNDED_PRECEDING:
        return _first(call, rows, place) if call.frame.exclude is e.Exclude.NO_OTHERS else None
    return None


_BESIDE = {"lag": False, "lead": True}
"""Whether the row is looked for in the opposite order."""


def _beside(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    """Return the value on the last row before, or on the first row after."""
    turned = replace(call.order[0], descending=call.order[0].descending is not _BESIDE[call.func])
    found = up_to(replace(call, order=(turned,)), rows, place, peers=False)
    if found is None:
        return None
    before, columns = found
    key = e.SortKey(substitute(turned.expr, columns), not turned.descending, collation=turned.collation)
    first = r.Limit(r.OrderBy(before, (key,)), e.Literal(1))
    return e.Scalar(r.Project(first, (substitute(call.args[0], columns),), (place.column("value"),)))


def _first(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    """Return the least value of the partition, or the greatest one, if the rows are ordered by it."""
    if not call.order or call.args != (call.order[0].expr,) or call.frame.end.kind not in _REACHES:
        return None
    key = call.order[0]
    if not key.collation.is_identity or not never_null(key.expr, rows, place.facts):
        return None
    same, columns = partition_of(call, rows, place)
    extreme = e.AggCall("max" if key.descending else "min", call.args, collation=key.collation)
    return value_of(substitute(extreme, columns), same, place)


_REACHES = (e.BoundKind.CURRENT_ROW, e.BoundKind.UNBOUNDED_FOLLOWING)

NEIGHBOUR = RelationRule(
    "neighbour in a partition",
    "LAG(a) is a on the last row before and LEAD(a) on the first row after, if no two rows of the partition agree on "
    "the first column that they are ordered by, and FIRST_VALUE(a) by the order of a is MIN(a), or MAX(a) if it is "
    "descending, if what they are ordered by is never NULL",
    (r.Project, r.Aggregate),
    lambda rel, place: with_values(rel, place, _value),
)
