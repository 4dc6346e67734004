"""An aggregate of all rows of a relation, as a value."""

from __future__ import annotations

from spotit.dialect.functions import FunctionKind
from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Scalar, WindowCall
from spotit.plan.facts.failures import fails
from spotit.plan.rules.rule import RelationPlace


def value_of(call: AggCall, rows: r.Rel, place: RelationPlace) -> Scalar:
    """Return (SELECT call FROM rows)."""
    made = place.column("value")
    groups = r.Aggregate(rows, (), (call,), (), (made,), grouped=False)
    return Scalar(r.Project(groups, (made,), (place.column("value"),)))


def is_never_null(call: AggCall) -> bool:
    """Tell whether an aggregate has a value for no rows too: COUNT and TOTAL have."""
    return call.function.counts or call.func == "total"


def is_of_rows(call: AggCall | WindowCall) -> bool:
    """Tell whether a call depends on some rows alone, not on their order, and cannot fail: COUNT, MIN, MAX, AVG."""
    function = call.function
    if function.kind is not FunctionKind.AGGREGATE or fails(call):
        return False
    return function.counts or function.extreme or function.adds
