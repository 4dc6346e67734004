"""Values of a column for which a function of it has a wanted result: what the pools are made from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

from spotit.database import Value
from spotit.dialect.date_layouts import date_in, is_day_or_month
from spotit.dialect.numerals import number_in
from spotit.plan.expr import (
    Affine,
    AggCall,
    Arith,
    ArithOp,
    Call,
    Cast,
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


def as_number(value: Value) -> int | float | None:
    """Return a number, or the number that text spells in full, or None."""
    if isinstance(value, bool) or value is None or isinstance(value, bytes):
        return None
    return value if isinstance(value, int | float) else number_in(value)


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
        case str() if (number := as_number(value)) is not None and isinstance(number, int) and number >= 0:
            width = len(value)
            return f"{max(number - 1, 0):0{width}}", f"{number + 1:0{width}}"
        case str() if (before := shift_date(value, -1)) and (after := shift_date(value, 1)):
            return before, after
    if (found := _TRAILING.fullmatch(value)) is not None:
        number, width = int(found[2]), len(found[2])
        return f"{found[1]}{max(number - 1, 0):0{width}}", f"{found[1]}{number + 1:0{width}}"
    return f"{value[:-1]}{chr(max(33, ord(value[-1]) - 1))}", f"{value}x"


def constant(expr: Expr) -> Value:
    """Return the value of a constant expression as far as it is easily known, else None."""
    match expr:
        case Literal(value):
            return value
        case Affine(arg, affinity) | Cast(arg, affinity):
            return _converted(constant(arg), affinity)
        case Negate(arg):
            number = as_number(constant(arg))
            return None if number is None else -number
        case Arith(op, left, right) if op in _INVERSES:
            return _computed(op, as_number(constant(left)), as_number(constant(right)))
        case Call(name, args) if expr.function.dates and args:
            return _date_constant(name, [constant(arg) for arg in args])
    return None


def _converted(value: Value, affinity: Affinity) -> Value:
    if value is None or affinity is Affinity.BLOB:
        return value
    if affinity is Affinity.TEXT:
        return value if isinstance(value, str) else str(value)
    number = as_number(value)
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


def _date_constant(name: str, args: list[Value]) -> Value:
    text = args[1] if name == "strftime" and len(args) > 1 else args[0]
    found = date_in(text) if isinstance(text, str) else None
    if found is None:
        return None
    day = found.day
    if name == "strftime":
        parts = {"%Y": day[:4], "%m": day[5:7], "%d": day[8:], "%Y-%m": day[:7], "%Y-%m-%d": day}
        return parts.get(str(args[0]))
    if name == "date":
        return day
    return _day_number(day) if name == "julianday" else text


def _day_number(day: str) -> float | None:
    try:
        return date.fromisoformat(day).toordinal() + 1721424.5
    except ValueError:
        return None


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
            number = as_number(target)
            yield None if number is None else -number
        case Arith(ArithOp.CONCAT, _, _):
            yield from _before_concat(node, index, target)
        case Arith():
            yield from _before_arith(node, index, target)
        case Call():
            yield from _before_call(node, index, target)
        case AggCall(func) | WindowCall(func) if func in ("sum", "total"):
            yield target
            number = as_number(target)
            if number:
                yield number // 2 if isinstance(number, int) else number / 2
        case _:
            yield target


def _before_cast(affinity: Affinity, target: Value) -> Iterator[Value]:
    yield target
    number = as_number(target)
    if affinity is Affinity.INTEGER and isinstance(number, int):
        yield f"{number}.5"


_INVERSES = (ArithOp.ADD, ArithOp.SUB, ArithOp.MUL, ArithOp.DIV)


def _before_arith(node: Arith, index: int, target: Value) -> Iterator[Value]:
    wanted, other = as_number(target), as_number(constant((node.left, node.right)[1 - index]))
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


def _before_call(node: Call, index: int, target: Value) -> Iterator[Value]:
    args = [constant(arg) for arg in node.args]
    match node.name:
        case "substr" | "substring" if index == 0:
            yield from _before_substr(args, target)
        case "strftime":
            yield from _before_strftime(str(args[0]), str(target))
        case "julianday":
            number = as_number(target)
            if number is not None and 1721425 < number < 5373484:
                yield date.fromordinal(int(number - 1721424.5)).isoformat()
        case "upper" | "lower":
            yield from dict.fromkeys((target, str(target).lower(), str(target).capitalize()))
        case "length":
            number = as_number(target)
            if number is not None and 0 <= number <= 40:
                yield "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"[: int(number)]
        case "instr" if index == 0 and isinstance(args[1], str):
            before, after = ("1", "23") if args[1] in (":", ".", "/", "-") else ("a", "b")
            yield from (f"{before}{args[1]}{after}", f"{before}{args[1]}", args[1], before)
        case "replace" if index == 0:
            yield from (target, f"{str(target)[:1]}{args[1]!s}{str(target)[1:]}")
        case "abs":
            number = as_number(target)
            yield target
            yield None if number is None else -number
        case _:
            yield target


def _before_substr(args: list[Value], target: Value) -> Iterator[Value]:
    text, start = str(target), args[1]
    if not isinstance(start, int):
        yield from (f"a {text}", text)
        return
    digits = text[:1].isdigit()
    if start <= 1 and start >= 0:
        yield text
        if digits and len(text) in (4, 7):
            yield _completed_date(text)
        else:
            yield text + (" 00:00:00" if is_date_text(text) else "01" if digits else "x")
    elif start > 1:
        yield from _after_prefix(start - 1, text)
    else:
        yield ("0" if digits else "a") + text


def _after_prefix(length: int, text: str) -> Iterator[str]:
    if text[:1].isdigit() and length in (4, 5, 7, 8):
        yield {4: f"2012{text}", 5: f"2000-{text}-01", 7: f"2000-01{text}", 8: f"2000-01-{text}"}[length]
    yield ("0" if text[:1].isdigit() else "a") * min(length, 30) + text


def _completed_date(text: str) -> str:
    return f"{text}-01" if len(text) == 7 else f"{text}-01-01"


_PARTS = {
    "%Y": "{}-01-01",
    "%m": "2000-{}-01",
    "%d": "2000-01-{}",
    "%Y-%m": "{}-01",
    "%Y%m": "",
    "%Y-%m-%d": "{}",
    "%H": "2000-01-01 {}:00:00",
    "%M": "2000-01-01 00:{}:00",
    "%H:%M": "2000-01-01 {}:00",
    "%H:%M:%S": "2000-01-01 {}",
}


def _before_strftime(layout: str, target: str) -> Iterator[Value]:
    if layout == "%Y%m" and len(target) == 6:
        yield f"{target[:4]}-{target[4:]}-01"
        return
    form = _PARTS.get(layout)
    if not form:
        yield "2000-01-01"
        return
    width = {"%Y": 4}.get(layout, 2)
    yield form.format(target.zfill(width))
    if layout == "%Y":
        yield f"{target.zfill(4)}-12-31"
