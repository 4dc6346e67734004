"""A plan with other ids, so that its columns can stand beside those of another plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import P, produced, walk, with_parts


def after(first: r.Rel, second: r.Rel) -> r.Rel:
    """Return the second plan with ids that are greater than all of the first."""
    offset = 1 + max(_ids(first), default=0) - min(_ids(second), default=0)
    return _renumbered(second, lambda number: number + offset)


def copied(rel: r.Rel, numbers: Iterator[int]) -> tuple[r.Rel, dict[int, e.Expr]]:
    """Return the relation with ids of its own, and by the old ids its columns; those from outside stay."""
    ids = {number: next(numbers) for number in _ids(rel)}
    copy = _renumbered(rel, lambda number: ids.get(number, number))
    return copy, {old.id: new for old, new in zip(rel.columns, copy.columns, strict=True)}


def first_free(rel: r.Rel) -> int:
    """Return an id from which on no id is used in a plan."""
    return 1 + max(_ids(rel), default=0)


def _ids(rel: r.Rel) -> list[int]:
    names = [part.name_id for part in walk(rel) if isinstance(part, r.Recursive)]
    return [*names, *(column.id for part in walk(rel) for column in produced(part))]


def _renumbered(node: P, number: Callable[[int], int]) -> P:
    node = with_parts(node, lambda _, part: _renumbered(part, number))
    match node:
        case e.Column():
            return replace(node, id=number(node.id))
        case r.Window() | r.Unnest():
            return replace(node, added=_all(node.added, number))
        case r.Recursive() | r.Working():
            return replace(node, columns=_all(node.columns, number), name_id=number(node.name_id))
        case r.Scan() | r.Values() | r.Project() | r.Aggregate() | r.SetOp():
            return replace(node, columns=_all(node.columns, number))
    return node


def _all(columns: tuple[e.Column, ...], number: Callable[[int], int]) -> tuple[e.Column, ...]:
    return tuple(replace(column, id=number(column.id)) for column in columns)
