"""Groups of UNION ALL whose sides were grouped before: the greatest of the greatest values, the sum of counts."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Case, Column, Expr, Literal, When
from spotit.plan.facts.forms import form_of
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both, bare=(), aggregates=calls) if calls:
            if not all(_is_plain(key, both) and column.collation.is_identity for key, column in _keys(rel)):
                return None
            opened = _opened(both, rel, place)
            if opened is not None and opened is not both:
                whole = tuple(_whole(call) for call in calls)
                return replace(rel, input=opened, aggregates=whole)
    return None


def _keys(rel: r.Aggregate) -> list[tuple[Expr, Column]]:
    return list(zip(rel.keys, rel.columns, strict=False))


def _is_plain(expr: Expr, both: r.SetOp) -> bool:
    return isinstance(expr, Column) and expr in both.columns


def _whole(call: AggCall) -> AggCall:
    return replace(call, func="count") if call.func == "sum" else call


def _opened(arm: r.Rel, above: r.Aggregate, place: RelationPlace) -> r.Rel | None:
    """Return the rows of which the groups of each side were made, in the places of the groups; None if one has none."""
    if isinstance(arm, r.SetOp) and arm.kind is r.SetKind.UNION_ALL:
        left, right = (_opened(side, above, place) for side in (arm.left, arm.right))
        return None if left is None or right is None else replace(arm, left=left, right=right)
    head = arm.exprs if isinstance(arm, r.Project) else arm.columns
    below = arm.input if isinstance(arm, r.Project) else arm
    if not isinstance(below, r.Aggregate) or not below.grouped or below.bare:
        return None
    assert isinstance(above.input, r.SetOp)
    rows: dict[int, Expr | None] = {}
    for key in above.keys:
        number = above.input.columns.index(key)
        rows[number] = _key(head[number], below, place)
    for call in above.aggregates:
        if not (len(call.args) == 1 and _is_plain(call.args[0], above.input)) or call.filter is not None or call.order:
            return None
        number = above.input.columns.index(call.args[0])
        rows[number] = None if number in rows else _counted(call, head[number], below, place, grouped=above.grouped)
    exprs = tuple(rows.get(number) for number in range(len(head)))
    if any(expr is None for expr in exprs):
        return None
    columns = tuple(replace(column, id=next(place.numbers)) for column in arm.columns)
    return r.Project(below.input, tuple(expr for expr in exprs if expr is not None), columns)


def _key(expr: Expr, below: r.Aggregate, place: RelationPlace) -> Expr | None:
    """Return what a key is before the grouping of a side, on which its rows agree character by character."""
    for key, made in zip(below.keys, below.columns, strict=False):
        if expr == made and made.collation.is_identity and form_of(key, below.input, place.facts) is not None:
            return None if has_relation(key) else key
    return None


def _counted(call: AggCall, expr: Expr, below: r.Aggregate, place: RelationPlace, *, grouped: bool) -> Expr | None:
    """Return what an aggregate of a side is made of, if that of all sides is the aggregate of all rows."""
    for made, column in zip(below.aggregates, below.columns[len(below.keys) :], strict=True):
        if expr != column or made.order or any(has_relation(arg) for arg in made.args):
            continue
        if call.func == made.func and call.function.extreme and made.filter is None:
            same = call.collation.is_identity and made.collation.is_identity
            return made.args[0] if same and form_of(made.args[0], below.input, place.facts) is not None else None
        if call.func == "sum" and not call.distinct and made.func == "count" and not made.distinct and grouped:
            return _where(made, made.args[0] if made.args else Literal(1))
    return None


def _where(made: AggCall, value: Expr) -> Expr | None:
    if made.filter is None:
        return value
    return None if has_relation(made.filter) else Case((When(made.filter, value),), Literal(None))


GROUPS_OF_UNION = RelationRule(
    "groups of UNION ALL",
    "of UNION ALL whose sides are groups, MAX of the MAX of each (the same for MIN) of values of one form is that of "
    "all rows, and a SUM of counts by GROUP BY is the count, if the larger groups go by keys of the smaller ones, "
    "compared character by character",
    (r.Aggregate,),
    _apply,
)
