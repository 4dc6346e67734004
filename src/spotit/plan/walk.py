"""Going through a plan: what is below a node, which columns it takes from outside, and rewriting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import TypeVar

from spotit.plan import expr as e
from spotit.plan import rel as r

Part = e.Expr | r.Rel | e.SortKey | e.AggCall | e.WindowCall | e.Frame | e.FrameBound
P = TypeVar("P", bound=Part)
Replace = Callable[[e.Expr], e.Expr | None]

PART_FIELDS: dict[type, tuple[str, ...]] = {
    e.Literal: (),
    e.Column: (),
    e.Clock: (),
    e.Compare: ("left", "right"),
    e.Arith: ("left", "right"),
    e.Negate: ("arg",),
    e.BitNot: ("arg",),
    e.And: ("args",),
    e.Or: ("args",),
    e.Not: ("arg",),
    e.IsNull: ("arg",),
    e.When: ("condition", "result"),
    e.Case: ("whens", "default"),
    e.Cast: ("arg",),
    e.Affine: ("arg",),
    e.Call: ("args",),
    e.Exists: ("rel",),
    e.Scalar: ("rel",),
    e.InRel: ("args", "rel"),
    e.SortKey: ("expr",),
    e.AggCall: ("args", "filter", "order"),
    e.FrameBound: ("offset",),
    e.Frame: ("start", "end"),
    e.WindowCall: ("args", "partition", "order", "frame", "filter"),
    r.Scan: (),
    r.Values: ("rows",),
    r.Filter: ("input", "predicate"),
    r.Project: ("input", "exprs"),
    r.Join: ("left", "right", "on"),
    r.Aggregate: ("input", "keys", "aggregates", "bare"),
    r.Distinct: ("input", "on"),
    r.SetOp: ("left", "right"),
    r.OrderBy: ("input", "keys"),
    r.Limit: ("input", "limit", "offset"),
    r.Window: ("input", "calls"),
    r.Unnest: ("input", "args"),
    r.Recursive: ("initial", "step", "order", "limit", "offset"),
    r.Working: (),
}
"""The fields that hold parts of a node, for every kind of node; columns that a node produces are no parts of it."""


def parts(node: Part) -> list[Part]:
    """Return the direct parts of a node, in the order of its fields."""
    found: list[Part] = []
    for name in PART_FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            _add_parts(value, found)
        elif value is not None:
            found.append(value)
    return found


def _add_parts(values: tuple[object, ...], found: list[Part]) -> None:
    for value in values:
        if type(value) is tuple:
            _add_parts(value, found)
        elif value is not None:
            found.append(value)  # type: ignore[arg-type]


def walk(node: Part) -> Iterator[Part]:
    """Yield the node and everything below it, also inside subqueries, parents first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if PART_FIELDS[type(current)]:
            below = parts(current)
            below.reverse()
            stack += below


def produced(node: Part) -> tuple[e.Column, ...]:
    """Return the columns that this node itself brings into being."""
    match node:
        case r.Window() | r.Unnest():
            return node.added
        case r.Scan() | r.Values() | r.Project() | r.Aggregate() | r.SetOp() | r.Recursive() | r.Working():
            return node.columns
    return ()


def place_of(column: e.Column, columns: tuple[e.Column, ...]) -> int | None:
    """Return the place of a column, known by its id, among others; None if it is not one of them."""
    return next((place for place, other in enumerate(columns) if other.id == column.id), None)


def outer_columns(node: Part) -> frozenset[e.Column]:
    """Return the columns that the node uses and that nothing below it produces.

    For an expression these are its input columns; for a relation, those of the queries around it.
    """
    used: set[e.Column] = set()
    made: set[int] = set()
    for part in walk(node):
        if isinstance(part, e.Column):
            used.add(part)
        elif isinstance(part, r.Rel):
            made.update(c.id for c in produced(part))
    return frozenset(c for c in used if c.id not in made)


def has_relation(node: Part) -> bool:
    """Tell whether a subquery occurs in the node; a part that it mentions twice is looked at once."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, r.Rel):
            return True
        if id(current) not in seen:
            seen.add(id(current))
            stack.extend(parts(current))
    return False


def tables(node: Part) -> tuple[str, ...]:
    """Return the names of the base tables that are read, each once, in order of first use."""
    return tuple(dict.fromkeys(part.table for part in walk(node) if isinstance(part, r.Scan)))


def rewrite(node: P, change: Replace) -> P:
    """Return the node with each expression replaced for which `change` returns one, outermost first.

    Subqueries are entered; what `change` returned is not.
    """
    if isinstance(node, e.Expr):
        new = change(node)
        if new is not None:
            return new  # type: ignore[return-value]
    return with_parts(node, lambda _, part: rewrite(part, change))


def rewrite_relations(node: P, change: Callable[[r.Rel], r.Rel | None]) -> P:
    """Return the node with each relation replaced for which `change` returns one, outermost first."""
    if isinstance(node, r.Rel):
        new = change(node)
        if new is not None:
            return new  # type: ignore[return-value]
    return with_parts(node, lambda _, part: rewrite_relations(part, change))


def with_parts(node: P, change: Callable[[str, Part], Part]) -> P:
    """Return the node with each direct part replaced by what `change` returns for its field's name and for it."""
    changed: dict[str, object] = {}
    for name in PART_FIELDS[type(node)]:
        old = getattr(node, name)
        new = _mapped(name, old, change)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


def _mapped(name: str, value: object, change: Callable[[str, Part], Part]) -> object:
    if type(value) is tuple:
        items = [_mapped(name, item, change) for item in value]
        return value if all(map(is_, items, value)) else tuple(items)
    return None if value is None else change(name, value)  # type: ignore[arg-type]


def substitute(node: P, columns: Mapping[int, e.Expr]) -> P:
    """Return the node with the columns of these ids replaced."""
    return rewrite(node, lambda part: columns.get(part.id) if isinstance(part, e.Column) else None)
