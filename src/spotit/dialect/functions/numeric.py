"""Functions of numbers that are arithmetic: sign, rounding, the least and the greatest."""

from __future__ import annotations

from spotit.dialect.functions.record import MANY, Encoded, Function, Hints, Result, every

_EXACT = Encoded.TABLE | Encoded.ARITHMETIC
_NUMBER = Hints(reads_number=True)

FUNCTIONS = (
    Function(
        "abs",
        1,
        1,
        Result.NUMBER,
        "the absolute value",
        encoded=_EXACT,
        strict=True,
        fails=True,
        hints=Hints(alike=True, reads_number=True),
    ),
    Function(
        "round",
        1,
        2,
        Result.REAL,
        "rounded to so many decimals, half away from zero",
        encoded=_EXACT,
        strict=True,
        hints=Hints(alike=True, reads_number=True),
    ),
    Function("sign", 1, 1, Result.INTEGER, "-1, 0 or 1", encoded=_EXACT, strict=True, hints=_NUMBER),
    Function(
        "ceil",
        1,
        1,
        Result.NUMBER,
        "the next integer above",
        aliases=("ceiling",),
        encoded=_EXACT,
        strict=True,
        hints=_NUMBER,
    ),
    Function("floor", 1, 1, Result.NUMBER, "the next integer below", encoded=_EXACT, strict=True, hints=_NUMBER),
    Function("trunc", 1, 1, Result.NUMBER, "the integer part", strict=True, hints=_NUMBER),
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
        hints=Hints(alike=True),
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
        hints=Hints(alike=True),
    ),
)
