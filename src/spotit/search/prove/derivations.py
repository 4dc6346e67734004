"""The ways in which a query makes a row: which tables it reads for it, and of what it asks that there be none.

A row of such a query is made of one row of each table that a derivation scans, if plain conditions on those rows hold
and no rows of the relations that must be absent are found. Each of those is monotone: among more rows it has no fewer.
"""

from __future__ import annotations

from itertools import product

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjuncts_of, equated_columns
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, seen_below, seen_by_subquery
from spotit.plan.lineage import Lineage
from spotit.plan.walk import outer_columns, walk
from spotit.schema import BaseColumn

_MOST = 12
"""Ways that are told apart; a query with more of them has none that are known."""


@frozen
class Absent:
    """A monotone relation of which there must be no row."""

    scans: tuple[str, ...]
    """The tables of which one row of it is made, one row each; those of all alternatives together."""
    linked: frozenset[tuple[BaseColumn, BaseColumn]] = frozenset()
    """Which of their columns equal a column of a row around, which is there already."""
    one_for_all: bool = False
    """Whether one row of it, if there is any that matters, is found for every row of the query around."""


@frozen
class Derivation:
    """One way to make a row."""

    scans: tuple[str, ...] = ()
    absent: tuple[Absent, ...] = ()

    def __add__(self, other: Derivation) -> Derivation:
        return Derivation(self.scans + other.scans, self.absent + other.absent)


Ways = list[Derivation] | None
"""All ways to make a row; None where they are not known."""


def derivations(rel: r.Rel, seen: Seen, facts: Facts) -> Ways:
    """Return the ways in which a plan makes a row, as far as it is seen; None if it counts, cuts or adds up."""
    return _Analysis(facts, rel).of(rel, seen)


class _Analysis:
    def __init__(self, facts: Facts, root: r.Rel) -> None:
        self._facts = facts
        self._bases = Lineage(root).bases

    def of(self, rel: r.Rel, seen: Seen) -> Ways:
        match rel:
            case r.Scan():
                return [Derivation((rel.table,))]
            case r.Values():
                return [Derivation()] if all(_plain(part) for row in rel.rows for part in row) else None
            case r.Limit(limit=e.Literal(value=0)):
                return []
            case r.OrderBy():
                return self._below(rel, "input", seen)
            case r.Distinct(on=None):
                return self._below(rel, "input", seen) if self._keeps_identical(rel, seen) else None
            case r.Project():
                return self._below(rel, "input", seen) if all(map(_plain, rel.exprs)) else None
            case r.Filter():
                return _both(self._below(rel, "input", seen), self._condition(rel.predicate))
            case r.Join():
                return self._join(rel, seen)
            case r.SetOp():
                return self._set_operation(rel, seen)
        return None

    def _below(self, rel: r.Rel, name: str, seen: Seen) -> Ways:
        return self.of(getattr(rel, name), seen_below(r.any_rel(rel), seen)[name])

    def _join(self, rel: r.Join, seen: Seen) -> Ways:
        on = [Derivation()] if rel.on is None else self._condition(rel.on)
        left, right = self._below(rel, "left", seen), self._below(rel, "right", seen)
        found = _both(_both(left, right), on)
        if rel.kind in (r.JoinKind.LEFT, r.JoinKind.FULL):
            found = _either(found, _both(left, self._no_partner(right, rel.on, on, rel.right)))
        if rel.kind in (r.JoinKind.RIGHT, r.JoinKind.FULL):
            found = _either(found, _both(right, self._no_partner(left, rel.on, on, rel.left)))
        return found

    def _no_partner(self, ways: Ways, on: e.Expr | None, tested: Ways, partners: r.Rel) -> Ways:
        """Return that a row finds no partner."""
        return _absent(_both(ways, tested), linked=self._linked(on, partners))

    def _set_operation(self, rel: r.SetOp, seen: Seen) -> Ways:
        left, right = self._below(rel, "left", seen), self._below(rel, "right", seen)
        if rel.kind is not r.SetKind.UNION_ALL and not self._keeps_identical(rel, seen):
            return None
        match rel.kind:
            case r.SetKind.UNION | r.SetKind.UNION_ALL:
                return _either(left, right)
            case r.SetKind.INTERSECT:
                return _both(left, right)
            case r.SetKind.EXCEPT:
                return _both(left, _absent(right))

    def _keeps_identical(self, rel: r.Distinct | r.SetOp, seen: Seen) -> bool:
        """Tell whether rows that count as one are seen to be the same, so that it does not matter which is kept."""
        if any(not column.collation.is_identity for column in rel.columns):
            return False
        return not seen.forms or all(form_of(column, rel, self._facts) is not None for column in rel.columns)

    def _condition(self, expr: e.Expr) -> Ways:
        """Return what makes a condition true: rows that it must find, and rows that it must not."""
        match expr:
            case e.And(args=args):
                found: Ways = [Derivation()]
                for arg in args:
                    found = _both(found, self._condition(arg))
                return found
            case e.Or(args=args):
                found = []
                for arg in args:
                    found = _either(found, self._condition(arg))
                return found
            case e.Exists():
                return self.of(expr.rel, seen_by_subquery(expr))
            case e.Not(arg=e.Exists(rel=rel) as part):
                rows = rel.input if isinstance(rel, r.Project) else rel
                test = rows.predicate if isinstance(rows, r.Filter) else None
                found = self.of(rel, seen_by_subquery(part))
                return _absent(found, linked=self._linked(test, rows), one_for_all=_is_least(rows))
            case e.InRel(args=args) if all(map(_plain, args)):
                return self.of(expr.rel, seen_by_subquery(expr))
            case e.Not(arg=e.InRel(args=args) as part) if all(map(_plain, args)):
                return _absent(self.of(part.rel, seen_by_subquery(part)))
        return [Derivation()] if _plain(expr) else None

    def _linked(self, test: e.Expr | None, rows: r.Rel) -> frozenset[tuple[BaseColumn, BaseColumn]]:
        """Return the pairs of a column of some rows and one of the row around that a condition says are equal."""
        here = {column.id for column in rows.columns}
        found = set()
        for pair in filter(None, map(equated_columns, conjuncts_of(test))):
            for own, other in (pair, pair[::-1]):
                if own.id in here and other.id not in here and {own.id, other.id} <= set(self._bases):
                    found.add((self._bases[own.id], self._bases[other.id]))
        return frozenset(found)


def _absent(
    ways: Ways, *, linked: frozenset[tuple[BaseColumn, BaseColumn]] = frozenset(), one_for_all: bool = False
) -> Ways:
    """Return that a relation has no row; None if it may have fewer rows where there are more."""
    if ways is None or any(way.absent for way in ways):
        return None
    scans = tuple(table for way in ways for table in way.scans)
    once = frozenset(pair for pair in linked if scans.count(pair[0][0]) == 1)
    return [Derivation((), (Absent(scans, once, one_for_all),))] if ways else [Derivation()]


def _is_least(rows: r.Rel) -> bool:
    """Tell whether rows are asked for that come before a value of the query around, or are any: then the first of all
    is found wherever another one is.
    """
    if not outer_columns(rows):
        return True
    if not isinstance(rows, r.Filter) or outer_columns(rows.input):
        return False
    here = {column.id for column in rows.columns}
    apart = [test for test in conjuncts_of(rows.predicate) if any(c.id not in here for c in outer_columns(test))]
    match apart:
        case [e.Compare(op=e.CompareOp.LT | e.CompareOp.LE | e.CompareOp.GT | e.CompareOp.GE) as test]:
            sides = [{column.id for column in outer_columns(side)} for side in (test.left, test.right)]
            return any(own <= here and not other & here for own, other in (sides, reversed(sides)))
    return False


def _both(first: Ways, second: Ways) -> Ways:
    if first is None or second is None or len(first) * len(second) > _MOST:
        return None
    return [one + other for one, other in product(first, second)]


def _either(first: Ways, second: Ways) -> Ways:
    if first is None or second is None or len(first) + len(second) > _MOST:
        return None
    return [*first, *second]


def _plain(expr: e.Expr) -> bool:
    """Tell whether an expression reads no relation of its own."""
    return not any(isinstance(node, e.Exists | e.InRel | e.Scalar) for node in walk(expr))
