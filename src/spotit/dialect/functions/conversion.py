"""Functions between text, numbers, bytes and their spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import NUMBERS, always

_READS_NUMBERS = re.compile(r"%[^s%a-zA-Z]*[dif]")


def _by_directive(arguments: Constants) -> Iterator[str]:
    """Yield texts that read as numbers, where the format asks for numbers."""
    form = arguments[0] if arguments else None
    if isinstance(form, str) and _READS_NUMBERS.search(form):
        yield from NUMBERS


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
    Function("quote", 1, 1, Result.TEXT, "the value as a SQL literal"),
    Function("hex", 1, 1, Result.TEXT, "the bytes in hexadecimal digits", hints=Hints(always("ab", "abc"))),
    Function("unhex", 1, 2, Result.BLOB, "the bytes that hexadecimal digits stand for", strict=True),
    Function("char", 0, MANY, Result.TEXT, "the characters with these code points"),
    Function(
        "unicode",
        1,
        1,
        Result.INTEGER,
        "the code point of the first character",
        strict=True,
        hints=Hints(always("ab", "abc")),
    ),
    Function("unistr", 1, 1, Result.TEXT, "the text with \\\\XXXX and the like as characters", strict=True, fails=True),
    Function("unistr_quote", 1, 1, Result.TEXT, "the value as a SQL literal, control characters escaped"),
    Function("zeroblob", 1, 1, Result.BLOB, "so many bytes of 0", fails=True),
    Function("sqlite_version", 0, 0, Result.TEXT, "the version of SQLite"),
    Function("sqlite_source_id", 0, 0, Result.TEXT, "the version of SQLite's sources"),
)
