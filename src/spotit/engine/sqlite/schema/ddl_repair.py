"""CREATE TABLE statements whose column names lack their quotes (`index BIGINT`, `Unnamed: 2 REAL`)."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.statements import Statement
from spotit.dialect.tokens import Token, TokenKind
from spotit.dialect.wording import quote

_TYPES = frozenset(
    {"BIGINT", "INT", "INT2", "INT4", "INT8", "INTEGER", "MEDIUMINT", "SMALLINT", "TINYINT", "YEAR"}
    | {"DECIMAL", "DOUBLE", "FLOAT", "NUMBER", "NUMERIC", "REAL", "BOOL", "BOOLEAN", "BLOB", "BYTEA"}
    | {"CHAR", "CLOB", "NCHAR", "NVARCHAR", "TEXT", "VARCHAR", "VARCHAR2"}
    | {"DATE", "DATETIME", "TIME", "TIMESTAMP"}
)
_CONSTRAINTS = frozenset({"CHECK", "CONSTRAINT", "FOREIGN", "PRIMARY", "UNIQUE"})


def quoted_names(statement: Statement) -> str | None:
    """Return the statement with every column name quoted; None when it is not a plain list of columns."""
    found = statement.tokens
    start = next((index for index, token in enumerate(found) if token.key == "("), None)
    if start is None or found[-1].text != ")":
        return None
    parts = [_quoted(statement.text, part) for part in _definitions(found[start + 1 : -1])]
    if None in parts:
        return None
    return f"{statement.text[: found[start].end]}{', '.join(filter(None, parts))})"


def _definitions(found: Sequence[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        depth += {"(": 1, ")": -1}.get(token.key, 0)
        if token.key == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _quoted(text: str, part: list[Token]) -> str | None:
    if not part:
        return None
    whole = text[part[0].start : part[-1].end]
    if part[0].kind in (TokenKind.QUOTED, TokenKind.BRACKETED):
        return whole
    if part[0].key in _CONSTRAINTS and part[1:] and part[1].key not in _TYPES:
        return whole
    kind = next((token for token in part[1:] if token.key in _TYPES), None)
    if kind is None:
        return None
    return f"{quote(text[part[0].start : kind.start].strip())} {text[kind.start : part[-1].end]}"
