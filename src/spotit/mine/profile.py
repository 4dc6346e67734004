"""Facts from a profile: statistics of the columns of a database, without the database (docs/reference/facts.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from spotit.dialect.wording import literal, quote
from spotit.errors import UsageError
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts, one_of
from spotit.mine.column_facts import FEW_ROWS, LEAST_ROWS
from spotit.mine.key_columns import has_key_name

_REPEATED = 5
"""How often the values of a small domain occur, on average."""


class ProfileColumn(msgspec.Struct):
    """The statistics of one column."""

    name: str
    null_fraction: float = 0.0
    unique_count: int | None = None
    sample_values: tuple[str | float | int | None, ...] = ()
    """Values that occur, the most frequent first; all of them if there are as many as `unique_count`."""
    min_value: str | float | int | None = None
    max_value: str | float | int | None = None
    type: str = ""


class ProfileTable(msgspec.Struct):
    """The statistics of one table."""

    name: str
    row_count: int
    columns: tuple[ProfileColumn, ...]
    primary_key: tuple[str, ...] = ()


class DataProfile(msgspec.Struct):
    """The content of a profile file; other fields are ignored."""

    tables: tuple[ProfileTable, ...]
    database: str = ""


def facts_of_profile(path: Path) -> LearnedFacts:
    """Return the facts that a profile supports; raise `UsageError` when the file is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        profile = msgspec.convert(content, DataProfile, strict=False)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not a profile: {error}") from None
    columns = tuple(_column(table, column) for table in profile.tables for column in table.columns)
    facts = tuple(fact for table in profile.tables for column in table.columns for fact in _facts(table, column))
    rows = {table.name: table.row_count for table in profile.tables}
    return LearnedFacts(f"profile of {profile.database or path.name}", rows, columns, facts)


def _nulls(table: ProfileTable, column: ProfileColumn) -> int:
    """Return the number of NULLs; at least one where the fraction says that there are some."""
    return max(round(table.row_count * column.null_fraction), int(column.null_fraction > 0))


def _column(table: ProfileTable, column: ProfileColumn) -> ColumnFacts:
    frequent = tuple((value, 1) for value in column.sample_values if value is not None)
    return ColumnFacts(
        table.name,
        column.name,
        table.row_count,
        _nulls(table, column),
        column.unique_count,
        column.min_value,
        column.max_value,
        frequent,
    )


def _facts(table: ProfileTable, column: ProfileColumn) -> Iterator[LearnedFact]:
    rows, name = table.row_count, quote(column.name)
    present = rows - _nulls(table, column)
    in_key = column.name in table.primary_key or has_key_name(column.name)
    if rows and present == rows:
        yield LearnedFact(FactKind.NOT_NULL, table.name, (column.name,), rows, rows, rows >= FEW_ROWS)
    if _is_unique(column, present) and table.primary_key != (column.name,):
        is_rule = rows >= LEAST_ROWS and (in_key or isinstance(column.min_value, str))
        yield LearnedFact(FactKind.UNIQUE, table.name, (column.name,), present, present, is_rule)
    if in_key:
        return
    enough = present >= LEAST_ROWS
    values = tuple(sorted((v for v in column.sample_values if v is not None), key=lambda v: (str(type(v)), v)))
    if values and len(values) == column.unique_count and present >= _REPEATED * len(values):
        condition = one_of(name, values)
        yield LearnedFact(FactKind.VALUES, table.name, (column.name,), present, present, enough, condition)
    least, greatest = column.min_value, column.max_value
    if isinstance(least, int | float) and isinstance(greatest, int | float):
        if least >= 0:
            yield LearnedFact(FactKind.RANGE, table.name, (column.name,), present, present, enough, f"{name} >= 0")
        between = f"{name} BETWEEN {literal(least)} AND {literal(greatest)}"
        yield LearnedFact(FactKind.RANGE, table.name, (column.name,), present, present, False, between)


def _is_unique(column: ProfileColumn, present: int) -> bool:
    whole = isinstance(column.min_value, int | str)
    return whole and column.unique_count is not None and column.unique_count == present >= 2
