"""The tokens of a query, all of which SQLite has to recognize."""

from __future__ import annotations

from spotit.dialect.tokens import Token, TokenKind, tokens
from spotit.errors import InvalidSql


def scan(sql: str) -> list[Token]:
    """Return the tokens of `sql`, closed by one of kind END; raises InvalidSql for one that SQLite does not know."""
    found = tokens(sql)
    for token in found:
        if token.kind is TokenKind.ILLEGAL:
            raise InvalidSql(f'unrecognized token: "{token.text}"', token.span)
    found.append(Token(TokenKind.END, "", "", len(sql), len(sql)))
    return found
