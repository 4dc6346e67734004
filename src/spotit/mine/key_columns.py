"""Columns that are names of rows: their ranges and orders are accidents."""

from __future__ import annotations

import re

from spotit.dialect.names import fold
from spotit.schema import Schema, Table

_KEY_NAME = re.compile(r"(?:^|[_ ])(?:id|uuid|key|guid)$", re.IGNORECASE)
_CAMEL_ID = re.compile("[a-z](?:Id|ID)$")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def is_key_like(schema: Schema, table: Table, column: str) -> bool:
    """Tell whether a column is part of a key or of a foreign key, or is named like one."""
    name = fold(column)
    if any(name == fold(part) for key in table.keys for part in key):
        return True
    if any(name == fold(part) for reference in schema.references(table.name) for part in reference.columns):
        return True
    if any(
        name == fold(part)
        for other in schema.tables
        for reference in schema.references(other.name)
        if reference.target == table.name
        for part in reference.target_columns
    ):
        return True
    return has_key_name(column)


def has_key_name(name: str) -> bool:
    """Tell whether a name says that the column holds ids.

    >>> has_key_name("hero_id"), has_key_name("CDSCode Id"), has_key_name("paid"), has_key_name("teamId")
    (True, True, False, True)
    """
    return _CAMEL_ID.search(name) is not None or _KEY_NAME.search(name) is not None


def words(name: str) -> frozenset[str]:
    """Return the words of a name, in lower case.

    >>> sorted(words("County Name")), sorted(words("firstDate_2"))
    (['county', 'name'], ['2', 'date', 'first'])
    """
    return frozenset(word.lower() for word in _WORDS.findall(name))
