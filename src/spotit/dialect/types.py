"""What a declared type means: which values SQLite converts (affinity), and which a column is taken to hold (kind)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache


class Affinity(StrEnum):
    """SQLite's column affinities (datatype3.html, section 3)."""

    INTEGER = "INTEGER"
    TEXT = "TEXT"
    BLOB = "BLOB"
    REAL = "REAL"
    NUMERIC = "NUMERIC"


class Kind(StrEnum):
    """Which values a column holds besides NULL: those of its declared type."""

    INTEGER = "integer"
    REAL = "real"
    NUMERIC = "numeric"
    BOOLEAN = "boolean"
    TEXT = "text"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    BLOB = "blob"
    ANY = "any"


NUMERIC_AFFINITIES = frozenset({Affinity.INTEGER, Affinity.REAL, Affinity.NUMERIC})
"""The affinities under which a text that is a number becomes that number."""
NUMBER_KINDS = frozenset({Kind.INTEGER, Kind.REAL, Kind.NUMERIC, Kind.BOOLEAN})
"""The kinds of columns that hold numbers only."""
DAY_KINDS = frozenset({Kind.DATE, Kind.DATETIME})
"""The kinds of columns whose values are texts with a day."""
MOMENT_KINDS = DAY_KINDS | {Kind.TIME}
"""The kinds of columns whose values are texts of a fixed layout: days and times."""


@lru_cache(maxsize=4096)
def affinity_of(declared: str) -> Affinity:
    """Return the affinity of a declared type by SQLite's five substring rules, in their order.

    >>> affinity_of("VARCHAR(20)"), affinity_of("FLOATING POINT"), affinity_of("DATE")
    (<Affinity.TEXT: 'TEXT'>, <Affinity.INTEGER: 'INTEGER'>, <Affinity.NUMERIC: 'NUMERIC'>)
    """
    name = declared.upper()
    if "INT" in name:
        return Affinity.INTEGER
    if any(part in name for part in ("CHAR", "CLOB", "TEXT")):
        return Affinity.TEXT
    if "BLOB" in name or not name.strip():
        return Affinity.BLOB
    if any(part in name for part in ("REAL", "FLOA", "DOUB")):
        return Affinity.REAL
    return Affinity.NUMERIC


_KIND_BY_AFFINITY = {
    Affinity.INTEGER: Kind.INTEGER,
    Affinity.TEXT: Kind.TEXT,
    Affinity.REAL: Kind.REAL,
    Affinity.NUMERIC: Kind.ANY,
    Affinity.BLOB: Kind.ANY,
}
"""A name that says nothing of numbers (JSON, UUID, STRING) gets NUMERIC affinity, and its column holds anything."""
_KIND_BY_NAME = {
    "DATE": Kind.DATE,
    "DATETIME": Kind.DATETIME,
    "TIMESTAMP": Kind.DATETIME,
    "TIME": Kind.TIME,
    "BOOL": Kind.BOOLEAN,
    "BOOLEAN": Kind.BOOLEAN,
    "YEAR": Kind.INTEGER,
    "BLOB": Kind.BLOB,
    **dict.fromkeys(("NUMERIC", "NUMBER", "DECIMAL", "DEC", "FIXED", "MONEY", "SMALLMONEY", "CURRENCY"), Kind.NUMERIC),
}


@lru_cache(maxsize=4096)
def kind_of(declared: str) -> Kind:
    """Return the kind of values that a column of this declared type is taken to hold."""
    base = declared.upper().split("(")[0].strip()
    return _KIND_BY_NAME.get(base) or _KIND_BY_AFFINITY[affinity_of(declared)]


_OTHERS = {
    Kind.INTEGER: "typeof({0}) NOT IN ('integer', 'null')",
    Kind.REAL: "typeof({0}) NOT IN ('real', 'integer', 'null')",
    Kind.NUMERIC: "typeof({0}) NOT IN ('real', 'integer', 'null')",
    Kind.BOOLEAN: "NOT (typeof({0}) = 'null' OR (typeof({0}) = 'integer' AND {0} IN (0, 1)))",
    Kind.TEXT: "typeof({0}) NOT IN ('text', 'null')",
    Kind.DATE: "{0} IS NOT NULL AND (typeof({0}) <> 'text' OR length({0}) <> 10 OR date({0}) IS NOT {0})",
    Kind.DATETIME: "{0} IS NOT NULL AND (typeof({0}) <> 'text' OR length({0}) <> 19 OR datetime({0}) IS NOT {0})",
    Kind.TIME: "{0} IS NOT NULL AND (typeof({0}) <> 'text' OR length({0}) <> 8 OR time({0}) IS NOT {0})",
}


def not_of_kind(kind: Kind, value: str) -> str:
    """Return the SQL condition that a value is neither NULL nor of a kind; empty where every value is."""
    return _OTHERS.get(kind, "").format(value)
