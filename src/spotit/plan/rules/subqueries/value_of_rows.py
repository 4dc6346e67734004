"""An aggregate of all rows of a relation, as a value."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Scalar
from spotit.plan.rules.rule import RelationPlace


def value_of(call: AggCall, rows: r.Rel, place: RelationPlace) -> Scalar:
    """Return (SELECT call FROM rows)."""
    made = place.column("value")
    groups = r.Aggregate(rows, (), (call,), (), (made,), grouped=False)
    return Scalar(r.Project(groups, (made,), (place.column("value"),)))
