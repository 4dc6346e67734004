"""Operations that return their argument as it is: `x || ''`, `CAST(x AS TEXT)` of a text, `n + 0` of an integer."""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.functions import Result
from spotit.dialect.types import Affinity
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.lineage import Lineage
from spotit.plan.walk import rewrite, with_parts
from spotit.schema import BaseColumn, Kind

Kinds = Callable[[BaseColumn], Kind | None]
"""Returns the kind of all values of a base column besides NULL, None if it has several."""
_NOTHING = e.Literal("")


def without_neutral(root: r.Rel, kinds: Kinds) -> r.Rel:
    """Return the plan without the operations that return their argument as it is."""
    return _Values(root, kinds).plan()


class _Values:
    """What is known of the values of one plan's expressions."""

    def __init__(self, root: r.Rel, kinds: Kinds) -> None:
        self._root = root
        self._lineage = Lineage(root)
        self._kinds = kinds

    def plan(self) -> r.Rel:
        return rewrite(self._root, self._plain)

    def _plain(self, expr: e.Expr) -> e.Expr:
        """Return an equal expression, its parts first."""
        if isinstance(expr, e.Column | e.Literal):
            return expr
        inner = with_parts(expr, lambda _, part: rewrite(part, self._plain))
        return self._without(inner)

    def _without(self, expr: e.Expr) -> e.Expr:
        """Return the argument that an expression always returns, or else the expression."""
        match expr:
            case e.Arith(op=e.ArithOp.CONCAT, left=left, right=right):
                if right == _NOTHING and self._is_text(left):
                    return left
                return right if left == _NOTHING and self._is_text(right) else expr
            case e.Cast(arg=arg, affinity=affinity) | e.Affine(arg=arg, affinity=affinity):
                return arg if self._has_affinity(arg, affinity) else expr
            case e.Arith(op=e.ArithOp.ADD | e.ArithOp.SUB, left=left, right=e.Literal(value=0)):
                return left if self._is_integer(left) and expr.right == e.Literal(0) else expr
            case e.Arith(op=e.ArithOp.MUL, left=left, right=e.Literal(value=1)):
                return left if self._is_integer(left) and expr.right == e.Literal(1) else expr
            case e.Call(name="replace", args=(arg, e.Literal(value=str()) as old, new)):
                return arg if old == new and self._is_text(arg) else expr
            case e.Call(args=(e.Call(args=(arg,)) as inner,)) if inner.name in expr.function.absorbs:
                return e.Call(expr.name, (arg,))
        return expr

    def _has_affinity(self, expr: e.Expr, affinity: Affinity) -> bool:
        if affinity is Affinity.TEXT:
            return self._is_text(expr)
        return affinity in (Affinity.INTEGER, Affinity.NUMERIC) and self._is_integer(expr)

    def _is_text(self, expr: e.Expr) -> bool:
        match expr:
            case e.Column():
                return self._kind(expr) is Kind.TEXT
            case e.Literal(value=value):
                return isinstance(value, str)
            case e.Call():
                return expr.function.result is Result.TEXT
            case e.Cast(affinity=affinity):
                return affinity is Affinity.TEXT
            case e.Arith(op=op):
                return op is e.ArithOp.CONCAT
        return False

    def _is_integer(self, expr: e.Expr) -> bool:
        match expr:
            case e.Column():
                return self._kind(expr) in (Kind.INTEGER, Kind.BOOLEAN)
            case e.Literal(value=value):
                return isinstance(value, int)
            case e.Call():
                return expr.function.result is Result.INTEGER
            case e.Cast(affinity=affinity):
                return affinity is Affinity.INTEGER
        return False

    def _kind(self, column: e.Column) -> Kind | None:
        base = self._lineage.bases.get(column.id)
        return None if base is None else self._kinds(base)
