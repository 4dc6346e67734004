"""Every place of a plan that compares text under a collation is listed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

import pytest

from spotit.dialect.collation import BINARY, NOCASE
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.collated import collated
from spotit.plan.walk import Part

A, B = (e.Column(number, name, None, NOCASE) for number, name in ((1, "a"), (2, "b")))
SCAN = r.Scan("t", ("a", "b"), (A, B))
PAIR = (e.Column(3, "a", None, NOCASE), e.Column(4, "b", None, BINARY))

NODES: dict[type, tuple[Part, list[e.Expr]]] = {
    e.Compare: (e.Compare(e.CompareOp.LT, A, B, NOCASE), [A, B]),
    e.InRel: (e.InRel((A,), r.Project(SCAN, (B,), (B,)), (NOCASE,)), [A, B]),
    e.SortKey: (e.SortKey(A, collation=NOCASE), [A]),
    e.AggCall: (e.AggCall("min", (A,), collation=NOCASE), [A]),
    e.WindowCall: (e.WindowCall("min", (A,), (B,), (), e.Frame(), None, (NOCASE,), NOCASE), [A, B]),
    r.Aggregate: (r.Aggregate(SCAN, (A,), (), (B,), PAIR), [PAIR[0]]),
    r.Distinct: (r.Distinct(r.Project(SCAN, (A, B), PAIR)), [PAIR[0]]),
    r.SetOp: (r.SetOp(r.SetKind.EXCEPT, SCAN, SCAN, PAIR), [PAIR[0]]),
    r.Recursive: (r.Recursive(9, SCAN, SCAN, PAIR, distinct=True), [PAIR[0]]),
}
"""For each kind of node that compares texts, one that does so under NOCASE, and the expressions that it compares."""


@pytest.mark.parametrize("kind", NODES, ids=lambda kind: kind.__name__)
def test_a_node_tells_what_it_compares(kind: type) -> None:
    node, exprs = NODES[kind]
    assert list(collated(node)) == [(expr, NOCASE) for expr in exprs]


def test_every_node_with_a_collation_of_its_own_is_among_them() -> None:
    classes = [c for module in (e, r) for c in vars(module).values() if isinstance(c, type) and is_dataclass(c)]
    with_own = {c for c in classes if any("collation" in field.name for field in fields(c))}
    assert with_own - {e.Column} <= set(NODES)


def test_nothing_is_told_where_rows_are_not_compared() -> None:
    union = NODES[r.SetOp][0]
    recursive = NODES[r.Recursive][0]
    assert not list(collated(replace(union, kind=r.SetKind.UNION_ALL)))
    assert not list(collated(replace(recursive, distinct=False)))
    assert not list(collated(r.Project(SCAN, (A, B), PAIR)))
