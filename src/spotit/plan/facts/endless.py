"""Queries that never end once they come to their recursion: each row of it yields another, and all are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import Part, parts


def never_ends(rel: r.Rel) -> bool:
    """Tell whether a query, if it ends at all, does so without a row of some recursion in it."""
    return any(isinstance(part, r.Recursive) and _goes_on(part) for part in _read_to_the_end(rel))


def _goes_on(rel: r.Recursive) -> bool:
    """Tell whether each row of a recursion yields another one, the same perhaps."""
    step = rel.step
    while isinstance(step, r.Project):
        step = step.input
    return isinstance(step, r.Working) and not rel.distinct and rel.limit is None


def _read_to_the_end(rel: r.Rel) -> Iterator[r.Rel]:
    """Yield the relations all of whose rows are asked for; LIMIT, EXISTS and IN stop reading when they have enough."""
    yield rel
    if not isinstance(rel, r.Limit | r.Recursive):
        for part in parts(rel):
            yield from _read_to_the_end(part) if isinstance(part, r.Rel) else _in_expression(part)


def _in_expression(part: Part) -> Iterator[r.Rel]:
    match part:
        case e.Scalar(rel=r.Project(input=r.Aggregate(grouped=False) as aggregate)):
            yield from _read_to_the_end(aggregate)
        case e.Scalar() | e.Exists() | e.InRel():
            return
    for inner in parts(part):
        if not isinstance(inner, r.Rel):
            yield from _in_expression(inner)
