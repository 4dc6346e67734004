"""Expressions of the plan over one column, as classifiers of that column's values.

What is wanted of an expression becomes something that is wanted of its argument, and so on down to the column. An
expression that is not understood raises `NotRegular`.
"""

from __future__ import annotations

from functools import lru_cache

from spotit.automata.classifier import Classifier, Label, combined, constant, relabelled
from spotit.automata.expressions.calls import Asked, asked_of_argument, is_count, text_constant, unchanged
from spotit.automata.expressions.compare import compared_with, mirrored
from spotit.automata.expressions.wanted import IS_NULL, TRUTH, Wanted
from spotit.automata.functions.concat import with_prefix, with_suffix
from spotit.automata.languages.integers import Steps, same
from spotit.automata.languages.measures import leading_integer, leading_numeral
from spotit.automata.not_decided import NotRegular
from spotit.dialect.collation import BINARY
from spotit.plan.expr import (
    Affine,
    And,
    Arith,
    ArithOp,
    Call,
    Case,
    Cast,
    Column,
    Compare,
    CompareOp,
    Expr,
    IsNull,
    Literal,
    Negate,
    Not,
    Or,
)
from spotit.plan.one_column import INTEGER, TEXT
from spotit.schema import Affinity

_NULL = Literal(None)
_SAME = (CompareOp.EQ, CompareOp.IS)
_EQUALITY = (*_SAME, CompareOp.NE, CompareOp.IS_NOT)


@lru_cache(maxsize=4096)
def truth(expr: Expr) -> Classifier:
    """Return the classifier of a condition: 1, 0 or None for values of the column for which it is so, not so, NULL."""
    match expr:
        case And(args):
            return combined([truth(arg) for arg in args], _all)
        case Or(args):
            return combined([truth(arg) for arg in args], _any)
        case Not(arg):
            return relabelled(truth(arg), lambda label: None if label is None else int(not label))
        case IsNull(arg):
            return classified(arg, IS_NULL)
        case Compare():
            return _comparison(expr)
    return classified(expr, TRUTH)


def classified(expr: Expr, wanted: Wanted) -> Classifier:
    """Return the classifier that gives each value of the column the label that is wanted of the expression's value."""
    match expr:
        case Column():
            return _of_column(expr, wanted)
        case Literal(value):
            return constant(wanted.of(value))
        case And() | Or() | Not() | IsNull() | Compare():
            return wanted.of_truth(truth(expr))
        case Case(whens, default):
            tests = [truth(when.condition) for when in whens]
            results = [classified(result, wanted) for result in (*(when.result for when in whens), default)]
            return combined([*tests, *results], _first_true)
    return classified(*_asked(expr, wanted))


def _of_column(column: Column, wanted: Wanted) -> Classifier:
    if column == TEXT:
        return wanted.of_texts()
    if column == INTEGER:
        return leading_integer(wanted.integers) if isinstance(wanted.integers, Steps) else wanted.integers
    raise NotRegular("several columns")


def _asked(expr: Expr, wanted: Wanted) -> Asked:
    match expr:
        case Call():
            return asked_of_argument(expr, wanted)
        case Cast(arg, Affinity.TEXT) | Affine(arg, Affinity.TEXT):
            return arg, wanted.as_text(wanted.of_texts())
        case Cast(arg, Affinity.INTEGER):
            labels = wanted.integers
            texts = leading_integer(labels) if isinstance(labels, Steps) else leading_numeral(labels)
            return arg, Wanted(wanted.null, labels, texts)
        case Affine(arg):
            return arg, Wanted(wanted.null, wanted.integers, None)
        case Arith(ArithOp.CONCAT):
            return _concatenation(expr, wanted)
        case Arith(ArithOp.ADD | ArithOp.SUB, arg, Literal(int() as more)) if is_count(expr):
            steps = wanted.of_integers().shifted(more if expr.op is ArithOp.ADD else -more)
            return arg, Wanted(wanted.null, steps, None)
        case Negate(arg) if is_count(arg):
            return arg, Wanted(wanted.null, wanted.of_integers().mirrored(), None)
    raise NotRegular(type(expr).__name__)


def _concatenation(expr: Arith, wanted: Wanted) -> Asked:
    match expr.left, expr.right:
        case (_, right) if right == _NULL:
            return _NULL, wanted
        case (left, _) if left == _NULL:
            return _NULL, wanted
        case (left, Literal() as right):
            changed = with_suffix(wanted.of_texts(), text_constant(right))
            return left, wanted.as_text(changed)
        case (Literal() as left, right):
            changed = with_prefix(wanted.of_texts(), text_constant(left))
            return right, wanted.as_text(changed)
    raise NotRegular("|| of two columns")


def _comparison(expr: Compare) -> Classifier:
    match expr.left, expr.right:
        case (Call("hex", (arg,)), Literal(str() as value)) if expr.op in _EQUALITY and expr.collation.is_identity:
            return classified(arg, _hex(expr.op, value))
        case (Call("round", (arg,)), Literal(int() | float() as value)) if is_count(arg):
            return classified(arg, compared_with(expr.op, value, expr.collation))
        case (left, Literal(value)):
            return classified(left, compared_with(expr.op, value, expr.collation))
        case (Literal(value), right):
            return classified(right, compared_with(mirrored(expr.op), value, expr.collation))
        case (Call() as call, Column() as column) | (Column() as column, Call() as call):
            if column == TEXT == call.args[0] and expr.op in _EQUALITY and expr.collation.is_identity:
                return relabelled(unchanged(call), lambda same: int(same == (expr.op in _SAME)))
    raise NotRegular("comparison of two columns")


def _hex(op: CompareOp, value: str) -> Wanted:
    """Return what is wanted of the argument of HEX, which reads NULL as an empty text, when HEX is compared so."""
    try:
        text = bytes.fromhex(value).decode() if value == value.upper() and " " not in value else None
    except ValueError:
        text = None
    if text is None:
        return Wanted(int(op not in _SAME), same(int(op not in _SAME)), constant(int(op not in _SAME)))
    if "\0" in text:
        raise NotRegular("constant with a NUL")
    texts = compared_with(op, text, BINARY).of_texts()
    return Wanted(texts.label(""), texts, texts)


def _all(*labels: Label) -> Label:
    if 0 in labels:
        return 0
    return None if None in labels else 1


def _any(*labels: Label) -> Label:
    if 1 in labels:
        return 1
    return None if None in labels else 0


def _first_true(*labels: Label) -> Label:
    """Return the result of the first test that holds: of n tests and n + 1 results, the last being the default."""
    tests = len(labels) // 2
    return next((labels[tests + place] for place in range(tests) if labels[place]), labels[-1])
