"""SQL text as statements: where one ends, what it begins with, and whether a query has an order of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from spotit.dialect.tokens import Token, tokens

OTHER_STATEMENTS = frozenset(
    {"ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "EXPLAIN"}
    | {"INSERT", "PRAGMA", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM"}
)
"""The words that begin a statement which is no query."""


class Statement(NamedTuple):
    """One statement of a script, without its semicolon; its tokens are counted from its own start."""

    text: str
    start: int
    tokens: tuple[Token, ...]

    def words(self, count: int) -> list[str]:
        """Return the first `count` words in upper case."""
        return [token.key for token in self.tokens[:count]]


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a script; empty ones are left out, trigger bodies stay whole."""
    current: list[Token] = []
    for token in tokens(text):
        if token.key == ";" and not _inside_trigger(current):
            if current:
                yield _statement(text, current)
            current = []
        else:
            current.append(token)
    if current:
        yield _statement(text, current)


def _statement(text: str, found: list[Token]) -> Statement:
    start, end = found[0].start, found[-1].end
    if start:
        found = [replace(token, start=token.start - start, end=token.end - start) for token in found]
    return Statement(text[start:end], start, tuple(found))


def _inside_trigger(found: list[Token]) -> bool:
    """Tell whether a semicolon here belongs to a trigger's body, which ends with `; END`."""
    head = [token.key for token in found[:3]]
    is_trigger = head[:1] == ["CREATE"] and "TRIGGER" in head[1:]
    closed = len(found) > 1 and found[-1].key == "END" and found[-2].key == ";"
    return is_trigger and not closed


def ended(sql: str) -> str:
    """Return a query ended by a semicolon that a trailing comment cannot swallow."""
    text = sql.strip().rstrip(";").rstrip()
    return f"{text}\n;" if "--" in text.rsplit("\n", 1)[-1] else f"{text};"


def orders(sql: str) -> bool:
    """Tell whether a query has an ORDER BY of its own, outside all parentheses.

    >>> orders("SELECT a FROM t ORDER BY a"), orders("SELECT * FROM (SELECT a FROM t ORDER BY a)")
    (True, False)
    """
    depth = 0
    for token in tokens(sql):
        depth += (token.key == "(") - (token.key == ")")
        if depth == 0 and token.key == "ORDER":
            return True
    return False
