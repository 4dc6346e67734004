"""What is known of the values of expressions: their types, and whether they are NULL."""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.functions import Result
from spotit.dialect.types import Affinity
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.lineage import Lineage
from spotit.schema import BaseColumn, Kind

Kinds = Callable[[BaseColumn], Kind | None]
"""Returns the kind of all values of a base column besides NULL, None if it has several."""
_NULL = e.Literal(None)
_SUMS = (e.ArithOp.ADD, e.ArithOp.SUB, e.ArithOp.MUL)


class ValueTypes:
    """Knows the values of the expressions in one plan."""

    def __init__(self, root: r.Rel, kinds: Kinds) -> None:
        self._bases = Lineage(root).bases
        self._kinds = kinds

    def has_affinity(self, expr: e.Expr, affinity: Affinity) -> bool:
        """Tell whether a conversion to an affinity changes nothing."""
        if affinity is Affinity.TEXT:
            return self.is_text(expr)
        if affinity is Affinity.REAL:
            return self.is_real(expr)
        return affinity in (Affinity.INTEGER, Affinity.NUMERIC) and self.is_integer(expr)

    def is_text(self, expr: e.Expr) -> bool:
        """Tell whether a value is a text or NULL."""
        match expr:
            case e.Column():
                return self.kind(expr) is Kind.TEXT
            case e.Literal(value=value):
                return isinstance(value, str)
            case e.Call():
                return expr.function.result is Result.TEXT and not (
                    expr.function.keeps_blobs and self.may_be_blob(expr.args[0])
                )
            case e.Cast(affinity=affinity):
                return affinity is Affinity.TEXT
            case e.Arith(op=op):
                return op is e.ArithOp.CONCAT
            case e.Case():
                return all(result == _NULL or self.is_text(result) for result in _results(expr))
        return False

    def is_integer(self, expr: e.Expr) -> bool:
        """Tell whether a value is an INTEGER or NULL."""
        match expr:
            case e.Column():
                return self.kind(expr) in (Kind.INTEGER, Kind.BOOLEAN)
            case e.Literal(value=value):
                return isinstance(value, int)
            case e.Call(args=args):
                passed = [args[place] for place in expr.function.passed(len(args))]
                given = list(args) if expr.name == "abs" else passed
                return expr.function.result is Result.INTEGER or (bool(given) and all(map(self.is_integer, given)))
            case e.Cast(affinity=affinity):
                return affinity is Affinity.INTEGER
            case e.Arith(op=e.ArithOp.DIV | e.ArithOp.MOD, left=left, right=e.Literal(value=int(divisor))):
                return divisor != -1 and self.is_integer(left)
            case e.Arith(op=op):
                return op in e.BITWISE
            case e.Case():
                return all(result == _NULL or self.is_integer(result) for result in _results(expr))
        return False

    def is_number(self, expr: e.Expr) -> bool:
        """Tell whether a value is an INTEGER or a REAL, which one may depend on the row."""
        match expr:
            case e.Negate():
                return True
            case e.Arith(op=op):
                return op is not e.ArithOp.CONCAT
            case e.Column():
                return self.kind(expr) is Kind.NUMERIC or self.is_integer(expr) or self.is_real(expr)
        return self.is_integer(expr) or self.is_real(expr)

    def is_real(self, expr: e.Expr) -> bool:
        """Tell whether a value is a REAL or NULL."""
        match expr:
            case e.Column():
                return self.kind(expr) is Kind.REAL
            case e.Literal(value=value):
                return isinstance(value, float)
            case e.Call():
                return expr.function.result is Result.REAL
            case e.Cast(affinity=affinity):
                return affinity is Affinity.REAL
        return False

    def may_be_blob(self, expr: e.Expr) -> bool:
        """Tell whether a value may be a BLOB."""
        if isinstance(expr, e.Column):
            return self.kind(expr) in (None, Kind.BLOB, Kind.ANY)
        return not (self.is_text(expr) or self.is_number(expr))

    def kind(self, column: e.Column) -> Kind | None:
        """Return the kind of a column's values besides NULL; None if it is not known."""
        base = self._bases.get(column.id)
        return None if base is None else self._kinds(base)

    def never_null(self, expr: e.Expr, given: e.Column | None = None) -> bool:
        """Tell whether a value is never NULL, not even where its columns are, but for a column that is given."""
        match expr:
            case e.Literal():
                return expr != _NULL
            case e.Column():
                return expr == given
            case e.Call(name="printf", args=(e.Literal() as form, *_)):
                return form != _NULL
            case e.Call(args=args):
                surely = expr.function.total and all(self.never_null(arg, given) for arg in args)
                return expr.function.never_null or surely
            case e.Cast(arg=arg):
                return self.never_null(arg, given)
            case e.Arith(op=op, left=left, right=right):
                known = op is e.ArithOp.CONCAT or (op in _SUMS and self.is_integer(left) and self.is_integer(right))
                return known and self.never_null(left, given) and self.never_null(right, given)
            case e.Case(whens=whens, default=default):
                tested = (w.condition == e.Not(e.IsNull(w.result)) or self.never_null(w.result, given) for w in whens)
                return self.never_null(default, given) and all(tested)
        return False


def _results(case: e.Case) -> tuple[e.Expr, ...]:
    return (*(when.result for when in case.whens), case.default)
