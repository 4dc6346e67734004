"""Names that a query does not use yet, and trees that are changed from below."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp


class FreshNames:
    """Names for what a translation adds."""

    def __init__(self, tree: exp.Expr) -> None:
        self._taken = {name.name.lower() for name in tree.find_all(exp.Identifier)}

    def take(self, stem: str) -> str:
        """Return a name that starts with `stem` and that nothing else has."""
        number = 1
        while f"{stem}_{number}" in self._taken:
            number += 1
        self._taken.add(f"{stem}_{number}")
        return f"{stem}_{number}"


def identifier(name: str) -> exp.Identifier:
    """Return a quoted name."""
    return exp.to_identifier(name, quoted=True)


def all_of(query: exp.Expr, name: str) -> exp.Select:
    """Return `SELECT * FROM (query) AS name`."""
    below = exp.Subquery(this=query, alias=exp.TableAlias(this=identifier(name)))
    return exp.Select(expressions=[exp.Star()]).from_(below)


def from_below(tree: exp.Expr, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    """Return a tree with every node changed, those below a node before it."""
    for node in reversed(list(tree.dfs())):
        changed = change(node)
        if changed is not node:
            tree = changed if node is tree else tree
            node.replace(changed)
    return tree
