"""Queries that are the same plan need no search."""

from __future__ import annotations

from spotit.plan.show import show
from spotit.search.pair import Pair


def same_plan(pair: Pair) -> bool:
    """Tell whether both queries have the same plan, up to the names of their columns."""
    if pair.left is None or pair.right is None:
        return False
    return show(pair.left.rel, names=False) == show(pair.right.rel, names=False)
