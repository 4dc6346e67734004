"""What is unnatural about a witness: values that the queries' authors would not expect to meet."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.database import Database, Rows, Value
from spotit.dialect.collation import NOCASE
from spotit.dialect.date_layouts import looks_dated
from spotit.dialect.numerals import number_of
from spotit.engine.compare import void
from spotit.plan.hints.pools import ColumnClass
from spotit.plan.hints.preimage import shift_date
from spotit.schema import BaseColumn, Kind
from spotit.search.evidence import Results
from spotit.search.hints.column_values import DATE_NAME
from spotit.search.pair import Pair

LETTER_CASE = "letter case"
MALFORMED_DATE = "malformed date"
NUMBER_AS_TEXT = "number as text"
ODD_VALUE = "odd value"
ABSENT_ENTITY = "absent entity"
TAGS = (LETTER_CASE, MALFORMED_DATE, NUMBER_AS_TEXT, ODD_VALUE, ABSENT_ENTITY)


def tags(pair: Pair, database: Database) -> tuple[str, ...]:
    """Return the tags that apply to the database, in a fixed order."""
    found = set(_cell_tags(pair, database)) | set(_absent(pair, database))
    return tuple(tag for tag in TAGS if tag in found)


def _cell_tags(pair: Pair, database: Database) -> Iterator[str]:
    for name, table in database.tables.items():
        declared = pair.schema.table(name)
        for index, column_name in enumerate(table.columns):
            base = (name, column_name)
            column = declared.column(column_name) if declared else None
            if base not in pair.usage.columns or column is None:
                continue
            use = pair.usage.of(base)
            for value in {row[index] for row in table.rows}.difference(pair.usage.typical.get(base, ())):
                if isinstance(value, str) and column.kind is Kind.TEXT:
                    yield from _tags_of_text(pair, use, value, column_name)
                elif isinstance(value, int | float) and value < 0 and not _names_negative(use):
                    yield ODD_VALUE


def _tags_of_text(pair: Pair, use: ColumnClass, value: str, name: str) -> tuple[str, ...]:
    """Return the tags of a text; the same few texts occur in database after database."""
    return pair.notes.once(("tags", value, name), use, lambda: tuple(_text_tags(use, value, name)))


def _names_negative(use: ColumnClass) -> bool:
    """Tell whether a query itself speaks of negative numbers in the column, or there is nothing to go by."""
    numbers = [(test.op, n) for test in use.tests if (n := number_of(test.value)) is not None]
    return not numbers or any(n < 0 or (n == 0 and op == "<") for op, n in numbers)


def _text_tags(use: ColumnClass, value: str, name: str) -> Iterator[str]:
    known = _known(use)
    if use.folded and _is_recased(use, value):
        yield LETTER_CASE
    if (use.date and shift_date(value, 0) is None) or _is_odd_date(use, value, name):
        yield MALFORMED_DATE
    elif _is_odd_code(value, _named(use)) or _is_odd_mark(use, value):
        yield ODD_VALUE
    if use.number and not use.date and number_of(value.replace(",", "")) is None and value not in known:
        yield NUMBER_AS_TEXT


def _is_recased(use: ColumnClass, value: str) -> bool:
    """Tell whether the value is what a query looks for, in other letters than the query's own."""
    alike = {text for text in _known(use) if text != value and NOCASE.key(text) == NOCASE.key(value)}
    hits = {str(hit) for test in use.tests for hit in test.hits}
    return bool(alike) or (value not in hits and NOCASE.key(value) in map(NOCASE.key, hits))


def _named(use: ColumnClass) -> set[str]:
    """Return the texts that the queries compare the column itself with."""
    return {test.value for test in use.tests if not test.shape and test.op != "like" and isinstance(test.value, str)}


def _is_odd_mark(use: ColumnClass, value: str) -> bool:
    """Tell whether the value has neither letter nor digit, and is not what a query looks for."""
    wanted = {hit for test in use.tests if not test.shape for hit in test.hits}
    return bool(value) and not any(c.isalnum() for c in value) and value not in wanted


def _is_odd_date(use: ColumnClass, value: str, name: str) -> bool:
    """Tell whether a column of dates holds one of another layout than those that the queries name, or none at all."""
    shape = _shape(value)
    if DATE_NAME.search(name) is None or shape in map(_shape, _named(use)):
        return False
    dated = [_shape(text) for text in _named(use) if looks_dated(text)]
    # A constant may also be the beginning of a date: d >= '2013-01'.
    return not looks_dated(value) or (bool(dated) and not any(shape.startswith(known) for known in dated))


def _is_odd_code(value: str, named: set[str]) -> bool:
    """Tell whether the queries name only codes of digits, and the value does not look like one."""
    shapes = {_shape(text) for text in named}
    coded = bool(shapes) and all("9" in shape and "a" not in shape for shape in shapes)
    return coded and _shape(value) not in shapes and not looks_dated(value)


def _shape(text: str) -> str:
    return "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in text)


def _known(use: ColumnClass) -> set[str]:
    """Return the texts that the queries name, in their own spelling."""
    hits = {str(value) for test in use.tests for value in test.hits[:1]}
    return hits | {str(value) for value in use.constants}


def _absent(pair: Pair, database: Database) -> Iterator[str]:
    """Yield the tag when both queries look up a named entity in a subquery and no row has that name."""
    for use in pair.usage.classes:
        for test in use.tests:
            if not (test.inner and test.shared and test.op == "=" and isinstance(test.value, str)):
                continue
            if not set(_values(database, test.column)) & set(test.hits):
                yield ABSENT_ENTITY


Asked = frozenset[tuple[BaseColumn, tuple[Value, ...]]]
"""Columns with the values that tests of both queries ask for."""


def asked_by_both(pair: Pair) -> Asked:
    """Return the texts that both queries ask for by name, with their columns."""
    tests = (test for use in pair.usage.classes for test in use.tests)
    shared = (test for test in tests if test.shared and not test.shape and test.op == "=")
    return frozenset((test.column, test.hits) for test in shared if isinstance(test.value, str))


def missing(asked: Asked, database: Database, results: Results) -> int:
    """Return how much a reader misses: results that say nothing, and texts that both queries ask for."""
    both = [one for one in (results.left, results.right) if isinstance(one, Rows)]
    silent = sum(void(one) for one in both)
    return silent + sum(not set(_values(database, base)) & set(hits) for base, hits in asked)


def _values(database: Database, base: BaseColumn) -> Iterator[Value]:
    table = database.tables.get(base[0])
    if table is not None and base[1] in table.columns:
        index = table.columns.index(base[1])
        yield from (row[index] for row in table.rows)
