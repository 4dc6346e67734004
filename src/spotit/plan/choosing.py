"""Which plans make a choice that SQL may leave open: among tied rows, among equal values that print differently."""

from __future__ import annotations

from spotit.plan.expr import Column, Scalar
from spotit.plan.facts.forms import stored_form
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.lineage import Lineage
from spotit.plan.rel import Aggregate, Distinct, Limit, Query, Recursive, Rel, SetKind, SetOp, Window
from spotit.plan.walk import walk


def can_be_open(query: Query, facts: Facts) -> bool:
    """Tell whether some operator of a query makes a choice that SQL may leave open."""
    mixed = _reads_mixed(query.rel, facts)
    return any(_chooses(node) or (mixed and _merges(node)) for node in walk(query.rel))


def _reads_mixed(rel: Rel, facts: Facts) -> bool:
    """Tell whether a column is read that may hold equal numbers in two forms, 1 and 1.0."""
    bases = Lineage(rel).bases
    read = {bases[node.id] for node in walk(rel) if isinstance(node, Column) and node.id in bases}
    return any(stored_form(*base, facts) is None for base in read)


def _merges(node: object) -> bool:
    """Tell whether an operator shows one of several equal values."""
    match node:
        case Distinct():
            return True
        case SetOp(kind=kind):
            return kind is not SetKind.UNION_ALL
        case Aggregate(keys=keys, aggregates=calls):
            return bool(keys) or any(call.function.extreme for call in calls)
    return False


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
