"""SQLite's wording of a schema and of a witness: CREATE and INSERT statements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.constraints.inclusion import Inclusion
from spotit.database import Database, Rows
from spotit.dialect.wording import literal, quote
from spotit.engine.sqlite.enforce import counts_rightly
from spotit.schema import DeclaredColumn, Index, Schema, Table

_PLAIN_TYPE = re.compile(r"[A-Za-z_]\w*(?: [A-Za-z_]\w*)*\s*(?:\(\s*[+-]?\d+\s*(?:,\s*[+-]?\d+\s*)?\))?")
"""A declared type that SQLite's grammar takes without quotes."""


def create_statements(schema: Schema, *, deferred: bool = False) -> tuple[str, ...]:
    """Return CREATE statements that load in SQLite with every enforceable constraint switched on.

    With `deferred`, foreign keys are checked when a transaction commits, not row by row, and those that SQLite then
    counts wrongly are left out. A foreign key whose target is not a declared key makes SQLite refuse every insert
    ("foreign key mismatch") and is left out in any case. The engine looks for rows that break such keys itself.
    """
    return tuple(_statements(schema, deferred))


def witness_script(database: Database, schema: Schema) -> str:
    """Return a paste-ready script that creates the tables which the database needs, and fills them.

    It loads with foreign keys switched on: parents come first, and where keys form a circle the rows go
    into one transaction that checks them at its end.
    """
    used = Schema(tuple(t for t in schema.tables if _needed(t, schema, database)), schema.views)
    order = schema.parents_first(database.tables)
    rows = tuple(statement for name in order for statement in _inserts(name, database.tables[name], schema))
    if _is_circular(order, schema):
        rows = ("BEGIN", "PRAGMA defer_foreign_keys = ON", *rows, "COMMIT")
    return "".join(f"{statement};\n" for statement in (*create_statements(used), *rows))


def _statements(schema: Schema, deferred: bool) -> Iterator[str]:
    for table in schema.tables:
        yield _create_table(table, schema, deferred=deferred)
        yield from (_create_index(index, table) for index in table.indexes if index.name)
    for view in schema.views:
        columns = f"({', '.join(map(quote, view.columns))})" if view.columns else ""
        yield f"CREATE VIEW {quote(view.name)}{columns} AS {view.sql}"


def _create_table(table: Table, schema: Schema, *, deferred: bool) -> str:
    own = table.primary_key[0] if table.rowid_column is not None or table.descending_key else None
    marked = "PRIMARY KEY DESC" if table.descending_key else "PRIMARY KEY"
    parts = [_column_ddl(c, marked if c.name == own else "") for c in table.columns]
    if table.primary_key and own is None:
        parts.append(f"PRIMARY KEY ({', '.join(map(quote, table.primary_key))})")
    parts += [f"UNIQUE ({', '.join(map(quote, key))})" for key in table.unique]
    parts += [f"UNIQUE ({index.terms})" for index in table.indexes if not index.name]
    parts += [f"CHECK ({check})" for check in table.checks]
    when = " DEFERRABLE INITIALLY DEFERRED" if deferred else ""
    keeps = counts_rightly if deferred else _is_enforced
    parts += [_foreign_key_ddl(key) + when for key in schema.references(table.name) if keeps(key)]
    options = ["WITHOUT ROWID"] * table.without_rowid + ["STRICT"] * table.is_strict
    return f"CREATE TABLE {quote(table.name)} ({', '.join(parts)}) {', '.join(options)}".rstrip()


def _create_index(index: Index, table: Table) -> str:
    unique = "UNIQUE " if index.is_unique else ""
    condition = f" WHERE {index.condition}" if index.condition else ""
    return f"CREATE {unique}INDEX {quote(index.name)} ON {quote(table.name)} ({index.terms}){condition}"


def _column_ddl(column: DeclaredColumn, key: str) -> str:
    words = [quote(column.name)]
    if column.declared:
        words.append(column.declared if _PLAIN_TYPE.fullmatch(column.declared) else quote(column.declared))
    if key:
        words.append(key)
    if column.not_null:
        words.append("NOT NULL")
    if not column.collation.is_identity:
        words.append(f"COLLATE {column.collation.name}")
    if column.computed:
        words.append(f"GENERATED ALWAYS AS ({column.computed}) {'STORED' if column.is_stored else 'VIRTUAL'}")
    return " ".join(words)


def _is_enforced(key: Inclusion) -> bool:
    return key.is_enforced


def _foreign_key_ddl(key: Inclusion) -> str:
    here, there = (", ".join(map(quote, names)) for names in (key.columns, key.target_columns))
    return f"FOREIGN KEY ({here}) REFERENCES {quote(key.target)} ({there})"


def _inserts(name: str, rows: Rows, schema: Schema) -> Iterator[str]:
    table = schema.table(name)
    columns = rows.columns if table is None else table.given_among(rows.columns)
    for row in rows.project(columns):
        values = f"({', '.join(map(quote, columns))}) VALUES ({', '.join(map(literal, row))})"
        yield f"INSERT INTO {quote(name)} {values if columns else 'DEFAULT VALUES'}"


def _is_circular(order: list[str], schema: Schema) -> bool:
    """Tell whether a row may refer to one that comes after it."""
    place = {name: index for index, name in enumerate(order)}
    inclusions = (inclusion for name in order for inclusion in schema.references(name) if inclusion.is_enforced)
    return any(place.get(inclusion.target, -1) >= place[inclusion.table] for inclusion in inclusions)


def _needed(table: Table, schema: Schema, database: Database) -> bool:
    """Tell whether the script must create the table: it is listed, or a view may read it."""
    if table.name in database.tables or schema.views:
        return True
    return any(inclusion.target == table.name for name in database.tables for inclusion in schema.references(name))
