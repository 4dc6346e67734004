"""A plan with other ids, so that its columns can stand beside those of another plan."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import P, produced, walk, with_parts


def after(first: r.Rel, second: r.Rel) -> r.Rel:
    """Return the second plan with ids that are greater than all of the first."""
    return _shifted(second, 1 + max(_ids(first), default=0) - min(_ids(second), default=0))


def _ids(rel: r.Rel) -> list[int]:
    names = [part.name_id for part in walk(rel) if isinstance(part, r.Recursive)]
    return [*names, *(column.id for part in walk(rel) for column in produced(part))]


def _shifted(node: P, offset: int) -> P:
    node = with_parts(node, lambda _, part: _shifted(part, offset))
    match node:
        case e.Column():
            return replace(node, id=node.id + offset)
        case r.Window() | r.Unnest():
            return replace(node, added=_all(node.added, offset))
        case r.Recursive() | r.Working():
            return replace(node, columns=_all(node.columns, offset), name_id=node.name_id + offset)
        case r.Scan() | r.Values() | r.Project() | r.Aggregate() | r.SetOp():
            return replace(node, columns=_all(node.columns, offset))
    return node


def _all(columns: tuple[e.Column, ...], offset: int) -> tuple[e.Column, ...]:
    return tuple(replace(column, id=column.id + offset) for column in columns)
