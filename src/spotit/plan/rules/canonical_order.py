"""One order for what may stand in any order: operands, joined tables, left joins, keys and aggregates of GROUP BY."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.seen import Seen, seen_below, seen_by_subquery
from spotit.plan.rules.block import used_ids
from spotit.plan.rules.labels import Labels, factors, is_commutative, labels_of
from spotit.plan.walk import Part, with_parts

T = TypeVar("T")


def canonical_order(rel: r.Rel, seen: Seen) -> r.Rel:
    """Return the plan with everything in order whose order means nothing; no more than `seen` is seen of its result."""
    return _Ordering(labels_of(rel)).relation(rel, seen)


class _Ordering:
    def __init__(self, labels: Labels) -> None:
        self._label = labels.of

    def relation(self, rel: r.Rel, seen: Seen) -> r.Rel:
        below = seen_below(r.any_rel(rel), seen)

        def changed(name: str, part: Part) -> Part:
            return self.relation(part, below[name]) if isinstance(part, r.Rel) else self._part(part)

        rel = with_parts(rel, changed)
        if seen.places:
            return rel
        match rel:
            case r.Join(kind=r.JoinKind.INNER, on=None):
                ordered = sorted(factors(rel), key=self._label)
                return reduce(lambda left, right: r.Join(r.JoinKind.INNER, left, right), ordered)
            case r.Join(kind=r.JoinKind.LEFT):
                return self._outer_joins(rel)
            case r.Aggregate():
                return self._aggregate(rel)
            case r.Project():
                exprs, columns = self._sorted(rel.exprs, rel.columns)
                return replace(rel, exprs=exprs, columns=columns)
        return rel

    def _part(self, part: Part) -> Part:
        def changed(name: str, inner: Part) -> Part:
            if isinstance(inner, r.Rel):
                assert isinstance(part, e.Exists | e.Scalar | e.InRel)
                return self.relation(inner, seen_by_subquery(part))
            return self._part(inner)

        new = with_parts(part, changed)
        if not is_commutative(new):
            return new
        match new:
            case e.And() | e.Or():
                return type(new)(tuple(sorted(new.args, key=self._label)))
            case e.Compare() | e.Arith():
                left, right = sorted((new.left, new.right), key=self._label)
                return replace(new, left=left, right=right)
        return new

    def _outer_joins(self, rel: r.Join) -> r.Rel:
        """Put left joins of the same rows into order, as far as none reads what another one adds."""
        joins: list[r.Join] = []
        base: r.Rel = rel
        while isinstance(base, r.Join) and base.kind is r.JoinKind.LEFT:
            joins.append(base)
            base = base.left
        while joins:
            chosen = min((join for join in joins if self._is_next(join, joins)), key=self._added)
            joins.remove(chosen)
            base = replace(chosen, left=base)
        return base

    def _added(self, join: r.Join) -> str:
        return self._label(join.right) + ("" if join.on is None else self._label(join.on))

    def _is_next(self, join: r.Join, joins: Sequence[r.Join]) -> bool:
        read = used_ids([part for part in (join.on, join.right) if part is not None])
        return not any(column.id in read for other in joins if other is not join for column in other.right.columns)

    def _aggregate(self, rel: r.Aggregate) -> r.Aggregate:
        keys, calls = len(rel.keys), len(rel.keys) + len(rel.aggregates)
        sorted_keys, key_columns = self._sorted(rel.keys, rel.columns[:keys])
        aggregates, call_columns = self._sorted(rel.aggregates, rel.columns[keys:calls])
        bare, bare_columns = self._sorted(rel.bare, rel.columns[calls:])
        columns = (*key_columns, *call_columns, *bare_columns)
        return replace(rel, keys=sorted_keys, aggregates=aggregates, bare=bare, columns=columns)

    def _sorted(self, exprs: Sequence[T], columns: Sequence[e.Column]) -> tuple[tuple[T, ...], tuple[e.Column, ...]]:
        pairs = sorted(zip(exprs, columns, strict=True), key=lambda pair: self._label(pair[0]))  # type: ignore[arg-type]
        return tuple(expr for expr, _ in pairs), tuple(column for _, column in pairs)
