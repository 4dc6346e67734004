"""Constants that queries compare columns with: evidence that a column holds them, whatever its declared type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spotit.database import Value
from spotit.dialect.date_layouts import LAYOUTS, exists, looks_dated
from spotit.dialect.numerals import number_in, number_of
from spotit.dialect.types import MOMENT_KINDS, NUMBER_KINDS
from spotit.plan.hints.pools import Test
from spotit.schema import Kind, Schema, Table

_EQUALITY = frozenset(("=", "<>", "IS", "IS NOT"))
_NO_NUMERAL = re.compile(r"[^-+0-9.eE%_]|[0-9.%_]-")
"""In a pattern: what no number has when it is read as text."""
_NO_MOMENT = re.compile(r"[^-0-9:. TZ%_]")
"""In a pattern: what no date has."""


def named_values(tests: Iterable[Test], schema: Schema) -> tuple[Value, ...]:
    """Return the texts and numbers among the constants of the tests that no value of the tested column's type is."""
    return tuple(dict.fromkeys(value for test in tests for value in _values(test, schema)))


def held_kind(named: Iterable[Value], kind: Kind) -> Kind:
    """Return the kind of values that a column holds when numbers are named that its own kind does not have."""
    if kind in MOMENT_KINDS:
        return Kind.ANY if any(isinstance(value, int | float) for value in named) else kind
    if kind not in (Kind.BOOLEAN, Kind.INTEGER):
        return kind
    if any(isinstance(value, float) for value in named):
        return Kind.NUMERIC
    return Kind.INTEGER if any(isinstance(value, int) for value in named) else kind


def takes_others(table: Table, column: str) -> bool:
    """Tell whether a column of numbers or dates takes other values too; in a STRICT table none does."""
    declared = table.column(column)
    if declared is None or table.is_strict or declared.computed:
        return False
    return declared.kind in NUMBER_KINDS | MOMENT_KINDS and column != table.rowid_column


def _values(test: Test, schema: Schema) -> Iterator[Value]:
    table, declared = schema.table(test.column[0]), schema.column(test.column)
    if table is None or declared is None or test.shape or not takes_others(table, declared.name):
        return
    number = number_of(test.value)
    if number is not None:
        if test.op in _EQUALITY and _is_other_number(number, declared.kind):
            yield number
    elif isinstance(test.value, str):
        yield from _texts(test, test.value, declared.kind)


def _is_other_number(number: int | float, kind: Kind) -> bool:
    """Tell whether a column of this kind would not hold the number."""
    if kind is Kind.BOOLEAN:
        return number not in (0, 1)
    return kind in MOMENT_KINDS or (kind is Kind.INTEGER and number % 1 != 0)


def _texts(test: Test, value: str, kind: Kind) -> Iterator[str]:
    if test.op == "like":
        if (_NO_MOMENT if kind in MOMENT_KINDS else _NO_NUMERAL).search(value):
            yield from (hit for hit in test.hits if isinstance(hit, str) and number_in(hit) is None)
    elif kind in NUMBER_KINDS or _is_no_moment(value, test.op, kind):
        yield value


def _is_no_moment(text: str, op: str, kind: Kind) -> bool:
    """Tell whether a text is not written as the column's values are; a limit may also be a part of such a text."""
    if op in _EQUALITY:
        return not exists(text, kind)
    layout = "".join("9" * part if isinstance(part, int) else part for part in LAYOUTS[kind])
    shape = re.sub("[0-9]", "9", text)
    return not (layout.startswith(shape) or shape.startswith(layout) or looks_dated(text))
