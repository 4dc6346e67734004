"""The database noun: concrete rows for the tables of a schema, and query results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from spotit.dialect.names import fold
from spotit.dialect.values import Value as Value
from spotit.schema import Affinity, Column, Schema

Row = tuple[Value, ...]
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Rows:
    """Named columns and rows: the content of one table, or the result of one query."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form; bytes become {"hex": ...}."""
        return {"columns": list(self.columns), "rows": [[json_value(v) for v in row] for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Database:
    """Rows per table, keyed by the table's declared name. Tables that are not listed are empty.

    A column that is not listed in a table's `columns` is NULL; a hidden rowid may be listed as "rowid".
    """

    tables: Mapping[str, Rows] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of rows in all tables."""
        return sum(len(table.rows) for table in self.tables.values())

    @property
    def height(self) -> int:
        """The number of rows of the largest table."""
        return max((len(table.rows) for table in self.tables.values()), default=0)


def literal(value: Value) -> str:
    """Return a value as an SQLite literal that reads back as the same value."""
    match value:
        case None:
            return "NULL"
        case bytes():
            return f"x'{value.hex()}'"
        case str():
            return _text_literal(value)
        case float() if value != value:
            return "NULL"
        case float() if value in (float("inf"), float("-inf")):
            return "9e999" if value > 0 else "-9e999"
        case _:
            return repr(value)


def _text_literal(text: str) -> str:
    quoted = text.replace("'", "''")
    if "\x00" not in text:
        return f"'{quoted}'"
    return f"CAST(x'{text.encode().hex()}' AS TEXT)"


def json_value(value: Value) -> object:
    """Return a value as JSON can hold it."""
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def violations(schema: Schema, database: Database) -> Iterator[str]:
    """Yield every foreign key inclusion that the rows break, also those SQLite cannot enforce."""
    for table in schema.tables:
        source = database.tables.get(table.name, Rows(()))
        for key in table.foreign_keys:
            target = schema.table(key.target)
            if target is None:
                continue
            columns = [target.column(name) if schema.enforceable(key) else None for name in key.target_columns]
            there = {
                tuple(map(as_parent_key, values, columns))
                for values in _projection(database.tables.get(target.name, Rows(())), key.target_columns)
            }
            for values in _projection(source, key.columns):
                if None not in values and tuple(map(as_parent_key, values, columns)) not in there:
                    yield f"{table.name}({', '.join(key.columns)}) -> {key.target}: {values!r} has no target"


def as_parent_key(value: Value, parent: Column | None) -> Value:
    """Return what stands for a value where SQLite compares it with a parent key: by its affinity and collation.

    Without a parent column (a foreign key that SQLite cannot enforce) it is the value itself.
    """
    if parent is None or parent.affinity is Affinity.BLOB:
        return value
    if parent.affinity is Affinity.TEXT:
        text = str(value) if isinstance(value, int | float) else value
        if not isinstance(text, str):
            return text
        return parent.collation.key(text)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value


def _projection(rows: Rows, names: tuple[str, ...]) -> set[Row]:
    position = {fold(name): index for index, name in enumerate(rows.columns)}
    picks = [position.get(fold(name)) for name in names]
    return {tuple(None if p is None else row[p] for p in picks) for row in rows.rows}
