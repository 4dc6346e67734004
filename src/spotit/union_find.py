"""Members that are put together into classes: union-find."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class UnionFind(Generic[T]):
    """Disjoint classes of members; a member enters when it is first mentioned, alone."""

    __slots__ = ("_above",)

    def __init__(self) -> None:
        self._above: dict[T, T] = {}

    def find(self, member: T) -> T:
        """Return the member that stands for the whole class of this one."""
        above = self._above
        root = member
        while (higher := above.setdefault(root, root)) != root:
            root = higher
        while member != root:
            above[member], member = root, above[member]
        return root

    def unite(self, members: Iterable[T]) -> None:
        """Put the classes of these members together; the first of them stands for the whole."""
        roots = [self.find(member) for member in members]
        for root in roots[1:]:
            self._above[root] = roots[0]

    def classes(self) -> list[list[T]]:
        """Return the classes and the members of each in the order in which they entered.

        >>> pairs = UnionFind[str]()
        >>> pairs.unite(["a", "b"]); pairs.unite(["c", "d"]); pairs.unite(["d", "b"]); pairs.find("e")
        'e'
        >>> pairs.classes()
        [['a', 'b', 'c', 'd'], ['e']]
        """
        found: dict[T, list[T]] = {}
        for member in self._above:
            found.setdefault(self.find(member), []).append(member)
        return list(found.values())
