"""Going through plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from spotit.plan import expr, rel
from spotit.plan.expr import (
    AggCall,
    AnyExpr,
    Arith,
    ArithOp,
    Column,
    Compare,
    CompareOp,
    Exists,
    Frame,
    FrameBound,
    Literal,
    SortKey,
    WindowCall,
)
from spotit.plan.rel import AnyRel, Filter, Project, Scan
from spotit.plan.walk import (
    PART_FIELDS,
    has_relation,
    outer_columns,
    parts,
    produced,
    rewrite,
    substitute,
    tables,
    walk,
)

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


PRODUCED = ("columns", "added")
"""Fields with the columns that a node brings into being."""
NODES = (*get_args(AnyExpr), *get_args(AnyRel), SortKey, AggCall, WindowCall, Frame, FrameBound)


def part_fields(node: type) -> tuple[str, ...]:
    """Return the fields of a kind of node that can hold other nodes, by their types."""
    types = get_type_hints(node, {**vars(expr), **vars(rel)})
    return tuple(spec.name for spec in fields(node) if spec.name not in PRODUCED and any(_nodes(types[spec.name])))


def _nodes(hint: object) -> Iterator[bool]:
    """Yield for each type inside a type whether it is one of nodes."""
    inner = get_args(hint)
    if inner:
        for part in inner:
            yield from _nodes(part)
    else:
        yield isinstance(hint, type) and (hint in NODES or hint in (expr.Expr, rel.Rel))


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_field_that_holds_nodes_is_walked(node: type) -> None:
    assert part_fields(node) == PART_FIELDS[node]


def test_no_other_kind_of_node_is_walked() -> None:
    assert set(PART_FIELDS) == set(NODES)
    with pytest.raises(KeyError):
        list(parts(object()))  # type: ignore[arg-type]
