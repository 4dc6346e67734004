"""A query with one literal changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from spotit.dialect.tokens import Token, TokenKind
from spotit.sql.syntax.tokens import scan


def mutated(sql: str) -> Iterator[str]:
    """Yield the query with one literal changed, for each literal."""
    for token in scan(sql):
        if token.kind in (TokenKind.STRING, TokenKind.NUMBER):
            yield sql[: token.start] + _other(token, Random(f"{sql} {token.start}")) + sql[token.end :]


def _other(token: Token, random: Random) -> str:
    if token.kind is TokenKind.NUMBER:
        number = float(token.name) if not token.name.isdigit() else int(token.name)
        return str(random.choice((number + 1, number * 2 + 1, number + 10)))
    text = token.name
    places = [i for i, c in enumerate(text) if c.isalnum()]
    if not places:
        return "'" + text.replace("'", "''") + "q'"
    at = random.choice(places)
    other = (
        str((int(text[at]) + 1) % 10) if text[at].isdigit() and text[at].isascii() else "q" if text[at] != "q" else "z"
    )
    return "'" + (text[:at] + other + text[at + 1 :]).replace("'", "''") + "'"
