"""Splits SQLite text into tokens, as SQLite's own tokenizer does (blanks and comments dropped)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from spotit.errors import InvalidSql, Span


class TokenKind(StrEnum):
    """What a token is; the three quoted forms of an identifier differ in what they may fall back to."""

    WORD = "word"
    QUOTED = "quoted"
    BRACKETED = "bracketed"
    STRING = "string"
    BLOB = "blob"
    NUMBER = "number"
    PARAMETER = "parameter"
    SYMBOL = "symbol"
    END = "end"


@dataclass(slots=True)
class Token:
    """A token: `text` is the unquoted content, `key` the upper-case word or symbol that rules look at."""

    kind: TokenKind
    text: str
    key: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where the token stands."""
        return Span(self.start, self.end)


# Every character from U+0080 on belongs to a word, as in SQLite; so a no-break space is no blank.
_TOKEN = re.compile(
    r"""
    (?P<blank>[ \t\n\f\r\ufeff]+|--[^\n]*|/\*(?:.*?\*/|.*\Z))
  | (?P<blob>[xX]'[^']*'?)
  | (?P<number>0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*
      | (?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*)
        (?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?)
  | (?P<word>[A-Za-z_\u0080-\U0010ffff][A-Za-z0-9_$\u0080-\U0010ffff]*)
  | (?P<string>'(?:[^']|'')*')
  | (?P<quoted>"(?:[^"]|"")*")
  | (?P<backtick>`(?:[^`]|``)*`)
  | (?P<bracketed>\[[^\]]*\])
  | (?P<parameter>\?[0-9]*|[:@$\#][A-Za-z0-9_$\u0080-\U0010ffff]+)
  | (?P<symbol>->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[-+*/%()<>=,.;&|~])
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD_CHARACTER = re.compile(r"[A-Za-z0-9_$\u0080-\U0010ffff]")
_QUOTES = {
    "string": ("'", TokenKind.STRING),
    "quoted": ('"', TokenKind.QUOTED),
    "backtick": ("`", TokenKind.BRACKETED),
}


def scan(sql: str) -> list[Token]:
    """Return the tokens of `sql`, closed by one of kind END."""
    tokens: list[Token] = []
    position, length = 0, len(sql)
    match = _TOKEN.match
    while position < length:
        found = match(sql, position)
        if found is None:
            raise InvalidSql(f'unrecognized token: "{sql[position]}"', Span(position, position + 1))
        group, text, end = found.lastgroup or "", found.group(), found.end()
        if group != "blank":
            tokens.append(_token(group, text, position, end))
            if group == "number" and end < length and _WORD_CHARACTER.match(sql, end):
                raise InvalidSql(f'unrecognized token: "{sql[position : end + 1]}"', Span(position, end + 1))
        position = end
    tokens.append(Token(TokenKind.END, "", "", length, length))
    return tokens


def _token(group: str, text: str, start: int, end: int) -> Token:
    if group == "word":
        return Token(TokenKind.WORD, text, text.upper(), start, end)
    if group == "symbol":
        return Token(TokenKind.SYMBOL, text, text, start, end)
    if group in _QUOTES:
        quote, kind = _QUOTES[group]
        return Token(kind, text[1:-1].replace(quote * 2, quote), "", start, end)
    if group == "bracketed":
        return Token(TokenKind.BRACKETED, text[1:-1], "", start, end)
    if group == "blob" and (not text.endswith("'") or not re.fullmatch("(?:[0-9a-fA-F]{2})*", text[2:-1])):
        raise InvalidSql(f'unrecognized token: "{text}"', Span(start, end))
    return Token(TokenKind(group), text, "", start, end)
