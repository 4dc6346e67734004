"""Whether two queries are written alike: then SQLite treats them alike, also where SQL leaves it a choice."""

from __future__ import annotations

from itertools import pairwise

from spotit.dialect.tokens import Token, TokenKind
from spotit.errors import InvalidSql
from spotit.sql.syntax.keywords import NOT_AN_ALIAS, TIME_WORDS
from spotit.sql.syntax.tokens import scan

_NAME = "name"
_CLAUSES = """
    ASC BY CAST CURRENT DESC END EXCLUDE FILTER FIRST FOLLOWING GLOB GROUPS LAST LIKE MATCH MATERIALIZED NO NULLS OFFSET
    OTHERS OVER PARTITION PRECEDING RANGE RECURSIVE REGEXP ROW ROWS TIES UNBOUNDED WINDOW WITH
"""
_KEYWORDS = NOT_AN_ALIAS | TIME_WORDS | frozenset(_CLAUSES.split())
"""Words that are taken for what they say, also where SQLite would let them be names."""


def same_up_to_names(left: str, right: str) -> bool:
    """Tell whether two texts are the same but for blanks, comments, letter case of words, and names.

    That names mean the same has to be known already. Qualifiers and aliases count as parts of names.
    """
    try:
        return _shape(left) == _shape(right)
    except InvalidSql:
        return False


def _shape(sql: str) -> list[str]:
    """Return the tokens with a mark in place of each name; what only names a thing anew is left out."""
    tokens = scan(sql)
    shape: list[str] = []
    for token, following in pairwise(tokens):
        if token.key == "AS" or (token.key == ";" and following.kind is TokenKind.END):
            continue
        is_name = _is_name(token, following) and shape[-2:] != ["INDEXED", "BY"]
        if is_name and shape and shape[-1] == ".":
            shape.pop()
        elif not is_name:
            shape.append(token.key or f"{token.kind} {token.name}")
        elif not shape or not _ends_operand(shape[-1]):
            shape.append(_NAME)
    return shape


def _is_name(token: Token, following: Token) -> bool:
    if token.kind in (TokenKind.QUOTED, TokenKind.BRACKETED):
        return following.key != "("
    return token.kind is TokenKind.WORD and token.key not in _KEYWORDS and following.key != "("


def _ends_operand(mark: str) -> bool:
    """Tell whether an expression or table ends here, so that a name after it is an alias."""
    return mark in (_NAME, ")", "END") or mark.startswith(("string ", "number ", "blob "))
