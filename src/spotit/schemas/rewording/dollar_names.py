"""Names with a dollar sign, which Apache Calcite gives to columns (`$f0`, `EXPR$1`), in quotes."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""
    '(?:[^']|'')*'                      # text
  | "(?:[^"]|"")*"                      # a quoted name
  | --[^\n]* | /\*.*?\*/                # a comment
  | (?<![\w$])(?P<name>[A-Za-z_]*\$[\w$]*)
  | [\w$]+
    """,
    re.VERBOSE | re.DOTALL,
)


def with_quoted_names(sql: str) -> str:
    """Return a query in which every name with a dollar sign is quoted."""
    return _PIECE.sub(lambda found: f'"{found["name"]}"' if found["name"] else found[0], sql)
