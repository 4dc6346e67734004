"""Failures by chance: expressions that can fail where it is not certain that SQLite evaluates them.

SQLite evaluates what a query returns for each of its rows, and each aggregate of the query for each of its groups. What
stands elsewhere it may skip, put off or evaluate for rows that a condition drops: conditions are tested in any order,
constants are computed before the first row, columns of a subquery that no one reads are not computed, and LIMIT stops
a query early.
"""

from __future__ import annotations

from collections.abc import Iterable

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.failures import fails, may_fail
from spotit.plan.facts.sizes import Sizes
from spotit.plan.lineage import Lineage
from spotit.plan.walk import Part, outer_columns, parts, walk
from spotit.schema import Schema


def may_fail_by_chance(rel: r.Rel, schema: Schema) -> bool:
    """Tell whether something in a query can fail where SQLite may or may not evaluate it."""
    return may_fail(rel) and _Search(rel, schema).in_result(rel)


def values_can_fail(rel: r.Rel, schema: Schema) -> bool:
    """Tell whether an expression for single rows can fail; a SUM that overflows is left out of account."""
    search = _Search(rel, schema)
    return any(not isinstance(node, e.AggCall | e.WindowCall) and search.can_fail(node) for node in walk(rel))


class _Search:
    """Looks for what can fail by chance in one plan; each method tells whether it has found something."""

    def __init__(self, rel: r.Rel, schema: Schema) -> None:
        self._sizes = Sizes(Lineage(rel), schema)

    def in_result(self, rel: r.Rel) -> bool:
        """Look where all rows and columns are needed."""
        match rel:
            case r.Project():
                return any(self._in_value(expr) for expr in rel.exprs) or self._in_rows(rel.input, rel.exprs)
            case r.Distinct(on=None):
                return self.in_result(rel.input)
            case r.OrderBy():
                return self._anywhere(rel.keys) or self.in_result(rel.input)
            case r.SetOp(kind=r.SetKind.UNION_ALL | r.SetKind.UNION):
                return self.in_result(rel.left) or self.in_result(rel.right)
        return self._in_rows(rel, rel.columns)

    def _in_rows(self, rel: r.Rel, read: Iterable[Part]) -> bool:
        """Look where all rows are needed, but only the columns that are read above."""
        match rel:
            case r.Filter(input=r.Aggregate() as groups) if _tests_aggregates(rel.predicate, groups):
                return self._anywhere((rel.predicate,)) or self._in_rows(groups, (*read, rel.predicate))
            case r.OrderBy():
                return self._anywhere(rel.keys) or self._in_rows(rel.input, (*read, *rel.keys))
            case r.Limit() if _takes_all_groups(rel):
                return self._in_rows(rel.input, read)
            case r.Project():
                used = _used(read)
                kept = [expr for expr, column in zip(rel.exprs, rel.columns, strict=True) if column.id in used]
                return self._anywhere(rel.exprs) or self._in_rows(rel.input, kept)
            case r.Aggregate():
                return self._in_groups(rel, _used(read))
            case r.Filter(input=r.Scan()):
                return not self._is_tested(rel.predicate)
        return self._anywhere((rel,))

    def _in_groups(self, rel: r.Aggregate, used: frozenset[int]) -> bool:
        columns = rel.columns[len(rel.keys) :]
        skipped = [call for call, column in zip(rel.aggregates, columns, strict=False) if column.id not in used]
        inside = [part for call in rel.aggregates for part in self._by_chance_in(call, rel.input)]
        # For the least or the greatest value not all rows need be read.
        is_whole = not any(call.function.extreme for call in rel.aggregates)
        below = self._in_rows(rel.input, ()) if is_whole else self._anywhere((rel.input,))
        return below or self._anywhere((*skipped, *inside, *rel.keys, *rel.bare))

    def _by_chance_in(self, call: e.AggCall, rows: r.Rel) -> Iterable[Part]:
        """Return the parts of an aggregate that are not evaluated for each of the rows: these of a table are all read.

        That holds of MIN and MAX too unless an index has their argument, and then no row with a failing one exists.
        """
        plain = rows.input if isinstance(rows, r.Filter) else rows
        if not isinstance(plain, r.Scan) or call.filter is not None or call.order:
            return parts(call)
        return [arg for arg in call.args if not self._is_tested(arg)]

    def _is_tested(self, predicate: e.Expr) -> bool:
        """Tell whether all that can fail in the only condition on a table's rows is evaluated for each row."""
        can_fail = {node for node in walk(predicate) if self.can_fail(node)}
        return can_fail <= self._evaluated(predicate)

    def _evaluated(self, expr: Part) -> frozenset[Part]:
        """Return calls that are evaluated whenever the expression is, in whatever order its parts are.

        Those without a column are left out: constants may be evaluated before the first row.
        """
        match expr:
            case e.And(args=args) | e.Or(args=args):
                return frozenset.intersection(*map(self._evaluated, args))
            case e.Case(whens=whens):
                return self._evaluated(whens[0].condition)
            case e.Exists() | e.Scalar() | e.InRel() | r.Rel():
                return frozenset()
            case e.Call(args=args) if not expr.function.strict and args:
                return self._evaluated(args[0])
        below = frozenset(part for inner in parts(expr) for part in self._evaluated(inner))
        return below | {expr} if isinstance(expr, e.Call) and outer_columns(expr) else below

    def _in_value(self, expr: Part) -> bool:
        """Look in an expression that is evaluated for each row; its constants may be evaluated without any."""
        if self.can_fail(expr) and not (isinstance(expr, e.Call) and outer_columns(expr)):
            return True
        if isinstance(expr, e.And | e.Or | e.Exists | e.Scalar | e.InRel):
            return self._anywhere((expr,))
        return any(map(self._in_value, parts(expr)))

    def _anywhere(self, nodes: Iterable[Part]) -> bool:
        return any(self._below(node, executed=isinstance(node, r.Rel)) for node in nodes)

    def _below(self, node: Part, *, executed: bool) -> bool:
        """Look in a node and below; a recursion or JSON document in FROM is executed with the query that reads it."""
        if self.can_fail(node) and not (executed and isinstance(node, r.Recursive | r.Unnest)):
            return True
        return any(self._below(part, executed=executed and isinstance(part, r.Rel)) for part in parts(node))

    def can_fail(self, node: Part) -> bool:
        """Tell whether a node itself can fail, judged by what is known of its arguments."""
        match node:
            case e.AggCall(func="sum") | e.WindowCall(func="sum"):
                return not self._sizes.sum_fits(node.args[0])
            case e.Call(name="abs"):
                return not self._sizes.has_opposite(node.args[0])
        return fails(node)


def _takes_all_groups(rel: r.Limit) -> bool:
    """Tell whether LIMIT comes after all groups: it takes a row, of those that are sorted by an aggregate."""
    if not isinstance(rel.limit, e.Literal) or not isinstance(rel.limit.value, int) or rel.limit.value == 0:
        return False
    if rel.offset is not None and not isinstance(rel.offset, e.Literal):
        return False
    first: frozenset[int] = frozenset()
    below = rel.input
    while isinstance(below, r.Project | r.OrderBy | r.Filter):
        if isinstance(below, r.OrderBy):
            first = _used((below.keys[0],))
        elif isinstance(below, r.Project):
            made = zip(below.columns, below.exprs, strict=True)
            first |= _used(expr for column, expr in made if column.id in first)
        below = below.input
    return isinstance(below, r.Aggregate) and (not below.grouped or not first.isdisjoint(_aggregated(below)))


def _tests_aggregates(predicate: e.Expr, groups: r.Aggregate) -> bool:
    """Tell whether each part of a HAVING reads an aggregate: any other SQLite tests before it forms the groups."""
    return all(not _used((part,)).isdisjoint(_aggregated(groups)) for part in conjuncts_of(predicate))


def _aggregated(groups: r.Aggregate) -> frozenset[int]:
    keys = len(groups.keys)
    return frozenset(column.id for column in groups.columns[keys : keys + len(groups.aggregates)])


def _used(read: Iterable[Part]) -> frozenset[int]:
    return frozenset(column.id for part in read for column in outer_columns(part))
