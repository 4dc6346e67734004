"""Which plans make a choice that SQL may leave open: among tied rows, among equal values that print differently."""

from __future__ import annotations

from spotit.plan.expr import Scalar
from spotit.plan.rel import Aggregate, Distinct, Limit, Query, Recursive, Rel, SetOp, Window
from spotit.plan.walk import walk


def can_be_open(query: Query) -> bool:
    """Tell whether some operator of a query makes a choice that SQL may leave open."""
    return any(_chooses(node) for node in walk(query.rel))


def _chooses(node: object) -> bool:
    match node:
        case Limit() | Scalar() | Window() | Recursive():
            return True
        case Distinct(on=on):
            return on is not None or _collated(node)
        case SetOp():
            return _collated(node)
        case Aggregate(aggregates=calls, bare=bare):
            chooses = any(call.function.by_order or not call.collation.is_identity for call in calls)
            return bool(bare) or chooses or _collated(node)
    return False


def _collated(rel: Rel) -> bool:
    """Tell whether values that count as the same may differ, so that one of them is chosen."""
    return any(not column.collation.is_identity for column in rel.columns)
