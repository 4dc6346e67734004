"""Queries and schemas as they are given on the command line: a file, or the text itself."""

from __future__ import annotations

from pathlib import Path

from spotit.errors import UsageError
from spotit.files import read_text
from spotit.schema import Schema
from spotit.schemas.load import load_schema


def query_text(given: str) -> str:
    """Return the query: the content of the file of that name, if there is one, else the text itself."""
    path = file_named(given)
    if path is None:
        return given
    return read_text(path)


def schema_of(given: str, db_id: str | None = None) -> Schema:
    """Return the schema from a file (DDL, SQLite, tables.json) or from DDL text."""
    path = file_named(given)
    if path is None and "(" not in given:
        raise UsageError(f"there is no schema file {given}")
    return load_schema(path if path is not None else given, db_id)


def file_named(given: str, folder: Path = Path()) -> Path | None:
    """Return the file of that name, as seen from the folder; None if there is none, as for SQL text."""
    if "\n" in given or len(given) > 1000:
        return None
    path = folder / given
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None
