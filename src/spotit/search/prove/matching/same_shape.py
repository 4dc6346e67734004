"""Two plans of one shape: which column of the left one each column of the right one stands for.

Relations are matched from the outside in, scans by their tables. Conditions, keys, arguments and results need not be
the same expressions: they must agree on each single row, which is a question without a bound on the number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import count, islice, permutations

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.failures import fails
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import EVERYTHING, Seen, seen_below, seen_by_subquery
from spotit.plan.isomorphic import renaming
from spotit.plan.lineage import Lineage
from spotit.plan.rules.block import JoinBlock, Outer, block_of
from spotit.plan.walk import outer_columns, rewrite, substitute
from spotit.search.prove.matching.column_types import ColumnTypes
from spotit.search.prove.matching.single_rows import SingleRows

Names = dict[int, e.Column]
"""The left column that each right column stands for, by the id of the right one."""
_MOST_PAIRINGS = 12
"""Ways to pair the relations of a join that are tried."""
_MOST_ARMS = 4
_FRESH = 10**9
"""Ids from here on are those of the columns of questions."""


class SameShape:
    """The search for a correspondence between two plans whose ids are all different."""

    def __init__(self, left: r.Rel, facts: Facts, rows: SingleRows) -> None:
        self._types = ColumnTypes(Lineage(left), facts.schema)
        self._facts = facts
        self._rows = rows
        self._numbers = count(_FRESH)

    def relation(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        """Return `names` with the columns of two relations of equal rows, as far as `seen`; None if unknown."""
        found = _same(left, right, names)
        if found is not None:
            return found if not seen.places or placed(left, right, found) else None
        found = self._by_kind(left, right, names, seen)
        return found if found is None or not seen.places or placed(left, right, found) else None

    def _by_kind(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        found = self._by_same_kind(left, right, names, seen)
        if found is not None:
            return found
        if isinstance(left, r.Distinct) != isinstance(right, r.Distinct):
            return self._without_copies(left, right, names, seen)
        if any(isinstance(side, r.SetOp) and side.kind is r.SetKind.UNION_ALL for side in (left, right)):
            return self._sum(left, right, names, seen)
        return None

    def _by_same_kind(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        match left, right:
            case r.Project(), r.Project():
                return self._project(left, right, names, seen)
            case r.Aggregate(), r.Aggregate():
                return self._aggregate(left, right, names)
            case r.Distinct(on=None), r.Distinct(on=None):
                return self._distinct(left, right, names, seen)
            case r.SetOp(), r.SetOp():
                return self._set_operation(left, right, names, seen)
            case r.OrderBy(), r.OrderBy():
                return self._order(left, right, names, seen)
            case r.Limit(), r.Limit():
                return self._limit(left, right, names, seen)
            case r.Window(), r.Window():
                return self._window(left, right, names, seen)
            case ((r.Filter() | r.Join()), (r.Filter() | r.Join() | r.Scan())):
                return self._block(left, right, names, seen)
            case r.Scan(), r.Filter():
                return self._block(left, right, names, seen)
        return None

    # Joins under a condition

    def _block(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        ours, theirs = block_of(left), block_of(right)
        if ours is None or theirs is None or len(ours.leaves) != len(theirs.leaves):
            return None
        if len(ours.outers) != len(theirs.outers):
            return None
        inner = replace(seen, order=False, places=False, forms=True)
        for found in islice(self._paired(ours.leaves, theirs.leaves, names, inner), _MOST_PAIRINGS):
            joined = self._outers(ours, theirs.outers, found, inner)
            if joined is None:
                continue
            base = replace(ours, conditions=()).rel
            wanted = [self._read(condition, ours.conditions, joined) for condition in theirs.conditions]
            if self._same_truth(base, ours.conditions, wanted):
                return joined
        return None

    def _paired(self, left: Sequence[r.Rel], right: Sequence[r.Rel], names: Names, seen: Seen) -> Iterator[Names]:
        """Yield what comes of pairing each relation on the right with another one on the left."""
        if not right:
            yield names
            return
        first, *rest = right
        for place, candidate in enumerate(left):
            found = self.relation(candidate, first, names, seen) if type(candidate) is type(first) else None
            if found is not None:
                yield from self._paired((*left[:place], *left[place + 1 :]), rest, found, seen)

    def _outers(self, ours: JoinBlock, theirs: Sequence[Outer], names: Names, seen: Seen) -> Names | None:
        """Return the names with the columns of left joins, each on a condition that is true for the same pairs."""
        for order in permutations(theirs):
            found: Names | None = names
            for number, (mine, other) in enumerate(zip(ours.outers, order, strict=True)):
                found = self.relation(mine.optional, other.optional, found, seen) if found is not None else None
                if found is None:
                    break
                kept = replace(ours, outers=ours.outers[:number], conditions=()).rel
                pairs = r.Join(r.JoinKind.INNER, kept, mine.optional)
                here, there = conjuncts_of(mine.on), conjuncts_of(other.on)
                if not self._same_truth(pairs, here, [self._read(part, here, found) for part in there]):
                    found = None
                    break
            if found is not None:
                return found
            if len(theirs) > _MOST_ARMS:
                break
        return None

    # Sums of joins

    def _sum(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        """Return the names if both sides are sums of the same joined rows, each as often under its own conditions."""
        ours, theirs = ([_summand(arm) for arm in _summed(side)] for side in (left, right))
        first = ours[0]
        if first is None or len(left.columns) != len(right.columns):
            return None
        sides: list[r.Rel] = []
        for summands in (ours, theirs):
            arms = [self._over(first[1], one, names, forms=seen.forms) for one in summands if one is not None]
            kept = [arm for arm in arms if arm is not None]
            if len(kept) != len(summands):
                return None
            sides.append(reduce(self._union, kept))
        if not self._rows.agree(sides[0], sides[1], self._types, copies=seen.copies):
            return None
        return {**names, **{a.id: b for a, b in zip(right.columns, left.columns, strict=True)}}

    def _over(
        self, rows: JoinBlock, summand: tuple[r.Project, JoinBlock], names: Names, *, forms: bool
    ) -> r.Rel | None:
        """Return a summand over other scans of the same tables, if it has no others; with `forms`, 1 is not 1.0."""
        head, block = summand
        if block.outers or rows.outers or len(block.leaves) != len(rows.leaves):
            return None
        if block is rows:
            return self._shown(head.input, _with_forms(head.exprs) if forms else head.exprs)
        seen = Seen(order=False, places=False)
        found = next(self._paired(rows.leaves, block.leaves, names, seen), None)
        if found is None:
            return None
        tests = [substitute(condition, found) for condition in block.conditions]
        below = replace(rows, conditions=tuple(tests)).rel
        exprs = [substitute(expr, found) for expr in head.exprs]
        return self._shown(below, _with_forms(exprs) if forms else exprs)

    def _union(self, left: r.Rel, right: r.Rel) -> r.Rel:
        columns = tuple(e.Column(next(self._numbers), "value") for _ in left.columns)
        return r.SetOp(r.SetKind.UNION_ALL, left, right, columns)

    def _without_copies(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        """Return the names if DISTINCT rows of the one side are the rows of the other, which has no copies."""
        distinct, other = (left, right) if isinstance(left, r.Distinct) else (right, left)
        if not isinstance(distinct, r.Distinct) or distinct.on is not None or seen.forms:
            return None
        if any(not column.collation.is_identity for column in distinct.columns):
            return None
        if not unique_on(other, other.columns, self._facts):
            return None
        below = replace(seen, order=False, copies=False, places=True)
        if distinct is left:
            return self.relation(distinct.input, other, names, below)
        return self.relation(other, distinct.input, names, below)

    # What stands above a join

    def _project(self, left: r.Project, right: r.Project, names: Names, seen: Seen) -> Names | None:
        found = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if found is None:
            return None
        wanted = [self._read(expr, left.exprs, found) for expr in right.exprs]
        if seen.places:
            if len(wanted) != len(left.exprs):
                return None
            pairs = list(zip(left.exprs, wanted, strict=True))
            if not self._same_values(left.input, pairs, forms=seen.forms):
                return None
            return {**found, **{a.id: b for a, b in zip(right.columns, left.columns, strict=True)}}
        return self._each(left.input, (left.exprs, left.columns), (wanted, right.columns), found, forms=seen.forms)

    def _each(
        self,
        rows: r.Rel,
        ours: tuple[Sequence[e.Expr], Sequence[e.Column]],
        theirs: tuple[Sequence[e.Expr], Sequence[e.Column]],
        names: Names,
        *,
        forms: bool,
    ) -> Names | None:
        """Return the names with a column of ours for each of theirs; None if one has no equal."""
        found = dict(names)
        for expr, column in zip(*theirs, strict=True):
            twin = self._twin(rows, expr, ours[0], forms=forms)
            if twin is None:
                return None
            found[column.id] = ours[1][twin]
        return found

    def _twin(self, rows: r.Rel, expr: e.Expr, candidates: Sequence[e.Expr], *, forms: bool) -> int | None:
        """Return the place of an expression that is equal on each row."""
        if expr in candidates:
            return list(candidates).index(expr)
        for place, candidate in enumerate(candidates):
            if self._same_values(rows, [(candidate, expr)], forms=forms):
                return place
        return None

    def _aggregate(self, left: r.Aggregate, right: r.Aggregate, names: Names) -> Names | None:
        if left.grouped != right.grouped or len(left.bare) != len(right.bare):
            return None
        if left.bare and len(left.aggregates) != len(right.aggregates):
            return None
        below = seen_below(left, EVERYTHING)["input"], seen_below(right, EVERYTHING)["input"]
        seen = replace(below[0], copies=below[0].copies or below[1].copies, order=below[0].order or below[1].order)
        joined = self.relation(left.input, right.input, names, seen)
        if joined is None:
            return None
        found = dict(joined)
        ours = [(key, column.collation) for key, column in zip(left.keys, left.columns, strict=False)]
        keys = [self._read(key, left.keys, found) for key in right.keys]
        used: set[int] = set()
        for key, column in zip(keys, right.columns, strict=False):
            fitting = [one if collation is column.collation else None for one, collation in ours]
            twin = self._twin_of(left.input, key, fitting)
            if twin is None:
                return None
            used.add(twin)
            found[column.id] = left.columns[twin]
        if len(used) != len(left.keys):
            return None
        return self._calls(left, right, found)

    def _twin_of(self, rows: r.Rel, expr: e.Expr, candidates: Sequence[e.Expr | None]) -> int | None:
        if expr in candidates:
            return list(candidates).index(expr)
        for place, candidate in enumerate(candidates):
            if candidate is not None and self._same_values(rows, [(candidate, expr)], forms=True):
                return place
        return None

    def _calls(self, left: r.Aggregate, right: r.Aggregate, names: Names) -> Names | None:
        """Return the names with the aggregates, each of which is the same function of the same values."""
        keys, calls = len(left.keys), len(left.keys) + len(left.aggregates)
        found, used = dict(names), set()
        for call, column in zip(right.aggregates, right.columns[len(right.keys) :], strict=False):
            twin = self._call(left, call, names)
            if twin is None:
                return None
            used.add(twin)
            found[column.id] = left.columns[keys + twin]
        missed = [call for place, call in enumerate(left.aggregates) if place not in used]
        if any(map(fails, missed)) or (left.bare and missed):
            return None
        bare = [self._read(expr, left.bare, names) for expr in right.bare]
        theirs = (bare, right.columns[len(right.keys) + len(right.aggregates) :])
        return self._each(left.input, (left.bare, left.columns[calls:]), theirs, found, forms=True)

    def _call(self, left: r.Aggregate, call: e.AggCall, names: Names) -> int | None:
        """Return the place of the aggregate on the left that is the same as one on the right."""
        everything = [part for other in left.aggregates for part in _arguments(other)]
        wanted = _with_arguments(call, [self._read(part, everything, names) for part in _arguments(call)])
        if wanted in left.aggregates:
            return left.aggregates.index(wanted)
        for place, other in enumerate(left.aggregates):
            if _said(other) == _said(wanted) and self._same_call(left.input, other, wanted):
                return place
        return None

    def _same_call(self, rows: r.Rel, ours: e.AggCall, theirs: e.AggCall) -> bool:
        """Tell whether two calls of one function aggregate the same values."""
        here, there = conjuncts_of(ours.filter), conjuncts_of(theirs.filter)
        if not self._same_truth(rows, here, there):
            return False
        taken = r.Filter(rows, conjunction(here)) if here else rows
        values = zip(_values(ours), _values(theirs), strict=True)
        return self._same_values(taken, list(values), forms=True)

    def _distinct(self, left: r.Distinct, right: r.Distinct, names: Names, seen: Seen) -> Names | None:
        found = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if found is None:
            return None
        twins = [found.get(column.id) for column in right.columns]
        if any(
            twin is None or twin.collation is not column.collation
            for twin, column in zip(twins, right.columns, strict=True)
        ):
            return None
        shown = {twin.id for twin in twins if twin is not None}
        return found if shown == {column.id for column in left.columns} else None

    def _set_operation(self, left: r.SetOp, right: r.SetOp, names: Names, seen: Seen) -> Names | None:
        here, there = (tuple(column.collation for column in side.columns) for side in (left, right))
        if left.kind is not right.kind or here != there:
            return None
        below = seen_below(left, seen)["left"]
        ours, theirs = _arms(left), _arms(right)
        if len(ours) != len(theirs):
            return None
        orders: Iterator[tuple[r.Rel, ...]] = iter([tuple(theirs)])
        if _commutes(left, seen) and len(theirs) <= _MOST_ARMS:
            orders = permutations(theirs)
        for order in orders:
            found: Names | None = names
            for arm, other in zip(ours, order, strict=True):
                found = self.relation(arm, other, found, below) if found is not None else None
            if found is not None:
                return {**found, **{a.id: b for a, b in zip(right.columns, left.columns, strict=True)}}
        return None

    def _order(self, left: r.OrderBy, right: r.OrderBy, names: Names, seen: Seen) -> Names | None:
        found = self.relation(left.input, right.input, names, seen_below(left, seen)["input"])
        if found is None or len(left.keys) != len(right.keys):
            return None
        exprs = [key.expr for key in left.keys]
        wanted = [self._read(key.expr, exprs, found) for key in right.keys]
        alike = all(replace(a, expr=b.expr) == b for a, b in zip(left.keys, right.keys, strict=True))
        pairs = list(zip(exprs, wanted, strict=True))
        return found if alike and self._same_values(left.input, pairs, forms=False) else None

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

    # Single rows

    def _read(self, expr: e.Expr, ours: Sequence[e.Expr], names: Names) -> e.Expr:
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

    def _same_truth(self, rows: r.Rel, ours: Sequence[e.Expr], theirs: Sequence[e.Expr]) -> bool:
        """Tell whether two conjunctions are true for the same rows."""
        if set(ours) == set(theirs):
            return True
        shared = set(ours) & set(theirs)
        if self._agree(rows, [(ours, theirs)]):
            return True
        here, there = ([part for part in side if part not in shared] for side in (ours, theirs))
        return bool(shared) and self._agree(rows, [(here, there)])

    def _agree(self, rows: r.Rel, conditions: Sequence[tuple[Sequence[e.Expr], Sequence[e.Expr]]]) -> bool:
        sides = []
        for which in (0, 1):
            rel = rows
            for pair in conditions:
                rel = r.Filter(rel, conjunction(list(pair[which]))) if pair[which] else rel
            sides.append(self._shown(rel, [e.Literal(1)]))
        return self._rows.agree(sides[0], sides[1], self._types)

    def _same_values(self, rows: r.Rel, pairs: Sequence[tuple[e.Expr, e.Expr]], *, forms: bool) -> bool:
        """Tell whether expressions have equal values on each row; with `forms`, 1 and 1.0 are not the same."""
        apart = [pair for pair in pairs if pair[0] != pair[1]]
        if not apart:
            return True
        sides = []
        for which in (0, 1):
            exprs = [pair[which] for pair in apart]
            sides.append(self._shown(rows, _with_forms(exprs) if forms else exprs))
        return self._rows.agree(sides[0], sides[1], self._types)

    def _shown(self, rows: r.Rel, exprs: Sequence[e.Expr]) -> r.Rel:
        columns = tuple(e.Column(next(self._numbers), "value") for _ in exprs)
        return r.Project(rows, tuple(exprs), columns)


Subquery = e.Exists | e.Scalar | e.InRel


def _with_forms(exprs: Sequence[e.Expr]) -> list[e.Expr]:
    """Return the expressions and their storage classes, by which 1 and 1.0 differ."""
    return [*exprs, *(e.Call("typeof", (expr,)) for expr in exprs)]


def placed(left: r.Rel, right: r.Rel, names: Names) -> bool:
    """Tell whether corresponding columns stand in the same places."""
    twins = [names.get(column.id) for column in right.columns]
    return [twin and twin.id for twin in twins] == [column.id for column in left.columns]


def _same(left: r.Rel, right: r.Rel, names: Names) -> Names | None:
    """Return the names if both relations are the same but for those."""
    renamed = substitute(right, names)
    found = renaming(left, renamed, (column.id for column in outer_columns(left)))
    if found is None:
        return None
    columns = {column.id: column for column in left.columns}
    twins = {column.id: found.get(column.id) for column in right.columns}
    return {**names, **{number: columns[twin] for number, twin in twins.items() if twin in columns}}


def _commutes(rel: r.SetOp, seen: Seen) -> bool:
    """Tell whether the order of the arms does not matter: of equal values that differ, one arm's are kept."""
    if rel.kind is r.SetKind.UNION_ALL:
        return True
    alike = not seen.forms and all(column.collation.is_identity for column in rel.columns)
    return rel.kind is not r.SetKind.EXCEPT and alike


def _summed(rel: r.Rel) -> list[r.Rel]:
    """Return what UNION ALL puts together; any other relation is alone."""
    if isinstance(rel, r.SetOp) and rel.kind is r.SetKind.UNION_ALL:
        return [*_summed(rel.left), *_summed(rel.right)]
    return [rel]


def _summand(rel: r.Rel) -> tuple[r.Project, JoinBlock] | None:
    """Return what is computed of joined rows, and the join."""
    if not isinstance(rel, r.Project):
        return None
    block = block_of(rel.input)
    return None if block is None else (rel, block)


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


def _arms(rel: r.Rel) -> list[r.Rel]:
    """Return what a set operation combines; that of the same kind below it taken apart, but for EXCEPT."""
    if not isinstance(rel, r.SetOp):
        return [rel]
    if rel.kind is r.SetKind.EXCEPT:
        return [rel.left, rel.right]
    first = rel.left
    nested = isinstance(first, r.SetOp) and first.kind is rel.kind and _collations(first) == _collations(rel)
    return [*(_arms(first) if nested else [first]), rel.right]


def _collations(rel: r.Rel) -> list[object]:
    return [column.collation for column in rel.columns]


def _arguments(call: e.AggCall) -> list[e.Expr]:
    """Return the expressions of an aggregate: what it aggregates, by which order, and its FILTER."""
    return [*_values(call), *([] if call.filter is None else [call.filter])]


def _values(call: e.AggCall) -> list[e.Expr]:
    return [*call.args, *(key.expr for key in call.order)]


def _with_arguments(call: e.AggCall, exprs: Sequence[e.Expr]) -> e.AggCall:
    arguments, keys = len(call.args), len(call.order)
    order = tuple(replace(key, expr=expr) for key, expr in zip(call.order, exprs[arguments:], strict=False))
    test = exprs[arguments + keys] if call.filter is not None else None
    return replace(call, args=tuple(exprs[:arguments]), order=order, filter=test)


def _said(call: e.AggCall) -> object:
    """Return what an aggregate says besides its expressions."""
    order = tuple((key.descending, key.nulls_first, key.collation) for key in call.order)
    return call.func, len(call.args), call.distinct, call.collation, order


__all__ = ["Names", "SameShape", "placed"]
