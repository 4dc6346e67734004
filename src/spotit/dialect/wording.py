"""SQLite's wording of names and values."""

from __future__ import annotations

from spotit.dialect.values import Value


def quote(name: str) -> str:
    """Return `name` as an SQL identifier, always quoted so that no word is reserved."""
    return '"' + name.replace('"', '""') + '"'


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
