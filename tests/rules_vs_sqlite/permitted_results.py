"""All results that a plan permits on a database: by each choice of tied rows, bare columns and equal values.

What SQL leaves open is open here: which of equal values a group or DISTINCT shows, which of tied rows LIMIT takes, from
which row a bare column comes, and in which order rows come that no ORDER BY puts into one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cmp_to_key, reduce
from itertools import permutations
from math import factorial, fsum, prod

from rules_vs_sqlite.choices import Choices, Untold, all_runs
from rules_vs_sqlite.plan_values import PlanValues, Row, Ties, class_key, compared, identity
from spotit.database import Database, Value
from spotit.options import Semantics
from spotit.plan import expr as e
from spotit.plan import rel as r

_MOST_RUNS = 300
_MOST_ORDERS = 200


def permitted_results(rel: r.Rel, database: Database, semantics: Semantics) -> frozenset[Hashable]:
    """Return what a comparison sees of each result that is permitted; `Untold` where that is too much to follow."""

    def run(choices: Choices) -> Iterable[Hashable]:
        ties = _Permitted(database, choices).rows(rel, {})
        return _seen([[tuple(_rounded(row[c.id]) for c in rel.columns) for row in tied] for tied in ties], semantics)

    return frozenset(seen for found in all_runs(run, _MOST_RUNS) for seen in found)


def _rounded(value: Value) -> Value:
    return float(f"{value:.10g}") if isinstance(value, float) else value


def _seen(ties: list[list[tuple[Value, ...]]], semantics: Semantics) -> Iterable[Hashable]:
    rows = [row for tied in ties for row in tied]
    if semantics is Semantics.SET:
        return [frozenset(rows)]
    if semantics is Semantics.BAG:
        return [frozenset(Counter(rows).items())]
    if prod(factorial(len(tied)) for tied in ties) > _MOST_ORDERS:
        raise Untold("too many orders")
    return reduce(lambda done, tied: {(*one, *more) for one in done for more in permutations(tied)}, ties, {()})


class _Permitted(PlanValues):
    """One run of a plan, by some choices."""

    def __init__(self, database: Database, choices: Choices) -> None:
        super().__init__(choices)
        self._database = database

    def rows(self, rel: r.Rel, around: Row) -> Ties:
        match rel:
            case r.Scan():
                return [self._scan(rel)]
            case r.Values():
                return [[self._made(rel.columns, row, around) for row in rel.rows]]
            case r.Filter(input=below, predicate=test):
                return [[row for row in tied if self.holds(test, around | row)] for tied in self.rows(below, around)]
            case r.Project(input=below, exprs=exprs, columns=columns):
                ties = self.rows(below, around)
                return [[self._made(columns, exprs, around | row) for row in tied] for tied in ties]
            case r.Join():
                return [self._join(rel, around)]
            case r.Aggregate():
                return [self._groups(rel, around)]
            case r.Distinct(on=on):
                return [self._distinct(self._flat(rel.input, around), rel.columns if on is None else on)]
            case r.SetOp():
                return [self._set_operation(rel, around)]
            case r.OrderBy(keys=keys):
                return self._sorted(self._flat(rel.input, around), keys, around)
            case r.Limit():
                return self._limit(rel, around)
        raise Untold(type(rel).__name__)

    def _flat(self, rel: r.Rel, around: Row) -> list[Row]:
        return [row for tied in self.rows(rel, around) for row in tied]

    def _made(self, columns: Sequence[e.Column], exprs: Sequence[e.Expr], row: Row) -> Row:
        return {column.id: self.value(expr, row) for column, expr in zip(columns, exprs, strict=True)}

    def _scan(self, rel: r.Scan) -> list[Row]:
        stored = self._database.tables[rel.table]
        if not set(rel.fields) <= set(stored.columns):
            raise Untold("a computed column")
        places = [stored.columns.index(field) for field in rel.fields]
        pairs = list(zip(rel.columns, places, strict=True))
        return [{column.id: row[place] for column, place in pairs} for row in stored.rows]

    def _join(self, rel: r.Join, around: Row) -> list[Row]:
        left, right = self._flat(rel.left, around), self._flat(rel.right, around)
        pairs = [(a, b) for a in range(len(left)) for b in range(len(right))]
        found = [(a, b) for a, b in pairs if self.holds(rel.on, around | left[a] | right[b])]
        rows = [left[a] | right[b] for a, b in found]
        if rel.kind in (r.JoinKind.LEFT, r.JoinKind.FULL):
            nothing: Row = dict.fromkeys(column.id for column in rel.right.columns)
            rows += [row | nothing for a, row in enumerate(left) if a not in {a for a, _ in found}]
        if rel.kind in (r.JoinKind.RIGHT, r.JoinKind.FULL):
            nothing = dict.fromkeys(column.id for column in rel.left.columns)
            rows += [nothing | row for b, row in enumerate(right) if b not in {b for _, b in found}]
        return rows

    def _distinct(self, rows: list[Row], columns: Sequence[e.Column]) -> list[Row]:
        classes: dict[Hashable, list[Row]] = {}
        for row in rows:
            classes.setdefault(tuple(class_key(row[c.id], c.collation) for c in columns), []).append(row)
        return [self.choices.one_of(same, _identities) for same in classes.values()]

    def _set_operation(self, rel: r.SetOp, around: Row) -> list[Row]:
        left, right = (
            [
                {c.id: row[d.id] for c, d in zip(rel.columns, arm.columns, strict=True)}
                for row in self._flat(arm, around)
            ]
            for arm in (rel.left, rel.right)
        )
        if rel.kind in (r.SetKind.UNION, r.SetKind.UNION_ALL):
            both = [*left, *right]
            return both if rel.kind is r.SetKind.UNION_ALL else self._distinct(both, rel.columns)
        there = {tuple(class_key(row[c.id], c.collation) for c in rel.columns) for row in right}
        wanted = rel.kind is r.SetKind.INTERSECT
        keys = (tuple(class_key(row[c.id], c.collation) for c in rel.columns) for row in left)
        kept = [row for row, key in zip(left, keys, strict=True) if (key in there) is wanted]
        return self._distinct(kept, rel.columns)

    def _sorted(self, rows: list[Row], keys: Sequence[e.SortKey], around: Row) -> Ties:
        values = [[self.value(key.expr, around | row) for key in keys] for row in rows]

        def order(one: int, other: int) -> int:
            return next(filter(None, map(_by_key, keys, values[one], values[other])), 0)

        ties: list[list[int]] = []
        for number in sorted(range(len(rows)), key=cmp_to_key(order)):
            if ties and order(ties[-1][-1], number) == 0:
                ties[-1].append(number)
            else:
                ties.append([number])
        return [[rows[number] for number in tied] for tied in ties]

    def _limit(self, rel: r.Limit, around: Row) -> Ties:
        limit, offset = self._bound(rel.limit, -1, around), max(self._bound(rel.offset, 0, around), 0)
        taken: Ties = []
        left = limit if limit >= 0 else 10**6
        for tied in self.rows(rel.input, around):
            if offset >= len(tied) or left == 0:
                offset = max(offset - len(tied), 0)
                continue
            if offset == 0 and left >= len(tied):
                taken.append(tied)
                left -= len(tied)
                continue
            rest = list(tied)
            drawn = [self._drawn(rest) for _ in range(min(len(tied), offset + left))][offset:]
            taken += [[row] for row in drawn]
            offset, left = 0, left - len(drawn)
        return taken

    def _bound(self, bound: e.Expr | None, default: int, around: Row) -> int:
        value = default if bound is None else self.value(bound, around)
        if not isinstance(value, int):
            raise Untold("a LIMIT that is no integer")
        return value

    def _drawn(self, rest: list[Row]) -> Row:
        row = self.choices.one_of(rest, _identities)
        rest.pop(next(place for place, other in enumerate(rest) if other is row))
        return row

    def _groups(self, rel: r.Aggregate, around: Row) -> list[Row]:
        groups: dict[Hashable, list[Row]] = {} if rel.grouped else {(): []}
        for row in self._flat(rel.input, around):
            keys = [self.value(key, around | row) for key in rel.keys]
            pairs = zip(keys, rel.columns, strict=False)
            groups.setdefault(tuple(class_key(key, made.collation) for key, made in pairs), []).append(row)
        return [self._group(rel, rows, around) for rows in groups.values()]

    def _group(self, rel: r.Aggregate, rows: list[Row], around: Row) -> Row:
        each = [tuple(self.value(key, around | row) for key in rel.keys) for row in rows]
        keys = self.choices.one_of(each, _identity_of_all) if rel.keys else ()
        values = [self._aggregate(call, rows, around) for call in rel.aggregates]
        bare: Sequence[Value] = [None] * len(rel.bare)
        if rel.bare and rows:
            from_rows = self._rows_of_extreme(rel, values, rows, around)
            shown = [tuple(self.value(expr, around | row) for expr in rel.bare) for row in from_rows]
            bare = self.choices.one_of(shown, _identity_of_all)
        return dict(zip((column.id for column in rel.columns), (*keys, *values, *bare), strict=True))

    def _rows_of_extreme(self, rel: r.Aggregate, values: list[Value], rows: list[Row], around: Row) -> list[Row]:
        """Return the rows from which bare columns may come: those with the only minimum or maximum, or all."""
        extremes = [(c, v) for c, v in zip(rel.aggregates, values, strict=True) if c.function.extreme]
        if len(extremes) != 1 or extremes[0][1] is None:
            return rows
        ((call, extreme),) = extremes
        there = [row for row in rows if self.holds(call.filter, around | row)]
        return [r for r in there if compared(self.value(call.args[0], around | r), extreme, call.collation) == 0]

    def _aggregate(self, call: e.AggCall, rows: list[Row], around: Row) -> Value:
        rows = [row for row in rows if self.holds(call.filter, around | row)]
        if not call.args:
            return len(rows)
        values = [v for row in rows if (v := self.value(call.args[0], around | row)) is not None]
        if call.function.extreme:
            return self._extreme(call, values)
        if call.distinct:
            apart: dict[Hashable, list[Value]] = {}
            for value in values:
                apart.setdefault(class_key(value, call.collation), []).append(value)
            values = [self.choices.one_of(same, identity) for same in apart.values()]
        return len(values) if call.func == "count" else _added(call.func, values)

    def _extreme(self, call: e.AggCall, values: list[Value]) -> Value:
        if not values:
            return None
        keys = [class_key(value, call.collation) for value in values]
        best = (max if call.func == "max" else min)(keys)  # type: ignore[type-var]
        return self.choices.one_of([v for v, key in zip(values, keys, strict=True) if key == best], identity)


def _by_key(key: e.SortKey, one: Value, other: Value) -> int:
    if one is None or other is None:
        first = (one is None) - (other is None)
        return -first if key.nulls_first else first
    order = compared(one, other, key.collation)
    return -order if key.descending else order


def _added(func: str, values: list[Value]) -> Value:
    numbers = [value for value in values if isinstance(value, int | float)]
    if len(numbers) < len(values) or func not in ("sum", "total", "avg"):
        raise Untold(func)
    if func == "total" or not numbers:
        return fsum(numbers) if func == "total" else None
    whole = all(isinstance(number, int) for number in numbers)
    return fsum(numbers) / len(numbers) if func == "avg" else sum(numbers) if whole else fsum(numbers)


def _identities(row: Row) -> Hashable:
    return tuple(identity(row[number]) for number in sorted(row))


def _identity_of_all(values: tuple[Value, ...]) -> Hashable:
    return tuple(map(identity, values))
