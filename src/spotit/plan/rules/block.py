"""Inner joins taken apart: what a SELECT without its result columns is made of.

A block is a product of relations, its leaves, that outer joins extend, under one condition. Projections and GROUP BY
stand above a block and see its columns by their ids; nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.walk import Part, substitute, walk

Head = r.Project | r.Aggregate
"""What stands above a block."""


@frozen
class Outer:
    """A left join of what stands before it."""

    optional: r.Rel
    on: e.Expr | None


@frozen
class JoinBlock:
    """Leaves, the left joins that extend their product, and the conditions on the whole."""

    leaves: tuple[r.Rel, ...]
    outers: tuple[Outer, ...]
    conditions: tuple[e.Expr, ...]

    @property
    def rel(self) -> r.Rel:
        """The block as a relation."""
        rel: r.Rel = reduce(lambda left, right: r.Join(r.JoinKind.INNER, left, right), self.leaves)
        for outer in self.outers:
            rel = r.Join(r.JoinKind.LEFT, rel, outer.optional, outer.on)
        return r.Filter(rel, conjunction(self.conditions)) if self.conditions else rel

    @property
    def scans(self) -> Iterator[r.Scan]:
        """The leaves that are base tables."""
        return (leaf for leaf in self.leaves if isinstance(leaf, r.Scan))

    def substituted(self, columns: Mapping[int, e.Expr]) -> JoinBlock:
        """Return the block with columns replaced in all its conditions (and in what is inside its leaves)."""
        outers = (Outer(substitute(o.optional, columns), o.on and substitute(o.on, columns)) for o in self.outers)
        leaves = (substitute(leaf, columns) for leaf in self.leaves)
        return JoinBlock(tuple(leaves), tuple(outers), tuple(substitute(c, columns) for c in self.conditions))


def block_of(rel: r.Rel) -> JoinBlock | None:
    """Return a relation as a block, if it has the shape that the rules on joins bring it into."""
    conditions = tuple(conjuncts_of(rel.predicate)) if isinstance(rel, r.Filter) else ()
    below = rel.input if isinstance(rel, r.Filter) else rel
    outers: list[Outer] = []
    while isinstance(below, r.Join) and below.kind is r.JoinKind.LEFT:
        outers.insert(0, Outer(below.right, below.on))
        below = below.left
    leaves: list[r.Rel] = []
    while isinstance(below, r.Join) and below.kind is r.JoinKind.INNER and below.on is None:
        leaves.insert(0, below.right)
        below = below.left
    leaves.insert(0, below)
    if any(isinstance(leaf, r.Filter | r.Project | r.Join) for leaf in leaves):
        return None
    return JoinBlock(tuple(leaves), tuple(outers), conditions)


def with_input(head: Head, rel: r.Rel, columns: Mapping[int, e.Expr]) -> Head:
    """Return a head over another relation, with columns replaced in its expressions."""
    bare = replace(head, input=_NOTHING)
    return replace(substitute(bare, columns), input=rel)


_NOTHING = r.Values((), ())


def expressions_of(head: Head) -> tuple[Part, ...]:
    """Return the expressions (and aggregates) of a head."""
    return head.exprs if isinstance(head, r.Project) else (*head.keys, *head.aggregates, *head.bare)


def used_ids(parts: Sequence[Part]) -> frozenset[int]:
    """Return the ids of the columns that occur in expressions or relations, subqueries included."""
    return frozenset(node.id for part in parts for node in walk(part) if isinstance(node, e.Column))
