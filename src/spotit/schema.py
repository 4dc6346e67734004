"""The schema noun: tables, columns, keys, and the rules SQLite attaches to a declared type."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.names import fold

BaseColumn = tuple[str, str]
"""A column of the schema: the name of its table and its own, as declared."""


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


@cache
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
    Affinity.NUMERIC: Kind.NUMERIC,
    Affinity.BLOB: Kind.ANY,
}
_KIND_BY_NAME = {
    "DATE": Kind.DATE,
    "DATETIME": Kind.DATETIME,
    "TIMESTAMP": Kind.DATETIME,
    "TIME": Kind.TIME,
    "BOOL": Kind.BOOLEAN,
    "BOOLEAN": Kind.BOOLEAN,
    "YEAR": Kind.INTEGER,
    "BLOB": Kind.BLOB,
}


@cache
def kind_of(declared: str) -> Kind:
    """Return the kind of values that a column of this declared type is taken to hold."""
    base = declared.upper().split("(")[0].strip()
    return _KIND_BY_NAME.get(base) or _KIND_BY_AFFINITY[affinity_of(declared)]


@dataclass(frozen=True, slots=True)
class Column:
    """One column as declared."""

    name: str
    declared: str = ""
    not_null: bool = False
    collation: Collation = BINARY

    @property
    def affinity(self) -> Affinity:
        """The affinity of the declared type."""
        return affinity_of(self.declared)

    @property
    def kind(self) -> Kind:
        """The kind of values the column holds."""
        return kind_of(self.declared)


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """`columns` of this table, unless one is NULL, occur as `target_columns` of table `target`."""

    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A base table. Names keep their declared spelling; look-ups ignore case as SQLite does."""

    name: str
    columns: tuple[Column, ...]
    primary_key: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    checks: tuple[str, ...] = ()
    without_rowid: bool = False

    def column(self, name: str) -> Column | None:
        """Return the column of that name, ignoring case, or None."""
        folded = fold(name)
        return next((c for c in self.columns if fold(c.name) == folded), None)

    @property
    def rowid_column(self) -> str | None:
        """The INTEGER PRIMARY KEY column that is an alias of the rowid, if there is one."""
        if len(self.primary_key) != 1 or self.without_rowid:
            return None
        column = self.column(self.primary_key[0])
        return column.name if column and column.declared.upper().strip() == "INTEGER" else None

    @property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """Every declared key: the primary key first, then the UNIQUE column sets."""
        primary = (self.primary_key,) if self.primary_key else ()
        return primary + tuple(key for key in self.unique if key != self.primary_key)

    def is_key(self, columns: tuple[str, ...]) -> bool:
        """Tell whether these columns, in any order, are exactly a declared key."""
        wanted = {fold(name) for name in columns}
        return any({fold(name) for name in key} == wanted for key in self.keys)

    def never_null(self, name: str, *, null_keys: bool = False) -> bool:
        """Tell whether the column holds no NULL; a primary key is NOT NULL unless `null_keys`."""
        column = self.column(name)
        if column is None:
            return False
        if column.not_null or column.name == self.rowid_column:
            return True
        in_key = any(fold(name) == fold(part) for part in self.primary_key)
        return in_key and (self.without_rowid or not null_keys)


@dataclass(frozen=True, slots=True)
class View:
    """A view: its name, its defining SELECT, and its explicit column names if it has any."""

    name: str
    sql: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables and views, and `notes` on what the source declared that is not modelled."""

    tables: tuple[Table, ...]
    views: tuple[View, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def table(self, name: str) -> Table | None:
        """Return the table of that name, ignoring case, or None."""
        folded = fold(name)
        return next((t for t in self.tables if fold(t.name) == folded), None)

    def view(self, name: str) -> View | None:
        """Return the view of that name, ignoring case, or None."""
        folded = fold(name)
        return next((v for v in self.views if fold(v.name) == folded), None)

    def enforceable(self, key: ForeignKey) -> bool:
        """Tell whether SQLite itself can enforce a foreign key: its target must be a declared key."""
        target = self.table(key.target)
        return target is not None and target.is_key(key.target_columns)


def quote(name: str) -> str:
    """Return `name` as an SQL identifier, always quoted so that no word is reserved."""
    return '"' + name.replace('"', '""') + '"'


__all__ = [
    "Affinity",
    "Column",
    "ForeignKey",
    "Kind",
    "Schema",
    "Table",
    "View",
    "affinity_of",
    "kind_of",
    "quote",
]
