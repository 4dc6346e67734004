"""GROUP BY on a key: each group is one row."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Case, Column, Expr, IsNull, Literal, Not, When
from spotit.plan.facts.keys import unique_on
from spotit.plan.rules.rule import RelationPlace, RelationRule

_ZERO, _ONE, _NULL = Literal(0), Literal(1), Literal(None)


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True):
            keys = zip(rel.keys, rel.columns, strict=False)
            same = [key for key, made in keys if isinstance(key, Column) and made.collation.is_identity]
            values = [_of_one(call) for call in rel.aggregates]
            made = tuple(value for value in values if value is not None)
            if len(made) == len(values) and unique_on(rel.input, same, place.facts):
                return r.Project(rel.input, (*rel.keys, *made, *rel.bare), rel.columns)
    return None


def _of_one(call: AggCall) -> Expr | None:
    """Return what an aggregate is of one row, if it does not convert what it is given."""
    value: Expr
    if call.func == "count":
        value = Not(IsNull(call.args[0])) if call.args else _ONE
        return value if call.filter is None else Case((When(call.filter, value),), _ZERO)
    if call.function.extreme:
        value = call.args[0]
        return value if call.filter is None else Case((When(call.filter, value),), _NULL)
    return None


GROUPS_OF_ONE = RelationRule(
    "groups of one row",
    "where no two rows agree on the keys of GROUP BY, MIN(a) and MAX(a) are a, COUNT(*) is 1, and COUNT(a) is "
    "a IS NOT NULL",
    (r.Aggregate,),
    _apply,
)
