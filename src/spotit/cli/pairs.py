"""`spotit check --pairs`: many pairs from a file, answers as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import typer

from spotit.batch import QueryPair, check_many
from spotit.cli.inputs import file_named
from spotit.cli.terminal import json_text
from spotit.errors import UsageError
from spotit.options import Options, Semantics


def check_pairs(path: Path, options: Options, jobs: int) -> None:
    """Print one verdict per line of the file, each with its id, in the order in which they finish."""
    for pair, verdict in check_many(list(_read(path, options)), options, jobs=jobs):
        typer.echo(json_text({"id": pair.id, **verdict.as_dict()}))


def _read(path: Path, options: Options) -> Iterator[QueryPair]:
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    for number, text in enumerate(texts, 1):
        if text.strip():
            yield _pair(text, f"{path}, line {number}", options, path.parent)


def _pair(text: str, place: str, options: Options, folder: Path) -> QueryPair:
    try:
        item = json.loads(text)
        semantics = Semantics(item.get("semantics") or options.semantics)
        left, right, schema = (str(item[key]) for key in ("left", "right", "schema"))
        source = file_named(schema, folder) or schema
        return QueryPair(left, right, source, item["id"], replace(options, semantics=semantics))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{place}: not a pair with id, schema, left and right ({error})") from None
