"""Going through plans."""

from __future__ import annotations

from spotit.plan.expr import Arith, ArithOp, Column, Compare, CompareOp, Exists, Literal
from spotit.plan.rel import Filter, Project, Scan
from spotit.plan.walk import has_relation, outer_columns, parts, produced, rewrite, substitute, tables, walk

A, B, C = Column(1, "a"), Column(2, "b"), Column(3, "c")
SCAN = Scan("t", ("b",), (B,))
INNER = Filter(SCAN, Compare(CompareOp.EQ, B, A))
OUTER = Arith(ArithOp.ADD, Exists(INNER), C)


def test_parts_and_walk() -> None:
    assert list(parts(OUTER)) == [Exists(INNER), C]
    assert list(walk(OUTER)) == [OUTER, Exists(INNER), INNER, SCAN, INNER.predicate, B, A, C]


def test_outer_columns() -> None:
    assert outer_columns(OUTER) == {A, C}
    assert outer_columns(INNER) == {A}
    assert produced(SCAN) == (B,)
    assert tables(OUTER) == ("t",)
    assert has_relation(OUTER)
    assert not has_relation(C)


def test_substitute_enters_subqueries() -> None:
    changed = substitute(OUTER, {1: Literal(5)})
    assert outer_columns(changed) == {C}
    assert substitute(OUTER, {9: Literal(5)}) is OUTER


def test_rewrite_replaces_the_outermost_first() -> None:
    project = Project(SCAN, (Arith(ArithOp.ADD, B, Literal(1)),), (C,))
    changed = rewrite(project, lambda x: Literal(7) if isinstance(x, Arith) else None)
    assert changed.exprs == (Literal(7),)
    assert changed.input is SCAN
