"""SQLite's wording of names and values."""

from __future__ import annotations

import re

from spotit.dialect.values import Value

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that end a text, or that a terminal acts on; none of them stands in a script as it is."""


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
    if not _CONTROL.search(text):
        return f"'{quoted}'"
    return f"CAST(x'{text.encode().hex()}' AS TEXT)"
