"""What is unnatural about a witness: values that the queries' authors would not expect to meet."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.database import Database, Value
from spotit.plan.pools import Base, ColumnClass
from spotit.plan.preimage import as_number, shift_date
from spotit.schema import Kind
from spotit.search.pair import Pair

LETTER_CASE = "letter case"
MALFORMED_DATE = "malformed date"
NUMBER_AS_TEXT = "number as text"
ABSENT_ENTITY = "absent entity"


def tags(pair: Pair, database: Database) -> tuple[str, ...]:
    """Return the tags that apply to the database, in a fixed order."""
    found = set(_cell_tags(pair, database)) | set(_absent(pair, database))
    return tuple(tag for tag in (LETTER_CASE, MALFORMED_DATE, NUMBER_AS_TEXT, ABSENT_ENTITY) if tag in found)


def _cell_tags(pair: Pair, database: Database) -> Iterator[str]:
    for name, table in database.tables.items():
        declared = pair.schema.table(name)
        for index, column_name in enumerate(table.columns):
            base = (name, column_name)
            column = declared.column(column_name) if declared else None
            if base not in pair.usage.columns or column is None or column.kind is not Kind.TEXT:
                continue
            use = pair.usage.of(base)
            for value in {row[index] for row in table.rows}:
                if isinstance(value, str):
                    yield from _text_tags(use, value)


def _text_tags(use: ColumnClass, value: str) -> Iterator[str]:
    known = _known(use)
    if use.folded and any(text != value and text.casefold() == value.casefold() for text in known):
        yield LETTER_CASE
    if use.date and shift_date(value, 0) is None:
        yield MALFORMED_DATE
    if use.number and not use.date and as_number(value.replace(",", "")) is None and value not in known:
        yield NUMBER_AS_TEXT


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


def _values(database: Database, base: Base) -> Iterator[Value]:
    table = database.tables.get(base[0])
    if table is not None and base[1] in table.columns:
        index = table.columns.index(base[1])
        yield from (row[index] for row in table.rows)
