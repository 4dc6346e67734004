"""Values of a plan's expressions, worked out in Python; SQLite itself does operators and functions of single values."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

import apsw

from front_end_vs_sqlite import plan_sql
from rules_vs_sqlite.choices import Choices, Untold
from spotit.database import Value
from spotit.dialect.collation import Collation
from spotit.plan import expr as e
from spotit.plan import rel as r

Row = dict[int, Value]
Ties = list[list[Row]]
"""Rows in an order: those of one list tie."""

_ENGINE = apsw.Connection(":memory:")
plan_sql.register(_ENGINE)
_HOLDS = {
    e.CompareOp.EQ: (0,),
    e.CompareOp.NE: (-1, 1),
    e.CompareOp.LT: (-1,),
    e.CompareOp.LE: (-1, 0),
    e.CompareOp.GT: (1,),
    e.CompareOp.GE: (0, 1),
}


@lru_cache(maxsize=100_000, typed=True)
def _computed(sql: str, *values: Value) -> Value:
    try:
        return _ENGINE.execute(sql, values).fetchone()[0]  # type: ignore[no-any-return, index]
    except apsw.Error as error:
        raise Untold(str(error)) from error


def class_key(value: Value, collation: Collation) -> tuple[int, Value]:
    """Return a key by which values are ordered, and equal where they are: NULL, numbers, texts, blobs."""
    if value is None:
        return 0, 0
    if isinstance(value, int | float):
        return 1, value
    return (2, collation.key(value)) if isinstance(value, str) else (3, value)


def compared(left: Value, right: Value, collation: Collation) -> int:
    """Return -1, 0 or 1 as the left value is less, equal or greater."""
    one, other = class_key(left, collation), class_key(right, collation)
    return 0 if one == other else -1 if one < other else 1  # type: ignore[operator]


def identity(value: Value) -> Hashable:
    """Return a key that tells 1 from 1.0."""
    return type(value), value


def truth(value: Value) -> bool | None:
    """Return whether a value is true, None where that is unknown."""
    if value is None or isinstance(value, int | float):
        return None if value is None else value != 0
    return bool(_computed("SELECT ? AND 1", value))


def _logic(known: bool | None) -> Value:
    return None if known is None else int(known)


class PlanValues:
    """Works out expressions on rows, by choices where a subquery leaves its value open."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices

    def rows(self, rel: r.Rel, around: Row) -> Ties:
        """Return the rows of a relation below the given row."""
        raise NotImplementedError

    def holds(self, test: e.Expr | None, row: Row) -> bool:
        """Tell whether a condition is true on a row; no condition is."""
        return test is None or truth(self.value(test, row)) is True

    def value(self, expr: e.Expr, row: Row) -> Value:
        """Return the value of an expression on a row."""
        match expr:
            case e.Column(id=number):
                return row[number]
            case e.Literal(value=value):
                return int(value) if isinstance(value, bool) else value
            case e.Compare(op=op, left=left, right=right):
                return self._comparison(op, self.value(left, row), self.value(right, row), expr.collation)
            case e.And(args=args):
                known = [truth(self.value(arg, row)) for arg in args]
                return 0 if False in known else None if None in known else 1
            case e.Or(args=args):
                known = [truth(self.value(arg, row)) for arg in args]
                return 1 if True in known else None if None in known else 0
            case e.Not(arg=arg):
                known_arg = truth(self.value(arg, row))
                return None if known_arg is None else int(not known_arg)
            case e.IsNull(arg=arg):
                return int(self.value(arg, row) is None)
            case e.Case(whens=whens, default=default):
                taken = (when.result for when in whens if self.holds(when.condition, row))
                return self.value(next(taken, default), row)
            case e.Arith(op=op, left=left, right=right):
                return _computed(f"SELECT ?1 {op} ?2", self.value(left, row), self.value(right, row))
            case e.Negate(arg=arg):
                return _computed("SELECT -?", self.value(arg, row))
            case e.BitNot(arg=arg):
                return _computed("SELECT ~?", self.value(arg, row))
            case e.Cast(arg=arg, affinity=affinity):
                return _computed(f"SELECT CAST(? AS {affinity})", self.value(arg, row))
            case e.Affine(arg=arg, affinity=affinity):
                return _computed(f"SELECT affine(?, '{affinity}')", self.value(arg, row))
            case e.Call(name=name, args=args):
                marks = ", ".join("?" * len(args))
                return _computed(f"SELECT {name}({marks})", *(self.value(arg, row) for arg in args))
            case e.Exists(rel=rel):
                return int(any(self.rows(rel, row)))
            case e.Scalar(rel=rel):
                return self._first(rel, row)
            case e.InRel():
                return self._membership(expr, row)
        raise Untold(type(expr).__name__)

    def _comparison(self, op: e.CompareOp, left: Value, right: Value, collation: Collation) -> Value:
        if op in (e.CompareOp.IS, e.CompareOp.IS_NOT):
            return int((compared(left, right, collation) == 0) is (op is e.CompareOp.IS))
        if left is None or right is None:
            return None
        return int(compared(left, right, collation) in _HOLDS[op])

    def _first(self, rel: r.Rel, row: Row) -> Value:
        first = next((tied for tied in self.rows(rel, row) if tied), None)
        if first is None:
            return None
        return self.choices.one_of([one[rel.columns[0].id] for one in first], identity)

    def _membership(self, expr: e.InRel, row: Row) -> Value:
        values = [self.value(arg, row) for arg in expr.args]
        found = [self._matches(values, one, expr) for tied in self.rows(expr.rel, row) for one in tied]
        return 1 if True in found else None if None in found else 0

    def _matches(self, values: list[Value], row: Mapping[int, Value], expr: e.InRel) -> bool | None:
        equal = [
            self._comparison(e.CompareOp.EQ, value, row[column.id], collation)
            for value, column, collation in zip(values, expr.rel.columns, expr.collations, strict=True)
        ]
        return False if 0 in equal else None if None in equal else True
