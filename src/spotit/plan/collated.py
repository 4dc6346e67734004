"""Where a plan compares text under a collation: the one list of such places, for proofs and for hints."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.collation import Collation
from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, Expr, InRel, SortKey, WindowCall
from spotit.plan.walk import Part


def collated(node: Part) -> Iterator[tuple[Expr, Collation]]:
    """Yield the expressions whose texts this node compares otherwise than as they are, with the collation."""
    return ((expr, collation) for expr, collation in _compared(node) if not collation.is_identity)


def _compared(node: Part) -> Iterator[tuple[Expr, Collation]]:
    match node:
        case Compare():
            yield from ((side, node.collation) for side in (node.left, node.right))
        case InRel():
            yield from zip(node.args, node.collations, strict=True)
            yield from zip(node.rel.columns, node.collations, strict=True)
        case SortKey():
            yield node.expr, node.collation
        case AggCall():
            yield from ((arg, node.collation) for arg in node.args)
        case WindowCall():
            yield from ((arg, node.collation) for arg in node.args)
            yield from zip(node.partition, node.partition_collations, strict=False)
        case r.Rel():
            yield from ((column, column.collation) for column in _matched(node))


def _matched(rel: r.Rel) -> tuple[Column, ...]:
    """Return the columns by which a relation tells which of its rows are equal."""
    match rel:
        case r.Aggregate():
            return rel.columns[: len(rel.keys)]
        case r.Distinct():
            return rel.columns if rel.on is None else rel.on
        case r.SetOp():
            return () if rel.kind is r.SetKind.UNION_ALL else rel.columns
        case r.Recursive():
            return rel.columns if rel.distinct else ()
    return ()
