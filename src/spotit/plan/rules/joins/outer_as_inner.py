"""Outer joins whose unmatched rows a condition refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.nullness import Definitions, refuses
from spotit.plan.rules.rule import RelationPlace, RelationRule


def inner_where_refused(join: r.Join, conditions: Sequence[Expr], defined: Definitions) -> r.Join | None:
    """Return an outer join without the unmatched rows that are never true under one of the conditions."""
    left, right = (
        any(refuses(condition, {column.id for column in side.columns}, defined) for condition in conditions)
        for side in (join.left, join.right)
    )
    kind = _KINDS[join.kind].get((left, right))
    return None if kind is None else replace(join, kind=kind)


_INNER, _LEFT, _RIGHT, _FULL = r.JoinKind.INNER, r.JoinKind.LEFT, r.JoinKind.RIGHT, r.JoinKind.FULL
_KINDS: dict[r.JoinKind, dict[tuple[bool, bool], r.JoinKind]] = {
    _INNER: {},
    _LEFT: {(False, True): _INNER, (True, True): _INNER},
    _RIGHT: {(True, False): _INNER, (True, True): _INNER},
    _FULL: {(True, False): _LEFT, (False, True): _RIGHT, (True, True): _INNER},
}
"""What is left of a join when conditions refuse rows without a left partner, and rows without a right one."""


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    below = _changed(rel.input, conjuncts_of(rel.predicate))
    return None if below is None else replace(rel, input=below)


def _changed(rel: r.Rel, conditions: Sequence[Expr]) -> r.Rel | None:
    """Return a relation below a filter with one outer join changed; nothing between may add rows of NULLs itself."""
    if not isinstance(rel, r.Join):
        return None
    new = inner_where_refused(rel, conditions, {})
    if new is not None:
        return new
    if rel.kind in (r.JoinKind.INNER, r.JoinKind.LEFT):
        left = _changed(rel.left, conditions)
        if left is not None:
            return replace(rel, left=left)
    if rel.kind in (r.JoinKind.INNER, r.JoinKind.RIGHT):
        right = _changed(rel.right, conditions)
        if right is not None:
            return replace(rel, right=right)
    return None


OUTER_AS_INNER = RelationRule(
    "outer join as inner join",
    "an outer join is an inner one (a full join a one-sided one) where a condition is never true for rows without a "
    "partner",
    (r.Filter,),
    _apply,
)
