"""Groups of a left join by a key of its kept side, as subqueries about the partners of a row."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Expr
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.keys import unique_on
from spotit.plan.rules.block import block_of, used_ids
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Aggregate)
    block = block_of(rel.input)
    if block is None or len(block.outers) != 1 or not rel.grouped or not rel.aggregates:
        return None
    (outer,) = block.outers
    kept, there = replace(block, outers=()).rel, {column.id for column in outer.optional.columns}
    if there & used_ids([*rel.keys, *rel.bare, *block.conditions]) or any(map(has_relation, conjuncts_of(outer.on))):
        return None
    keys = zip(rel.keys, rel.columns, strict=False)
    same = [key for key, made in keys if isinstance(key, Column) and made.collation.is_identity]
    if not unique_on(kept, same, place.facts) or is_open(outer.optional, place):
        return None
    if not all(_is_of_partners(call, there) for call in rel.aggregates):
        return None
    values: list[Expr] = []
    for call in rel.aggregates:
        copy, columns = place.copied(outer.optional)
        tests = [substitute(test, columns) for test in conjuncts_of(outer.on)]
        rows = r.Filter(copy, conjunction(tests)) if tests else copy
        values.append(value_of(substitute(call, columns), rows, place))
    return r.Project(kept, (*rel.keys, *values, *rel.bare), rel.columns)


def _is_of_partners(call: AggCall, there: set[int]) -> bool:
    """Tell whether an aggregate reads nothing but a row's partners, and leaves out that there is none."""
    if call.order or not (call.function.counts or call.function.extreme):
        return False
    match call.args:
        case (Column(id=number),) if number in there:
            return call.filter is None or (not has_relation(call.filter) and used_ids([call.filter]) <= there)
    return False


GROUPS_OF_OUTER_JOIN = RelationRule(
    "groups of an outer join",
    "COUNT, MIN and MAX of a column of the optional side of a left join, grouped by a key of the kept side, are those "
    "of the partners of each row, as subqueries",
    (r.Aggregate,),
    _apply,
)
