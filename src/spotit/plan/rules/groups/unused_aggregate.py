"""Aggregates that nothing reads."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.facts.failures import fails
from spotit.plan.rules.block import expressions_of, used_ids
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    below, parts = rel.input, [*expressions_of(rel)]
    test = below if isinstance(below, r.Filter) else None
    if test is not None:
        parts.append(test.predicate)
        below = test.input
    if not isinstance(below, r.Aggregate) or below.bare:
        return None
    smaller = _without_unused(below, parts)
    if smaller is None:
        return None
    return replace(rel, input=smaller if test is None else replace(test, input=smaller))


def _without_unused(groups: r.Aggregate, parts: list[Part]) -> r.Aggregate | None:
    read, keys = used_ids(parts), len(groups.keys)
    pairs = list(zip(groups.aggregates, groups.columns[keys:], strict=True))
    kept = [(call, made) for call, made in pairs if made.id in read or fails(call)]
    if len(kept) == len(pairs) or not (kept or groups.grouped):
        return None
    columns = (*groups.columns[:keys], *(made for _, made in kept))
    return replace(groups, aggregates=tuple(call for call, _ in kept), columns=columns)


UNUSED_AGGREGATE = RelationRule(
    "unused aggregate",
    "an aggregate that is not read may go, if it cannot fail and does not say from which row a bare column is taken",
    (r.Project, r.Aggregate),
    _apply,
)
