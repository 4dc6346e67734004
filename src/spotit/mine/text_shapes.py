"""What the texts of a column look like: dates of one layout, codes of one form, as SQL conditions."""

from __future__ import annotations

import re
from collections.abc import Collection

from spotit.dialect.date_layouts import is_moment, looks_dated
from spotit.dialect.wording import literal

LEAST_TEXTS = 5
"""Different texts from which on a common form is no accident."""
_DAY = 10
"""The characters of a day."""
_MONTH = re.compile("[0-9]{4}(?:0[1-9]|1[0-2])")
_YEARS = re.compile("[12][0-9]{3}[^0-9][12][0-9]{3}")
_FIGURES = re.compile("9+(?:[^9]9+)+")
_RUNS = re.compile("[0-9]+|[A-Za-z]+|[^0-9A-Za-z]")


def date_condition(name: str, texts: Collection[str]) -> str | None:
    """Return the condition that a column, by its quoted name, has dates as these texts are; None if they are none.

    A time of day that all of them have in common is part of the form.
    """
    shapes = {re.sub("[0-9]", "9", text) for text in texts}
    if len(shapes) != 1 or not all(map(is_moment, texts)):
        return None
    times = {text[_DAY:] for text in texts}
    (shape,) = shapes
    time = times.pop() if len(times) == 1 and len(set(texts)) >= LEAST_TEXTS else shape[_DAY:].replace("9", "[0-9]")
    pattern = shape[:_DAY].replace("9", "[0-9]") + time
    return f"{name} GLOB {literal(pattern)} AND date({name}) IS NOT NULL"


def code_condition(name: str, texts: Collection[str]) -> str | None:
    """Return the condition that a column, by its quoted name, has codes as these texts are; None if they are none.

    >>> code_condition("m", ("201201", "201202", "201203", "201311", "201312"))
    "m GLOB '[0-9][0-9][0-9][0-9][0-9][0-9]' AND substr(m, 5, 2) BETWEEN '01' AND '12'"
    """
    pattern = code_pattern(texts)
    if pattern is None:
        return None
    months = f" AND substr({name}, 5, 2) BETWEEN '01' AND '12'" if all(map(_MONTH.fullmatch, texts)) else ""
    return f"{name} GLOB {literal(pattern)}{months}"


def figure_condition(name: str, texts: Collection[str], *, is_all: bool) -> str | None:
    """Return the condition that a column has figures with marks between them as these texts are; None for others.

    Few texts say something only if they are all that there are.

    >>> figure_condition("y", ("2014-2015",), is_all=True)
    "y GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]' AND substr(y, 6) - substr(y, 1, 4) = 1"
    >>> figure_condition("t", ("1:07.411", "1:47.736", "3:22.300", "1:35.816", "2:01.004"), is_all=False)
    "t GLOB '[0-9]*:[0-9][0-9].[0-9][0-9][0-9]'"
    """
    if not texts or any(not text.isascii() or re.search("[A-Za-z]", text) for text in texts):
        return None
    shapes = {re.sub("[0-9]", "9", text) for text in texts}
    if not all(_FIGURES.fullmatch(shape) for shape in shapes):
        return None
    if len(shapes) == 1 and is_all:
        (shape,) = shapes
        pattern = re.sub(r"[*?\[]", r"[\g<0>]", shape).replace("9", "[0-9]")
        return f"{name} GLOB {literal(pattern)}{_span(name, texts)}"
    pattern_of_all = code_pattern(texts)
    return None if pattern_of_all is None else f"{name} GLOB {literal(pattern_of_all)}"


def _span(name: str, texts: Collection[str]) -> str:
    """Return the condition, to be added, that two years are as far apart as they are in all texts; or nothing."""
    spans = {int(text[5:]) - int(text[:4]) for text in texts if _YEARS.fullmatch(text)}
    is_one = len(spans) == 1 and all(map(_YEARS.fullmatch, texts))
    return f" AND substr({name}, 6) - substr({name}, 1, 4) = {spans.pop()}" if is_one else ""


def code_pattern(texts: Collection[str]) -> str | None:
    """Return the GLOB pattern of codes that consist of the same parts, at least one of them digits; None for others.

    Digits are so many only where zeros fill them up, or where they are months and days.

    >>> code_pattern(("TR000_1", "TR001_10", "TR501_9", "TR002_3", "TR002_4"))
    'TR[0-9][0-9][0-9]_[0-9]*'
    >>> code_pattern(("10", "20", "30", "70", "21")), code_pattern(("a1", "b2", "1c", "d4", "e5"))
    (None, None)
    """
    split = [_RUNS.findall(text) for text in set(texts)]
    if len(split) < LEAST_TEXTS or len({len(runs) for runs in split}) != 1:
        return None
    columns = list(zip(*split, strict=True))
    parts = [_part(set(runs)) for runs in columns]
    pattern = "".join(part for part in parts if part is not None)
    # A number of any length alone says nothing.
    return pattern if None not in parts and "[0-9]" in pattern and pattern != "[0-9]*" else None


def _part(runs: set[str]) -> str | None:
    """Return the pattern of one part of a code; None where it has none."""
    if len(runs) == 1:
        (one,) = runs
        return f"[{one}]" if one in "*?[" else one
    lengths = {len(run) for run in runs}
    if all(run.isdigit() for run in runs):
        is_filled = len(lengths) == 1 and (any(run.startswith("0") for run in runs) or all(map(looks_dated, runs)))
        return "[0-9]" * min(lengths) if is_filled else "[0-9]*"
    is_upper = len(lengths) == 1 and all(run.isalpha() and run.isupper() for run in runs)
    return "[A-Z]" * min(lengths) if is_upper else None
