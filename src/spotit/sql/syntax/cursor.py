"""A position in a list of tokens, and the small questions that grammar rules ask there."""

from __future__ import annotations

from typing import NoReturn

from spotit.dialect.tokens import Token, TokenKind
from spotit.errors import InvalidSql, Span
from spotit.sql.syntax.keywords import JOIN_WORDS, NOT_AN_ALIAS, RESERVED
from spotit.sql.syntax.tokens import scan

_NAME_KINDS = frozenset({TokenKind.QUOTED, TokenKind.BRACKETED})


class Cursor:
    """Reads the tokens of one text from left to right."""

    __slots__ = ("_at", "_tokens", "current", "sql")

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self._tokens = scan(sql)
        self._at = 0
        self.current = self._tokens[0]

    def advance(self) -> Token:
        """Return the current token and move past it."""
        token = self.current
        self._at = min(self._at + 1, len(self._tokens) - 1)
        self.current = self._tokens[self._at]
        return token

    def peek(self, ahead: int = 1) -> Token:
        """Return a token after the current one."""
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    @property
    def last_end(self) -> int:
        """Where the token before the current one ends."""
        return self._tokens[self._at - 1].end if self._at else 0

    def span_from(self, start: int) -> Span:
        """Return the span from `start` to the end of the last token read."""
        return Span(start, max(start, self.last_end))

    def at(self, *keys: str) -> bool:
        """Tell whether the current token is one of these words or symbols."""
        return self.current.key in keys

    def accept(self, *keys: str) -> Token | None:
        """Move past the current token if it is one of these words or symbols."""
        return self.advance() if self.current.key in keys else None

    def expect(self, *keys: str) -> Token:
        """Move past the current token, which has to be one of these."""
        if self.current.key not in keys:
            self.fail()
        return self.advance()

    def fail(self, message: str | None = None) -> NoReturn:
        """Report the current token as a syntax error, in SQLite's words."""
        token = self.current
        if message is None and token.kind is TokenKind.END:
            raise InvalidSql("incomplete input", token.span)
        raise InvalidSql(message or f'near "{self.sql[token.start : token.end]}": syntax error', token.span)

    def at_name(self) -> bool:
        """Tell whether the current token can be an identifier (SQLite's `idj`)."""
        token = self.current
        return token.kind in _NAME_KINDS or (token.kind is TokenKind.WORD and token.key not in RESERVED)

    def name(self) -> str:
        """Read a name (SQLite's `nm`: an identifier, a join word, or a string)."""
        if not self.at_name() and self.current.kind is not TokenKind.STRING:
            self.fail()
        return self.advance().name

    def alias(self) -> str | None:
        """Read an optional alias, with or without AS."""
        if self.accept("AS"):
            return self.name()
        token = self.current
        if token.kind in _NAME_KINDS or token.kind is TokenKind.STRING:
            return self.advance().name
        if token.kind is not TokenKind.WORD or token.key in NOT_AN_ALIAS or self.at_window_clause():
            return None
        return self.advance().name

    def at_window_clause(self) -> bool:
        """Tell whether WINDOW is the keyword here: it is followed by a name and AS."""
        return self.current.key == "WINDOW" and self.peek(2).key == "AS" and self.peek(1).kind in (
            TokenKind.WORD, TokenKind.STRING, *_NAME_KINDS
        )  # fmt: skip

    def at_join_word(self) -> bool:
        """Tell whether a join operator of words starts here."""
        return self.current.key == "JOIN" or self.current.key in JOIN_WORDS
