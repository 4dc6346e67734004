"""How large the integers that an expression yields can be, whatever the database holds."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.dialect.functions import Result
from spotit.plan import expr as e
from spotit.plan.lineage import Computation, Lineage
from spotit.schema import Affinity, Schema

_ROWS = 2**31
"""More rows than are ever counted or added up."""
_SECONDS = 2**40
"""More than any function returns that counts characters, or the seconds of years up to 9999."""
_DEPTH = 40
"""Columns and functions on the way that are followed."""
_REAL_OPERATORS = frozenset((e.ArithOp.ADD, e.ArithOp.SUB, e.ArithOp.MUL, e.ArithOp.DIV))


class Sizes:
    """The sizes of integers in one plan."""

    def __init__(self, lineage: Lineage, schema: Schema) -> None:
        self._lineage = lineage
        self._schema = schema

    def sum_fits(self, arg: e.Expr) -> bool:
        """Tell whether a sum of these values over any number of rows stays within 64 bits, or is a REAL."""
        size = self._size(arg, _DEPTH)
        return size is not None and size * _ROWS < 2**63

    def has_opposite(self, arg: e.Expr) -> bool:
        """Tell whether the value is never the least integer, which has no absolute value."""
        size = self._size(arg, _DEPTH)
        return (size is not None and size < 2**63) or self._is_real(arg, _DEPTH)

    def _size(self, node: Computation, depth: int) -> int | None:
        """Return the greatest size of an integer, 0 where there is none, None where nothing is known."""
        match node:
            case e.Literal(value=value):
                return _size_of_value(value)
            case e.Compare() | e.And() | e.Or() | e.Not() | e.IsNull() | e.Exists() | e.InRel():
                return 1
            case e.Column():
                return self._size_of_column(node, depth)
            case e.Case():
                return self._greatest((*(when.result for when in node.whens), node.default), depth)
            case e.Negate():
                return 0 if self._is_real(node.arg, depth) else self._size(node.arg, depth - 1)
            case e.Arith():
                return self._size_of_arithmetic(node, depth)
            case e.Call() | e.AggCall():
                return self._size_of_call(node, depth)
        return 0 if self._is_real(node, depth) else None

    def _size_of_column(self, column: e.Column, depth: int) -> int | None:
        base = self._lineage.bases.get(column.id)
        if base is not None:
            declared = self._schema.column(base)
            # Text that a REAL column keeps is no numeral, and is added up as a REAL.
            return 0 if declared is not None and declared.affinity is Affinity.REAL else None
        return self._greatest(self._lineage.defined.get(column.id, ()), depth)

    def _greatest(self, nodes: Iterable[Computation], depth: int) -> int | None:
        if depth <= 0:
            return None
        sizes = [self._size(node, depth - 1) for node in nodes]
        known = [size for size in sizes if size is not None]
        return max(known) if known and len(known) == len(sizes) else None

    def _size_of_arithmetic(self, node: e.Arith, depth: int) -> int | None:
        if self._is_real(node, depth):
            return 0
        if node.op is e.ArithOp.MOD and isinstance(node.right, e.Literal):
            return _size_of_value(node.right.value)
        left, right = (self._size(side, depth - 1) if depth else None for side in (node.left, node.right))
        if left is None or right is None:
            return None
        match node.op:
            case e.ArithOp.ADD | e.ArithOp.SUB:
                return left + right
            case e.ArithOp.MUL:
                return left * right
            case e.ArithOp.DIV | e.ArithOp.MOD:
                return left
        return None

    def _size_of_call(self, node: e.Call | e.AggCall, depth: int) -> int | None:
        function = node.function
        if function.truth:
            return 1
        if function.counts:
            return _ROWS
        if function.result is Result.REAL:
            return 0
        if function.result is Result.INTEGER and isinstance(node, e.Call):
            return _SECONDS
        if function.passes is not None:
            return self._greatest((node.args[place] for place in function.passed(len(node.args))), depth)
        return None

    def _is_real(self, node: Computation, depth: int) -> bool:
        """Tell whether every value is a REAL or NULL, where columns hold what their type says."""
        if depth <= 0:
            return False
        match node:
            case e.Literal(value=value):
                return value is None or isinstance(value, float)
            case e.Cast(affinity=affinity):
                return affinity is Affinity.REAL
            case e.Column():
                declared = self._schema.column(self._lineage.bases[node.id]) if node.id in self._lineage.bases else None
                if declared is not None:
                    return declared.affinity is Affinity.REAL
                defined = self._lineage.defined.get(node.id, ())
                return bool(defined) and all(self._is_real(part, depth - 1) for part in defined)
            case e.Arith():
                sides = (node.left, node.right)
                return node.op in _REAL_OPERATORS and any(self._is_real(side, depth - 1) for side in sides)
            case e.Negate():
                return self._is_real(node.arg, depth - 1)
            case e.Case():
                results = (*(when.result for when in node.whens), node.default)
                return all(self._is_real(result, depth - 1) for result in results)
            case e.Call() | e.AggCall():
                return node.function.result is Result.REAL
        return False


def _size_of_value(value: object) -> int | None:
    match value:
        case int():
            return abs(value)
        case None | float():
            return 0
    return None
