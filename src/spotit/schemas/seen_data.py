"""What the data of a database file show of its schema: foreign keys that find no row, values of other types.

SQLite keeps neither, unless it is told to. What the data at hand break is not taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from spotit.dialect.types import not_of_kind
from spotit.dialect.wording import quote
from spotit.engine.failures import QueryError
from spotit.engine.open import system
from spotit.engine.protocol import Reader
from spotit.errors import SpotitError
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table

_STEPS = 1_000_000_000
"""Of the engine, for one pass over a table: some seconds."""
_SECONDS = 60.0
_WIDTH = 60
"""Columns that are looked at in one pass."""


def as_seen_in(schema: Schema, path: Path) -> Schema:
    """Return the schema without what the data of a file break, and with notes on it."""
    try:
        reader = system().open_file(path)
    except SpotitError:
        return schema
    try:
        return _Look(reader, []).schema(schema)
    finally:
        reader.close()


class _Look:
    """One look at the data of a file; collects notes."""

    def __init__(self, reader: Reader, notes: list[str]) -> None:
        self._reader = reader
        self._notes = notes

    def schema(self, schema: Schema) -> Schema:
        tables = tuple(self._table(table, schema) for table in schema.tables)
        return replace(schema, tables=tables, notes=(*schema.notes, *self._notes))

    def _table(self, table: Table, schema: Schema) -> Table:
        try:
            mixed = set(self._mixed(table))
            broken = [key for key in table.foreign_keys if self._is_broken(table, key, schema)]
        except QueryError:
            self._notes.append(f"the data of {table.name} were not looked at in full")
            return table
        if mixed:
            names = ", ".join(f"{table.name}.{column.name}" for column in table.columns if column.name in mixed)
            self._notes.append(f"in the data {names} has values of another type: nothing is assumed of its values")
        for key in broken:
            told = f"{table.name}({', '.join(key.columns)}) -> {key.target}"
            self._notes.append(f"the data break the foreign key {told}: it is not assumed")
        columns = tuple(replace(c, is_mixed=True) if c.name in mixed else c for c in table.columns)
        return replace(table, columns=columns, foreign_keys=tuple(k for k in table.foreign_keys if k not in broken))

    def _mixed(self, table: Table) -> Iterator[str]:
        """Yield the columns with a value that is not of the declared type."""
        asked = [(column.name, condition) for column in table.columns if (condition := _other(column))]
        for start in range(0, len(asked), _WIDTH):
            part = asked[start : start + _WIDTH]
            found = self._one(f"SELECT {', '.join(f'max({c})' for _, c in part)} FROM {quote(table.name)}")
            yield from (name for (name, _), value in zip(part, found, strict=True) if value)

    def _is_broken(self, table: Table, key: ForeignKey, schema: Schema) -> bool:
        target = schema.table(key.target)
        if target is None:
            return False
        pairs = [(quote(a), quote(b)) for a, b in zip(key.columns, key.target_columns, strict=True)]
        given = " AND ".join(f"c.{a} IS NOT NULL" for a, _ in pairs)
        there = " AND ".join(f"p.{b} = c.{a}" for a, b in pairs)
        partner = f"SELECT 1 FROM {quote(target.name)} AS p WHERE {there}"
        orphan = f"SELECT 1 FROM {quote(table.name)} AS c WHERE {given} AND NOT EXISTS ({partner})"
        return bool(self._one(f"SELECT EXISTS ({orphan})")[0])

    def _one(self, sql: str) -> tuple[object, ...]:
        return self._reader.run(sql, max_rows=1, budget=_SECONDS, steps=_STEPS).rows[0]


def _other(column: DeclaredColumn) -> str:
    """Return the SQL condition that a value of the column is not of its kind; empty where any is."""
    return "" if column.computed else not_of_kind(column.kind, quote(column.name))
