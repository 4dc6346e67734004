"""Operations that return their argument as it is: `x || ''`, `CAST(x AS TEXT)` of a text, `n + 0` of an integer.

Of some functions that is so only for the texts that they get, as of TRIM(HEX(x)); the caller knows how to decide it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import nan

from spotit.dialect.types import DAY_KINDS, Affinity
from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.alike import SUBJECT
from spotit.plan.facts.calendar_period import moves_along
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.failures import may_fail
from spotit.plan.one_column import INTEGER, TEXT, of_column, only_column
from spotit.plan.plain.one_truth import Truths, Valued, one_truth
from spotit.plan.plain.value_types import Kinds, ValueTypes
from spotit.plan.walk import parts, rewrite, rewrite_relations, with_parts
from spotit.schema import Kind

Decider = Callable[[e.Expr], bool]
"""Decides something for every value of the one column of an expression, which is `TEXT` or `INTEGER`."""
_MOST_DIGITS = 15
_NOTHING = e.Literal("")
_NULL = e.Literal(None)
_NUMBERS = (Affinity.INTEGER, Affinity.NUMERIC, Affinity.REAL)
_SUBJECTS = {Kind.TEXT: TEXT, Kind.INTEGER: INTEGER}


@frozen
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
    value: Valued = lambda expr: None
    """The value of an expression that reads nothing; None if it has none."""
    truths: Truths = lambda expr: frozenset()
    """The truth values of a condition on an integer, which `INTEGER` stands for."""


_UNDECIDED = Deciders()


def without_neutral(root: r.Rel, kinds: Kinds, deciders: Deciders = _UNDECIDED) -> r.Rel:
    """Return the plan without the operations that return their argument as it is."""
    return _Values(root, kinds, deciders).plan()


class _Values:
    """What is known of the values of one plan's expressions."""

    def __init__(self, root: r.Rel, kinds: Kinds, deciders: Deciders) -> None:
        self._root = root
        self._types = ValueTypes(root, kinds)
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
        if column is not None and self._types.kind(column) in DAY_KINDS:
            of_time = self._types.kind(column) is Kind.DATETIME
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
                if right == _NOTHING and self._types.is_text(left):
                    return left
                return right if left == _NOTHING and self._types.is_text(right) else expr
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
                return self._condition(
                    replace(expr, left=self._unrounded(left, right), right=self._unrounded(right, left))
                )
            case e.IsNull(arg=arg):
                return e.Literal(0) if self._types.never_null(arg) and not may_fail(arg) else expr
            case e.Case():
                return self._case(expr)
            case e.Call():
                return self._call(expr)
        return expr

    def _is_neutral(self, op: e.ArithOp, constant: e.Literal, other: e.Expr) -> bool:
        """Tell whether an operation with a constant leaves a number as it is, type and sign of 0.0 included."""
        match op:
            case e.ArithOp.ADD | e.ArithOp.SUB:
                return constant == e.Literal(0) and self._types.is_integer(other)
            case e.ArithOp.MUL if constant == e.Literal(1):
                return self._types.is_number(other)
            case e.ArithOp.BIT_OR:
                return constant == e.Literal(0) and self._types.is_integer(other)
            case e.ArithOp.MUL | e.ArithOp.DIV:
                is_one = constant in (e.Literal(1), e.Literal(1.0))
                return is_one and (
                    self._types.is_real(other) or (constant == e.Literal(1) and self._types.is_integer(other))
                )
        return False

    def _converted(self, expr: e.Cast | e.Affine, arg: e.Expr, affinity: Affinity) -> e.Expr:
        """Return what is converted where the conversion changes nothing; a CAST to a number skips blanks itself."""
        if self._types.has_affinity(arg, affinity):
            return arg
        if isinstance(expr, e.Cast) and affinity in _NUMBERS and isinstance(arg, e.Call) and arg.function.drops_blanks:
            return e.Cast(arg.args[0], affinity) if len(arg.args) == 1 and self._types.is_text(arg.args[0]) else expr
        if expr == e.Cast(arg, Affinity.INTEGER) and isinstance(arg, e.Call) and arg.function.changes_case:
            return e.Cast(arg.args[0], affinity) if self._types.is_text(arg.args[0]) else expr
        return expr

    def _condition(self, expr: e.Expr) -> e.Expr:
        found = one_truth(expr, self._types, self._deciders.truths, self._deciders.value)
        return expr if found is None else found

    def _call(self, expr: e.Call) -> e.Expr:
        match expr:
            case e.Call() if expr.function.pattern:
                return self._condition(expr)
            case e.Call(name="replace", args=(arg, e.Literal(value=str()) as old, new)) if old == new:
                return arg if self._types.is_text(arg) else expr
            case e.Call(args=(arg, e.Literal(value=" "))) if expr.function.drops_blanks:
                return e.Call(expr.name, (arg,))
            case e.Call(name="substr", args=(arg, e.Literal(value=0), e.Literal(value=1))) if self._types.is_text(arg):
                return self._case(e.Case((e.When(e.IsNull(arg), _NULL),), _NOTHING))  # there is nothing at place 0
            case e.Call(name="abs", args=(e.Call() as arg,)) if arg.function.not_negative:
                return arg
            case e.Call(name="round", args=(e.Call(name="round") as arg, *_)) if _digits(arg) <= _digits(expr):
                return arg
            case e.Call(args=(e.Call(args=(arg,)) as inner,)) if inner.name in expr.function.absorbs:
                return e.Call(expr.name, (arg,))
            case e.Call() if moves_along(expr):
                return self._date(expr)
            case e.Call(args=(arg, *_)) if self._types.is_text(arg) and not isinstance(arg, e.Column):
                return arg if self._decided(expr, self._deciders.unchanged) else expr
        return expr

    def _date(self, expr: e.Call) -> e.Expr:
        """Return the date that a function of dates returns as it is."""
        column = only_column(expr)
        if column is None or self._types.kind(column) is not Kind.DATE:
            return expr
        arg = next(arg for arg in expr.args if not isinstance(arg, e.Literal))
        same = self._deciders.same_date(*(of_column(side, column, SUBJECT) for side in (expr, arg)))
        return arg if same else expr

    def _unrounded(self, expr: e.Expr, other: e.Expr) -> e.Expr:
        """Return the length or the like that ROUND makes a REAL of, where it is compared with a number."""
        match expr:
            case e.Call(name="round", args=(e.Call() as arg,)) if arg.function.not_negative and self._types.is_number(
                other
            ):
                return arg
        return expr

    def _case(self, expr: e.Case) -> e.Expr:
        """Return a CASE without the branches that are never taken, of COALESCE and NULLIF above all."""
        whens: list[e.When] = []
        for when in expr.whens:
            match when.condition:
                case e.Not(arg=tested) if self._is_no(tested):
                    return replace(expr, whens=tuple(whens), default=when.result) if whens else when.result
                case tested if self._is_no(tested):
                    continue
                case condition if self._is_never(condition):
                    continue
            whens.append(when)
        if len(set(_constants(expr))) == 1 and not any(may_fail(when.condition) for when in whens):
            return expr.default
        return replace(expr, whens=tuple(whens)) if whens else expr.default

    def _is_no(self, condition: e.Expr) -> bool:
        """Tell whether a condition is 0, or asks whether something is NULL that never is."""
        never = isinstance(condition, e.IsNull) and self._types.never_null(condition.arg)
        return never or condition == e.Literal(0)

    def _decided(self, expr: e.Expr, decider: Decider) -> bool:
        """Tell whether something is decided of an expression that reads one column of texts or integers."""
        column = only_column(expr)
        subject = None if column is None else _SUBJECTS.get(self._types.kind(column))  # type: ignore[arg-type]
        return column is not None and subject is not None and decider(of_column(expr, column, subject))


def _constants(case: e.Case) -> tuple[e.Literal, ...]:
    """Return the results of a CASE, the default last, if all are constants."""
    results = (*(when.result for when in case.whens), case.default)
    found = tuple(result for result in results if isinstance(result, e.Literal))
    return found if len(found) == len(results) else ()


def _digits(call: e.Call) -> float:
    """Return to how many digits ROUND rounds; not a number, which compares with none, if that is not plain."""
    match call.args[1:]:
        case ():
            return 0
        case (e.Literal(value=int(digits)),) if 0 <= digits <= _MOST_DIGITS:
            return digits
    return nan
