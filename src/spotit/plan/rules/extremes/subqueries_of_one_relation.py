"""Aggregates of one relation in several subqueries, as one aggregation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Expr, Scalar
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.isomorphic import renaming
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import Part, has_relation, outer_columns, parts, rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Project(input=r.ONE_ROW, exprs=exprs):
            subqueries = list(dict.fromkeys(_subqueries(exprs)))
            asked = [_asked(one.rel) if isinstance(one, Scalar) else None for one in subqueries]
            if not asked or asked[0] is None or is_open(asked[0][1], place):
                return None
            whole = asked[0][1]
            calls = [None if one is None else _over(whole, *one) for one in asked]
            made = {one: place.column("value") for one in subqueries}
            kept = tuple(call for call in calls if call is not None)
            if len(kept) < len(calls):
                return None
            groups = r.Aggregate(whole, (), kept, (), tuple(made.values()), grouped=False)
            return replace(rel, input=groups, exprs=tuple(rewrite(expr, lambda part: made.get(part)) for expr in exprs))
    return None


def _subqueries(nodes: Sequence[Part]) -> Iterator[Part]:
    """Yield the outermost expressions that hold a relation."""
    for node in nodes:
        inner = parts(node)
        if any(isinstance(part, r.Rel) for part in inner):
            yield node
        else:
            yield from _subqueries(inner)


def _asked(rel: r.Rel) -> tuple[AggCall, r.Rel] | None:
    """Return the aggregate that a relation of one row holds, WHERE as its FILTER, and the rows of which it is."""
    match rel:
        case r.Project(input=r.Aggregate(grouped=False, bare=(), aggregates=(call,)) as groups, exprs=exprs):
            if exprs != groups.columns or call.order or outer_columns(rel):
                return None
            rows = groups.input
            tests = conjuncts_of(rows.predicate) if isinstance(rows, r.Filter) else []
            every = [*tests, *conjuncts_of(call.filter)]
            if any(map(has_relation, every)):
                return None
            test = conjunction(every) if every else None
            return replace(call, filter=test), rows.input if isinstance(rows, r.Filter) else rows
    return None


def _over(whole: r.Rel, call: AggCall, rows: r.Rel) -> AggCall | None:
    """Return an aggregate in the columns of a relation that is the same as its own."""
    if rows is whole:
        return call
    found = renaming(whole, rows)
    if found is None:
        return None
    named = {column.id: column for column in whole.columns}
    columns: dict[int, Expr] = {theirs: named[ours] for theirs, ours in found.items() if ours in named}
    made = substitute(call, columns)
    used = {column.id for column in outer_columns(made) if isinstance(column, Column)}
    return made if used <= set(named) else None


SUBQUERIES_OF_ONE_RELATION = RelationRule(
    "subqueries of one relation",
    "aggregates in subqueries of a SELECT without FROM that are all about the same rows are one aggregation, their "
    "WHERE as FILTER",
    (r.Project,),
    _apply,
)
