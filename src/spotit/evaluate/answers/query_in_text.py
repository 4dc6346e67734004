"""The query in what a model has written: out of code fences, behind reasoning, between sentences.

Where it is not plain which query is meant, none is taken: an answer that is called invalid is looked at, one that is
misread is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from spotit.dialect.statements import OTHER_STATEMENTS
from spotit.dialect.tokens import tokens
from spotit.errors import InvalidSql
from spotit.sql.syntax.parse import parse_query

Entry = TypeVar("Entry")
ANSWER_FIELDS = (
    "predicted_sql", "pred_sql", "prediction", "predict_sql", "pred", "predict", "predicted", "generated_sql",
    "final_sql", "sql_query", "model_output", "messages", "generated_text", "completion", "candidates", "predictions",
    "choices", "sql", "SQL", "query", "answer", "response", "output", "message", "content", "text", "right",
)  # fmt: skip
"""The fields of a record under which an answer stands, by custom."""
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|reasoning|thought|scratchpad)\s*>", re.IGNORECASE)
_TAGGED = re.compile(r"<(sql|answer|final_answer|query|output)\s*>(.*?)(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_FENCED = re.compile(r"^[ \t>]*+(```++|~~~++)[ \t]*+([^\n`]*+)\n(.*?)(?:^[ \t>]*+\1|\Z)", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"(?<!`)```++[ \t]*+(?:(sqlite|sql)\b)?(.*?)(?:```|\Z)", re.IGNORECASE | re.DOTALL)
_ENDS = re.compile(r"(?:<\|[a-z_]{1,30}\|>|</s>|<eos>|\s)+\Z", re.IGNORECASE)
"""Marks with which models end."""
_QUOTED = re.compile(r"^[ \t]*> ?", re.MULTILINE)
_CODE = re.compile(r"(?<![`\w])`([^`\n]+)`(?![`\w])")
_START = re.compile(r"(?:^|:)[ \t>*]*(?=(?:SELECT|WITH|VALUES)\b)", re.IGNORECASE | re.MULTILINE)
_QUERY = re.compile(r"\s*\(*\s*(?:SELECT|WITH|VALUES)\b", re.IGNORECASE)
_FINAL = re.compile(r"\b(?:final|answer|corrected|therefore|result)\b[^\n]*\Z", re.IGNORECASE)
"""The end of a text that announces the answer."""
_GOES_ON = re.compile(
    r"[\s;]*(?:[),.+*/=<>|]|(?:FROM|WHERE|GROUP|ORDER|HAVING|LIMIT|OFFSET|UNION|INTERSECT|EXCEPT|JOIN|LEFT|INNER|ON|AND|OR)\b)",
    re.IGNORECASE,
)
_OPEN = re.compile(r"(?:\(|,|\b(?:UNION|ALL|INTERSECT|EXCEPT|IN|EXISTS|AS|FROM|JOIN))\s*\Z", re.IGNORECASE)
_TRIED = 12
"""Places that are tried as the beginning of a query."""
_LINES = 80
"""Lines that a query between sentences has at most."""
_LONGEST = 40_000
"""Characters at the end of a text in which a query is looked for."""
DEEPEST = 6
"""Objects and lists inside each other around an answer."""


def query_in(text: str) -> str:
    """Return the query that a text holds, without a semicolon at its end; the text itself when none is found in it.

    Reasoning (`<think>`) is no answer: nothing is returned where there is nothing else. Taken is the last block in a
    code fence, `<sql>` or `<answer>` that is SQL, also as JSON, and else the one query between the sentences: where
    there are several, the one that is announced as final.
    """
    return _found(_ENDS.sub("", text.lstrip("\ufeff"))).strip().rstrip("; \t\r\n")


def _found(text: str) -> str:
    if looks_like_query(text) and _parses(text):
        return text
    shown = _beside_thoughts(text)
    if not shown.strip():
        return ""
    shown = shown[-_LONGEST:]
    blocks = [found[2] for found in _TAGGED.finditer(shown)]
    for inside in (*reversed(blocks), shown):
        found = _fenced(inside) or _in_json(inside)
        if found is not None:
            return found
        if looks_like_query(inside) and (inside is not shown or _parses(inside)):
            return inside
    return _between_sentences(shown) or (text if len(text) <= _LONGEST else "")


def looks_like_query(text: str) -> bool:
    """Tell whether a text begins like a query, comments aside."""
    return _QUERY.match(_without_comments(text)) is not None


def looks_like_statement(text: str) -> bool:
    """Tell whether a text begins like SQL: a query, or another statement, which the engine will refuse."""
    words = _without_comments(text).split(maxsplit=1)
    return looks_like_query(text) or bool(words and words[0].upper() in OTHER_STATEMENTS)


def answer_in(value: object) -> str | None:
    """Return the answer that a JSON value holds: itself, under a usual field, the first of several candidates."""
    return _answer(value, 0)


def candidates(entries: Sequence[Entry], roles: Sequence[object]) -> list[Entry]:
    """Return what in a list may be the answer, the likeliest first; in a conversation, what the model says last."""
    if not any(roles):
        return list(entries)
    spoken = [entry for entry, role in zip(entries, roles, strict=True) if role in ("assistant", "model", "ai", "gpt")]
    return spoken[::-1]


def _answer(value: object, depth: int) -> str | None:
    if isinstance(value, dict) and depth < DEEPEST:
        name = next((name for name in ANSWER_FIELDS if value.get(name) is not None), None)
        return None if name is None else _answer(value[name], depth + 1)
    if isinstance(value, list) and depth < DEEPEST:
        roles = [entry.get("role") if isinstance(entry, dict) else None for entry in value]
        return next(filter(None, (_answer(entry, depth + 1) for entry in candidates(value, roles))), None)
    return value if isinstance(value, str) else None


def _beside_thoughts(text: str) -> str:
    """Return what stands behind the reasoning; where it never ends, what stands before it."""
    marks = list(_THOUGHT.finditer(text))
    if not marks:
        return text
    closing = [mark for mark in marks if mark[1]]
    start = closing[-1].end() if closing else 0
    opening = next((mark.start() for mark in marks if not mark[1] and mark.start() >= start), len(text))
    return text[start:opening]


def _fenced(text: str) -> str | None:
    """Return the last block in a fence that is SQL: by what it is called, or by how it begins."""
    blocks = [(found[2].strip().lower(), found[3]) for found in _FENCED.finditer(text)]
    blocks = blocks or [((found[1] or "").lower(), found[2]) for found in _INLINE.finditer(text)]
    for language, written in reversed(blocks):
        block = _QUOTED.sub("", written) if written.lstrip().startswith(">") else written
        called_sql = "sql" in language
        if looks_like_query(block) or (called_sql and looks_like_statement(block)):
            return block.strip()
        if (inner := _in_json(block)) is not None:
            return inner
    codes = {found[1].strip() for found in _CODE.finditer(text) if looks_like_query(found[1]) and _parses(found[1])}
    return codes.pop() if len(codes) == 1 and not blocks else None


def _in_json(text: str) -> str | None:
    """Return the query in a JSON object, as some models are told to answer."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        found = answer_in(json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return None
    return found.strip() if found is not None and looks_like_statement(found) else None


def _without_comments(text: str) -> str:
    rest = text.lstrip("\ufeff \t\r\n")
    while rest.startswith(("--", "/*")):
        end = rest.find("\n") if rest.startswith("--") else rest.find("*/") + 1
        if end <= 0:
            return ""
        rest = rest[end + 1 :].lstrip()
    return rest


def _between_sentences(text: str) -> str | None:
    """Return the query between sentences; the one that is called final where there are several, else None."""
    found = list(_queries(text))
    if len({" ".join(query.split()) for _, query in found}) == 1:
        return found[0][1]
    final = [query for start, query in found if _FINAL.search(text[:start].rstrip(" \t\r\n*:>"))]
    return final[-1] if final and found[-1][1] == final[-1] else None


def _queries(text: str) -> Iterator[tuple[int, str]]:
    """Yield the queries that begin a line or stand behind a colon, and where; no part of a larger one is among them."""
    behind = 0
    for number, place in enumerate(_START.finditer(text)):
        start = place.end()
        if number >= _TRIED:
            return
        if start < behind or _OPEN.search(text[:start]):
            continue
        rest = text[start:]
        query = next((part for part in _parts(rest) if _parses(part)), None)
        if query is not None and not _GOES_ON.match(rest[len(query) :]):
            if _is_followed(rest[len(query) :]):
                return
            behind = start + len(query)
            yield start, query.strip()


def _parts(text: str) -> Iterator[str]:
    """Yield what may be the query at the beginning of a text, the longest first."""
    statement = _statement(text)
    if statement is not None:
        yield statement
    lines = text.split("\n")[:_LINES]
    for count in range(len(lines), 0, -1):
        yield "\n".join(lines[:count])


def _is_followed(rest: str) -> bool:
    """Tell whether another statement comes next: then no part of the text is what was meant as the query."""
    rest = rest.lstrip("; \t\r\n")
    if not looks_like_query(rest):
        return looks_like_statement(rest) and not _is_sentence(rest)
    return _parses(_statement(rest) or rest)


def _is_sentence(text: str) -> bool:
    """Tell whether what begins like a statement is English: `End of the answer.`"""
    line = text.split("\n", 1)[0].rstrip()
    return line.endswith((".", "!", "?")) and ";" not in line


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
