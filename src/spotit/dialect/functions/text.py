"""Functions of text: case, blanks, parts, lengths."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import CASES, LENGTHS, always, longer_than, other_letters


def _around(arguments: Constants) -> Iterator[str]:
    """Yield texts with characters to be trimmed at their ends, and one with nothing else."""
    marks = arguments[1] if len(arguments) > 1 else " "
    for mark in marks[:2] if isinstance(marks, str) else ():
        letter = next(other_letters(str(marks)))
        yield from (f"{mark}{letter}", f"{letter}{mark}", f"{mark}{mark}{letter}", mark)


def _reaching(arguments: Constants) -> Iterator[str]:
    """Yield a text that is longer than what is cut from it, and an empty one."""
    yield longer_than(sum(abs(value) for value in arguments if isinstance(value, int)))
    yield ""


def _with_old(arguments: Constants) -> Iterator[str]:
    """Yield texts in which the text to be replaced occurs: between others, by itself, twice."""
    old = arguments[1]
    if isinstance(old, str) and old:
        letters = other_letters(old)
        yield from (f"{next(letters)}{old}{next(letters)}", old, f"{old}{old}{next(letters)}")


_CASE = Hints(always(*CASES), alike=True, folds_case=True)
_TRIM = Hints(_around, alike=True, strips=True)
_OF_ALL = Encoded.TABLE | Encoded.LAYOUT | Encoded.OF_PIECES

FUNCTIONS = (
    Function("lower", 1, 1, Result.TEXT, "ASCII letters in lower case", encoded=_OF_ALL, strict=True, hints=_CASE),
    Function("upper", 1, 1, Result.TEXT, "ASCII letters in upper case", encoded=_OF_ALL, strict=True, hints=_CASE),
    Function(
        "trim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at both ends",
        encoded=Encoded.TABLE | Encoded.LAYOUT,
        strict=True,
        hints=_TRIM,
    ),
    Function(
        "ltrim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at the start",
        encoded=Encoded.TABLE | Encoded.LAYOUT,
        strict=True,
        hints=_TRIM,
    ),
    Function(
        "rtrim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at the end",
        encoded=Encoded.TABLE | Encoded.LAYOUT,
        strict=True,
        hints=_TRIM,
    ),
    Function(
        "substr",
        2,
        3,
        Result.TEXT,
        "the part from a position on, counted from the end where negative",
        aliases=("substring",),
        encoded=Encoded.TABLE | Encoded.LAYOUT,
        strict=True,
        hints=Hints(_reaching, alike=True),
    ),
    Function(
        "replace",
        3,
        3,
        Result.TEXT,
        "every occurrence of one text replaced by another",
        encoded=_OF_ALL,
        strict=True,
        hints=Hints(_with_old, alike=True, strips=True),
    ),
    Function(
        "instr",
        2,
        2,
        Result.INTEGER,
        "the position of a text in another, 0 if it is not there",
        encoded=Encoded.TABLE | Encoded.LAYOUT,
        strict=True,
    ),
    Function(
        "length",
        1,
        1,
        Result.INTEGER,
        "the number of characters, or of bytes of a BLOB",
        encoded=_OF_ALL,
        strict=True,
        hints=Hints(always(*LENGTHS)),
    ),
    Function("octet_length", 1, 1, Result.INTEGER, "the number of bytes", strict=True, hints=Hints(always(*LENGTHS))),
    Function("concat", 1, MANY, Result.TEXT, "the arguments one after the other, NULLs left out"),
    Function("concat_ws", 2, MANY, Result.TEXT, "the arguments with a separator between them, NULLs left out"),
)
