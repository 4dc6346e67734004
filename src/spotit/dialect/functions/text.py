"""Functions of text: case, blanks, parts, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from spotit.dialect.date_layouts import is_day_or_month
from spotit.dialect.functions.record import MANY, Constants, Encoded, Function, Hints, Result
from spotit.dialect.functions.samples import ALPHABET, CASES, LENGTHS, always, longer_than, other_letters
from spotit.dialect.numerals import number_of
from spotit.dialect.values import Value


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


def _recased(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    text = str(result)
    yield from (text, text.lower(), text.capitalize())


def _untrimmed(start: bool, end: bool) -> Callable[[Constants, int, Value], Iterator[Value]]:
    """Return the inverse of a function that trims at the start, the end or both."""

    def before(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
        yield result
        marks = arguments[1] if len(arguments) > 1 else " "
        if position == 0 and isinstance(marks, str) and marks:
            mark = marks[0]
            yield f"{mark if start else ''}{result!s}{mark if end else ''}"

    return before


def _uncut(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield texts with the result at the place from which it is cut; digits are taken for parts of dates."""
    text, start = str(result), arguments[1]
    if position != 0:
        yield result
    elif not isinstance(start, int):
        yield from (f"a {text}", text)
    elif start > 1:
        yield from _after_prefix(start - 1, text)
    elif start < 0:
        yield _before_end(arguments, -start, text)
    else:
        yield text
        yield _completed(text)


def _after_prefix(length: int, text: str) -> Iterator[str]:
    digits = text[:1].isdigit()
    if digits and length in (4, 5, 7, 8):
        yield {4: f"2012{text}", 5: f"2000-{text}-01", 7: f"2000-01{text}", 8: f"2000-01-{text}"}[length]
    yield ("0" if digits else "a") * min(length, 30) + text


def _before_end(arguments: Constants, distance: int, text: str) -> str:
    """Return a text with the wanted one so many characters before its end."""
    filler = "0" if text[:1].isdigit() else "a"
    cut = len(arguments) > 2 and len(text) < distance
    return filler + text + (filler * min(distance - len(text), 30) if cut else "")


def _completed(text: str) -> str:
    """Return a longer text: a whole date where the text is the start of one."""
    if text[:1].isdigit() and len(text) in (4, 7):
        return f"{text}-01" if len(text) == 7 else f"{text}-01-01"
    return text + (" 00:00:00" if is_day_or_month(text) else "01" if text[:1].isdigit() else "x")


def _unreplaced(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield the result as it is, and with the text that was replaced."""
    yield result
    old, new, text = str(arguments[1]), arguments[2], str(result)
    if position == 0:
        yield text.replace(new, old) if isinstance(new, str) and new in text and new else f"{text[:1]}{old}{text[1:]}"


def _with_needle(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield texts in which the other one stands where it is wanted, then some in which it stands elsewhere or not."""
    needle, place = arguments[1], number_of(result)
    if position != 0 or not isinstance(needle, str):
        yield result
        return
    before, after = ("1", "23") if needle in (":", ".", "/", "-") else ("a", "b")
    if isinstance(place, int) and 1 <= place <= _LONGEST:
        yield before * (place - 1) + needle
    yield from (f"{before}{needle}{after}", f"{before}{needle}", needle, before)


def _of_length(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    size = number_of(result)
    if size is not None and 0 <= size <= _LONGEST:
        yield (ALPHABET * 2)[: int(size)]


def _beside_constants(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield what stands between the constants of concat()."""
    parts = [".*?" if value is None else re.escape(str(value)) for value in arguments]
    yield from _part(parts, position, result)


def _beside_separators(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield what stands between the constants and separators of concat_ws()."""
    separator = re.escape(str(arguments[0]))
    parts = [".*?" if value is None else re.escape(str(value)) for value in arguments[1:]]
    for number in range(1, len(parts)):
        parts[number] = f"{separator}{parts[number]}"
    if position > 0 and isinstance(arguments[0], str):
        skipped = separator if position > 1 else ""
        parts[position - 1] = f"{skipped}(.*)"
        yield from _matched("".join(parts), result)


def _part(parts: list[str], position: int, result: Value) -> Iterator[Value]:
    yield from _matched("".join("(.*)" if n == position else part for n, part in enumerate(parts)), result)


def _matched(pattern: str, result: Value) -> Iterator[Value]:
    found = re.fullmatch(pattern, str(result), re.DOTALL)
    if found is not None:
        yield found[1]


_LONGEST = 40
_CASE = Hints(always(*CASES), _recased, alike=True, folds_case=True)
_REGULAR = Encoded.TABLE | Encoded.AUTOMATON
_OF_LAYOUTS = _REGULAR | Encoded.LAYOUT
_OF_ALL = _OF_LAYOUTS | Encoded.OF_PIECES


def _trim(*, start: bool, end: bool) -> Hints:
    return Hints(_around, _untrimmed(start, end), alike=True, strips=True)


FUNCTIONS = (
    Function(
        "lower",
        1,
        1,
        Result.TEXT,
        "ASCII letters in lower case",
        absorbs=("lower", "upper"),
        encoded=_OF_ALL,
        strict=True,
        total=True,
        changes_case=True,
        hints=_CASE,
    ),
    Function(
        "upper",
        1,
        1,
        Result.TEXT,
        "ASCII letters in upper case",
        absorbs=("lower", "upper"),
        encoded=_OF_ALL,
        strict=True,
        total=True,
        changes_case=True,
        hints=_CASE,
    ),
    Function(
        "trim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at both ends",
        encoded=_OF_LAYOUTS,
        absorbs=("trim", "ltrim", "rtrim"),
        strict=True,
        total=True,
        drops_blanks=True,
        hints=_trim(start=True, end=True),
    ),
    Function(
        "ltrim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at the start",
        encoded=_OF_LAYOUTS,
        absorbs=("ltrim",),
        strict=True,
        total=True,
        drops_blanks=True,
        hints=_trim(start=True, end=False),
    ),
    Function(
        "rtrim",
        1,
        2,
        Result.TEXT,
        "without blanks, or the characters given, at the end",
        encoded=_OF_LAYOUTS,
        absorbs=("rtrim",),
        strict=True,
        total=True,
        drops_blanks=True,
        hints=_trim(start=False, end=True),
    ),
    Function(
        "substr",
        2,
        3,
        Result.TEXT,
        "the part from a position on, counted from the end where negative",
        aliases=("substring",),
        encoded=_OF_LAYOUTS,
        strict=True,
        total=True,
        keeps_blobs=True,
        hints=Hints(_reaching, _uncut, alike=True),
    ),
    Function(
        "replace",
        3,
        3,
        Result.TEXT,
        "every occurrence of one text replaced by another",
        encoded=_OF_ALL,
        strict=True,
        total=True,
        hints=Hints(_with_old, _unreplaced, alike=True, strips=True),
    ),
    Function(
        "instr",
        2,
        2,
        Result.INTEGER,
        "the position of a text in another, 0 if it is not there",
        encoded=_OF_LAYOUTS,
        strict=True,
        total=True,
        not_negative=True,
        hints=Hints(before=_with_needle),
    ),
    Function(
        "length",
        1,
        1,
        Result.INTEGER,
        "the number of characters, or of bytes of a BLOB",
        encoded=_OF_ALL,
        strict=True,
        total=True,
        not_negative=True,
        hints=Hints(always(*LENGTHS), _of_length),
    ),
    Function(
        "octet_length",
        1,
        1,
        Result.INTEGER,
        "the number of bytes",
        encoded=_REGULAR,
        strict=True,
        total=True,
        not_negative=True,
        hints=Hints(always(*LENGTHS, "é" * 5, "é" * 10), _of_length),
    ),
    Function(
        "concat",
        1,
        MANY,
        Result.TEXT,
        "the arguments one after the other, NULLs left out",
        encoded=_REGULAR,
        hints=Hints(before=_beside_constants),
    ),
    Function(
        "concat_ws",
        2,
        MANY,
        Result.TEXT,
        "the arguments with a separator between them, NULLs left out",
        hints=Hints(before=_beside_separators),
    ),
)
