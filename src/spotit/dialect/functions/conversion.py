"""Functions between text, numbers, bytes and their spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result, nothing
from spotit.dialect.functions.samples import LENGTHS, NUMBERS, QUOTED, always, longer_than
from spotit.dialect.numerals import number_of
from spotit.dialect.values import Value

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


def _from_format(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield what a format with one directive shows as the result."""
    form = arguments[0]
    directives = list(_DIRECTIVE.finditer(form)) if isinstance(form, str) else []
    if position != 1 or len(directives) != 1 or not isinstance(form, str):
        return
    start, end, text = form[: directives[0].start()], form[directives[0].end() :], str(result)
    if text.startswith(start) and text.endswith(end) and len(text) >= len(start) + len(end):
        inner = text[len(start) : len(text) - len(end)]
        yield inner
        if (number := number_of(inner)) is not None:
            yield number


def _unquoted(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    text = str(result)
    if text.startswith("'"):
        yield text[1:-1].replace("''", "'")
    elif (number := number_of(text)) is not None:
        yield number


def _unhexed(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    try:
        yield bytes.fromhex(str(result)).decode()
    except ValueError:
        return


def _hexed(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    if isinstance(result, bytes):
        yield result.hex().upper()


def _code_point(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    if isinstance(result, str) and len(result) == len(arguments):
        yield ord(result[position])


def _first_character(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    number = number_of(result)
    if isinstance(number, int) and 0 < number < 0x110000 and not 0xD800 <= number < 0xE000:
        yield from (chr(number), f"{chr(number)}a")


FUNCTIONS = (
    Function(
        "printf",
        0,
        MANY,
        Result.TEXT,
        "the arguments put into a format",
        aliases=("format",),
        encoded=Encoded.TABLE | Encoded.AUTOMATON | Encoded.AS_PIECES,
        hints=Hints(_by_directive, _from_format),
    ),
    Function(
        "typeof",
        1,
        1,
        Result.TEXT,
        "the name of the storage class",
        encoded=Encoded.TABLE | Encoded.AUTOMATON | Encoded.CLASS,
        never_null=True,
        hints=Hints(before=nothing),
    ),
    Function(
        "quote",
        1,
        1,
        Result.TEXT,
        "the value as a SQL literal",
        encoded=Encoded.TABLE | Encoded.AUTOMATON,
        never_null=True,
        hints=Hints(always(*QUOTED), _unquoted),
    ),
    Function(
        "hex",
        1,
        1,
        Result.TEXT,
        "the bytes in hexadecimal digits",
        encoded=Encoded.TABLE | Encoded.AUTOMATON,
        never_null=True,
        hints=Hints(always(*LENGTHS), _unhexed),
    ),
    Function(
        "unhex",
        1,
        2,
        Result.BLOB,
        "the bytes that hexadecimal digits stand for",
        strict=True,
        hints=Hints(always("41", "4142", "41 42", ""), _hexed),
    ),
    Function(
        "char",
        0,
        MANY,
        Result.TEXT,
        "the characters with these code points",
        hints=Hints(always("65", "233"), _code_point),
    ),
    Function(
        "unicode",
        1,
        1,
        Result.INTEGER,
        "the code point of the first character",
        encoded=Encoded.TABLE | Encoded.AUTOMATON,
        strict=True,
        not_negative=True,
        hints=Hints(always(*LENGTHS), _first_character),
    ),
    Function(
        "unistr",
        1,
        1,
        Result.TEXT,
        r"the text with \XXXX and the like as characters",
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
        hints=Hints(always(*QUOTED, "a\n"), _unquoted),
    ),
    Function("zeroblob", 1, 1, Result.BLOB, "so many bytes of 0", hints=Hints(always("1", "2"))),
    Function("sqlite_version", 0, 0, Result.TEXT, "the version of SQLite"),
    Function("sqlite_source_id", 0, 0, Result.TEXT, "the version of SQLite's sources"),
)
