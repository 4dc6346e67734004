"""Run directories in which one value is another: each value of each file in turn, or one more key or item."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

FILES = ("run.json", "questions.jsonl", "predictions.jsonl", "outcomes.jsonl", "verdicts.jsonl", "witnesses.jsonl",
         "schemas.jsonl")  # fmt: skip
MARKUP = (
    '</script></style></title></textarea>--><evil-tag onevil="1">\'" onevil=1 x="\\input{/etc/passwd}$x^2_&%#~{'
    "\x1b[31m\x9b\u202e\u061c\x00 =cmd|x\n@SUM(1)\r\n| a | b |\n\n[x](javascript:evil)<img src=x onerror=evil>"
)
VALUES: tuple[object, ...] = (MARKUP, -1, 10**30, None, [[1]], {"a": {}}, float("nan"), True, "\ud800")
Json = object
_KEY, _ITEM = object(), object()
Place = tuple[object, ...]
"""The way to a value: keys and positions, at the end perhaps a new key or item."""


def changed_files(run: Path) -> Iterator[tuple[str, str, str]]:
    """Yield a name, the file's name, and its text with one change."""
    for file in FILES:
        content = (run / file).read_text()
        lines = [content] if file == "run.json" else [line for line in content.split("\n") if line]
        seen: set[str] = set()
        for number, line in enumerate(lines):
            record = json.loads(line)
            for place in _places(record):
                if (path := _path(place)) in seen:
                    continue
                seen.add(path)
                for value in VALUES:
                    new = json.dumps(_put(record, place, value))
                    text = "\n".join([*lines[:number], new, *lines[number + 1 :]]) + "\n"
                    yield f"{file} {path} = {str(value)[:12]!r}", file, text


def _path(place: Place) -> str:
    return ".".join("+" if part is _KEY or part is _ITEM else str(part) for part in place)


def _places(value: Json, place: Place = ()) -> Iterator[Place]:
    """Yield the places in a value; of a list only the first item's and the one after the last."""
    match value:
        case dict():
            yield (*place, _KEY)
            for key, item in value.items():
                yield (*place, key)
                yield from _places(item, (*place, key))
        case list():
            yield (*place, _ITEM)
            if value:
                yield (*place, 0)
                yield from _places(value[0], (*place, 0))


def _put(value: Json, place: Place, new: Json) -> Json:
    """Return the value with something else at a place."""
    if not place:
        return new
    head, *rest = place
    match value:
        case dict() if head is _KEY:
            return {**value, str(new): next(iter(value.values()), new)}
        case dict():
            return {**value, head: _put(value[head], tuple(rest), new)}
        case list() if head is _ITEM:
            return [*value, new]
        case list():
            return [_put(value[0], tuple(rest), new), *value[1:]]
    raise AssertionError(place)
