"""`spotit check --pairs`: many pairs from a file, answers as they come."""

from __future__ import annotations

import codecs
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import typer

from spotit.batch import QueryPair, check_many
from spotit.cli.inputs import STDIN, file_named
from spotit.cli.terminal import json_text
from spotit.errors import UsageError
from spotit.files import read_bytes, read_stdin
from spotit.options import Columns, Options, Semantics
from spotit.verdict import Invalid, Verdict


def check_pairs(
    path: Path, options: Options, jobs: int, fail_on: Collection[str] = (), also: Sequence[str] = ()
) -> bool:
    """Print one verdict per line of the file, each with its id, in the order in which they finish.

    A line that is no pair is `invalid`, with the number of the line in its message; the others go on. Returns whether
    a verdict is among `fail_on`.
    """
    failed = False
    pairs: list[QueryPair] = []
    for number, line in enumerate(_lines(path), 1):
        if line.strip():
            try:
                pairs.append(_pair(line, options, path.parent))
            except UsageError as error:
                semantics, columns = options.semantics.value, options.matching.value
                _print(None, Invalid("pair", f"line {number}: {error}", semantics=semantics, columns=columns))
                failed |= "invalid" in fail_on
    for pair, verdict in check_many(pairs, options, jobs=jobs, also=also):
        _print(pair.id, verdict)
        failed |= verdict.verdict in fail_on
    return failed


def _print(name: object, verdict: Verdict) -> None:
    typer.echo(json_text({"id": name, **verdict.as_dict()}))


def _lines(path: Path) -> list[bytes]:
    try:
        content = read_stdin() if str(path) == STDIN else read_bytes(path)
        return content.removeprefix(codecs.BOM_UTF8).split(b"\n")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def _pair(line: bytes, options: Options, folder: Path) -> QueryPair:
    """Return the pair that a line holds; raise `UsageError` where it holds none."""
    try:
        item = json.loads(line)
        semantics = Semantics(item.get("semantics") or options.semantics)
        columns = Columns(item.get("columns") or options.columns)
        left, right, schema = (_text(item[key]) for key in ("left", "right", "schema"))
        source = file_named(schema, folder) or schema
        return QueryPair(left, right, source, item["id"], replace(options, semantics=semantics, columns=columns))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(f"not a pair with id, schema, left and right ({reason})") from None


def _text(value: object) -> str:
    """Return a text that can be written down; half a character is none."""
    text = str(value)
    text.encode()
    return text
