"""The query in what a model writes: behind its reasoning, inside a fence, or the text itself."""

from __future__ import annotations

import re

_FENCE = re.compile(r"```[ \t]*([A-Za-z0-9_+-]*)[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_ANSWER = re.compile(r"<(answer|sql)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_START = re.compile(r"^[ \t]*(?:SELECT|WITH|VALUES)\b", re.MULTILINE | re.IGNORECASE)
_SQL = frozenset({"", "sql", "sqlite", "sqlite3", "postgresql", "mysql"})
MOST_CHARACTERS = 200_000
"""What is looked at of an answer, from its end."""


def sql_in(text: str) -> str:
    """Return the last query of an answer; empty where reasoning that never ends is all there is.

    >>> sql_in("<think>COUNT?</think> So:\\n```sql\\nSELECT 1;\\n```")
    'SELECT 1'
    """
    text = text[-MOST_CHARACTERS:]
    _, closed, tail = text.rpartition("</think>")
    if closed:
        text = tail
    elif "<think>" in text:
        return ""
    tagged = [found[2] for found in _ANSWER.finditer(text)]
    if tagged:
        text = tagged[-1]
    fenced = [found[2] for found in _FENCE.finditer(text) if found[1].lower() in _SQL]
    if fenced:
        text = fenced[-1]
    elif (start := _START.search(text)) is not None:
        text = text[start.start() :]
    return text.strip().rstrip(";").rstrip()
