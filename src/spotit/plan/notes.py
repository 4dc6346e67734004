"""What is found out about the nodes of a plan, once for all its executions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from spotit.plan.expr import Column
from spotit.plan.walk import Part, parts

Fact = TypeVar("Fact")


class Notes:
    """Facts about nodes, by the identity of the node: a plan is executed on many databases and at several bounds."""

    def __init__(self) -> None:
        self._known: dict[tuple[Hashable, int], object] = {}
        self._references: dict[int, frozenset[int]] = {}
        self._kept: list[object] = []
        """Keeps nodes alive whose identity is a key above."""

    def once(self, what: Hashable, node: object, find: Callable[[], Fact]) -> Fact:
        """Return the fact of that name about a node; it is found out when first asked for."""
        key = (what, id(node))
        if key not in self._known:
            self._known[key] = find()
            self._kept.append(node)
        return cast(Fact, self._known[key])

    def references(self, node: Part) -> frozenset[int]:
        """Return the ids of all columns that occur in an expression or relation."""
        key = id(node)
        found = self._references.get(key)
        if found is None:
            if isinstance(node, Column):
                found = frozenset((node.id,))
            else:
                found = frozenset().union(*(self.references(part) for part in parts(node)))
            self._references[key] = found
            self._kept.append(node)
        return found
