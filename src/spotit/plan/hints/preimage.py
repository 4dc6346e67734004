"""Values of a column for which a function of it has a wanted result: what the pools are made from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

from spotit.database import Value
from spotit.dialect.date_layouts import date_in, is_day_or_month
from spotit.dialect.instants import INSTANTS, SOME_INSTANT
from spotit.dialect.numerals import number_of
from spotit.plan.expr import (
    Affine,
    AggCall,
    Arith,
    ArithOp,
    Call,
    Cast,
    Clock,
    Column,
    Expr,
    Literal,
    Negate,
    WindowCall,
)
from spotit.plan.lineage import PathStep
from spotit.schema import Affinity

_TRAILING = re.compile("(.*[^0-9])([0-9]{1,9})", re.DOTALL)
LIMIT = 6
"""Preimages kept per step."""


def is_date_text(value: Value) -> bool:
    """Tell whether a value is text that reads as a date or as the year and month of one."""
    return isinstance(value, str) and is_day_or_month(value)


def shift_date(text: str, days: int) -> str | None:
    """Return the date (and time) so many days later, or None when it is no date of the calendar."""
    found = date_in(text)
    if found is None:
        return None
    try:
        moved = date.fromisoformat(found.day) + timedelta(days)
    except (ValueError, OverflowError):
        return None
    return f"{moved.isoformat()} {found.time}".rstrip()


def neighbours(value: Value) -> tuple[Value, Value] | None:
    """Return values just below and just above, of the same look: numbers, digits, dates, plain text."""
    match value:
        case bool() | None | bytes():
            return None
        case int() | float():
            return value - 1, value + 1
        case "":
            return None
        case str() if (number := number_of(value)) is not None and isinstance(number, int) and number >= 0:
            width = len(value)
            return f"{max(number - 1, 0):0{width}}", f"{number + 1:0{width}}"
        case str() if (before := shift_date(value, -1)) and (after := shift_date(value, 1)):
            return before, after
    if (found := _TRAILING.fullmatch(value)) is not None:
        number, width = int(found[2]), len(found[2])
        return f"{found[1]}{max(number - 1, 0):0{width}}", f"{found[1]}{number + 1:0{width}}"
    return f"{value[:-1]}{chr(max(33, ord(value[-1]) - 1))}", f"{value}x"


def constant(expr: Expr, now: str = SOME_INSTANT) -> Value:
    """Return the value of a constant expression as far as it is easily known, else None; clocks show `now`."""
    match expr:
        case Literal(value):
            return value
        case Clock():
            return now
        case Affine(arg, affinity) | Cast(arg, affinity):
            return _converted(constant(arg, now), affinity)
        case Negate(arg):
            number = number_of(constant(arg, now))
            return None if number is None else -number
        case Arith(left=Column()) | Arith(right=Column()):
            return None  # at once, also above a long chain of operators
        case Arith(op, left, right) if op in _INVERSES:
            return _computed(op, number_of(constant(left, now)), number_of(constant(right, now)))
        case Call(args=args):
            return expr.function.hints.value([constant(arg, now) for arg in args])
    return None


def constants(expr: Expr) -> list[Value]:
    """Return the values of a constant expression at the instants that are tried; one where it reads no clock."""
    if constant(expr) is None:
        return []
    return list(dict.fromkeys(value for now in INSTANTS if (value := constant(expr, now)) is not None))


def _converted(value: Value, affinity: Affinity) -> Value:
    if value is None or affinity is Affinity.BLOB:
        return value
    if affinity is Affinity.TEXT:
        return value if isinstance(value, str) else str(value)
    number = number_of(value)
    return value if number is None else number


def _computed(op: ArithOp, left: int | float | None, right: int | float | None) -> Value:
    if left is None or right is None:
        return None
    match op:
        case ArithOp.ADD:
            return left + right
        case ArithOp.SUB:
            return left - right
        case ArithOp.MUL:
            return left * right
        case _:
            return left / right if right else None


def preimages(path: tuple[PathStep, ...], target: Value) -> tuple[Value, ...]:
    """Return column values that the functions of `path`, outermost first, likely map to `target`."""
    values: list[Value] = [target]
    for step in path:
        found = (before for value in values if value is not None for before in _before(step, value))
        values = list(islice(dict.fromkeys(found), LIMIT))
    return tuple(values)


def _before(step: PathStep, target: Value) -> Iterator[Value]:
    node, index = step
    match node:
        case Cast(_, affinity):
            yield from _before_cast(affinity, target)
        case Negate():
            number = number_of(target)
            yield None if number is None else -number
        case Arith(ArithOp.CONCAT, _, _):
            yield from _before_concat(node, index, target)
        case Arith():
            yield from _before_arith(node, index, target)
        case Call() | AggCall() | WindowCall():
            yield from node.function.hints.before([constant(arg) for arg in node.args], index, target)
        case _:
            yield target


def _before_cast(affinity: Affinity, target: Value) -> Iterator[Value]:
    yield target
    number = number_of(target)
    if affinity is Affinity.INTEGER and isinstance(number, int):
        yield f"{number}.5"


_INVERSES = (ArithOp.ADD, ArithOp.SUB, ArithOp.MUL, ArithOp.DIV)


def _before_arith(node: Arith, index: int, target: Value) -> Iterator[Value]:
    wanted, other = number_of(target), number_of(constant((node.left, node.right)[1 - index]))
    if wanted is None or node.op not in _INVERSES:
        return
    if other is None:
        yield wanted
        return
    match node.op:
        case ArithOp.ADD:
            result: int | float = wanted - other
        case ArithOp.SUB:
            result = wanted + other if index == 0 else other - wanted
        case ArithOp.MUL if other:
            result = wanted / other
        case ArithOp.DIV if index == 0:
            result = wanted * other
        case ArithOp.DIV if wanted:
            result = other / wanted
        case _:
            return
    yield int(result) if isinstance(result, float) and result.is_integer() else result


def _flat_concat(expr: Expr) -> list[Expr]:
    if isinstance(expr, Arith) and expr.op is ArithOp.CONCAT:
        return _flat_concat(expr.left) + _flat_concat(expr.right)
    return [expr]


def _before_concat(node: Arith, index: int, target: Value) -> Iterator[Value]:
    left, right = _flat_concat(node.left), _flat_concat(node.right)
    groups = [("".join(_concat_pattern(part) for part in side)) for side in (left, right)]
    found = re.fullmatch("|".join([f"({groups[0]})({groups[1]})"]), str(target), re.DOTALL)
    if found is not None:
        yield found[index + 1]
    yield target


def _concat_pattern(part: Expr) -> str:
    value = constant(part)
    return ".*?" if value is None else re.escape(str(value))
