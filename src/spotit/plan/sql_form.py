"""Expressions of one column as SQL text, for the engine to evaluate."""

from __future__ import annotations

from spotit.dialect.functions import Determinism, Result
from spotit.dialect.storage import stored
from spotit.dialect.types import Affinity
from spotit.dialect.values import Value
from spotit.dialect.wording import literal
from spotit.plan import expr as e

_NUMBERS = (Affinity.INTEGER, Affinity.REAL, Affinity.NUMERIC)


class NoSqlForm(Exception):
    """An expression cannot be written so that the engine is sure to read the same."""


def sql_form(expr: e.Expr, column: str) -> str:
    """Return an expression as SQL in which its column goes by a name that has no affinity and no collation.

    The column's text is taken to be no number. Raises `NoSqlForm`.
    """
    return _Writer(column).written(expr)


_UNARY = {e.Negate: "(- {})", e.Not: "(NOT {})", e.IsNull: "({} IS NULL)"}


def _constant(value: Value) -> str:
    if isinstance(value, str) and "\0" in value:
        raise NoSqlForm
    return literal(value)


class _Writer:
    """Writes expressions; a plus before an operand takes away the affinity that a CAST has."""

    def __init__(self, column: str) -> None:
        self._column = column

    def written(self, expr: e.Expr) -> str:
        match expr:
            case e.Column():
                return self._column
            case e.Literal(value=value):
                return _constant(value)
            case e.Compare(op=op, left=left, right=right, collation=collation):
                return f"(+{self.written(left)} {op} +{self.written(right)} COLLATE {collation})"
            case e.Arith(op=op, left=left, right=right):
                return f"({self.written(left)} {op} {self.written(right)})"
            case e.And(args=args) | e.Or(args=args):
                return f"({(' AND ' if isinstance(expr, e.And) else ' OR ').join(map(self.written, args))})"
            case e.Negate(arg=arg) | e.Not(arg=arg) | e.IsNull(arg=arg):
                return _UNARY[type(expr)].format(self.written(arg))
            case e.Case(whens=whens, default=default):
                branches = (f"WHEN {self.written(w.condition)} THEN {self.written(w.result)}" for w in whens)
                return f"(CASE {' '.join(branches)} ELSE {self.written(default)} END)"
            case e.Cast(arg=arg, affinity=affinity):
                return f"CAST({self.written(arg)} AS {affinity})"
            case e.Affine():
                return self._affine(expr)
            case e.Call(name=name, args=args) if expr.function.determinism is not Determinism.CONNECTION:
                return f"{name}({', '.join(map(self.written, args))})"
        raise NoSqlForm

    def _affine(self, expr: e.Affine) -> str:
        """Write what a conversion leaves as it is, or a constant as it is converted."""
        arg, affinity = expr.arg, expr.affinity
        match arg:
            case e.Literal(value=value):
                return _constant(stored(value, affinity))
            case e.Column():
                return self.written(arg)
            case e.Call():
                kept = (Result.TEXT,) if affinity is Affinity.TEXT else (Result.INTEGER, Result.REAL)
                if arg.function.result in kept or arg.function.layout is not None:
                    return self.written(arg)
            case e.Cast():
                if (arg.affinity is affinity) if affinity is Affinity.TEXT else arg.affinity in _NUMBERS:
                    return self.written(arg)
        raise NoSqlForm
