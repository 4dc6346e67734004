"""Queries and schemas as they are given on the command line: a file, `-` for the standard input, or the text itself."""

from __future__ import annotations

import re
from pathlib import Path

from spotit.errors import SchemaError, UsageError
from spotit.files import read_bytes, read_stdin
from spotit.schema import Schema
from spotit.schemas.load import load_schema

STDIN = "-"
_FILE_NAME = re.compile(r"[^\s(*;'\"]+|[^\n(;]+\.(?:sql|txt|ddl|json|sqlite|db|csv)", re.IGNORECASE)
"""What can be the name of a file and is no query: one word without parentheses, or what ends like one."""


def query_text(given: str) -> str:
    """Return the query: the content of the file of that name, if there is one, else the text itself."""
    path = file_named(given)
    if path is None and given != STDIN:
        if _FILE_NAME.fullmatch(given):
            raise UsageError(f"there is no file {given}, and it is no query either")
        return given
    try:
        return _bytes_of(given).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {given}: {error}") from None


def schema_of(given: str, db_id: str | None = None) -> Schema:
    """Return the schema from a file (DDL, SQLite, tables.json) or from DDL text."""
    path = file_named(given)
    if given == STDIN or (path is not None and not path.is_file()):
        return _schema_of_stream(given, db_id)
    if path is None and "(" not in given:
        raise UsageError(f"there is no schema file {given}")
    return load_schema(path if path is not None else given, db_id)


def file_named(given: str, folder: Path = Path()) -> Path | None:
    """Return the file of that name, as seen from the folder; None if there is none, as for SQL text.

    A pipe is a file too, as a shell makes one of `<(command)`.
    """
    if "\n" in given or len(given) > 1000:
        return None
    path = folder / given
    try:
        return path if path.exists() and not path.is_dir() else None
    except (OSError, ValueError):
        return None


def _bytes_of(given: str) -> bytes:
    return read_stdin() if given == STDIN else read_bytes(Path(given))


def _schema_of_stream(given: str, db_id: str | None) -> Schema:
    """Return the schema from what can be read only once."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "schema"
        copy.write_bytes(_bytes_of(given))
        try:
            return load_schema(copy, db_id)
        except SchemaError as error:
            raise SchemaError(str(error).replace(str(copy), given)) from None
