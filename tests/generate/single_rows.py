"""Brute force over single rows of nasty values, on a plain connection of the same engine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import apsw

from generate.function_pairs import DDL, FunctionPair
from generate.nasty_values import of_column

COLUMNS = {
    "name": "TEXT",
    "code": "TEXT",
    "n": "INTEGER",
    "m": "INTEGER",
    "r": "REAL",
    "q": "REAL",
    "d": "DATE",
    "s": "DATETIME",
}
ROWS = 500
"""Single rows tried on a pair at most."""


class SingleRows:
    """Tries single rows; knows nothing of the checker."""

    def __init__(self) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(DDL)

    def difference(self, pair: FunctionPair) -> dict[str, object] | None:
        """Return a row on which the two queries return different sets of rows."""
        both = f"{pair.left} {pair.right}"
        used = [c for c in COLUMNS if c in _words(both)]
        values = {c: [*of_column(COLUMNS[c], pair.left, pair.right), None] for c in used}
        random = Random(both)
        for row in _rows(values, random):
            if self._differs(pair, row):
                return row
        return None

    def _differs(self, pair: FunctionPair, row: dict[str, object]) -> bool:
        run = self._connection.execute
        run("DELETE FROM t")
        run(f"INSERT INTO t(id{''.join(f', {c}' for c in row)}) VALUES (1{', ?' * len(row)})", tuple(row.values()))
        results = []
        for sql in (pair.left, pair.right):
            try:
                results.append(frozenset(run(sql).fetchall()))
            except apsw.Error:
                return False
        left, right = results
        return left != right and not _degenerate(left, right)


def _degenerate(left: frozenset[tuple[object, ...]], right: frozenset[tuple[object, ...]]) -> bool:
    values = [value for row in left | right for value in row]
    return (not left or not right) and all(value is None for value in values)


def _words(sql: str) -> set[str]:
    return set("".join(c if c.isalnum() or c == "_" else " " for c in sql).split())


def _rows(values: dict[str, list[object]], random: Random) -> Iterator[dict[str, object]]:
    if not values:
        yield {}
        return
    made = 0
    for column, listed in values.items():
        for value in listed:
            if made > ROWS:
                return
            made += 1
            yield {c: value if c == column else random.choice(values[c]) for c in values}
    while made < ROWS:
        made += 1
        yield {c: random.choice(listed) for c, listed in values.items()}
