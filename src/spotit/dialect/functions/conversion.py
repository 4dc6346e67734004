"""Functions between text, numbers, bytes and their spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import LENGTHS, NUMBERS, QUOTED, always, longer_than

_DIRECTIVE = re.compile(r"%([-+ 0#,!]*)(\*|\d*)(?:\.(\*|\d*))?(.)", re.DOTALL)
"""Flags, width, precision and type of a part of a format."""


def _by_directive(arguments: Constants) -> Iterator[str]:
    """Yield texts that the directives of a format show differently; directives where the format is not constant."""
    form = arguments[0] if arguments else None
    if not isinstance(form, str):
        yield from ("%d", "%%", "%")
        return
    for flags, width, precision, kind in _DIRECTIVE.findall(form):
        yield from _shown_apart(kind)
        if "," in flags:
            yield "1000"
        if kind in "sqQwz":
            yield from (longer_than(int(size)) for size in (width, precision) if size.isdigit())


def _shown_apart(kind: str) -> tuple[str, ...]:
    match kind:
        case "d" | "i" | "u" | "f" | "e" | "E" | "g" | "G" | "x" | "X" | "o":
            return NUMBERS
        case "q" | "Q" | "w":
            return QUOTED
    return LENGTHS


FUNCTIONS = (
    Function(
        "printf",
        0,
        MANY,
        Result.TEXT,
        "the arguments put into a format",
        aliases=("format",),
        encoded=Encoded.TABLE | Encoded.AS_PIECES,
        fails=True,
        hints=Hints(_by_directive),
    ),
    Function("typeof", 1, 1, Result.TEXT, "the name of the storage class", encoded=Encoded.TABLE | Encoded.CLASS),
    Function("quote", 1, 1, Result.TEXT, "the value as a SQL literal", hints=Hints(always(*QUOTED))),
    Function("hex", 1, 1, Result.TEXT, "the bytes in hexadecimal digits", hints=Hints(always(*LENGTHS))),
    Function(
        "unhex",
        1,
        2,
        Result.BLOB,
        "the bytes that hexadecimal digits stand for",
        strict=True,
        hints=Hints(always("41", "4142", "41 42", "")),
    ),
    Function("char", 0, MANY, Result.TEXT, "the characters with these code points", hints=Hints(always("65", "233"))),
    Function(
        "unicode",
        1,
        1,
        Result.INTEGER,
        "the code point of the first character",
        strict=True,
        hints=Hints(always(*LENGTHS)),
    ),
    Function(
        "unistr",
        1,
        1,
        Result.TEXT,
        "the text with \\\\XXXX and the like as characters",
        strict=True,
        fails=True,
        hints=Hints(always("\\0041", "a")),
    ),
    Function(
        "unistr_quote",
        1,
        1,
        Result.TEXT,
        "the value as a SQL literal, control characters escaped",
        hints=Hints(always(*QUOTED, "a\n")),
    ),
    Function("zeroblob", 1, 1, Result.BLOB, "so many bytes of 0", fails=True, hints=Hints(always("1", "2"))),
    Function("sqlite_version", 0, 0, Result.TEXT, "the version of SQLite"),
    Function("sqlite_source_id", 0, 0, Result.TEXT, "the version of SQLite's sources"),
)
