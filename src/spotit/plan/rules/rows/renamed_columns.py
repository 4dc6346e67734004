"""Columns of DISTINCT rows, or of a set operation, that are only renamed or put into another order."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Column
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project)
    made = _maker(rel.input)
    if made is None:
        return None
    new_of = {expr.id: column for expr, column in zip(rel.exprs, rel.columns, strict=True) if isinstance(expr, Column)}
    if len(new_of) != len(rel.exprs) or set(new_of) != {column.id for column in made.columns}:
        return None
    if any(new_of[column.id].collation is not column.collation for column in made.columns):
        return None
    named = _with_columns(made, rel, new_of)
    return None if named is None else _renamed(rel.input, made, named, new_of)


def _maker(rel: r.Rel) -> r.Project | r.SetOp | None:
    """Return the relation that makes the columns of rows which are then sorted, cut, or freed of duplicates."""
    match rel:
        case r.OrderBy() | r.Limit() | r.Distinct(on=None):
            return _maker(rel.input)
        case r.Project() | r.SetOp():
            return rel
    return None


def _with_columns(made: r.Project | r.SetOp, outer: r.Project, new_of: dict[int, Column]) -> r.Rel | None:
    if isinstance(made, r.SetOp):
        kept = tuple(new_of[column.id] for column in made.columns)
        return replace(made, columns=kept) if kept == outer.columns else None
    exprs = {new_of[column.id].id: expr for column, expr in zip(made.columns, made.exprs, strict=True)}
    return replace(made, exprs=tuple(exprs[column.id] for column in outer.columns), columns=outer.columns)


def _renamed(rel: r.Rel, made: r.Rel, named: r.Rel, new_of: dict[int, Column]) -> r.Rel:
    if rel is made:
        return named
    assert isinstance(rel, r.OrderBy | r.Limit | r.Distinct)
    below = _renamed(rel.input, made, named, new_of)
    if isinstance(rel, r.OrderBy):
        return r.OrderBy(below, tuple(substitute(key, new_of) for key in rel.keys))
    return replace(rel, input=below)


RENAMED_COLUMNS = RelationRule(
    "renamed columns",
    "a projection that only renames the columns of DISTINCT rows or of a set operation, or moves those of DISTINCT "
    "rows, goes",
    (r.Project,),
    _apply,
)
