"""DISTINCT rows of one side of a join, as those that have a partner."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Exists
from spotit.plan.facts.keys import unique_on
from spotit.plan.rules.block import JoinBlock, block_of, used_ids
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Distinct(on=None, input=r.Project(exprs=exprs, columns=columns) as rows):
            block = block_of(rows.input)
            if block is None or block.outers or len(block.leaves) < 2 or any(map(has_relation, exprs)):
                return None
            read = used_ids(exprs)
            kept = tuple(leaf for leaf in block.leaves if read & {column.id for column in leaf.columns})
            others = tuple(leaf for leaf in block.leaves if leaf not in kept)
            there = {column.id for leaf in others for column in leaf.columns}
            own = [test for test in block.conditions if not there & used_ids([test])]
            shared = tuple(test for test in block.conditions if there & used_ids([test]))
            if not kept or not others:
                return None
            below = JoinBlock(kept, (), tuple(own)).rel
            pairs = zip(exprs, columns, strict=True)
            same = [expr for expr, made in pairs if isinstance(expr, Column) and made.collation.is_identity]
            if not unique_on(below, same, place.facts):
                return None
            some = Exists(r.Project(JoinBlock(others, (), shared).rel, (), ()))
            return r.Project(JoinBlock(kept, (), (*own, some)).rel, exprs, columns)
    return None


DISTINCT_JOIN_AS_EXISTS = RelationRule(
    "DISTINCT of a join",
    "DISTINCT rows of a join that are made of relations of which they hold a key are the rows of those for which "
    "EXISTS says that the others have a partner",
    (r.Distinct,),
    _apply,
)
