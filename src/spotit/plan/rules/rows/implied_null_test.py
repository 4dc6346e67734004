"""IS NOT NULL beside a condition that asks for it anyway."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr, IsNull, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.nullness import refuses
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    conditions = conjuncts_of(rel.predicate)
    for number, condition in enumerate(conditions):
        others = conditions[:number] + conditions[number + 1 :]
        column = _tested(condition)
        if column is not None and any(refuses(other, {column.id}) for other in others):
            return r.Filter(rel.input, conjunction(others))
    return None


def _tested(condition: Expr) -> Column | None:
    match condition:
        case Not(arg=IsNull(arg=Column() as column)):
            return column
    return None


IMPLIED_NULL_TEST = RelationRule(
    "implied NULL test",
    "a IS NOT NULL may go where another condition is never true for a row with a NULL",
    (r.Filter,),
    _apply,
)
