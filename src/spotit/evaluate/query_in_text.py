"""The query in what a model has written: out of code fences, behind reasoning, between sentences."""

from __future__ import annotations

import re

from spotit.dialect.statements import OTHER_STATEMENTS
from spotit.dialect.tokens import tokens
from spotit.errors import InvalidSql
from spotit.sql.syntax.parse import parse_query

_THOUGHT_ENDS = re.compile(r"</(?:think|thinking|reasoning|thought|scratchpad)\s*>", re.IGNORECASE)
_TAGGED = re.compile(r"<(sql|answer|final_answer|query|output)\s*>(.*?)(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_FENCED = re.compile(r"^[ \t]*+(```++|~~~++)[^\n]*+\n(.*?)(?:^[ \t]*+\1|\Z)", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"(?<!`)```++(?:sqlite|sql)?(.*?)(?:```|\Z)", re.IGNORECASE | re.DOTALL)
_START = re.compile(r"(?:^|:)[ \t>*]*(?=(?:SELECT|WITH|VALUES)\b)", re.IGNORECASE | re.MULTILINE)
_QUERY = re.compile(r"\s*\(*\s*(?:SELECT|WITH|VALUES)\b", re.IGNORECASE)
_TRIED = 12
"""Places that are tried as the beginning of a query."""
_LONGEST = 40_000
"""Characters behind the reasoning in which a query is looked for."""


def query_in(text: str) -> str:
    """Return the query that a text holds; the text itself when it is one, or when none is found.

    Taken is what stands behind the reasoning (`<think>`), then the last block in a code fence, `<sql>` or
    `<answer>` that begins like a query, then the first part from the beginning of a line or behind a colon that parses.
    """
    if looks_like_query(text) and _parses(text):
        return text
    shown = _behind_thoughts(text)
    if len(shown) > _LONGEST:
        return text
    blocks = [found[2] for found in _TAGGED.finditer(shown)]
    for inside in (*reversed(blocks), shown):
        fenced = [found[2] for found in _FENCED.finditer(inside)] or [found[1] for found in _INLINE.finditer(inside)]
        for block in (*reversed(fenced), inside):
            if looks_like_query(block) and (block is not shown or _parses(block)):
                return block.strip()
    return _first_that_parses(shown) or text


def looks_like_query(text: str) -> bool:
    """Tell whether a text begins like a query, comments aside."""
    return _QUERY.match(_without_comments(text)) is not None


def looks_like_statement(text: str) -> bool:
    """Tell whether a text begins like SQL: a query, or another statement, which the engine will refuse."""
    words = _without_comments(text).split(maxsplit=1)
    return looks_like_query(text) or bool(words and words[0].upper() in OTHER_STATEMENTS)


def _behind_thoughts(text: str) -> str:
    """Return what stands behind the reasoning; the whole text where there is none, or nothing behind it."""
    *_, last = (0, *(found.end() for found in _THOUGHT_ENDS.finditer(text)))
    return text[last:] if text[last:].strip() else text


def _without_comments(text: str) -> str:
    rest = text.lstrip()
    while rest.startswith(("--", "/*")):
        end = rest.find("\n") if rest.startswith("--") else rest.find("*/") + 1
        if end <= 0:
            return ""
        rest = rest[end + 1 :].lstrip()
    return rest


def _first_that_parses(text: str) -> str | None:
    for number, found in enumerate(_START.finditer(text)):
        if number >= _TRIED:
            break
        rest = text[found.end() :]
        for part in (rest, _statement(rest), rest.split("\n\n")[0], rest.split("\n")[0]):
            if part is not None and _parses(part) and not _is_followed(rest[len(part) :]):
                return part.strip()
    return None


def _is_followed(rest: str) -> bool:
    """Tell whether another statement comes next: then no part of the text is what was meant as the query."""
    rest = rest.lstrip("; \t\r\n")
    if not looks_like_query(rest):
        return looks_like_statement(rest)
    return _parses(_statement(rest) or rest)


def _statement(text: str) -> str | None:
    """Return what stands before the first semicolon outside strings and comments; None without one."""
    end = next((token.start for token in tokens(text) if token.key == ";"), None)
    return None if end is None else text[:end]


def _parses(text: str) -> bool:
    try:
        parse_query(text)
    except (InvalidSql, RecursionError):
        return False
    return True
