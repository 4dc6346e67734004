"""SQLite's tokens, by the rules of its own tokenizer (tokenize.c); blanks and comments are dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from spotit.errors import Span


class TokenKind(StrEnum):
    """What a token is; "x" differs from [x] and `x` in that it may fall back to a string."""

    WORD = "word"
    QUOTED = "quoted"
    BRACKETED = "bracketed"
    STRING = "string"
    BLOB = "blob"
    NUMBER = "number"
    PARAMETER = "parameter"
    SYMBOL = "symbol"
    ILLEGAL = "illegal"
    """What SQLite calls an unrecognized token."""
    END = "end"
    """Behind the last token of a text, where a reader asks for one."""


@dataclass(slots=True)
class Token:
    """A token as it is written; `key` is the upper-case word or the symbol that grammar rules look at, else empty."""

    kind: TokenKind
    text: str
    key: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where the token stands."""
        return Span(self.start, self.end)

    @property
    def name(self) -> str:
        """The text without its quotes."""
        if self.kind not in _QUOTED:
            return self.text
        mark, inner = self.text[-1], self.text[1:-1]
        return inner if mark == "]" else inner.replace(mark * 2, mark)


_QUOTED = frozenset({TokenKind.QUOTED, TokenKind.BRACKETED, TokenKind.STRING})
_STARTS_WORD = r"[^\x00-\x40\[-^`{-\x7f]"
"""Letters and the underscore. Every character from U+0080 on belongs to a word; so a no-break space is no blank."""
_IN_WORD = r"[^\x00-\x23\x25-\x2f\x3a-\x40\[-^`{-\x7f]"
"""Those, digits and the dollar sign; the rest of ASCII is listed, since Python is slow to read large ranges."""
_BLANKS = r" \t\n\v\f\r"
_DIGITS = "[0-9]+(?:_[0-9]+)*"
_TOKEN = re.compile(
    rf"""
    (?P<blank>[ \t\n\f\r][{_BLANKS}]*|\ufeff|--[^\n]*|/\*(?=.)(?:.*?\*/|.*\Z))
  | (?P<blob>[xX]'(?:[0-9a-fA-F]{{2}})*')
  | (?P<bad_blob>[xX]'[^']*'?)
  | (?P<word>{_STARTS_WORD}{_IN_WORD}*)
  | (?P<number>(?>0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*
      | (?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?)(?!{_IN_WORD}))
  | (?P<bad_number>(?>0[xX][0-9a-fA-F][0-9a-fA-F_]*
      | (?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?){_IN_WORD}*)
  | (?P<symbol>->>|->|\|\||<<|>>|<=|>=|<>|!=|==|[-+*/%()<>=,.;&|~])
  | (?P<string>'[^']*(?:''[^']*)*'(?!'))
  | (?P<quoted>"[^"]*(?:""[^"]*)*"(?!"))
  | (?P<bracketed>`[^`]*(?:``[^`]*)*`(?!`)|\[[^\]]*\])
  | (?P<unclosed>['"`\[].*\Z)
  | (?P<parameter>\?[0-9]*|[:@$\#](?:::)*(?>{_IN_WORD}(?:{_IN_WORD}|::)*)(?:\([^{_BLANKS})]*\)|(?!\()))
  | (?P<bad_parameter>[:@$\#](?:::)*(?:{_IN_WORD}(?:{_IN_WORD}|::)*\([^{_BLANKS})]*)?)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ILLEGAL = ("bad_blob", "bad_number", "unclosed", "bad_parameter", "other")
_KINDS = [TokenKind.ILLEGAL] * (1 + _TOKEN.groups)
for _group, _number in _TOKEN.groupindex.items():
    if _group != "blank" and _group not in _ILLEGAL:
        _KINDS[_number] = TokenKind(_group)
_BLANK, _WORD, _SYMBOL = (_TOKEN.groupindex[group] for group in ("blank", "word", "symbol"))


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text; what SQLite does not recognize is among them, as ILLEGAL.

    >>> [t.name for t in tokens("SELECT [a b] /* c */, 'it''s'")]
    ['SELECT', 'a b', ',', "it's"]
    """
    return list(_tokens(text))


@lru_cache(maxsize=64)
def _tokens(text: str) -> tuple[Token, ...]:
    """Return the same; a check asks for the tokens of each query many times."""
    found = []
    for match in _TOKEN.finditer(text):
        group = match.lastindex or 0
        if group != _BLANK:
            start, end = match.span()
            written = text[start:end]
            key = _keyword(written) if group == _WORD else written if group == _SYMBOL else ""
            found.append(Token(_KINDS[group], written, key, start, end))
    return tuple(found)


def _keyword(word: str) -> str:
    """Return a word in upper case: only ASCII letters have one, so that no other letter makes a keyword."""
    return word.upper() if word.isascii() else word
