"""Fills columns that must not be NULL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle, islice

from spotit.database import Rows, Value
from spotit.schema import Table, not_nulls
from spotit.search.hints.check_demands import demanded_columns
from spotit.search.hints.plain_values import plain_value
from spotit.search.refute.repair.check import named_by_checks
from spotit.search.refute.repair.filling import Filling

_FIRST_FRESH = 1000
"""Where the values of added rows begin, so that they are not those of other rows."""


def fill_column(filling: Filling, table: str, column: str) -> None:
    """Give a column that the table's rows lack values, all different where they can be."""
    if filling.lacks(table, column):
        rows = len(filling.tables[table].rows)
        filling.add_column(table, column, islice(_values(filling, filling.table(table), column), rows))


def fill_nulls(filling: Filling, table: Table) -> None:
    """Replace what is NULL, and must not be or may break a CHECK, in all rows of a table."""
    fresh = count(_FIRST_FRESH)
    required = [constraint.column for constraint in not_nulls(table, null_keys=filling.pair.options.null_keys)]
    for name in dict.fromkeys((*required, *sorted(demanded_columns(table)))):
        if filling.lacks(table.name, name):
            filling.add_column(table.name, name, [None] * len(filling.tables[table.name].rows))
        found = filling.tables[table.name]
        at = found.place(name)
        assert at is not None
        filled = (
            row if row[at] is not None else (*row[:at], plain(filling, table, name, next(fresh)), *row[at + 1 :])
            for row in found.rows
        )
        filling.tables[table.name] = Rows(found.columns, tuple(filled))


def _values(filling: Filling, table: Table, column: str) -> Iterator[Value]:
    """Yield values without end: those that exist in the target where the column refers to one, else plain ones."""
    for inclusion in filling.pair.schema.inclusions(table.name):
        if column in inclusion.columns and inclusion.target in filling.tables:
            there = inclusion.target_columns[inclusion.columns.index(column)]
            found = [value for (value,) in filling.tables[inclusion.target].project((there,)) if value is not None]
            if found:
                return cycle(found)
    return (plain(filling, table, column, number) for number in count(1))


def plain(filling: Filling, table: Table, name: str, number: int) -> Value:
    """Return the number-th plain value of a column; where a CHECK speaks of the column, one of those that it names."""
    column = table.column(name)
    assert column is not None, name
    named = named_by_checks(filling.pair, table, column)
    if not named:
        return plain_value(column.kind, number)
    in_key = any(name in key for key in table.keys)
    return named[(number - 1) % len(named)] if in_key else named[0]
