"""Plans as text."""

from __future__ import annotations

from spotit.dialect.collation import BINARY, NOCASE, Collation
from spotit.plan.expr import Column, Compare, CompareOp, Literal
from spotit.plan.rel import Distinct, Filter, Project, Rel, Scan
from spotit.plan.show import show, show_expr
from spotit.schema import Affinity


def sample(first: int, *, name: str = "a", collation: Collation = BINARY) -> Rel:
    a, b = Column(first, "a", Affinity.INTEGER), Column(first + 7, "odd name", Affinity.TEXT, collation)
    scan = Scan("t", ("a", "odd name"), (a, b))
    test = Compare(CompareOp.EQ, a, Literal(1))
    return Distinct(Project(Filter(scan, test), (b,), (Column(first + 3, name, None, collation),)))


def test_text() -> None:
    assert show(sample(1)) == (
        "distinct\n"
        '  project a#2 := "odd name"#1\n'
        "    filter (a#3 = 1)\n"
        '      scan t (a#3 := a, "odd name"#1 := "odd name")\n'
    )


def test_column_ids_do_not_show() -> None:
    assert show(sample(1)) == show(sample(500))


def test_names_can_be_left_out() -> None:
    assert show(sample(1, name="b")) != show(sample(1, name="c"))
    assert show(sample(1, name="b"), names=False) == show(sample(1, name="c"), names=False)


def test_what_decides_equality_shows() -> None:
    assert show(sample(1), names=False) != show(sample(1, collation=NOCASE), names=False)
    assert show_expr(Literal(1)) != show_expr(Literal(1.0)) != show_expr(Literal("1.0"))


def test_unused_columns_of_a_scan_do_not_show() -> None:
    a, b = Column(1, "a"), Column(2, "b")
    assert show(Project(Scan("t", ("a", "b"), (a, b)), (a,), (Column(3, "x"),))).endswith("scan t (a#1 := a)\n")
