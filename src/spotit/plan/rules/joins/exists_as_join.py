"""EXISTS as a join."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Exists, Expr
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.keys import at_most_one_row
from spotit.plan.facts.seen import seen_below
from spotit.plan.rules.block import JoinBlock, block_of, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import outer_columns


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    copies = seen_below(rel, place.seen)["input"].copies
    for number, condition in enumerate(block.conditions):
        rows = _rows(condition)
        if rows is None or (copies and not at_most_one_row(rows, place.facts)):
            continue
        tests = conjuncts_of(rows.predicate) if isinstance(rows, r.Filter) else []
        product = rows.input if isinstance(rows, r.Filter) else rows
        if _reads(product, block):
            continue
        rest = block.conditions[:number] + block.conditions[number + 1 :]
        joined = r.Join(r.JoinKind.INNER, replace(block, conditions=()).rel, product)
        return with_input(rel, JoinBlock((joined,), (), (*rest, *tests)).rel, {})
    return None


def _rows(condition: Expr) -> r.Rel | None:
    """Return the rows that an EXISTS asks for."""
    match condition:
        case Exists(rel=r.Project(input=rows)):
            return rows
    return None


def _reads(rel: r.Rel, block: JoinBlock) -> bool:
    """Tell whether a relation, which is to be joined with a block, reads columns of it."""
    here = {column.id for column in block.rel.columns}
    return any(column.id in here for column in outer_columns(rel))


EXISTS_AS_JOIN = RelationRule(
    "EXISTS as join",
    "a row for which EXISTS holds is a row of the join with the subquery, where that has one row at most or copies "
    "are not seen",
    (r.Project, r.Aggregate),
    _apply,
)
