"""Every use that a plan makes of values: the one pass on which claims about all values of a column rest.

A value is *passed* where it is some base column's or a constant, unchanged; passing it on is no use of it. The pass
goes through every kind of relation and expression. What it does not understand is reported as `Opened`, so that who
rests a claim on the uses knows that it cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import assert_never

from spotit.database import Value
from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.collated import collated
from spotit.plan.lineage import Computation, Lineage
from spotit.plan.one_column import only_column
from spotit.plan.walk import Part, parts, walk
from spotit.schema import BaseColumn

_EQUALITY = frozenset({e.CompareOp.EQ, e.CompareOp.NE, e.CompareOp.IS, e.CompareOp.IS_NOT})


@frozen
class Passed:
    """What an expression may return unchanged: values of these columns, and these constants."""

    columns: frozenset[BaseColumn] = frozenset()
    constants: frozenset[Value] = frozenset()
    known: bool = True
    """False when it may also return what it computes from them."""
    numbers: bool = False
    """It may also return numbers of its own, such as counts and truth values."""


@frozen
class Met:
    """Values are compared for equality with each other."""

    values: tuple[Passed, ...]


@frozen
class Ordered:
    """A value is compared with others by order."""

    value: Passed


@frozen
class Matched:
    """Of a value no more is seen than whether it matches a condition, in which `column` stands for it."""

    value: Passed
    condition: e.Expr
    column: e.Column


@frozen
class Opened:
    """A value is seen in a way that is not understood."""

    value: Passed


Use = Met | Ordered | Matched | Opened


class PlanUses:
    """The uses of values in one plan."""

    def __init__(self, root: r.Rel) -> None:
        self.root = root
        self._lineage = Lineage(root)
        self._known: dict[int, Passed] = {}

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that the plan reads."""
        return tuple(self._lineage.tables)

    @property
    def results(self) -> list[Passed]:
        """What each column of the result passes on."""
        return [self.passed(column) for column in self.root.columns]

    def uses(self) -> Iterator[Use]:
        """Yield every use; the same one perhaps several times."""
        yield from self._relation(self.root)
        yield from self._collated()

    def compared(self) -> Iterator[Passed]:
        """Yield all that may be compared with other values than constants; conditions on one value do not count."""
        for node in walk(self.root):
            if isinstance(node, r.Distinct | r.SetOp | r.Window | r.Unnest | r.Recursive | r.Working):
                inputs = [part for part in parts(node) if isinstance(part, r.Rel)]
                yield from (self.passed(column) for rel in (node, *inputs) for column in rel.columns)
            elif isinstance(node, e.InRel | e.Scalar):
                yield from map(self.passed, node.rel.columns)
        yield from self._read(self.root)

    def _read(self, node: Part) -> Iterator[Passed]:
        """Yield what the columns in a node pass on, but for those of which only a condition is asked."""
        match node:
            case e.Column():
                yield self.passed(node)
            case e.IsNull() | e.Compare() if self._matched(node) is not None:
                return
            case e.Call() if node.function.truth and self._matched(node) is not None:
                return
            case _:
                for part in parts(node):
                    yield from self._read(part)

    def passed(self, node: Computation) -> Passed:
        """Return what an expression, or a call over several rows, passes on unchanged."""
        if isinstance(node, e.AggCall):
            return self._of_aggregate(node)
        if isinstance(node, e.WindowCall):
            return _COMPUTED
        expr = e.any_expr(node)
        match expr:
            case e.Column():
                return self._of_column(expr)
            case e.Literal():
                return Passed(constants=frozenset((expr.value,)))
            case e.Case():
                return _joined(self.passed(branch) for branch in (*expr.whens, expr.default))
            case e.When():
                return self.passed(expr.result)
            case e.Scalar():
                return self.passed(expr.rel.columns[0])
            case e.Compare() | e.And() | e.Or() | e.Not() | e.IsNull() | e.Exists() | e.InRel():
                return _NUMBER
            case e.Call():
                return _NUMBER if expr.function.truth else _COMPUTED
            case e.Clock() | e.Arith() | e.Negate() | e.BitNot() | e.Cast() | e.Affine():
                return _COMPUTED
            case _:
                assert_never(expr)

    def _of_aggregate(self, call: e.AggCall) -> Passed:
        function = call.function
        if function.passes is not None:
            return _joined(self.passed(call.args[place]) for place in function.passed(len(call.args)))
        return _NUMBER if function.result.is_number else _COMPUTED

    def _of_column(self, column: e.Column) -> Passed:
        if column.id in self._lineage.bases:
            return Passed(frozenset((self._lineage.bases[column.id],)))
        if column.id not in self._known:
            self._known[column.id] = Passed()
            nodes = self._lineage.defined.get(column.id)
            self._known[column.id] = _joined(map(self.passed, nodes)) if nodes else _COMPUTED
        return self._known[column.id]

    def _relation(self, rel: r.Rel) -> Iterator[Use]:
        """Yield the uses in a relation and in all below it."""
        yield from self._own(r.any_rel(rel))
        for part in parts(rel):
            if isinstance(part, r.Rel):
                yield from self._relation(part)

    def _own(self, rel: r.AnyRel) -> Iterator[Use]:
        """Return the uses that a relation itself makes of the rows below it."""
        match rel:
            case r.Scan() | r.Working() | r.Distinct():
                return iter(())
            case r.Values(rows=rows):
                return self._values(expr for row in rows for expr in row)
            case r.Project(exprs=exprs):
                return self._values(exprs)
            case r.Filter(predicate=condition) | r.Join(on=condition):
                return self._truths(() if condition is None else (condition,))
            case r.Aggregate():
                return chain(self._values((*rel.keys, *rel.bare)), *map(self._aggregate, rel.aggregates))
            case r.SetOp():
                return self._met(rel.left.columns, rel.right.columns)
            case r.OrderBy(keys=keys):
                return self._sorted(keys)
            case r.Limit():
                return self._numbers(rel.limit, rel.offset)
            case r.Window() | r.Unnest() | r.Recursive():
                return self._everything(rel)
            case _:
                assert_never(rel)

    def _everything(self, rel: r.Rel) -> Iterator[Use]:
        """Yield that all columns which a relation or anything below it reads are seen in ways not understood."""
        for node in walk(rel):
            if isinstance(node, e.Column):
                yield Opened(self.passed(node))

    def _sorted(self, keys: Iterable[e.SortKey]) -> Iterator[Use]:
        for key in keys:
            yield Ordered(self.passed(key.expr))
            yield from self._value(key.expr)

    def _aggregate(self, call: e.AggCall) -> Iterator[Use]:
        function = call.function
        for arg in call.args:
            value = self.passed(arg)
            if function.extreme:
                yield Ordered(value)
            elif not function.counts:
                yield Opened(value)
            yield from self._value(arg)
        if call.filter is not None:
            yield from self._truth(call.filter)
        yield from self._sorted(call.order)

    def _values(self, exprs: Iterable[e.Expr]) -> Iterator[Use]:
        for expr in exprs:
            yield from self._value(expr)

    def _value(self, node: e.Expr) -> Iterator[Use]:
        """Return the uses in an expression whose value is passed on."""
        expr = e.any_expr(node)
        match expr:
            case e.Column() | e.Literal() | e.Clock():
                return iter(())
            case e.Case():
                return chain(self._values((*expr.whens, expr.default)), (Met((self.passed(expr),)),))
            case e.When():
                return chain(self._truth(expr.condition), self._value(expr.result))
            case e.Compare():
                return self._compare(expr)
            case e.And(args=args) | e.Or(args=args):
                return self._truths(args)
            case e.Not(arg=arg):
                return self._truth(arg)
            case e.IsNull(arg=arg):
                return self._is_null(expr, arg)
            case e.Exists(rel=rel) | e.Scalar(rel=rel):
                return self._relation(rel)
            case e.InRel(args=args, rel=rel):
                return chain(self._relation(rel), self._values(args), self._met(args, rel.columns))
            case e.Call() | e.Arith() | e.Negate() | e.BitNot() | e.Cast() | e.Affine():
                return self._computed(expr)
            case _:
                assert_never(expr)

    def _is_null(self, expr: e.IsNull, arg: e.Expr) -> Iterator[Use]:
        matched = None if self.passed(arg).known else self._matched(expr)
        return self._value(arg) if matched is None else iter((matched,))

    def _met(self, left: Sequence[e.Expr], right: Sequence[e.Expr]) -> Iterator[Use]:
        for pair in zip(left, right, strict=True):
            yield Met(tuple(map(self.passed, pair)))

    def _truths(self, exprs: Iterable[e.Expr]) -> Iterator[Use]:
        for expr in exprs:
            yield from self._truth(expr)

    def _truth(self, expr: e.Expr) -> Iterator[Use]:
        """Yield the uses in a condition: text itself is then read as a number."""
        matched = self._matched(expr) if isinstance(expr, e.Call | e.Arith | e.Cast) else None
        if matched is not None:
            yield matched
            return
        yield Opened(self.passed(expr))
        yield from self._value(expr)

    def _numbers(self, *exprs: e.Expr | None) -> Iterator[Use]:
        """Yield the uses in expressions that are read as numbers."""
        for expr in exprs:
            if expr is not None:
                yield Opened(self.passed(expr))
                yield from self._value(expr)

    def _compare(self, expr: e.Compare) -> Iterator[Use]:
        sides = self.passed(expr.left), self.passed(expr.right)
        matched = self._matched(expr)
        if matched is not None and not _is_plain(expr, sides):
            yield matched
            return
        yield Met(sides)
        if expr.op not in _EQUALITY:
            yield from map(Ordered, sides)
        yield from self._values((expr.left, expr.right))

    def _matched(self, expr: e.Expr) -> Matched | None:
        """Return the expression as a condition on one value, if it reads one passed column and nothing else."""
        column = only_column(expr)
        if column is None:
            return None
        value = self.passed(column)
        return Matched(value, expr, column) if value.known and value.columns else None

    def _computed(self, expr: e.Expr) -> Iterator[Use]:
        """Yield that what an expression computes from is seen in ways not understood, unless it is but a test."""
        matched = self._matched(expr) if isinstance(expr, e.Call) and expr.function.truth else None
        if matched is not None:
            yield matched
            return
        for part in parts(expr):
            if isinstance(part, e.Expr):
                yield Opened(self.passed(part))
                yield from self._value(part)

    def _collated(self) -> Iterator[Use]:
        """Yield that texts compared under a collation are seen in ways not understood, but for conditions."""
        for node in walk(self.root):
            if isinstance(node, e.Compare) and self._matched(node) is not None:
                continue
            for expr, _ in collated(node):
                yield Opened(self.passed(expr))


_NUMBER = Passed(numbers=True)
"""Some number or NULL."""
_COMPUTED = Passed(known=False)


def _is_plain(expr: e.Compare, sides: tuple[Passed, Passed]) -> bool:
    """Tell whether a comparison is one of passed values as they are."""
    return all(side.known for side in sides) and expr.collation.is_identity


def _joined(values: Iterable[Passed]) -> Passed:
    columns: set[BaseColumn] = set()
    constants: set[Value] = set()
    known, numbers = True, False
    for value in values:
        columns |= value.columns
        constants |= value.constants
        known &= value.known
        numbers |= value.numbers
    return Passed(frozenset(columns), frozenset(constants), known, numbers)
