"""Which values of a plan depend on how many rows there are, and in which form."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from spotit.dialect.functions.record import Encoded, FunctionKind
from spotit.dialect.numerals import number_of
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.count_forms import (
    FREE,
    OPAQUE,
    ROWS,
    TRUTH,
    Form,
    Forms,
    Line,
    Other,
    Share,
    added,
    combined,
    constant,
    divided,
    is_counted,
    multiplied,
    negated,
    united,
)
from spotit.plan.lineage import Computation, Lineage
from spotit.plan.walk import walk
from spotit.schema import Affinity, BaseColumn, Kind, Schema


def reads_tables(rel: r.Rel) -> bool:
    """Tell whether the rows of a relation come from tables, so that there are more of them in larger databases."""
    return any(isinstance(node, r.Scan) for node in walk(rel))


class CountedValues:
    """The forms of all values in one plan."""

    def __init__(self, root: r.Rel, schema: Schema) -> None:
        self._schema = schema
        self._lineage = Lineage(root)
        self._known: dict[int, Forms] = {}
        for node in walk(root):
            if isinstance(node, r.Recursive) and reads_tables(node):
                self._record_steps(node, root)

    def _record_steps(self, rel: r.Recursive, root: r.Rel) -> None:
        """Take what a recursion over tables adds to in each step to be a number of rows."""
        for node in walk(root):
            if isinstance(node, r.Working) and node.name_id == rel.name_id:
                for seen, made in zip(node.columns, rel.step.columns, strict=True):
                    grows = any(isinstance(part, e.Arith) for part in self._lineage.defined.get(made.id, ()))
                    self._known[seen.id] = ROWS if grows else FREE

    def forms(self, node: Computation) -> Forms:
        """Return the forms that a value may have."""
        match node:
            case e.AggCall():
                return self._aggregate(node, node.args)
            case e.WindowCall():
                return self._window(node)
        return self._expression(e.any_expr(node))

    def _expression(self, expr: e.AnyExpr) -> Forms:
        match expr:
            case e.Literal():
                return _literal(expr)
            case e.Column():
                return self._column(expr)
            case e.Clock():
                return FREE
            case e.Compare() | e.And() | e.Or() | e.Not() | e.IsNull() | e.Exists() | e.InRel():
                return TRUTH
            case e.Arith():
                return self._arithmetic(expr)
            case e.Negate() | e.BitNot():
                less = constant(1 if isinstance(expr, e.BitNot) else 0)
                return frozenset(negated(added(form, less)) for form in self.forms(expr.arg))
            case e.When():
                return self.forms(expr.result)
            case e.Case():
                return united([self.forms(part) for part in (*expr.whens, expr.default)])
            case e.Cast() | e.Affine():
                return _converted(self.forms(expr.arg), expr.affinity)
            case e.Call():
                return self._call(expr)
            case e.Scalar():
                return self.forms(expr.rel.columns[0])
            case _:
                assert_never(expr)

    def _column(self, column: e.Column) -> Forms:
        if column.id not in self._known:
            base = self._lineage.bases.get(column.id)
            self._known[column.id] = FREE  # for a column that is defined by way of itself
            defined = self._lineage.defined.get(column.id)
            if base is not None or defined is None:
                found = TRUTH if base is not None and self._is_narrow(base) else FREE
            else:
                found = united([self.forms(part) for part in defined])
            self._known[column.id] = found
        return self._known[column.id]

    def _is_narrow(self, base: BaseColumn) -> bool:
        """Tell whether a column may hold few numbers only, so that their sum grows with the rows alone."""
        table, column = self._schema.table(base[0]), self._schema.column(base)
        checked = table is not None and any(base[1].lower() in check.lower() for check in table.checks)
        return checked or (column is not None and column.kind is Kind.BOOLEAN)

    def _arithmetic(self, expr: e.Arith) -> Forms:
        left, right = self.forms(expr.left), self.forms(expr.right)
        match expr.op:
            case e.ArithOp.ADD:
                return combined(left, right, added)
            case e.ArithOp.SUB:
                return combined(left, frozenset(map(negated, right)), added)
            case e.ArithOp.MUL:
                return combined(left, right, multiplied)
            case e.ArithOp.DIV:
                return combined(left, right, divided)
            case e.ArithOp.MOD | e.ArithOp.BIT_AND:
                return TRUTH if not _is_any_counted((left, right)) else OPAQUE
            case e.ArithOp.CONCAT | e.ArithOp.BIT_OR | e.ArithOp.SHIFT_LEFT | e.ArithOp.SHIFT_RIGHT:
                return _computed((left, right))
            case _:
                assert_never(expr.op)

    def _call(self, call: e.Call) -> Forms:
        function, args = call.function, [self.forms(arg) for arg in call.args]
        if function.truth or function.pattern:
            return TRUTH
        passed = function.passed(len(args))
        if passed:
            return united([args[place] for place in passed])
        if args and function.result.is_number and Encoded.ARITHMETIC in function.encoded:
            return args[0]
        return _computed(args)

    def _window(self, call: e.WindowCall) -> Forms:
        if call.function.kind is not FunctionKind.WINDOW:
            return self._aggregate(call, call.args)
        if call.function.counts:
            return ROWS
        passed = call.function.passed(len(call.args))
        return united([self.forms(call.args[place]) for place in passed]) if passed else frozenset((_SHARE,))

    def _aggregate(self, call: e.AggCall | e.WindowCall, args: tuple[e.Expr, ...]) -> Forms:
        if call.function.counts:
            return ROWS
        values = self.forms(args[0])
        if call.function.extreme:
            return values
        if Other.FREE in values:
            return FREE
        if not call.function.result.is_number:
            return OPAQUE
        if call.function.adds_up:
            return united([_summed(form) for form in values])
        return frozenset(form if is_counted(form) else _SHARE for form in values)


_SHARE = Share(Fraction(1))


def _literal(expr: e.Literal) -> Forms:
    """Return the form of a literal; text is a number where SQL reads it as one, else 0."""
    number = number_of(expr.value)
    if number is None:
        return frozenset() if expr.value is None else frozenset((constant(0),))
    return frozenset((constant(number),)) if math.isfinite(number) else FREE


def _converted(forms: Forms, affinity: Affinity) -> Forms:
    """Return the forms of values that are converted: a count as text is no number any more."""
    match affinity:
        case Affinity.TEXT | Affinity.BLOB:
            return frozenset(Other.OPAQUE if is_counted(form) else form for form in forms)
        case Affinity.REAL:
            return frozenset(Line(f.slope, f.shift, False) if isinstance(f, Line) else f for f in forms)
        case Affinity.INTEGER:
            return frozenset(Line(f.slope, f.shift, True) if isinstance(f, Line) else f for f in forms)
        case Affinity.NUMERIC:
            return forms
        case _:
            assert_never(affinity)


def _summed(form: Form) -> Forms:
    """Return the forms of a sum over rows of values of a form."""
    if not isinstance(form, Line):
        return OPAQUE
    parts = [part for part in (form.slope, form.shift) if part]
    return frozenset(Line(part, Fraction(0), form.whole) for part in parts) or frozenset((constant(0),))


def _is_any_counted(args: Iterable[Forms]) -> bool:
    return any(is_counted(form) for forms in args for form in forms)


def _computed(args: Iterable[Forms]) -> Forms:
    return OPAQUE if _is_any_counted(args) else FREE


__all__ = ["CountedValues", "reads_tables"]
