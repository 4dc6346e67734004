"""Mathematical functions: a table for listed numbers, otherwise a result of which only its origin is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from spotit.dialect.functions.record import Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import SIGNED, always
from spotit.dialect.numerals import number_of
from spotit.dialect.values import Value

Inverse = Callable[[float], float]


def _undone(inverse: Inverse) -> Callable[[Constants, int, Value], Iterator[Value]]:
    """Return the inverse images of a function of one number."""
    return lambda arguments, position, result: _computed(inverse, result)


def _computed(inverse: Inverse, result: Value) -> Iterator[Value]:
    """Yield the number that the inverse gives for a result; nothing where it is not defined."""
    number = number_of(result)
    try:
        found = None if number is None else inverse(float(number))
    except (ArithmeticError, ValueError):
        return
    # A root of a negative number is complex in Python.
    if isinstance(found, int | float) and math.isfinite(found):
        yield round(found) if math.isclose(found, round(found), rel_tol=1e-12) else found


def _of_power(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield the base or the exponent, given the other one."""
    other = number_of(arguments[1 - position])
    if other is not None:
        root, logarithm = (lambda x: math.pow(x, 1 / other)), (lambda x: math.log(x, other))
        yield from _computed(root if position == 0 else logarithm, result)


def _of_remainder(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield the remainder itself, and the divisor more."""
    yield result
    divisor = number_of(arguments[1])
    if position == 0 and divisor is not None:
        yield from _computed(lambda x: x + divisor, result)


def _of_logarithm(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield what log(x) or log(base, x) has as its logarithm."""
    base = number_of(arguments[0]) if len(arguments) > 1 else 10
    if position == len(arguments) - 1 and base is not None:
        yield from _computed(lambda x: float(base) ** x, result)


def _of_angle(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield the other coordinate of a point in a direction."""
    other = number_of(arguments[1 - position])
    if other is not None:
        tangent: Inverse = lambda x: math.tan(x) * other if position == 0 else other / math.tan(x)  # noqa: E731
        yield from _computed(tangent, result)


def _real(
    name: str,
    description: str,
    before: Callable[[Constants, int, Value], Iterator[Value]],
    *,
    least: int = 1,
    most: int = 1,
    aliases: tuple[str, ...] = (),
) -> Function:
    """Return a function from numbers to a REAL, or to NULL where it is not defined."""
    return Function(
        name,
        least,
        most,
        Result.REAL,
        description,
        aliases=aliases,
        encoded=Encoded.TABLE | Encoded.FREE,
        strict=True,
        hints=Hints(always("0.5", *SIGNED), before, reads_number=True),
    )


FUNCTIONS = (
    Function("pi", 0, 0, Result.REAL, "3.14159..."),
    _real("sqrt", "the square root", _undone(lambda x: x * x)),
    _real("pow", "a power", _of_power, least=2, most=2, aliases=("power",)),
    _real("mod", "the remainder of a division of reals", _of_remainder, least=2, most=2),
    _real("exp", "e to a power", _undone(math.log)),
    _real("ln", "the natural logarithm", _undone(math.exp)),
    _real("log", "the logarithm to base 10, or to the base that comes first", _of_logarithm, most=2),
    _real("log10", "the logarithm to base 10", _undone(lambda x: 10.0**x)),
    _real("log2", "the logarithm to base 2", _undone(lambda x: 2.0**x)),
    _real("degrees", "radians as degrees", _undone(math.radians)),
    _real("radians", "degrees as radians", _undone(math.degrees)),
    _real("sin", "the sine", _undone(math.asin)),
    _real("cos", "the cosine", _undone(math.acos)),
    _real("tan", "the tangent", _undone(math.atan)),
    _real("asin", "the arc sine", _undone(math.sin)),
    _real("acos", "the arc cosine", _undone(math.cos)),
    _real("atan", "the arc tangent", _undone(math.tan)),
    _real("atan2", "the angle of a point", _of_angle, least=2, most=2),
    _real("sinh", "the hyperbolic sine", _undone(math.asinh)),
    _real("cosh", "the hyperbolic cosine", _undone(math.acosh)),
    _real("tanh", "the hyperbolic tangent", _undone(math.atanh)),
    _real("asinh", "the inverse hyperbolic sine", _undone(math.sinh)),
    _real("acosh", "the inverse hyperbolic cosine", _undone(math.cosh)),
    _real("atanh", "the inverse hyperbolic tangent", _undone(math.tanh)),
)
