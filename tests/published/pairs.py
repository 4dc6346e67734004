"""Readers for the published pairs: their schemas and constraints as DDL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spotit.dialect.wording import quote


@dataclass(frozen=True, slots=True)
class PublishedPair:
    """Two queries over a schema given as DDL."""

    name: str
    left: str
    right: str
    ddl: str


def verieql_pairs(path: Path) -> Iterator[PublishedPair]:
    """Yield the pairs of a VeriEQL file; those with symbolic predicates are not SQL and left out."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if entry.get("has-symbolic-predicates"):
                continue
            left, right = entry["pair"]
            rules = entry.get("constraint") or []
            keys = entry.get("primary_keys") or {}
            links = entry.get("foreign_keys") or []
            ddl = _verieql_ddl(entry["schema"], rules) if not keys else _keyed_ddl(entry["schema"], keys, links)
            yield PublishedPair(f"{path.stem}-{entry['index']}", left, right, ddl)


def _verieql_ddl(schema: dict[str, dict[str, str]], rules: list[dict[str, object]]) -> str:
    extras: dict[str, list[str]] = {name: [] for name in schema}
    not_null: set[tuple[str, str]] = set()
    for rule in rules:
        ((kind, body),) = rule.items()
        names = [_split(part["value"]) for part in (body if isinstance(body, list) else [body])]  # type: ignore[index]
        table = names[0][0]
        if table not in extras:
            continue
        if kind == "not_null":
            not_null.add(names[0])
        elif kind == "primary":
            extras[table].append(f"PRIMARY KEY ({', '.join(quote(c) for _, c in names)})")
        elif kind == "foreign":
            (_, column), (target, there) = names
            extras[table].append(f"FOREIGN KEY ({quote(column)}) REFERENCES {quote(target)} ({quote(there)})")
    return _ddl(schema, extras, not_null)


def _keyed_ddl(
    schema: dict[str, dict[str, str]], keys: dict[str, list[str]], links: list[tuple[str, str, str, str]]
) -> str:
    extras = {name: [f"PRIMARY KEY ({', '.join(map(quote, keys[name]))})"] if keys.get(name) else [] for name in schema}
    for table, column, target, there in links:
        extras[table].append(f"FOREIGN KEY ({quote(column)}) REFERENCES {quote(target)} ({quote(there)})")
    return _ddl(schema, extras, set())


def _ddl(schema: dict[str, dict[str, str]], extras: dict[str, list[str]], not_null: set[tuple[str, str]]) -> str:
    tables = []
    for table, columns in schema.items():
        parts = [
            f"{quote(column)} {_type(kind)}{' NOT NULL' if (table, column) in not_null else ''}"
            for column, kind in columns.items()
        ]
        tables.append(f"CREATE TABLE {quote(table)} ({', '.join([*parts, *extras[table]])});")
    return "\n".join(tables)


def _type(kind: str) -> str:
    return "TEXT" if kind.upper().startswith("ENUM") else "INT" if kind == "0" else kind.upper()


def _split(name: str) -> tuple[str, str]:
    table, column = name.split("__", 1)
    return table, column
