"""Columns of UNION ALL that no aggregate and no key reads."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr, Literal
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.block import expressions_of, used_ids
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both):
            read = used_ids(expressions_of(rel))
            kept = [number for number, column in enumerate(both.columns) if column.id in read]
            if len(kept) == len(both.columns) or (not kept and _is_bare(both)) or not _may_drop(both, kept):
                return None
            return replace(rel, input=_narrowed(both, kept, place))
    return None


def _may_drop(rel: r.Rel, kept: list[int]) -> bool:
    """Tell whether the arms are projections of which the other columns cannot fail."""
    match rel:
        case r.SetOp(kind=r.SetKind.UNION_ALL):
            return _may_drop(rel.left, kept) and _may_drop(rel.right, kept)
        case r.Project():
            return not any(may_fail(expr) for number, expr in enumerate(rel.exprs) if number not in kept)
    return True


def _is_bare(rel: r.Rel) -> bool:
    """Tell whether every arm has one column, and that a constant: what is left where no column is read."""
    match rel:
        case r.SetOp(kind=r.SetKind.UNION_ALL):
            return _is_bare(rel.left) and _is_bare(rel.right)
        case r.Project(exprs=(Literal(value=1),)):
            return True
    return False


def _narrowed(rel: r.Rel, kept: list[int], place: RelationPlace) -> r.Rel:
    """Return the rows with some of their columns, or with a constant where none is kept."""
    columns = tuple(rel.columns[number] for number in kept or [0])
    match rel:
        case r.SetOp(kind=r.SetKind.UNION_ALL):
            return replace(
                rel, left=_narrowed(rel.left, kept, place), right=_narrowed(rel.right, kept, place), columns=columns
            )
        case r.Project():
            exprs: tuple[Expr, ...] = tuple(rel.exprs[number] for number in kept) or (Literal(1),)
            return replace(rel, exprs=exprs, columns=columns)
    read: tuple[Expr, ...] = tuple(rel.columns[number] for number in kept) or (Literal(1),)
    return r.Project(rel, read, tuple(replace(column, id=next(place.numbers)) for column in columns))


UNREAD_COLUMN = RelationRule(
    "unread column",
    "a column of UNION ALL that the aggregation above does not read may go, if it cannot fail",
    (r.Aggregate,),
    _apply,
)
