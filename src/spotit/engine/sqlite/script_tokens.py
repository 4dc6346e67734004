"""SQLite's tokens (tokenize.c), as far as needed to split scripts and find clauses in CREATE statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t\n\f\r\ufeff]+)
    | (?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))
    | (?P<blob>[xX]'[0-9A-Fa-f]*')
    | (?P<string>'[^']*(?:''[^']*)*')
    | (?P<quoted>"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\])
    | (?P<number>0[xX][0-9A-Fa-f]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)
    | (?P<variable>\?\d*|[:@\#$](?:[\w$]|::)+)
    | (?P<word>[A-Za-z_\x80-\U0010ffff][\w$\x80-\U0010ffff]*)
    | (?P<operator>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BLANK = frozenset({"space", "comment"})


class Token(NamedTuple):
    """One token: its kind (a group of the pattern), its text, and where it starts."""

    kind: str
    text: str
    start: int

    @property
    def word(self) -> str:
        """The token in upper case if it is an unquoted word or operator, else the empty string."""
        return self.text.upper() if self.kind in ("word", "operator") else ""

    @property
    def end(self) -> int:
        """The offset after the token."""
        return self.start + len(self.text)

    @property
    def name(self) -> str:
        """The token as a name, without its quotes."""
        if self.kind not in ("quoted", "string"):
            return self.text
        mark = self.text[-1]
        inner = self.text[1:-1]
        return inner if mark == "]" else inner.replace(mark * 2, mark)


def tokens(text: str) -> list[Token]:
    """Return the tokens of `text` without blanks and comments.

    >>> [t.text for t in tokens("SELECT [a b] -- c")]
    ['SELECT', '[a b]']
    """
    return [
        Token(match.lastgroup or "", match.group(), match.start())
        for match in _TOKEN.finditer(text)
        if match.lastgroup not in _BLANK
    ]


class Statement(NamedTuple):
    """One statement of a script, without its semicolon."""

    text: str
    start: int
    tokens: tuple[Token, ...]

    def words(self, count: int) -> list[str]:
        """Return the first `count` words in upper case."""
        return [token.word for token in self.tokens[:count]]


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a script; empty ones are left out, trigger bodies stay whole."""
    current: list[Token] = []
    for token in tokens(text):
        if token.text == ";" and token.kind == "operator" and not _inside_trigger(current):
            if current:
                yield _statement(text, current)
            current = []
        else:
            current.append(token)
    if current:
        yield _statement(text, current)


def _statement(text: str, found: list[Token]) -> Statement:
    start = found[0].start
    shifted = tuple(token._replace(start=token.start - start) for token in found)
    return Statement(text[start : found[-1].end], start, shifted)


def _inside_trigger(found: list[Token]) -> bool:
    """Tell whether a semicolon here belongs to a trigger's body, which ends with `; END`."""
    head = [token.word for token in found[:3]]
    is_trigger = head[:1] == ["CREATE"] and "TRIGGER" in head[1:]
    closed = len(found) > 1 and found[-1].word == "END" and found[-2].text == ";"
    return is_trigger and not closed


def plain(found: Sequence[Token]) -> str:
    """Return the text of these tokens on one line: comments dropped, blanks made one space."""
    parts: list[str] = []
    for before, token in zip([None, *found], found, strict=False):
        if before is not None and before.end != token.start:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)
