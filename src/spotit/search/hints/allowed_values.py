"""Values that the CHECKs on one column allow: tried one by one, and for text read off the CHECKs' automaton."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from spotit.automata.expressions.truth import truth as classified
from spotit.automata.not_decided import NotDecided
from spotit.automata.pools import text_pool
from spotit.database import Value
from spotit.dialect.types import Affinity
from spotit.errors import UnsupportedSql
from spotit.plan.expr import And, Column, Compare, CompareOp, Exists, Expr, InRel, Literal, Or, Scalar
from spotit.plan.one_column import TEXT, of_column, only_column
from spotit.schema import BaseColumn
from spotit.smt.terms.term import FALSE, Terms
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.execution import Env, Execution, NeedsFinite, Tabulate
from spotit.symbolic.expressions.evaluate import evaluate, truth
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value import constant as constant_value

_OPERATORS: Mapping[CompareOp, Callable[[Any, Any], bool]] = {
    CompareOp.EQ: eq,
    CompareOp.NE: ne,
    CompareOp.LT: lt,
    CompareOp.LE: le,
    CompareOp.GT: gt,
    CompareOp.GE: ge,
}
_PLAIN: tuple[Value, ...] = ("{}", "[]", *range(-1, 200), 0.5, 1.5)
"""Tried where no other value is known to be allowed."""


_Condition = tuple[Expr, Column]
"""A condition, and the column that it speaks of."""


class AllowedValues:
    """The values of columns under CHECKs that speak of no other column."""

    def __init__(self, checks: Iterable[LoweredCheck], tabulate: Tabulate, wanted: int) -> None:
        self._tabulate = tabulate
        self._wanted = wanted
        self._known: dict[object, bool] = {}
        self._conditions: dict[BaseColumn, list[_Condition]] = {}
        for check in checks:
            if len(check.columns) == 1 and (column := only_column(check.condition)) is not None:
                (name,) = check.columns
                self._conditions.setdefault((check.scan.table, name), []).append((check.condition, column))

    def among(self, column: BaseColumn, values: Iterable[Value]) -> tuple[Value, ...]:
        """Return those of the values that the CHECKs on the column alone allow."""
        conditions = self._conditions.get(column, ())
        return tuple(value for value in values if all(self._allows(condition, value) for condition in conditions))

    def found(self, column: BaseColumn) -> tuple[Value, ...]:
        """Return values that the CHECKs on the column allow; none where there is no CHECK."""
        conditions = self._conditions.get(column)
        if conditions is None:
            return ()
        for condition, said in conditions:
            if (listed := _listed(condition, said)) is not None:
                return self.among(column, listed)
        is_text = conditions[0][1].affinity is Affinity.TEXT
        return (tuple(self._texts(conditions)) if is_text else ()) or self.among(column, _PLAIN)

    def _texts(self, conditions: list[_Condition]) -> Iterator[str]:
        """Yield texts on which all conditions are true."""
        alike = [of_column(condition, column, TEXT) for condition, column in conditions]
        try:
            within = classified(And(tuple(alike)))
            yield from text_pool(frozenset(), frozenset(), self._wanted, ordered=False, within=within).texts
        except NotDecided:
            return

    def _allows(self, condition: _Condition, value: Value) -> bool:
        key = (id(condition), type(value), value)
        if key not in self._known:
            self._known[key] = self._is_allowed(condition, value)
        return self._known[key]

    def _is_allowed(self, said: _Condition, value: Value) -> bool:
        """Tell whether a condition is not false for the value; also where that cannot be told."""
        condition, column = said
        if (plain := _plainly(condition, column, value)) is not None:
            return plain
        run = Execution(self._tabulate, _no_subquery)
        try:
            with Terms():
                true, null = truth(evaluate(condition, {column.id: constant_value(value)}, run), run)
                return true is not FALSE or null is not FALSE
        except (UnsupportedSql, NeedsFinite):
            return True


def _plainly(condition: Expr, column: Column, value: Value) -> bool | None:
    """Return the truth of comparisons of the column with constants; None for other conditions.

    Python compares numbers exactly, and texts by their code points, which is the order of their UTF-8 bytes. Numbers
    come before texts: a conversion would be said in the plan.
    """
    match condition:
        case And(args) | Or(args):
            found = [_plainly(arg, column, value) for arg in args]
            if None in found:
                return None
            return all(found) if isinstance(condition, And) else any(found)
        case Compare(op, Column() as left, Literal(constant), collation) if left == column and op in _OPERATORS:
            one, other = isinstance(value, str), isinstance(constant, str)
            if not all(isinstance(each, int | float | str) for each in (value, constant)):
                return None
            if one != other:
                return bool(_OPERATORS[op](one, other))
            return bool(_OPERATORS[op](value, constant)) if not one or collation.is_identity else None
    return None


def _listed(condition: Expr, column: Column) -> tuple[Value, ...] | None:
    """Return the constants of a condition that lists what the column may be; None for other conditions."""
    found: list[Value] = []
    for arg in condition.args if isinstance(condition, Or) else (condition,):
        match arg:
            case Compare(CompareOp.EQ, Column() as left, Literal(constant)) if left == column:
                found.append(constant)
            case _:
                return None
    return tuple(found)


def _no_subquery(expr: Exists | Scalar | InRel, env: Env, run: Execution) -> SymValue:
    raise UnsupportedSql("subquery in a CHECK constraint")
