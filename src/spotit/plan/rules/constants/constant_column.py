"""Columns that a condition compares with a constant, read as that constant."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, CompareOp, Expr, Literal
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.forms import Form, form_of
from spotit.plan.rules.block import expressions_of, used_ids, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule

_LEAST = -(2**63)
"""The one whole number that a column may hold in two forms."""


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    if not isinstance(rel.input, r.Filter):
        return None
    read = used_ids(expressions_of(rel))
    values: dict[int, Expr] = {}
    for test in conjuncts_of(rel.input.predicate):
        found = _fixed(test, rel.input, place)
        if found is not None and found[0].id in read:
            values.setdefault(found[0].id, found[1])
    return with_input(rel, rel.input, values) if values else None


def _fixed(test: Expr, rows: r.Filter, place: RelationPlace) -> tuple[Column, Literal] | None:
    """Return a column and the constant that it is identical with where a test is true."""
    if not isinstance(test, Compare) or test.op is not CompareOp.EQ:
        return None
    for column, value in ((test.left, test.right), (test.right, test.left)):
        if isinstance(column, Column) and isinstance(value, Literal) and column in rows.columns:
            form = form_of(column, rows.input, place.facts)
            whole = type(value.value) is int and value.value != _LEAST and form is Form.WHOLE
            text = isinstance(value.value, str) and form is Form.TEXT and test.collation.is_identity
            if whole or text:
                return column, value
    return None


CONSTANT_COLUMN = RelationRule(
    "constant column",
    "a column that a condition compares with a constant of its form (a whole number, or a text character by character) "
    "is that constant above the condition",
    (r.Project, r.Aggregate),
    _apply,
)
