"""Witnesses as the page shows them: small tables, both results, and which cells and rows matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from spotit.errors import InvalidSql
from spotit.sql.scan import TokenKind, scan

MAX_ROWS, MAX_TEXT = 60, 400
"""Rows of one result and characters of one value that the page holds; the script keeps everything."""

Json = Any
"""A JSON value of a stored verdict."""


def names_in(sql: str) -> frozenset[str]:
    """Return every word of a query that may be a column's name, in folded case."""
    try:
        tokens = scan(sql)
    except InvalidSql:
        return frozenset()
    named = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
    return frozenset(t.text.casefold() for t in tokens if t.kind in named)


def witness_tables(tables: Mapping[str, Json], used: frozenset[str], telling: frozenset[str]) -> list[dict[str, Json]]:
    """Return the tables with their columns that a query names first, and marks on the cells that matter.

    A cell matters when its value occurs in a row that only one of the two results has, or when it is NULL in a
    column that a query names. Tables without rows come last.
    """
    shown = []
    for name, table in tables.items():
        order = sorted(range(len(table["columns"])), key=lambda i: table["columns"][i].casefold() not in used)
        columns = [table["columns"][i] for i in order]
        named = sum(column.casefold() in used for column in columns)
        rows = [[shown_value(row[i]) for i in order] for row in table["rows"]]
        marks = [
            [y, x] for y, row in enumerate(rows) for x in range(named) if row[x] is None or _key(row[x]) in telling
        ]
        shown.append({"n": name, "c": columns, "u": named, "r": rows, "m": marks})
    return sorted(shown, key=lambda table: not table["r"])


def results(left: Json, right: Json) -> tuple[list[Json], frozenset[str]]:
    """Return both results with the rows marked that the other has not (or not as often), and those rows' values."""
    shown: list[Json] = []
    telling: set[str] = set()
    for one, other in ((left, right), (right, left)):
        rows = [[shown_value(value) for value in row] for row in one["rows"]]
        rest = [[shown_value(value) for value in row] for row in other["rows"]]
        only = _only_here(rows, rest)
        telling.update(_key(value) for y in only for value in rows[y] if value is not None)
        kept = [y for y in range(len(rows)) if y < MAX_ROWS]
        shown.append(
            {
                "c": one["columns"],
                "r": rows[:MAX_ROWS],
                "x": [y for y in only if y in kept],
                "n": len(rows),
            }
        )
    return shown, frozenset(telling)


def _only_here(rows: Sequence[list[Json]], rest: Iterable[list[Json]]) -> list[int]:
    """Return the positions of the rows that the other side lacks; when sets agree, of those it has less often."""
    keys = [tuple(map(_key, row)) for row in rows]
    there = [tuple(map(_key, row)) for row in rest]
    missing = [y for y, key in enumerate(keys) if key not in set(there)]
    if missing or set(there) - set(keys):
        return missing
    counts: dict[tuple[str, ...], int] = {}
    for key in there:
        counts[key] = counts.get(key, 0) + 1
    extra = []
    for y, key in enumerate(keys):
        counts[key] = counts.get(key, 0) - 1
        if counts[key] < 0:
            extra.append(y)
    if extra or len(keys) != len(there):
        return extra
    return [y for y, (here, other) in enumerate(zip(keys, there, strict=True)) if here != other]


def _key(value: Json) -> str:
    """Return a text that equal values share: 1 and 1.0 are equal, text is not a number."""
    if isinstance(value, dict) and "i" in value:
        value = float(value["i"])
    if isinstance(value, bool | int | float):
        return f"n{float(value)!r}"
    return f"t{value}" if isinstance(value, str) else f"o{value!r}"


def shown_value(value: Json) -> Json:
    """Return a value as the page holds it.

    That is a JSON scalar, {"b": hex, "n": length} for bytes, {"t": start, "n": length} for a long text, and
    {"i": numeral} for a number that JavaScript would print differently.
    """
    if isinstance(value, dict):
        text = str(value.get("hex", ""))
        return {"b": text[:MAX_TEXT], "n": len(text) // 2}
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return {"t": value[:MAX_TEXT], "n": len(value)}
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if _needs_numeral(value):
        return {"i": repr(value)}
    return value


def _needs_numeral(value: Json) -> bool:
    """Tell whether JavaScript would print a number differently: it rounds large integers and drops `.0`."""
    return (isinstance(value, int) and abs(value) > 2**53) or (isinstance(value, float) and value.is_integer())
