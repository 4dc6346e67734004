"""Which values a column may be given: those of its declared type, chosen by how the queries use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial

from spotit.database import Value
from spotit.dialect.date_layouts import clock_in, is_moment, is_year, looks_dated
from spotit.dialect.numerals import number_of
from spotit.dialect.types import DAY_KINDS, MOMENT_KINDS, NUMBER_KINDS
from spotit.frozen import frozen
from spotit.plan.hints.named_values import held_kind, takes_others
from spotit.plan.hints.pools import PLAIN_DATES, PLAIN_NUMBERS, PLAIN_WORDS, ColumnClass, Test
from spotit.plan.hints.preimage import is_date_text, shift_date
from spotit.plan.hints.usage import Allowed, Usage
from spotit.schema import BaseColumn, DeclaredColumn, Kind, Table
from spotit.search.hints.check_demands import check_values

_TIMES = ("00:00:00", "12:00:00", "01:00:00", "10:30:00", "23:59:59")
DATE_NAME = re.compile(r"date|birthday|(^|_)day$", re.IGNORECASE)
"""Names of columns that hold dates."""
A_FRACTION = 0.5
"""Among the values of a column that may hold anything."""
_PLAIN = frozenset((*PLAIN_WORDS, *PLAIN_NUMBERS, *range(7, 16), *PLAIN_DATES))
_NUMERALS = re.compile("[0-9]")
_YEAR = 4
"""The digits of a year, which is the shortest beginning of a date."""
_MONTH = 7
"""The characters of a year and a month."""
_BLENDED = 6
"""Typical dates that are blended with one that a test asks for."""
_BEYOND = (1, 2, 10, 40)
"""How far beyond the constant of a comparison values are taken, so that not all that pass it are equal."""


Fitting = Callable[[Iterable[Value], Kind], tuple[Value, ...]]
"""Returns those of some values that a column of a kind holds, converted to it."""


@frozen
class Fill:
    """The values of one column: `pool` holds all of them, the plainest first."""

    pool: tuple[Value, ...]
    shared: tuple[tuple[Value, ...], ...]
    """For each test that both queries make on the column, values that pass it."""
    disputed: tuple[tuple[Value, ...], ...]
    """For each test that only one query makes, values that pass it and values that just fail it."""
    near: tuple[Value, ...]
    """Values that just fail a test."""


def fill_of(table: Table, column: DeclaredColumn, usage: Usage, fresh: int) -> Fill:
    """Return the values for a column; those that a CHECK of its table names come first."""
    base = (table.name, column.name)
    use = usage.of(base)
    kind = column.kind if column.kind in MOMENT_KINDS else held_kind(use.named, column.kind)
    named = _fitting(check_values(table, column), kind)
    values = tuple(_pool(kind, use.id, usage, fresh))
    fitting: Fitting = _fitting
    if use.named and takes_others(table, column.name):
        values, fitting = (*values, *use.named), partial(_with_named, use.named)
    if kind is Kind.TEXT and DATE_NAME.search(column.name):
        values, fitting = tuple(_dates_first(values, use)), _dates_if_any
    if (layout := _layout(usage.typical.get(base, ()))) and kind is Kind.TEXT:
        fitting = partial(_in_layout, layout, fitting)
        values = fitting(values, kind)
    if known := fitting(usage.typical.get(base, ()), kind):
        values = (*_zero_last(known, use), *_not_plain(values, use, len(known) >= fresh))
    if usage.allowed is not None:
        allowed = partial(_allowed, usage.allowed, base, fitting)
        kept = allowed(values, kind)
        if len(kept) < fresh:
            kept = tuple(dict.fromkeys((*kept, *allowed(usage.allowed.found(base), kind))))
        values = kept or values
        named, fitting = allowed(named, kind), allowed
    wished = fitting(usage.wished.get(base, ()), kind)
    pool = tuple(dict.fromkeys((*wished, *values, *named) if known else (*wished, *named, *values)))
    tests = [test for test in use.tests if test.column == base]
    typical = usage.typical.get(base, ())

    def fitted(found: Sequence[Value]) -> tuple[Value, ...]:
        return fitting(found, kind) or (fitting(_blended(found, typical), kind) if typical else ())

    shared = [fitted(_passing(test)) for test in tests if test.shared]
    disputed = [fitted((*_passing(test), *test.hits, *test.near)) for test in tests if not test.shared]
    near = [value for test in tests for value in fitting((*test.near, *test.hits), kind)]
    return Fill(
        pool,
        tuple(values for values in shared if values),
        tuple(values for values in disputed if values),
        tuple(dict.fromkeys(near)),
    )


def _zero_last(values: Sequence[Value], use: ColumnClass) -> Iterator[Value]:
    """Yield typical values: none of something comes last, unless a query asks for it."""
    asked = any(test.value == 0 for test in use.tests)
    yield from (value for value in values if asked or value != 0)
    yield from (value for value in values if not asked and value == 0)


def _not_plain(values: Iterable[Value], use: ColumnClass, enough: bool) -> Iterator[Value]:
    """Yield values of a column of which typical ones are known: without the plain ones, if there are enough others."""
    asked = {value for test in use.tests for value in (test.value, *test.hits, *test.near)} if enough else {}
    return (value for value in values if not enough or value not in _PLAIN or value in asked or value in use.constants)


def _layout(typical: Iterable[Value]) -> str:
    """Return one of the typical values of a column if all of them are dates of one layout; otherwise nothing."""
    texts = [value for value in typical if isinstance(value, str)]
    shapes = {_NUMERALS.sub("9", text) for text in texts}
    return texts[0] if len(shapes) == 1 and all(map(is_moment, texts)) else ""


def _in_layout(layout: str, fitting: Fitting, values: Iterable[Value], kind: Kind) -> tuple[Value, ...]:
    """Return fitting values; those that are the beginning of a date in the layout go on as the layout does."""
    shape, found = _NUMERALS.sub("9", layout), []
    for value in fitting(values, kind):
        if isinstance(value, str) and len(value) >= _YEAR and shape.startswith(_NUMERALS.sub("9", value)):
            value = value + layout[len(value) :]
        found.append(value)
    return tuple(dict.fromkeys(found))


def _blended(dates: Iterable[Value], typical: Iterable[Value]) -> Iterator[str]:
    """Yield typical dates with the year of another one, and with its month and day: as a test of either asks for.

    So a date that a test asks for can be one of those that the data hold, which are the only ones allowed.
    """
    known = [text for text in typical if isinstance(text, str) and is_moment(text)][:_BLENDED]
    for date in dates:
        if isinstance(date, str) and is_date_text(date):
            yield from (date[:_YEAR] + text[_YEAR:] for text in known)
            yield from (text[:_YEAR] + date[_YEAR:] + text[len(date) :] for text in known)
            yield from (text[:_YEAR] + date[_YEAR:_MONTH] + text[_MONTH:] for text in known)


def _dates_first(values: Iterable[Value], use: ColumnClass) -> Iterator[Value]:
    """Yield the values of a text column that is called a date: dates first, plain ones if no query names any text."""
    found = list(values)
    dates = [value for value in found if isinstance(value, str) and looks_dated(value)]
    yield from dates
    if not any(isinstance(test.value, str) for test in use.tests):
        yield from PLAIN_DATES
    yield from (value for value in found if value not in dates)


def _dates_if_any(values: Iterable[Value], kind: Kind) -> tuple[Value, ...]:
    """Return those texts that look like dates, or all where none does."""
    fitting = _fitting(values, kind)
    return tuple(value for value in fitting if looks_dated(str(value))) or fitting


def _allowed(
    allowed: Allowed, base: BaseColumn, fitting: Fitting, values: Iterable[Value], kind: Kind
) -> tuple[Value, ...]:
    """Return those of the fitting values that the CHECKs on the column allow."""
    return allowed.among(base, fitting(values, kind))


def _with_named(named: Container[Value], values: Iterable[Value], kind: Kind) -> tuple[Value, ...]:
    """Return as they are the values that a query names, and dates; others as the kind has them."""
    values = tuple(values)
    found = [value for value in values if value in named or (kind in DAY_KINDS and is_moment(str(value)))]
    return (*found, *_fitting((value for value in values if value not in found), kind))


def _passing(test: Test) -> tuple[Value, ...]:
    """Return values that likely pass the test; `near` holds those below first, then those above."""
    half = (len(test.near) + 1) // 2
    match test.op:
        case "=" | "IS" | "like":
            return test.hits
        case ">":
            return (test.near[half:] or test.hits) + _beyond(test, 1)
        case "<":
            return (test.near[:half] or test.hits) + _beyond(test, -1)
        case ">=":
            return test.hits + test.near[half:] + _beyond(test, 1)
        case "<=":
            return test.hits + test.near[:half] + _beyond(test, -1)
        case _:
            return test.near


def _beyond(test: Test, sign: int) -> tuple[Value, ...]:
    if test.shape or test.value is None:
        return ()
    if isinstance(test.value, str):
        return tuple(text for step in _BEYOND if (text := _shifted(test.value, sign * step)))
    return () if isinstance(test.value, bytes) else tuple(test.value + sign * step for step in _BEYOND)


def _shifted(text: str, step: int) -> str | None:
    """Return a date so many days, or a time so many hours, later."""
    if is_date_text(text):
        return shift_date(text, step)
    clock = clock_in(text)
    if clock is None or not 0 <= (hour := clock[0] + step) < 24:
        return None
    return f"{hour:02}{clock[1]}"


def _pool(kind: Kind, class_id: int, usage: Usage, fresh: int) -> Iterator[Value]:
    if kind in NUMBER_KINDS:
        numbers = usage.number_pool(class_id)
        if len(numbers) < fresh:
            numbers = tuple(sorted((*numbers, *range(7, fresh)), key=lambda number: number < 0))
        return _numbers(numbers, kind)
    if kind in DAY_KINDS:
        return iter(usage.date_pool(class_id, kind))
    texts = usage.plain(class_id, fresh)
    if kind is Kind.TIME:
        return iter((*_fitting(texts, kind), *_TIMES))
    if kind is Kind.TEXT:
        return iter(texts)
    return iter((*usage.number_pool(class_id), *texts, A_FRACTION))


def _numbers(numbers: Iterable[int | float], kind: Kind) -> Iterator[Value]:
    for number in numbers:
        if kind is Kind.BOOLEAN and number not in (0, 1):
            continue
        yield from _fitting((number,), kind)


def _fitting(values: Iterable[Value], kind: Kind) -> tuple[Value, ...]:
    """Return those values that a column of this kind holds, converted to it."""
    return tuple(dict.fromkeys(fit for value in values if (fit := _fit(value, kind)) is not None))


def _fit(value: Value, kind: Kind) -> Value:
    if kind in NUMBER_KINDS:
        return _fit_number(number_of(value), kind)
    if kind is Kind.TEXT:
        return value if isinstance(value, str) else _digits(value)
    text = value if isinstance(value, str) else ""
    if kind is Kind.TIME:
        return text if len(text) == 8 and text[2::3] == "::" else None
    if kind in DAY_KINDS:
        return _fit_date(text, kind)
    return value


def _fit_number(number: int | float | None, kind: Kind) -> Value:
    if number is None or abs(number) >= 2**62 or (kind is Kind.BOOLEAN and number not in (0, 1)):
        return None
    if isinstance(number, float) and (number.is_integer() or kind in (Kind.INTEGER, Kind.BOOLEAN)):
        return int(number // 1)
    return number


def _digits(value: Value) -> str | None:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return None if value is None or isinstance(value, bytes) else str(value)


def _fit_date(text: str, kind: Kind) -> str | None:
    if not is_date_text(text):
        return f"{text}-01-01" + (" 00:00:00" if kind is Kind.DATETIME else "") if is_year(text) else None
    day = f"{text[:7]}-01" if len(text) < 10 else text[:10]
    if shift_date(day, 0) != day:
        return None
    if kind is Kind.DATE:
        return day
    time = text[11:19] if len(text) >= 19 else "00:00:00"
    return f"{day} {time}"
