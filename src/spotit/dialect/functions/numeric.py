"""Functions of numbers that are arithmetic: sign, rounding, the least and the greatest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result, every
from spotit.dialect.functions.samples import SIGNED, always
from spotit.dialect.numerals import number_of
from spotit.dialect.values import Value

_EXACT = Encoded.TABLE | Encoded.ARITHMETIC


def _rounded(arguments: Constants) -> Iterator[str]:
    """Yield numbers with a digit more than they are rounded to."""
    digits = arguments[1] if len(arguments) > 1 else 0
    if isinstance(digits, int) and 0 <= digits < 15:
        yield from (f"1.{'2' * digits}5", f"-1.{'2' * digits}5")
    yield from SIGNED


def _either_sign(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    number = number_of(result)
    yield result
    if number is not None:
        yield -number


def _shifted(up: float, down: float) -> Callable[[Constants, int, Value], Iterator[Value]]:
    """Return the inverse of a function that drops a fraction: of a positive number `up` more, else `down` less."""

    def before(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
        yield result
        number = number_of(result)
        if number is not None and position == 0:
            digits = arguments[1] if len(arguments) > 1 else 0
            unit = 10.0**-digits if isinstance(digits, int) and 0 <= digits < 15 else 1.0
            yield number + (up if number > 0 else down) * unit

    return before


def _around_constants(arguments: Constants) -> Iterator[str]:
    """Yield texts on both sides of each constant text."""
    for value in arguments:
        if isinstance(value, str):
            yield from (f"{value}x", value[:-1])


def _whole(up: float, down: float) -> Hints:
    return Hints(always(*SIGNED), _shifted(up, down), reads_number=True)


FUNCTIONS = (
    Function(
        "abs",
        1,
        1,
        Result.NUMBER,
        "the absolute value",
        encoded=_EXACT | Encoded.AUTOMATON,
        strict=True,
        steady=True,
        fails=True,
        fails_on_least=True,
        hints=Hints(always(*SIGNED), _either_sign, alike=True, reads_number=True),
    ),
    Function(
        "round",
        1,
        2,
        Result.REAL,
        "rounded to so many decimals, half away from zero",
        encoded=_EXACT,
        strict=True,
        steady=True,
        hints=Hints(_rounded, _shifted(0.25, -0.25), alike=True, reads_number=True),
    ),
    Function(
        "sign",
        1,
        1,
        Result.INTEGER,
        "-1, 0 or 1",
        encoded=_EXACT | Encoded.AUTOMATON,
        strict=True,
        steady=True,
        hints=_whole(0.5, -0.5),
    ),
    Function(
        "ceil",
        1,
        1,
        Result.NUMBER,
        "the next integer above",
        aliases=("ceiling",),
        encoded=_EXACT,
        strict=True,
        steady=True,
        hints=_whole(-0.5, -0.5),
    ),
    Function(
        "floor",
        1,
        1,
        Result.NUMBER,
        "the next integer below",
        encoded=_EXACT,
        strict=True,
        steady=True,
        hints=_whole(0.5, 0.5),
    ),
    Function("trunc", 1, 1, Result.NUMBER, "the integer part", strict=True, steady=True, hints=_whole(0.5, -0.5)),
    Function(
        "max",
        1,
        MANY,
        Result.VALUE,
        "the greatest of several arguments",
        encoded=_EXACT,
        strict=True,
        passes=every,
        extreme=True,
        hints=Hints(_around_constants, alike=True),
    ),
    Function(
        "min",
        1,
        MANY,
        Result.VALUE,
        "the least of several arguments",
        encoded=_EXACT,
        strict=True,
        passes=every,
        extreme=True,
        hints=Hints(_around_constants, alike=True),
    ),
)
