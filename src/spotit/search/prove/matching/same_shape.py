"""Two plans of one shape: which column of the left one each column of the right one stands for.

Relations are matched from the outside in, scans by their tables. Conditions, keys, arguments and results need not be
the same expressions: they must agree on each single row, which is a question without a bound on the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import same_orders
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, seen_below, seen_by_subquery
from spotit.plan.walk import outer_columns, rewrite, substitute
from spotit.search.prove.matching.correspondence import Names, beside, placed, same
from spotit.search.prove.matching.equal_rows import EqualRows
from spotit.search.prove.matching.matched_arms import matched_arms, matched_distinct, matched_without_copies
from spotit.search.prove.matching.matched_groups import matched_groups
from spotit.search.prove.matching.matched_joins import matched_joins
from spotit.search.prove.matching.matched_sums import matched_sums

Subquery = e.Exists | e.Scalar | e.InRel


@frozen
class SameShape:
    """The search for a correspondence between two plans whose ids are all different."""

    facts: Facts
    rows: EqualRows

    def relation(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        """Return `names` with the columns of two relations of equal rows, as far as `seen`; None if unknown."""
        found = same(left, right, names)
        if found is None and (not seen.order or same_orders(left, right, self.facts)):
            found = self._by_kind(left, right, names, seen)
        return found if found is None or not seen.places or placed(left, right, found) else None

    def _by_kind(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        found = self._by_same_kind(left, right, names, seen)
        if found is not None:
            return found
        if isinstance(left, r.Distinct) != isinstance(right, r.Distinct):
            return matched_without_copies(self, left, right, names, seen)
        if any(isinstance(side, r.SetOp) and side.kind is r.SetKind.UNION_ALL for side in (left, right)):
            return matched_sums(self, left, right, names, seen)
        return None

    def _by_same_kind(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        match left, right:
            case r.Project(), r.Project():
                return self._project(left, right, names, seen)
            case r.Aggregate(), r.Aggregate():
                return matched_groups(self, left, right, names)
            case r.Distinct(on=None), r.Distinct(on=None):
                return matched_distinct(self, left, right, names, seen)
            case r.SetOp(), r.SetOp():
                return matched_arms(self, left, right, names, seen)
            case r.OrderBy(), r.OrderBy():
                return self._order(left, right, names, seen)
            case r.Limit(), r.Limit():
                return self._limit(left, right, names, seen)
            case r.Window(), r.Window():
                return self._window(left, right, names, seen)
            case ((r.Filter() | r.Join()), (r.Filter() | r.Join() | r.Scan())):
                return matched_joins(self, left, right, names, seen)
            case r.Scan(), r.Filter():
                return matched_joins(self, left, right, names, seen)
        return None

    def _project(self, left: r.Project, right: r.Project, names: Names, seen: Seen) -> Names | None:
        found = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if found is None:
            return None
        wanted = [self.read(expr, left.exprs, found) for expr in right.exprs]
        if seen.places:
            if len(wanted) != len(left.exprs):
                return None
            pairs = list(zip(left.exprs, wanted, strict=True))
            return beside(left, right, found) if self.rows.same_values(left.input, pairs, forms=seen.forms) else None
        twins = dict(found)
        for expr, column in zip(wanted, right.columns, strict=True):
            twin = self.rows.twin(left.input, expr, left.exprs, forms=seen.forms)
            if twin is None:
                return None
            twins[column.id] = left.columns[twin]
        return twins

    def _order(self, left: r.OrderBy, right: r.OrderBy, names: Names, seen: Seen) -> Names | None:
        found = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if found is None or len(left.keys) != len(right.keys):
            return None
        exprs = [key.expr for key in left.keys]
        wanted = [self.read(key.expr, exprs, found) for key in right.keys]
        alike = all(replace(a, expr=b.expr) == b for a, b in zip(left.keys, right.keys, strict=True))
        pairs = list(zip(exprs, wanted, strict=True))
        return found if alike and self.rows.same_values(left.input, pairs, forms=False) else None

    def _limit(self, left: r.Limit, right: r.Limit, names: Names, seen: Seen) -> Names | None:
        if (left.limit, left.offset) != (right.limit, right.offset):
            return None
        if any(outer_columns(bound) for bound in (left.limit, left.offset) if bound is not None):
            return None
        return self.relation(left.input, right.input, names, seen_below(left, seen)["input"])

    def _window(self, left: r.Window, right: r.Window, names: Names, seen: Seen) -> Names | None:
        joined = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if joined is None:
            return None
        found = dict(joined)
        for call, column in zip(right.calls, right.added, strict=True):
            wanted = substitute(call, found)
            if wanted not in left.calls:
                return None
            found[column.id] = left.added[left.calls.index(wanted)]
        return found if set(left.calls) == {substitute(call, found) for call in right.calls} else None

    def read(self, expr: e.Expr, ours: Sequence[e.Expr], names: Names) -> e.Expr:
        """Return an expression of the right plan in the columns and subqueries of the left one, as far as it goes."""
        subqueries = [part for other in ours for part in _subqueries(other)]

        def change(part: e.Expr) -> e.Expr | None:
            if isinstance(part, e.Column):
                return names.get(part.id)
            if isinstance(part, e.Exists | e.Scalar | e.InRel):
                return self._subquery(part, subqueries, names)
            return None

        return rewrite(expr, change)

    def _subquery(self, part: Subquery, ours: Sequence[Subquery], names: Names) -> e.Expr:
        """Return the subquery on the left that is the same, or the one on the right with the names of the left."""
        seen = seen_by_subquery(part)
        wanted = substitute(part, names)
        for other in ours:
            if type(other) is not type(part) or not _same_arguments(other, wanted):
                continue
            if self.relation(other.rel, part.rel, names, seen) is not None:
                return other
        return wanted


def _subqueries(expr: e.Expr) -> Iterator[Subquery]:
    """Yield the outermost subqueries of an expression."""
    found: list[Subquery] = []

    def change(part: e.Expr) -> e.Expr | None:
        if isinstance(part, e.Exists | e.Scalar | e.InRel):
            found.append(part)
            return part
        return None

    rewrite(expr, change)
    yield from found


def _same_arguments(ours: Subquery, theirs: Subquery) -> bool:
    if isinstance(ours, e.InRel) and isinstance(theirs, e.InRel):
        return ours.args == theirs.args and ours.collations == theirs.collations
    return True
