"""Derived tables, CTEs and views opened: what they compute is put where it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.nullness import is_null_with
from spotit.plan.rules.block import Head, expressions_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part, has_relation, substitute, walk

_LARGEST = 400
"""Nodes that the copies of an expression may have together: chains of derived tables could double it at each step."""


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    for projection, joined in _projections(rel.input, joined=False, optional=False):
        values = {column.id: expr for column, expr in zip(projection.columns, projection.exprs, strict=True)}
        uses = Counter(n.id for part in _outside(rel, projection) for n in walk(part) if isinstance(n, Column))
        if all(_may_move(expr, uses[column], joined=joined) for column, expr in values.items()):
            return substitute(replace(rel, input=_without(rel.input, projection)), values)
    return None


def _projections(rel: r.Rel, *, joined: bool, optional: bool) -> Iterator[tuple[r.Project, bool]]:
    """Yield the projections below filters, joins and windows, and whether a join stands above each.

    On the optional side of a left join, columns are NULL where there is no partner: what is computed must be so too.
    """
    match rel:
        case r.Project():
            if not optional or all(_is_null_without_partner(expr, rel) for expr in rel.exprs):
                yield rel, joined
        case r.Filter() | r.Window():
            yield from _projections(rel.input, joined=joined, optional=optional)
        case r.Join(kind=r.JoinKind.INNER | r.JoinKind.LEFT as kind):
            yield from _projections(rel.left, joined=True, optional=optional)
            yield from _projections(rel.right, joined=True, optional=optional or kind is r.JoinKind.LEFT)


def _is_null_without_partner(expr: Expr, rel: r.Project) -> bool:
    """Tell whether what is computed of a row is NULL where the row is one of NULLs; a column from outside is not."""
    return not has_relation(expr) and is_null_with(expr, {column.id for column in rel.input.columns})


def _outside(head: Head, projection: r.Project) -> Sequence[Part]:
    """Return the expressions between a head and a projection below it, and the relations beside it."""
    parts: list[Part] = [*expressions_of(head)]
    _collect(head.input, projection, parts)
    return parts


def _collect(rel: r.Rel, projection: r.Project, parts: list[Part]) -> None:
    match rel:
        case r.Filter():
            parts.append(rel.predicate)
            _collect(rel.input, projection, parts)
        case r.Window():
            parts.extend(rel.calls)
            _collect(rel.input, projection, parts)
        case r.Join():
            parts.extend([] if rel.on is None else [rel.on])
            _collect(rel.left, projection, parts)
            _collect(rel.right, projection, parts)
        case _ if rel is not projection:
            parts.append(rel)


def _without(rel: r.Rel, projection: r.Project) -> r.Rel:
    if rel is projection:
        return projection.input
    match rel:
        case r.Filter() | r.Window():
            return replace(rel, input=_without(rel.input, projection))
        case r.Join():
            return replace(rel, left=_without(rel.left, projection), right=_without(rel.right, projection))
    return rel


def _may_move(expr: Expr, uses: int, *, joined: bool) -> bool:
    """Tell whether an expression can be evaluated where it is used instead: a subquery as often, a failure as well."""
    if not has_relation(expr):
        return uses <= 1 or uses * sum(1 for _ in walk(expr)) <= _LARGEST
    return uses == 1 and not joined if uses else not may_fail(expr)


INLINED_PROJECTION = RelationRule(
    "inlined projection",
    "a column that a derived table computes may be computed where it is used: above filters, inner joins and windows, "
    "and above left joins too if it is NULL where there is no partner; a subquery only where it is used once and no "
    "join repeats it",
    (r.Project, r.Aggregate),
    _apply,
)
