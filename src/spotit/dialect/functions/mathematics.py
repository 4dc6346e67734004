"""Mathematical functions: a table for listed numbers, otherwise a result of which only its origin is known."""

from __future__ import annotations

from spotit.dialect.functions.record import Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import SIGNED, always

_NUMBER = Hints(always("0.5", *SIGNED), reads_number=True)


def _real(name: str, description: str, *, least: int = 1, most: int = 1, aliases: tuple[str, ...] = ()) -> Function:
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
        hints=_NUMBER,
    )


FUNCTIONS = (
    Function("pi", 0, 0, Result.REAL, "3.14159..."),
    _real("sqrt", "the square root"),
    _real("pow", "a power", least=2, most=2, aliases=("power",)),
    _real("mod", "the remainder of a division of reals", least=2, most=2),
    _real("exp", "e to a power"),
    _real("ln", "the natural logarithm"),
    _real("log", "the logarithm to base 10, or to the base that comes first", most=2),
    _real("log10", "the logarithm to base 10"),
    _real("log2", "the logarithm to base 2"),
    _real("degrees", "radians as degrees"),
    _real("radians", "degrees as radians"),
    _real("sin", "the sine"),
    _real("cos", "the cosine"),
    _real("tan", "the tangent"),
    _real("asin", "the arc sine"),
    _real("acos", "the arc cosine"),
    _real("atan", "the arc tangent"),
    _real("atan2", "the angle of a point", least=2, most=2),
    _real("sinh", "the hyperbolic sine"),
    _real("cosh", "the hyperbolic cosine"),
    _real("tanh", "the hyperbolic tangent"),
    _real("asinh", "the inverse hyperbolic sine"),
    _real("acosh", "the inverse hyperbolic cosine"),
    _real("atanh", "the inverse hyperbolic tangent"),
)
