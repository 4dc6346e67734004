"""Keys of GROUP BY, and columns of DISTINCT rows, that are the same on every row."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Expr, Literal
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, walk


def is_constant(expr: Expr) -> bool:
    """Tell whether an expression reads nothing."""
    return not has_relation(expr) and not any(isinstance(node, Column) for node in walk(expr))


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True, bare=(), keys=keys, aggregates=calls) if (
            keys and calls and all(map(is_constant, keys))
        ):
            return _one_group(rel, place)
        case r.Aggregate(grouped=True, keys=keys):
            return _grouped(rel, _without_constants(keys), place)
        case r.Distinct(on=None, input=r.Project(exprs=exprs) as below):
            return _distinct(below, _without_constants(exprs), place)
    return None


def _without_constants(exprs: tuple[Expr, ...]) -> list[int]:
    """Return the places of expressions that are not constant; of constants alone the first."""
    kept = [place for place, expr in enumerate(exprs) if not is_constant(expr)]
    return kept or [0][: len(exprs)]


def _one_group(rel: r.Aggregate, place: RelationPlace) -> r.Rel:
    """Return the one group of all rows, if there is a row."""
    count = AggCall("count")
    made = tuple(replace(column, id=next(place.numbers)) for column in rel.columns[len(rel.keys) :])
    calls, columns = rel.aggregates, made
    if count not in calls:
        calls, columns = (*calls, count), (*made, place.column("count"))
    some = Compare(CompareOp.LT, Literal(0), columns[calls.index(count)])
    whole = r.Aggregate(rel.input, (), calls, (), columns, grouped=False)
    return r.Project(r.Filter(whole, some), (*rel.keys, *made), rel.columns)


def _grouped(rel: r.Aggregate, kept: list[int], place: RelationPlace) -> r.Rel | None:
    if len(kept) == len(rel.keys):
        return None
    fresh = tuple(replace(column, id=next(place.numbers)) for column in rel.columns)
    dropped = [number for number in range(len(rel.keys)) if number not in kept]
    keys = tuple(rel.keys[number] for number in kept)
    columns = tuple(column for number, column in enumerate(fresh) if number not in dropped)
    read = tuple(rel.keys[number] if number in dropped else column for number, column in enumerate(fresh))
    return r.Project(replace(rel, keys=keys, columns=columns), read, rel.columns)


def _distinct(below: r.Project, kept: list[int], place: RelationPlace) -> r.Rel | None:
    if len(kept) == len(below.exprs):
        return None
    fresh = {number: replace(below.columns[number], id=next(place.numbers)) for number in kept}
    rows = r.Distinct(r.Project(below.input, tuple(below.exprs[number] for number in kept), tuple(fresh.values())))
    read = tuple(fresh.get(number, expr) for number, expr in enumerate(below.exprs))
    return r.Project(rows, read, below.columns)


CONSTANT_KEY = RelationRule(
    "constant key",
    "a constant goes from the keys of GROUP BY, and from DISTINCT rows, where another key or column stays; groups by "
    "nothing but constants are one, of all rows, HAVING COUNT(*) > 0",
    (r.Aggregate, r.Distinct),
    _apply,
)
