"""Small look-up tables: the rows that they have are the rows that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from spotit.dialect.date_layouts import looks_dated
from spotit.learned_facts import FactKind, LearnedFact
from spotit.mine.reference_facts import Reference
from spotit.mine.source import MinedColumn, MinedTable

MOST_ROWS = 64
MOST_COLUMNS = 3
USED = 3
"""How many times as many rows a table has that refers to a look-up table."""


def is_lookup(table: MinedTable, references: Iterable[Reference], rows: Mapping[str, int]) -> bool:
    """Tell whether a table is small, refers to no other, and is referred to by a table with many more rows."""
    if not 2 <= table.rows <= MOST_ROWS or not 2 <= len(table.columns) <= MOST_COLUMNS:
        return False
    if not any(column.is_text and not _is_dated(column) for column in table.columns):
        return False
    keys = list(references)
    used = max((rows.get(key.table, 0) for key in keys if key.target == table.name), default=0)
    return used >= USED * table.rows and all(key.table != table.name for key in keys)


def _is_dated(column: MinedColumn) -> bool:
    return all(looks_dated(str(value)) for value in column.sampled)


def contents(table: MinedTable) -> Iterator[LearnedFact]:
    """Yield that each row of a look-up table is one of those that it has."""
    if any("blob" in column.types or column.present < table.rows for column in table.columns):
        return
    rows = tuple(zip(*(column.sample for column in table.columns), strict=True))
    listed = tuple(column.name for column in table.columns)
    yield LearnedFact(FactKind.CONTENTS, table.name, listed, table.rows, table.rows, True, contents=rows)
