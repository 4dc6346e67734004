"""Schemas from BIRD's and Spider's `tables.json`.

BIRD gives declared types. Spider gives five coarse words; they are taken as follows, as such columns are
declared in its databases: `number` is INTEGER where it is a key, refers to one, or is named like an
identifier or a year, and NUMERIC elsewhere; `time` is DATE, DATETIME, or YEAR by the column's name;
`boolean` is BOOLEAN; `others` has no declared type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeGuard

from spotit.dialect.names import fold
from spotit.errors import SchemaError
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table

_COARSE = frozenset({"number", "time", "boolean", "others"})
_IDENTIFIER = re.compile(r"(^|_)(id|ids|no|year|count|num|number)$|[a-z]I[dD]$", re.IGNORECASE)


def is_entry(value: object) -> TypeGuard[Mapping[str, object]]:
    """Tell whether a JSON value is one database of a tables.json."""
    return isinstance(value, dict) and "table_names_original" in value and "column_names_original" in value


def schema_from_tables_json(entry: Mapping[str, object]) -> Schema:
    """Return the schema of one entry; raise `SchemaError` when it is malformed."""
    try:
        return _JsonEntry(entry).schema()
    except (KeyError, IndexError, TypeError, ValueError) as error:
        label = entry.get("db_id", "tables.json") if isinstance(entry, Mapping) else "tables.json"
        raise SchemaError(f"{label}: malformed entry ({type(error).__name__}: {error})") from None


class _JsonEntry:
    """One entry, its positions resolved. Position 0 is the column `*`."""

    def __init__(self, entry: Mapping[str, object]) -> None:
        self.table_names = [str(name) for name in _items(entry["table_names_original"])]
        columns = [_items(pair) for pair in _items(entry["column_names_original"])]
        self.owner = [_position(pair[0]) for pair in columns]
        self.names = [str(pair[1]) for pair in columns]
        self.types = [str(kind) for kind in _items(entry["column_types"])]
        listed = _items(entry.get("primary_keys", []))
        self.primary = [tuple(map(_position, _items(k) if isinstance(k, list) else [k])) for k in listed]
        pairs = [_items(pair) for pair in _items(entry.get("foreign_keys", []))]
        self.links = [(_position(here), _position(there)) for here, there in pairs]
        self.notes: list[str] = []

    def schema(self) -> Schema:
        keys = {self.owner[key[0]]: key for key in self.primary if key}
        if _COARSE & set(self.types):
            self.notes.append("column types are inferred from the coarse types of tables.json")
        tables = []
        for number, name in enumerate(self.table_names):
            if name.lower().startswith("sqlite_"):
                self.notes.append(f"table {name} is left out: it is SQLite's own")
                continue
            tables.append(self._table(number, name, keys))
        if not tables:
            raise SchemaError("the entry has no tables")
        return Schema(tuple(tables), (), tuple(self.notes))

    def _table(self, number: int, name: str, keys: dict[int, tuple[int, ...]]) -> Table:
        mine = [position for position, owner in enumerate(self.owner) if owner == number]
        columns: dict[str, DeclaredColumn] = {}
        for position in mine:
            column = DeclaredColumn(self.names[position], self._declared(position))
            if fold(column.name) in columns:
                self.notes.append(f"column {name}.{column.name} is listed twice; the first counts")
            columns.setdefault(fold(column.name), column)
        if not columns:
            raise SchemaError(f"table {name} has no columns")
        primary = tuple(self.names[position] for position in keys.get(number, ()))
        return Table(name, tuple(columns.values()), primary, foreign_keys=self._foreign_keys(number, keys))

    def _foreign_keys(self, number: int, keys: dict[int, tuple[int, ...]]) -> tuple[ForeignKey, ...]:
        """Return the table's foreign keys; pairs that together name a target's composite key are one."""
        by_target: dict[int, list[tuple[int, int]]] = {}
        for here, there in dict.fromkeys(self.links):
            if self.owner[here] == number and here != there:
                by_target.setdefault(self.owner[there], []).append((here, there))
        found: list[ForeignKey] = []
        for target, pairs in by_target.items():
            together = len(pairs) > 1 and sorted(there for _, there in pairs) == sorted(keys.get(target, ()))
            found += [self._foreign_key(target, group) for group in ([pairs] if together else [[p] for p in pairs])]
        return tuple(found)

    def _foreign_key(self, target: int, pairs: list[tuple[int, int]]) -> ForeignKey:
        here = tuple(self.names[position] for position, _ in pairs)
        return ForeignKey(here, self.table_names[target], tuple(self.names[position] for _, position in pairs))

    def _declared(self, position: int) -> str:
        kind, name = self.types[position].lower(), self.names[position].lower()
        match kind:
            case "number":
                linked = any(position in pair for pair in (*self.links, *self.primary))
                whole = linked or _IDENTIFIER.search(self.names[position]) is not None
                return "INTEGER" if whole else "NUMERIC"
            case "time" if "year" in name:
                return "YEAR"
            case "time":
                return "DATE" if "date" in name and "time" not in name else "DATETIME"
            case "others":
                return ""
            case _:
                return kind.upper()


def _items(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"a list was expected, not {type(value).__name__}")
    return list(value)


def _position(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a position was expected, not {value!r}")
    return value
