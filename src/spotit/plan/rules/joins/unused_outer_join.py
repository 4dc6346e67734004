"""A left join of which nothing is read."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.keys import has_one_partner
from spotit.plan.facts.seen import seen_below
from spotit.plan.rules.block import JoinBlock, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or not block.outers:
        return None
    copies = seen_below(rel, place.seen)["input"].copies
    for number, outer in enumerate(block.outers):
        rest = block.outers[:number] + block.outers[number + 1 :]
        beside: list[Part] = [*expressions_of(rel), *block.conditions, *(o.on for o in rest if o.on is not None)]
        read = used_ids([*beside, *(o.optional for o in rest)])
        if any(column.id in read for column in outer.optional.columns) or may_fail(outer.optional):
            continue
        kept = JoinBlock(block.leaves, block.outers[:number], ()).rel
        if not copies or has_one_partner(kept, outer.optional, outer.on, place.facts):
            return with_input(rel, replace(block, outers=rest).rel, {})
    return None


UNUSED_OUTER_JOIN = RelationRule(
    "unused outer join",
    "a left join of which no column is read may go, if a row never has two partners or copies are not seen",
    (r.Project, r.Aggregate),
    _apply,
)
