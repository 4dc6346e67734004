"""A schema as SQLite itself understands it: from a database file, or from CREATE statements it executes.

Reading back what SQLite parsed is exact on identifiers, quotes, comments and constraints; only CHECKs,
generated columns and views are taken from the stored text, by SQLite's own token rules (`clauses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw

from spotit.dialect.collation import BINARY, Collation, collation_named
from spotit.dialect.names import fold
from spotit.dialect.wording import quote
from spotit.engine.sqlite.sandbox import Mode, loading, open_memory, open_readonly
from spotit.engine.sqlite.schema.table_clauses import checks, generated, index_parts, view_parts
from spotit.engine.sqlite.script import create_statements
from spotit.errors import SchemaError
from spotit.schema import DeclaredColumn, ForeignKey, Index, Schema, Table, View

_STORED = 3
_GENERATED = (2, _STORED)
"""How `table_xinfo` marks generated columns."""


def read_file(path: Path) -> Schema:
    """Return the schema of an SQLite file, which is opened read-only."""
    try:
        connection, gate = open_readonly(path)
        try:
            with loading(gate, Mode.OWN):
                return read_catalog(connection)
        finally:
            connection.close(True)
    except apsw.Error as error:
        raise SchemaError(f"{path}: {error}") from None


def read_catalog(connection: apsw.Connection, *, notes: Iterable[str] = (), unkept: Iterable[str] = ()) -> Schema:
    """Return the main schema of a connection whose authorizer lets us read the catalogue."""
    catalog = _Catalog(connection, list(notes))
    for lost in unkept:
        catalog.not_kept(lost)
    return catalog.schema()


class _Catalog:
    """One reading of a connection's catalogue; collects notes on what is not modelled."""

    def __init__(self, connection: apsw.Connection, notes: list[str]) -> None:
        self.rows = connection.execute
        self.metadata = connection.column_metadata
        self.notes = notes
        self.unkept: list[str] = []

    def schema(self) -> Schema:
        kinds = {
            str(name): (str(kind), bool(without), bool(strict))
            for _, name, kind, _, without, strict in self.rows("PRAGMA main.table_list")
        }
        tables: list[Table] = []
        views: list[View] = []
        for kind, name, sql in self.rows("SELECT type, name, sql FROM main.sqlite_schema ORDER BY rowid"):
            sort, without, strict = kinds.get(name, ("", False, False))
            if kind == "trigger":
                self.not_kept(f"trigger {name} is not modelled")
            elif kind == "view":
                views.append(_view(name, sql))
            elif sort == "virtual":
                self.notes.append(f"virtual table {name} is left out")
            elif sort == "table" and not name.lower().startswith("sqlite_"):
                tables.append(self._table(name, sql, without_rowid=without, strict=strict))
        by_name = {fold(table.name): table for table in tables}
        linked = tuple(replace(t, foreign_keys=tuple(self._foreign_keys(t, by_name))) for t in tables)
        return loadable(Schema(linked, tuple(views), tuple(self.notes), tuple(self.unkept)))

    def not_kept(self, note: str) -> None:
        """Add a note on a restriction that not even the engine keeps."""
        self.notes.append(note)
        self.unkept.append(note)

    def _table(self, name: str, sql: str, *, without_rowid: bool, strict: bool) -> Table:
        columns: list[DeclaredColumn] = []
        key: dict[int, str] = {}
        rules = list(checks(sql))
        expressions = generated(sql)
        for _, column, declared, not_null, _, rank, hidden in self.rows(f"PRAGMA main.table_xinfo({quote(name)})"):
            found = DeclaredColumn(column, declared, bool(not_null), self._collation(name, column), is_strict=strict)
            if hidden in _GENERATED:
                found = replace(found, computed=next(expressions), is_stored=hidden == _STORED, not_null=False)
                rules += _refusals(found, bool(not_null))
            columns.append(found)
            if rank:
                key[rank] = column
        primary = tuple(key[rank] for rank in sorted(key))
        table = Table(name, tuple(columns), primary, checks=tuple(rules), without_rowid=without_rowid, is_strict=strict)
        return self._with_indexes(table)

    def _collation(self, table: str, column: str) -> Collation:
        name = str(self.metadata("main", table, column)[1])
        collation = collation_named(name)
        if collation is None:
            self.not_kept(f"collation {name.upper()} of {table}.{column} is unknown and taken as BINARY")
        return collation or BINARY

    def _with_indexes(self, table: Table) -> Table:
        """Return the table with its UNIQUE constraints and its indexes, in the order of creation."""
        unique: dict[tuple[str, ...], None] = {}
        indexes: list[Index] = []
        for _, name, is_unique, origin, partial in reversed(
            list(self.rows(f"PRAGMA main.index_list({quote(table.name)})"))
        ):
            parts = [row for row in self.rows(f"PRAGMA main.index_xinfo({quote(name)})") if row[5]]
            columns = tuple(part[2] for part in parts)
            plain = not partial and None not in columns and all(_collates_alike(table, p[2], p[4]) for p in parts)
            if origin == "c":
                indexes.append(self._index(name, bool(is_unique), columns if plain else ()))
            elif plain and origin == "u" and columns != table.primary_key:
                unique[columns] = None
            elif plain and origin == "pk" and table.rowid_column is not None:
                table = replace(table, descending_key=True)
            elif not plain:
                indexes.append(Index("", _collated(parts), is_unique=True))
                table = _without_primary_key(table) if origin == "pk" else table
        self.notes += [f"{_described(index, table)} is kept by the engine alone" for index in indexes if _is_odd(index)]
        return replace(table, unique=tuple(unique), indexes=tuple(indexes))

    def _index(self, name: str, is_unique: bool, columns: tuple[str, ...]) -> Index:
        ((sql,),) = self.rows("SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND name = ?", (name,))
        terms, condition = index_parts(sql)
        return Index(name, terms, condition, is_unique, columns if is_unique else ())

    def _foreign_keys(self, table: Table, tables: dict[str, Table]) -> Iterator[ForeignKey]:
        parts: dict[int, list[tuple[str, str, str | None]]] = {}
        for number, _, target, here, there, *_ in self.rows(f"PRAGMA main.foreign_key_list({quote(table.name)})"):
            parts.setdefault(number, []).append((target, here, there))
        seen: set[ForeignKey] = set()
        for number in sorted(parts, reverse=True):
            key = self._foreign_key(table, parts[number], tables)
            if key is not None and key not in seen:
                seen.add(key)
                yield key

    def _foreign_key(
        self, table: Table, parts: list[tuple[str, str, str | None]], tables: dict[str, Table]
    ) -> ForeignKey | None:
        """Return the key with the target's own spelling, or None with a note when it has no target."""
        columns = tuple(here for _, here, _ in parts)
        text = f"foreign key {table.name}({', '.join(columns)}) -> {parts[0][0]}"
        target = tables.get(fold(parts[0][0]))
        if target is None:
            self.not_kept(f"{text} is ignored: there is no such table")
            return None
        written = tuple(there for _, _, there in parts if there is not None) or target.primary_key
        found = [target.column(there) for there in written]
        if None in found or len(found) != len(columns):
            self.not_kept(f"{text} is ignored: it names no columns of {target.name}")
            return None
        return ForeignKey(columns, target.name, tuple(column.name for column in found if column is not None))


def _refusals(column: DeclaredColumn, not_null: bool) -> Iterator[str]:
    """Yield as conditions what a generated column refuses: no row gives it a value, so they bind what it is made of."""
    if not_null:
        yield f"{quote(column.name)} IS NOT NULL"
    if column.is_strict and column.declared.upper() != "ANY":
        yield f"typeof({quote(column.name)}) IN ('{column.affinity.lower()}', 'null')"


def _collates_alike(table: Table, column: str, collation: str) -> bool:
    declared = table.column(column)
    return declared is not None and declared.collation is collation_named(collation)


def _collated(parts: list[tuple[object, ...]]) -> str:
    """Return the columns of an index, each with its collation."""
    return ", ".join(f"{quote(str(part[2]))} COLLATE {part[4]}" for part in parts)


def _without_primary_key(table: Table) -> Table:
    """Return the table with NOT NULL columns in place of a primary key, whose uniqueness has other collations."""
    columns = tuple(replace(c, not_null=c.not_null or c.name in table.primary_key) for c in table.columns)
    return replace(table, columns=columns, primary_key=(), without_rowid=False)


def _is_odd(index: Index) -> bool:
    """Tell whether an index makes rows unique in a way that is no key of columns."""
    return index.is_unique and not index.key


def _described(index: Index, table: Table) -> str:
    kind = "unique index" if index.is_unique else "index"
    return f"{kind} {index.name}" if index.name else f"uniqueness of {table.name}({index.terms})"


def _view(name: str, sql: str) -> View:
    body, columns = view_parts(sql)
    return View(name, body, columns)


def loadable(schema: Schema) -> Schema:
    """Return the schema without the CHECKs, indexes and views that SQLite refuses, and with notes on it."""
    connection, gate = open_memory()
    unkept: list[str] = []
    try:
        with loading(gate, Mode.OWN):
            tables = tuple(_loadable_table(connection, table, unkept) for table in schema.tables)
    finally:
        connection.close(True)
    notes = (*schema.notes, *_inclusions(schema), *unkept)
    return _without_broken_views(replace(schema, tables=tables, notes=notes, unkept=(*schema.unkept, *unkept)))


def _inclusions(schema: Schema) -> Iterator[str]:
    for table in schema.tables:
        for inclusion in schema.references(table.name):
            if not inclusion.is_enforced:
                yield f"foreign key {inclusion} has a target that is no key: modelled as inclusion"


def _loadable_table(connection: apsw.Connection, table: Table, unkept: list[str]) -> Table:
    bare = replace(table, checks=(), indexes=(), foreign_keys=())
    try:
        _create(connection, replace(table, foreign_keys=()))
        return table
    except apsw.Error:
        pass  # one of the parts is refused: which one?
    parts = [(f"CHECK ({check}) of {table.name}", replace(bare, checks=(check,))) for check in table.checks]
    parts += [(_described(index, table), replace(bare, indexes=(index,))) for index in table.indexes]
    kept = bare
    for what, attempt in parts:
        try:
            _create(connection, attempt)
            kept = replace(kept, checks=kept.checks + attempt.checks, indexes=kept.indexes + attempt.indexes)
        except apsw.Error as error:
            unkept.append(f"{what} is left out: {error}")
    try:
        _create(connection, kept)
    except apsw.Error as error:
        raise SchemaError(f"table {table.name}: {error}") from None
    return replace(kept, foreign_keys=table.foreign_keys)


def _create(connection: apsw.Connection, table: Table) -> None:
    """Create the table and prepare an insert (that is when SQLite resolves the CHECKs), then drop it."""
    with connection:
        for statement in create_statements(Schema((table,))):
            connection.execute(statement)
        # never cached: SQLite 3.54 crashes on a kept EXPLAIN statement whose table was made anew
        explained = f"EXPLAIN INSERT INTO {quote(table.name)} DEFAULT VALUES"
        connection.execute(explained, can_cache=False).fetchall()
        connection.execute(f"DROP TABLE {quote(table.name)}")


def _without_broken_views(schema: Schema) -> Schema:
    if not schema.views:
        return schema
    connection, gate = open_memory()
    notes = list(schema.notes)
    kept: list[View] = []
    try:
        with loading(gate, Mode.OWN):
            for statement in create_statements(schema):
                connection.execute(statement)
            for view in schema.views:
                try:
                    connection.execute(f"EXPLAIN SELECT * FROM {quote(view.name)}", can_cache=False).fetchall()
                    kept.append(view)
                except apsw.Error as error:
                    notes.append(f"view {view.name} is left out: {error}")
    finally:
        connection.close(True)
    return replace(schema, views=tuple(kept), notes=tuple(notes))
