"""Columns, and sets of columns, without repeated values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from spotit.dialect.date_layouts import looks_dated
from spotit.learned_facts import FactKind, LearnedFact
from spotit.mine.column_facts import LEAST_ROWS, is_name_of_rows, is_one_a_day
from spotit.mine.key_columns import is_key_like
from spotit.mine.source import ExampleFile, MinedColumn, MinedTable

_WIDEST = 3
"""Columns of a set."""
_MOST = 8
"""Columns that sets are made of."""


def unique_facts(source: ExampleFile, table: MinedTable, *, is_lookup: bool) -> Iterator[LearnedFact]:
    """Yield what is unique and not declared to be: single columns, then sets of key columns without such a column."""
    if table.rows < 2:
        return
    single = {column.name for column in table.columns if table.table.is_key((column.name,))}
    for column in table.columns:
        if column.name not in single and _may_be_unique(table, column) and _is_unique(source, table, (column,)):
            single.add(column.name)
            is_rule = (column.is_text and _is_dated(column)) or is_name_of_rows(
                column.name, table.rows, is_text=column.is_text, is_lookup=is_lookup
            )
            if not is_rule and table.rows < LEAST_ROWS:
                continue
            yield LearnedFact(FactKind.UNIQUE, table.name, (column.name,), column.present, column.present, is_rule)
    parts = [c for c in table.columns if c.name not in single and is_key_like(source.schema, table.table, c.name)][
        :_MOST
    ]
    found: list[set[str]] = [set(key) for key in table.table.keys]
    for width in range(2, _WIDEST + 1) if table.rows >= LEAST_ROWS else ():
        for columns in combinations(parts, width):
            names = {column.name for column in columns}
            if any(key <= names for key in found) or not _distinct_in_sample(columns):
                continue
            if _is_unique(source, table, columns):
                found.append(names)
                listed = tuple(column.name for column in columns)
                yield LearnedFact(FactKind.UNIQUE, table.name, listed, table.rows, table.rows)


def _may_be_unique(table: MinedTable, column: MinedColumn) -> bool:
    values = column.filled
    if column.is_text and _is_dated(column) and not is_one_a_day(column.present, column.least, column.greatest):
        return False
    whole = column.types <= {"integer"} or column.is_text
    return whole and len(values) >= 2 and len(column.sampled) == len(values) and column.present > table.rows // 2


def _is_dated(column: MinedColumn) -> bool:
    return all(looks_dated(str(value)) for value in column.sampled)


def _distinct_in_sample(columns: tuple[MinedColumn, ...]) -> bool:
    rows = [row for row in zip(*(column.sample for column in columns), strict=True) if None not in row]
    return len(rows) >= 2 and len(set(rows)) == len(rows)


def _is_unique(source: ExampleFile, table: MinedTable, columns: tuple[MinedColumn, ...]) -> bool:
    names = ", ".join(column.sql for column in columns)
    present = " AND ".join(f"{column.sql} IS NOT NULL" for column in columns)
    repeated = f"SELECT 1 FROM {table.sql} WHERE {present} GROUP BY {names} HAVING count(*) > 1 LIMIT 1"
    return not source.rows(repeated)
