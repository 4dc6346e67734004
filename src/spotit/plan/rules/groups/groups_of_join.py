"""Groups of a join by a key of one side, as subqueries about the partners of a row."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Exists, Expr
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.facts.keys import unique_on
from spotit.plan.rules.block import JoinBlock, block_of, used_ids
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_of_rows, value_of
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Aggregate)
    block = block_of(rel.input)
    if block is None or block.outers or not rel.grouped or not rel.aggregates or any(map(has_relation, rel.keys)):
        return None
    sides = _sides(block, used_ids([*rel.keys, *rel.bare]))
    if sides is None:
        return None
    kept, partners = sides
    there = {column.id for leaf in partners.leaves for column in leaf.columns}
    pairs = zip(rel.keys, rel.columns, strict=False)
    same = [key for key, made in pairs if isinstance(key, Column) and made.collation.is_identity]
    if not unique_on(kept, same, place.facts) or is_open(partners.rel, place):
        return None
    if not all(_is_of_partners(call, there) for call in rel.aggregates):
        return None
    values: list[Expr] = []
    for call in rel.aggregates:
        copy, columns = place.copied(partners.rel)
        values.append(value_of(substitute(call, columns), copy, place))
    found = r.Filter(kept, Exists(r.Project(partners.rel, (), ())))
    return r.Project(found, (*rel.keys, *values, *rel.bare), rel.columns)


def _sides(block: JoinBlock, read: frozenset[int]) -> tuple[r.Rel, JoinBlock] | None:
    """Return the leaf of which the keys are, under its own conditions, and its partners under the others."""
    kept = [leaf for leaf in block.leaves if any(column.id in read for column in leaf.columns)]
    if len(kept) != 1 or len(block.leaves) == 1:
        return None
    there = {column.id for leaf in block.leaves if leaf is not kept[0] for column in leaf.columns}
    own = [test for test in block.conditions if not there & used_ids([test])]
    shared = tuple(test for test in block.conditions if there & used_ids([test]))
    leaves = tuple(leaf for leaf in block.leaves if leaf is not kept[0])
    return r.Filter(kept[0], conjunction(own)) if own else kept[0], JoinBlock(leaves, (), shared)


def _is_of_partners(call: AggCall, there: set[int]) -> bool:
    """Tell whether an aggregate reads nothing but the partners of a row."""
    parts = [*call.args, *([] if call.filter is None else [call.filter])]
    return is_of_rows(call) and not call.order and used_ids(parts) <= there and not any(map(has_relation, parts))


GROUPS_OF_JOIN = RelationRule(
    "groups of a join",
    "COUNT, MIN, MAX and AVG of the partners of a row in a join, grouped by a key of the row's relation, are "
    "subqueries about them beside EXISTS",
    (r.Aggregate,),
    _apply,
)
