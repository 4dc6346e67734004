"""Operations that return their argument as it is: `x || ''`, `CAST(x AS TEXT)` of a text, `n + 0` of an integer.

Of some functions that is so only for the texts that they get, as of TRIM(HEX(x)); the caller knows how to decide it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from spotit.dialect.functions import Result
from spotit.dialect.types import DAY_KINDS, Affinity
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.alike import SUBJECT
from spotit.plan.facts.calendar_period import moves_along
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.failures import may_fail
from spotit.plan.lineage import Lineage
from spotit.plan.one_column import INTEGER, TEXT, of_column, only_column
from spotit.plan.walk import parts, rewrite, rewrite_relations, with_parts
from spotit.schema import BaseColumn, Kind

Kinds = Callable[[BaseColumn], Kind | None]
"""Returns the kind of all values of a base column besides NULL, None if it has several."""
Decider = Callable[[e.Expr], bool]
"""Decides something for every value of the one column of an expression, which is `TEXT` or `INTEGER`."""
_NOTHING = e.Literal("")
_NULL = e.Literal(None)
_NUMBERS = (Affinity.INTEGER, Affinity.NUMERIC, Affinity.REAL)
_SUBJECTS = {Kind.TEXT: TEXT, Kind.INTEGER: INTEGER}


@dataclass(frozen=True, slots=True)
class Deciders:
    """What can be decided for all values of a column."""

    unchanged: Decider = lambda expr: False
    """Whether a call returns its first argument, which is a text, as it is."""
    same_date: Callable[[e.Expr, e.Expr], bool] = lambda left, right: False
    """Whether two functions of a date, which `SUBJECT` stands for, are the same."""
    never: Decider = lambda expr: False
    """Whether a condition is true of no value, NULL included."""
    never_dated: Callable[[e.Expr, bool], bool] = lambda expr, of_time: False
    """The same of a condition on a date, or on a date and time, which `SUBJECT` stands for."""
    value: Callable[[e.Expr], e.Literal | None] = lambda expr: None
    """The value of an expression that reads nothing; None if it has none."""


def without_neutral(root: r.Rel, kinds: Kinds, deciders: Deciders = Deciders()) -> r.Rel:
    """Return the plan without the operations that return their argument as it is."""
    return _Values(root, kinds, deciders).plan()


class _Values:
    """What is known of the values of one plan's expressions."""

    def __init__(self, root: r.Rel, kinds: Kinds, deciders: Deciders) -> None:
        self._root = root
        self._lineage = Lineage(root)
        self._kinds = kinds
        self._deciders = deciders

    def plan(self) -> r.Rel:
        return rewrite_relations(rewrite(self._root, self._plain), self._possible)

    def _possible(self, rel: r.Rel) -> r.Rel | None:
        """Return a filter without its condition where that is true of no value of some column."""
        if not isinstance(rel, r.Filter):
            return None
        inner = with_parts(rel, lambda _, part: rewrite_relations(part, self._possible))
        groups: dict[e.Column, list[e.Expr]] = {}
        for condition in conjuncts_of(inner.predicate):
            if (column := only_column(condition)) is not None:
                groups.setdefault(column, []).append(condition)
        if may_fail(inner.predicate) or not any(map(self._is_never, map(conjunction, groups.values()))):
            return inner
        return replace(inner, predicate=e.Literal(0))

    def _is_never(self, condition: e.Expr) -> bool:
        """Tell whether a condition on one column is true of no value of it."""
        column = only_column(condition)
        if column is not None and self._kind(column) in DAY_KINDS:
            of_time = self._kind(column) is Kind.DATETIME
            return self._deciders.never_dated(of_column(condition, column, SUBJECT), of_time)
        return self._decided(condition, self._deciders.never)

    def _plain(self, expr: e.Expr) -> e.Expr:
        """Return an equal expression, its parts first."""
        if isinstance(expr, e.Column | e.Literal):
            return expr
        inner = with_parts(expr, lambda _, part: rewrite(part, self._plain))
        return self._without(self._in_branches(inner))

    def _in_branches(self, expr: e.Expr) -> e.Expr:
        """Return a function of a CASE between constants as a CASE between the function's values."""
        if not isinstance(expr, e.Call | e.Cast | e.Arith | e.Negate):
            return expr
        given = [part for part in parts(expr) if not isinstance(part, e.Literal)]
        case = given[0] if len(given) == 1 else None
        if not isinstance(case, e.Case) or not (constants := _constants(case)):
            return expr

        def of(constant: e.Literal) -> e.Literal | None:
            return self._deciders.value(with_parts(expr, lambda _, part: constant if part is case else part))

        values = [value for constant in constants if (value := of(constant)) is not None]
        if len(values) < len(constants):
            return expr
        whens = (replace(when, result=value) for when, value in zip(case.whens, values, strict=False))
        return replace(case, whens=tuple(whens), default=values[-1])

    def _without(self, expr: e.Expr) -> e.Expr:
        """Return the argument that an expression always returns, or else the expression."""
        match expr:
            case e.Arith(op=e.ArithOp.CONCAT, left=left, right=right):
                if right == _NOTHING and self._is_text(left):
                    return left
                return right if left == _NOTHING and self._is_text(right) else expr
            case e.Cast(arg=arg, affinity=affinity) | e.Affine(arg=arg, affinity=affinity):
                return self._converted(expr, arg, affinity)
            case e.Arith(
                op=e.ArithOp.ADD | e.ArithOp.MUL | e.ArithOp.BIT_OR, left=e.Literal() as constant, right=right
            ):
                return right if self._is_neutral(expr.op, constant, right) else expr
            case e.Arith(op=e.ArithOp.DIV | e.ArithOp.MOD, right=e.Literal(value=0)):
                return _NULL
            case e.Arith(op=op, left=left, right=e.Literal() as constant):
                return left if self._is_neutral(op, constant, left) else expr
            case e.Compare(left=left, right=right):
                return replace(expr, left=self._unrounded(left, right), right=self._unrounded(right, left))
            case e.Case():
                return self._case(expr)
            case e.Call():
                return self._call(expr)
        return expr

    def _is_neutral(self, op: e.ArithOp, constant: e.Literal, other: e.Expr) -> bool:
        """Tell whether an operation with a constant leaves a number as it is, type and sign of 0.0 included."""
        match op:
            case e.ArithOp.ADD | e.ArithOp.SUB:
                return constant == e.Literal(0) and self._is_integer(other)
            case e.ArithOp.MUL if constant == e.Literal(1):
                return self._is_number(other)
            case e.ArithOp.BIT_OR:
                return constant == e.Literal(0) and self._is_integer(other)
            case e.ArithOp.MUL | e.ArithOp.DIV:
                is_one = constant in (e.Literal(1), e.Literal(1.0))
                return is_one and (self._is_real(other) or (constant == e.Literal(1) and self._is_integer(other)))
        return False

    def _converted(self, expr: e.Cast | e.Affine, arg: e.Expr, affinity: Affinity) -> e.Expr:
        """Return what is converted where the conversion changes nothing; a CAST to a number skips blanks itself."""
        if self._has_affinity(arg, affinity):
            return arg
        if isinstance(expr, e.Cast) and affinity in _NUMBERS and isinstance(arg, e.Call) and arg.function.drops_blanks:
            return e.Cast(arg.args[0], affinity) if len(arg.args) == 1 and self._is_text(arg.args[0]) else expr
        if expr == e.Cast(arg, Affinity.INTEGER) and isinstance(arg, e.Call) and arg.function.changes_case:
            return e.Cast(arg.args[0], affinity) if self._is_text(arg.args[0]) else expr
        return expr

    def _call(self, expr: e.Call) -> e.Expr:
        match expr:
            case e.Call(name="replace", args=(arg, e.Literal(value=str()) as old, new)) if old == new:
                return arg if self._is_text(arg) else expr
            case e.Call(name="abs", args=(e.Call() as arg,)) if arg.function.not_negative:
                return arg
            case e.Call(args=(e.Call(args=(arg,)) as inner,)) if inner.name in expr.function.absorbs:
                return e.Call(expr.name, (arg,))
            case e.Call() if moves_along(expr):
                return self._date(expr)
            case e.Call(args=(arg, *_)) if self._is_text(arg) and not isinstance(arg, e.Column):
                return arg if self._decided(expr, self._deciders.unchanged) else expr
        return expr

    def _date(self, expr: e.Call) -> e.Expr:
        """Return the date that a function of dates returns as it is."""
        column = only_column(expr)
        if column is None or self._kind(column) is not Kind.DATE:
            return expr
        arg = next(arg for arg in expr.args if not isinstance(arg, e.Literal))
        same = self._deciders.same_date(*(of_column(side, column, SUBJECT) for side in (expr, arg)))
        return arg if same else expr

    def _unrounded(self, expr: e.Expr, other: e.Expr) -> e.Expr:
        """Return the length or the like that ROUND makes a REAL of, where it is compared with a number."""
        match expr:
            case e.Call(name="round", args=(e.Call() as arg,)) if arg.function.not_negative and self._is_number(other):
                return arg
        return expr

    def _case(self, expr: e.Case) -> e.Expr:
        """Return a CASE without the branches that are never taken, of COALESCE and NULLIF above all."""
        whens: list[e.When] = []
        for when in expr.whens:
            match when.condition:
                case e.Not(arg=e.IsNull(arg=arg)) if self._never_null(arg):
                    return replace(expr, whens=tuple(whens), default=when.result) if whens else when.result
                case e.IsNull(arg=arg) if self._never_null(arg):
                    continue
                case condition if self._is_never(condition):
                    continue
            whens.append(when)
        if len(set(_constants(expr))) == 1 and not any(may_fail(when.condition) for when in whens):
            return expr.default
        return replace(expr, whens=tuple(whens)) if whens else expr.default

    def _never_null(self, expr: e.Expr) -> bool:
        """Tell whether a value is never NULL, not even where its columns are."""
        match expr:
            case e.Literal():
                return expr != _NULL
            case e.Call(name="printf", args=(e.Literal() as form, *_)):
                return form != _NULL
            case e.Call(args=args):
                return expr.function.never_null or (expr.function.total and all(map(self._never_null, args)))
            case e.Cast(arg=arg):
                return self._never_null(arg)
            case e.Case(whens=whens, default=default):
                tested = (w.condition == e.Not(e.IsNull(w.result)) or self._never_null(w.result) for w in whens)
                return self._never_null(default) and all(tested)
        return False

    def _decided(self, expr: e.Expr, decider: Decider) -> bool:
        """Tell whether something is decided of an expression that reads one column of texts or integers."""
        column = only_column(expr)
        subject = None if column is None else _SUBJECTS.get(self._kind(column))  # type: ignore[arg-type]
        return column is not None and subject is not None and decider(of_column(expr, column, subject))

    def _has_affinity(self, expr: e.Expr, affinity: Affinity) -> bool:
        if affinity is Affinity.TEXT:
            return self._is_text(expr)
        if affinity is Affinity.REAL:
            return self._is_real(expr)
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
            case e.Case(whens=whens, default=default):
                results = [*(when.result for when in whens), default]
                return all(result == _NULL or self._is_text(result) for result in results)
        return False

    def _is_integer(self, expr: e.Expr) -> bool:
        match expr:
            case e.Column():
                return self._kind(expr) in (Kind.INTEGER, Kind.BOOLEAN)
            case e.Literal(value=value):
                return isinstance(value, int)
            case e.Call(args=args):
                passed = [args[place] for place in expr.function.passed(len(args))]
                given = list(args) if expr.name == "abs" else passed
                return expr.function.result is Result.INTEGER or (bool(given) and all(map(self._is_integer, given)))
            case e.Cast(affinity=affinity):
                return affinity is Affinity.INTEGER
            case e.Arith(op=op):
                return op in e.BITWISE
        return False

    def _is_number(self, expr: e.Expr) -> bool:
        """Tell whether a value is an INTEGER or a REAL, which one may depend on the row."""
        match expr:
            case e.Negate():
                return True
            case e.Arith(op=op):
                return op is not e.ArithOp.CONCAT
            case e.Column():
                return self._kind(expr) is Kind.NUMERIC or self._is_integer(expr) or self._is_real(expr)
        return self._is_integer(expr) or self._is_real(expr)

    def _is_real(self, expr: e.Expr) -> bool:
        match expr:
            case e.Column():
                return self._kind(expr) is Kind.REAL
            case e.Literal(value=value):
                return isinstance(value, float)
            case e.Call():
                return expr.function.result is Result.REAL
            case e.Cast(affinity=affinity):
                return affinity is Affinity.REAL
        return False

    def _kind(self, column: e.Column) -> Kind | None:
        base = self._lineage.bases.get(column.id)
        return None if base is None else self._kinds(base)


def _constants(case: e.Case) -> tuple[e.Literal, ...]:
    """Return the results of a CASE, the default last, if all are constants."""
    results = (*(when.result for when in case.whens), case.default)
    found = tuple(result for result in results if isinstance(result, e.Literal))
    return found if len(found) == len(results) else ()
