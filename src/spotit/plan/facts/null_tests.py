"""Which columns a plan asks to be NULL, so that a NULL there is what it is about."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.lineage import Lineage
from spotit.plan.walk import walk
from spotit.schema import BaseColumn


def common_null_tests(left: r.Rel, right: r.Rel) -> frozenset[BaseColumn]:
    """Return the base columns that conditions of both plans ask to be NULL."""
    return _asked_for_null(left) & _asked_for_null(right)


def _asked_for_null(rel: r.Rel) -> frozenset[BaseColumn]:
    lineage = Lineage(rel)
    conditions = [node.predicate for node in walk(rel) if isinstance(node, r.Filter)]
    tested = [expr for condition in conditions for expr in _tested(condition)]
    return frozenset(base for expr in tested for base, path in lineage.sources(expr) if not path)


def _tested(condition: e.Expr) -> Iterator[e.Expr]:
    match condition:
        case e.And(args=args) | e.Or(args=args):
            for arg in args:
                yield from _tested(arg)
        case e.IsNull(arg=arg) | e.Compare(op=e.CompareOp.IS, left=arg, right=e.Literal(value=None)):
            yield arg
