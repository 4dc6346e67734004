"""The tokens of a query as they would be without aliases, for comparing texts: a hint for readers, no meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spotit.dialect.names import fold
from spotit.dialect.tokens import Token, TokenKind

NAMES = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
_BEFORE_TABLE = frozenset({"FROM", "JOIN", ","})
_JOINING = frozenset(
    {"ON", "USING", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "NATURAL", "AS", "INDEXED"}
)
_CLAUSES = frozenset({"SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"})
_NO_ALIAS = _JOINING | _CLAUSES | {"UNION", "INTERSECT", "EXCEPT", "NOT", "AND", "OR"}


class Part(NamedTuple):
    """A token, and the word by which it is compared."""

    token: Token
    word: str


def word_of(token: Token) -> str:
    """Return a token as a word: names without quotes and in one letter case, other tokens with their kind."""
    return fold(token.name) if token.kind in NAMES else f"{token.kind}:{token.name}"


def unaliased(tokens: Sequence[Token]) -> list[Part]:
    """Return the tokens without the aliases that name tables and columns, and with tables for aliases before a dot."""
    declared = set(_declarations(tokens))
    tables = _tables(tokens, declared)
    parts = []
    for index, token in enumerate(tokens):
        if index in declared:
            continue
        word = word_of(token)
        qualifies = index + 1 < len(tokens) and tokens[index + 1].key == "."
        parts.append(Part(token, tables.get(word, word) if qualifies else word))
    return parts


def _declarations(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the places of `AS name`, and of names that follow a table without AS."""
    casts: list[bool] = []
    for index, token in enumerate(tokens):
        if token.key == "(":
            casts.append(index > 0 and tokens[index - 1].key == "CAST")
        elif token.key == ")" and casts:
            casts.pop()
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.key == "AS" and following is not None and following.kind in NAMES and not (casts and casts[-1]):
            yield from (index, index + 1)
        elif _is_bare_alias(tokens, index):
            yield index


def _is_bare_alias(tokens: Sequence[Token], index: int) -> bool:
    if index < 2 or tokens[index].kind not in NAMES or tokens[index].key in _NO_ALIAS:
        return False
    table, before = tokens[index - 1], tokens[index - 2].key
    return before in ("FROM", "JOIN") and table.kind in NAMES and table.key not in _NO_ALIAS


def _tables(tokens: Sequence[Token], declared: set[int]) -> dict[str, str]:
    """Return a word for each alias of a table: the table's name, with a number from its second occurrence on."""
    found: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for index, token in enumerate(tokens[:-1]):
        name = tokens[index + 1]
        if token.key not in _BEFORE_TABLE or name.kind not in NAMES or name.key == "SELECT":
            continue
        places = [place for place in (index + 2, index + 3) if place in declared]
        if token.key == "," and not places:
            continue
        table = fold(name.name)
        alias = word_of(tokens[places[-1]]) if places else table
        seen[table] += 1
        found[alias] = f"table:{table}" + (f"#{seen[table]}" if seen[table] > 1 else "")
    return found
