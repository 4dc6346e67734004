"""Schema in: DDL text, a .sql file, an SQLite file, a tables.json, or one of its entries."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from spotit.depth import with_room
from spotit.engine.open import system
from spotit.errors import SchemaError, UsageError
from spotit.files import read_bytes
from spotit.schema import Schema
from spotit.schemas.seen_data import as_seen_in
from spotit.schemas.tables_json import is_entry, schema_from_tables_json

_LOOKS_LIKE_DDL = re.compile(r"\bCREATE\s|;", re.IGNORECASE)


def load_schema(source: str | Path | Mapping[str, object] | Schema, db_id: str | None = None) -> Schema:
    """Return the schema that `source` holds; raise `SchemaError` when it cannot be read.

    `source` is DDL text; the path of a .sql file, an SQLite file, a tables.json, or a CSV with a column DDL;
    or an entry of a tables.json. A tables.json with several databases needs `db_id`.
    """
    return source if isinstance(source, Schema) else with_room(lambda: _loaded(source, db_id))


def _loaded(source: str | Path | Mapping[str, object], db_id: str | None) -> Schema:
    match source:
        case Path():
            return _from_file(source, db_id)
        case str() if _LOOKS_LIKE_DDL.search(source) or "\n" in source:
            return schema_from_ddl(source)
        case str() if not source.strip():
            raise SchemaError("the schema is empty")
        case str():
            return _from_file(Path(source), db_id)
        case _:
            return system().accepted(schema_from_tables_json(source))


def schema_from_ddl(text: str) -> Schema:
    """Return the schema that CREATE statements define, as SQLite understands them."""
    return system().read_ddl(text, translate=_reworded)


def _reworded(statement: str) -> Iterator[str]:
    from spotit.schemas.foreign_ddl import reworded  # sqlglot is loaded for DDL that SQLite refuses, and only then

    return reworded(statement)


def _from_file(path: Path, db_id: str | None) -> Schema:
    try:
        if system().is_file(path):
            return as_seen_in(system().read_file(path), path)
        data = read_bytes(path)
    except OSError as error:
        raise SchemaError(f"cannot read the schema {path}: {error.strerror}") from None
    except UsageError as error:
        raise SchemaError(str(error)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SchemaError(f"{path}: not text, an SQLite database or JSON (byte {error.start})") from None
    try:
        return _from_text(text, path.suffix.lower(), db_id)
    except SchemaError as error:
        raise SchemaError(f"{path}: {error}") from None


def _from_text(text: str, suffix: str, db_id: str | None) -> Schema:
    if suffix == ".json" or text.lstrip()[:1] in ("{", "["):
        return system().accepted(schema_from_tables_json(_entry(text, db_id)))
    if suffix == ".csv":
        return schema_from_ddl(_ddl_of_csv(text))
    return schema_from_ddl(text)


def _entry(text: str, db_id: str | None) -> Mapping[str, object]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SchemaError(f"not valid JSON: {error}") from None
    entries = [entry for entry in (content if isinstance(content, list) else [content]) if is_entry(entry)]
    if not entries:
        raise SchemaError("no entry of a tables.json found")
    if db_id is None and len(entries) == 1:
        return entries[0]
    names = ", ".join(str(entry.get("db_id")) for entry in entries)
    if db_id is None:
        raise SchemaError(f"the file describes {len(entries)} databases; choose one by db_id: {names}")
    found = next((entry for entry in entries if entry.get("db_id") == db_id), None)
    if found is None:
        raise SchemaError(f"no database {db_id}; there are: {names}")
    return found


def _ddl_of_csv(text: str) -> str:
    """Return the statements in the column DDL, as Spider 2.0 ships its schemas."""
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    if not rows or "DDL" not in rows[0]:
        raise SchemaError("the CSV has no column DDL")
    return ";\n".join(row["DDL"].rstrip().rstrip(";") for row in rows if row["DDL"])
