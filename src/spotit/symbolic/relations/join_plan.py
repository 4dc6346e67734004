"""How an inner join is made: which leaf comes when, and by which key it is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, CompareOp, Expr, Literal
from spotit.plan.notes import Notes
from spotit.plan.show import show
from spotit.schema import Table
from spotit.symbolic.relations.join_by_key import unique_keys
from spotit.symbolic.relations.join_flatten import Flat

Tick = Callable[[], None]
Lookup = dict[int, Expr]
"""For each column of a key the expression that it must equal."""


class JoinPlan:
    """What the order of an inner join hangs on; nothing of it depends on the rows."""

    def __init__(self, flat: Flat, notes: Notes, table: Callable[[str], Table]) -> None:
        self.flat = flat
        self._notes = notes
        self._table = table
        self._leaf_columns = [frozenset(c.id for c in leaf.columns) for leaf in flat.leaves]
        self.needs = [self.leaves_of_columns(notes.references(c)) for c in flat.conjuncts]
        """The leaves that each conjunct reads, through defined columns."""
        self._keys: dict[int, list[tuple[int, ...]]] = {}
        self._looked_up: dict[tuple[int, frozenset[int], frozenset[int]], Lookup | None] = {}
        self._orders: dict[frozenset[int], tuple[tuple[int, Lookup | None], ...]] = {}

    def leaves_of_columns(self, columns: Iterable[int]) -> frozenset[int]:
        """Return the leaves that columns come from, through defined columns."""
        ids = set(columns)
        todo = [i for i in ids if i in self.flat.defined]
        while todo:
            inner_ids = self._notes.references(self.flat.defined[todo.pop()]) - ids
            ids |= inner_ids
            todo += [i for i in inner_ids if i in self.flat.defined]
        return frozenset(n for n, columns in enumerate(self._leaf_columns) if columns & ids)

    def order(self, outer: frozenset[int], tick: Tick) -> tuple[tuple[int, Lookup | None], ...]:
        """Return the leaves in the order in which they are joined, each with how it is looked up, if it is.

        `outer` are the columns of the queries around the join. `tick` is called again and again, and may give up.
        """
        if outer not in self._orders:
            done: set[int] = set()
            order: list[tuple[int, Lookup | None]] = []
            while len(done) < len(self.flat.leaves):
                leaf = self._next(done, outer, tick)
                order.append((leaf, self.key(leaf, done, outer)))
                done.add(leaf)
            self._orders[outer] = tuple(order)
        return self._orders[outer]

    def _next(self, done: set[int], outer: frozenset[int], tick: Tick) -> int:
        """Choose the next leaf: one that can be looked up, else the one after which the fewest products are needed."""
        rest = [n for n in range(len(self.flat.leaves)) if n not in done]
        found = next((n for n in rest if self.key(n, done, outer) is not None), None)
        return self._best(rest, done, outer, tick) if found is None else found

    def first(self, outer: frozenset[int], tick: Tick) -> int:
        """Return the leaf to begin with."""
        return self._best(range(len(self.flat.leaves)), set(), outer, tick)

    def _best(self, rest: Iterable[int], done: set[int], outer: frozenset[int], tick: Tick) -> int:
        return min(rest, key=lambda n: (self._products(n, done, outer, tick), *self._signature(n)))

    def products(self, outer: frozenset[int], tick: Tick) -> int:
        """Return how many leaves must be multiplied, the first included."""
        return 1 + min(self._products(n, set(), outer, tick) for n in range(len(self.flat.leaves)))

    def _products(self, first: int, done: set[int], outer: frozenset[int], tick: Tick) -> int:
        """Return how many more leaves must be multiplied when this one comes next and others are looked up greedily."""
        tick()
        given = {*done, first}
        rest = [n for n in range(len(self.flat.leaves)) if n not in given]
        products = 0
        while rest:
            found = next((n for n in rest if self.key(n, given, outer) is not None), None)
            products += found is None
            chosen = rest[0] if found is None else found
            rest.remove(chosen)
            given.add(chosen)
        return products

    def _signature(self, leaf: int) -> tuple[str, int]:
        """Return what orders leaves, so that two queries that name them in another order join them alike."""
        rel = self.flat.leaves[leaf]
        if isinstance(rel, r.Scan):
            return rel.table, leaf
        return " " + self._notes.once("signature", rel, lambda: show(rel, names=False)), leaf

    def key(self, leaf: int, given: AbstractSet[int], outer: frozenset[int]) -> Lookup | None:
        """Return for each column of a key of the leaf the expression over `given` leaves that it must equal."""
        if leaf not in self._keys:
            self._keys[leaf] = unique_keys(self.flat.leaves[leaf], self._table)
        if not self._keys[leaf]:
            return None
        asked = (leaf, frozenset(given), outer)
        if asked not in self._looked_up:
            fixed = self._fixed(leaf, given, outer)
            found = next((key for key in self._keys[leaf] if _is_looked_up(key, fixed)), None)
            self._looked_up[asked] = None if found is None else {column: fixed[column] for column in found}
        return self._looked_up[asked]

    def _fixed(self, leaf: int, given: AbstractSet[int], outer: frozenset[int]) -> Lookup:
        """Return the columns of the leaf that a conjunct equates with an expression over given leaves or a value."""
        columns = self._leaf_columns[leaf]
        fixed: Lookup = {}
        values: Lookup = {}
        for number, conjunct in enumerate(self.flat.conjuncts):
            if leaf not in self.needs[number] or not isinstance(conjunct, Compare):
                continue
            if conjunct.op is not CompareOp.EQ or not conjunct.collation.is_identity:
                continue
            for here, there in ((conjunct.left, conjunct.right), (conjunct.right, conjunct.left)):
                column = self.flat.resolved(here)
                if not isinstance(column, Column) or column.id not in columns:
                    continue
                if isinstance(there, Literal):
                    values.setdefault(column.id, there)
                if column.id in fixed:
                    continue
                read = self._notes.references(there)
                needs = self.leaves_of_columns(read)
                if needs <= given and (needs or read & outer):
                    fixed[column.id] = there
        return {**values, **fixed}


def _is_looked_up(key: tuple[int, ...], fixed: Lookup) -> bool:
    """Tell whether each column of a key is fixed, and not by values alone: those do not depend on what is joined."""
    return all(column in fixed for column in key) and any(not isinstance(fixed[column], Literal) for column in key)
