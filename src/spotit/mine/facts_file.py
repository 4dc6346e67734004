"""The facts file: TOML that a person can read and edit (docs/reference/facts.md)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import Literal

import msgspec

from spotit.database import Value
from spotit.errors import UsageError
from spotit.files import read_text
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts
from spotit.mine.toml_text import array, inline, text

VERSION = 1
_MOST_BYTES = 64 << 20
_HEADER = """\
# Facts about a database, for `spotit check --constraints` and `spotit eval --constraints`.
# "rule": a witness that breaks it is unlikely. "typical": a witness breaks as few of them as possible.
# Delete a fact that holds by accident, change its standing, or add conditions of your own:
#
#   [[fact]]
#   kind = "condition"
#   table = "orders"
#   condition = "paid <= total"
#   standing = "rule"
"""


class _FactEntry(msgspec.Struct, forbid_unknown_fields=True):
    kind: FactKind
    table: str
    standing: Literal["rule", "typical"]
    columns: tuple[str, ...] = ()
    condition: str = ""
    target: str = ""
    target_columns: tuple[str, ...] = ()
    determined: str = ""
    contents: tuple[tuple[str | float | int, ...], ...] = ()
    rows: int = 0
    support: int = 0
    basis: str = ""


class _ColumnEntry(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    name: str
    rows: int
    nulls: int
    distinct: int | None = None
    least: str | float | int | None = None
    greatest: str | float | int | None = None
    frequent: tuple[tuple[str | float | int, int], ...] = ()

    def values(self) -> tuple[object, ...]:
        """Return all values that it names."""
        return self.least, self.greatest, *(value for value, _ in self.frequent)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    source: str = ""
    preferences: tuple[str, ...] = ()
    tables: dict[str, int] = {}
    column: tuple[_ColumnEntry, ...] = ()
    fact: tuple[_FactEntry, ...] = ()


def read_facts(path: Path) -> LearnedFacts:
    """Return the facts that a file holds; raise `UsageError` with one sentence when it holds none."""
    content = read_text(path, most=_MOST_BYTES)
    try:
        return parse_facts(content)
    except UsageError as error:
        raise UsageError(f"{path} is not a facts file: {error}") from None


def parse_facts(content: str) -> LearnedFacts:
    """Return the facts that a text holds; raise `UsageError` saying what is wrong with it."""
    try:
        data = tomllib.loads(content)
    except ValueError as error:
        raise UsageError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise UsageError("not valid TOML: it is nested too deeply") from None
    if data.get("version") != VERSION:
        raise UsageError(f"it says version {data.get('version')!r}, and version {VERSION} is what this SpotIt reads")
    try:
        found = msgspec.convert(data, _File)
    except msgspec.ValidationError as error:
        raise UsageError(str(error)) from None
    if named := next((f"{c.table}.{c.name}" for c in found.column if any(map(_is_nan, c.values()))), None):
        raise UsageError(f"{named} has a value that is no number")
    columns = tuple(
        ColumnFacts(c.table, c.name, c.rows, c.nulls, c.distinct, c.least, c.greatest, c.frequent) for c in found.column
    )
    facts = tuple(_fact(entry, place) for place, entry in enumerate(found.fact, 1))
    return LearnedFacts(found.source, found.tables, columns, facts, found.preferences)


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


def _fact(entry: _FactEntry, place: int) -> LearnedFact:
    complaint = _complaint(entry)
    if complaint:
        raise UsageError(f"fact {place} ({entry.kind} of {entry.table}) {complaint}")
    columns = entry.columns or tuple(_named_in(entry.condition))
    return LearnedFact(
        entry.kind,
        entry.table,
        columns,
        entry.rows,
        entry.support,
        entry.standing == "rule",
        entry.condition,
        entry.target,
        entry.target_columns,
        entry.determined,
        entry.contents,
        entry.basis,
    )


def _complaint(entry: _FactEntry) -> str:
    if entry.kind.is_condition:
        return "" if entry.condition.strip() else "has no condition"
    if not entry.columns:
        return "names no columns"
    if entry.kind.is_reference and (not entry.target or len(entry.target_columns) != len(entry.columns)):
        return "needs a target and as many target_columns as columns"
    if entry.kind is FactKind.DEPENDENCY and not entry.determined:
        return "does not say which column is determined"
    if entry.kind is FactKind.CONTENTS and (
        not entry.contents or any(len(row) != len(entry.columns) or any(map(_is_nan, row)) for row in entry.contents)
    ):
        return "needs contents: rows with a value for each column"
    if entry.kind is FactKind.NOT_NULL and len(entry.columns) != 1:
        return "speaks of one column only"
    return ""


_NAME = re.compile(r'"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|\'(?:[^\']|\'\')*\'|([^\W\d]\w*)')


def _named_in(condition: str) -> Iterator[str]:
    """Yield the words of a condition that may be columns; which of them are is for the schema to say."""
    for found in dict.fromkeys(_NAME.findall(condition)):
        if name := next(filter(None, found), ""):
            yield name.replace('""', '"')


def facts_text(facts: LearnedFacts) -> str:
    """Return the content of the file."""
    return "\n".join((_HEADER, *_lines(facts))) + "\n"


def _lines(facts: LearnedFacts) -> Iterator[str]:
    yield f"version = {VERSION}"
    yield f"source = {text(facts.source)}"
    yield f"preferences = {array(facts.preferences)}"
    yield "\n[tables]"
    yield from (f"{text(name)} = {rows}" for name, rows in facts.tables.items())
    for column in facts.columns:
        yield from _entry("column", _column_items(column))
    for fact in facts.facts:
        yield from _entry("fact", _fact_items(fact))


def _entry(kind: str, items: Iterator[tuple[str, str]]) -> Iterator[str]:
    yield f"\n[[{kind}]]"
    yield from (f"{name} = {value}" for name, value in items)


def _column_items(column: ColumnFacts) -> Iterator[tuple[str, str]]:
    yield "table", text(column.table)
    yield "name", text(column.name)
    yield "rows", str(column.rows)
    yield "nulls", str(column.nulls)
    if column.distinct is not None:
        yield "distinct", str(column.distinct)
    for name, value in (("least", column.least), ("greatest", column.greatest)):
        if _is_plain(value):
            yield name, inline(value)
    frequent = [f"[{inline(value)}, {count}]" for value, count in column.frequent if _is_plain(value)]
    yield "frequent", f"[{', '.join(frequent)}]"


def _is_plain(value: Value) -> bool:
    return value is not None and not isinstance(value, bytes)


def _fact_items(fact: LearnedFact) -> Iterator[tuple[str, str]]:
    yield "kind", text(fact.kind)
    yield "table", text(fact.table)
    yield "columns", array(fact.columns)
    if fact.condition:
        yield "condition", text(fact.condition)
    if fact.determined:
        yield "determined", text(fact.determined)
    if fact.contents:
        rows = (f"[{', '.join(inline(value) for value in row)}]" for row in fact.contents)
        yield "contents", f"[{', '.join(rows)}]"
    if fact.target:
        yield "target", text(fact.target)
        yield "target_columns", array(fact.target_columns)
    yield "rows", str(fact.rows)
    yield "support", str(fact.support)
    if fact.basis:
        yield "basis", text(fact.basis)
    yield "standing", text("rule" if fact.is_rule else "typical")
