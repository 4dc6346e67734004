"""`spotit diff`: the changed queries of a git work tree against their older versions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spotit.batch import QueryPair, check_many
from spotit.ci.changes import ChangedQuery, NotCompared, changes
from spotit.ci.formats import Format, written
from spotit.ci.placed import FAIL_ON, PlacedVerdict, verdict_words
from spotit.cli.inputs import schema_of
from spotit.cli.limited import finished
from spotit.cli.terminal import say, visible
from spotit.errors import SpotitError, UsageError
from spotit.options import Options, Semantics
from spotit.schema import Schema

_READING = 120.0
"""Seconds for finding out what changed."""


def diff_command(  # noqa: PLR0913 - one parameter per command line option
    schema: Annotated[str, typer.Option(help="DDL file or text, SQLite file, or tables.json: as it is now.")],
    paths: Annotated[list[str] | None, typer.Argument(help="Files or folders; everything if there are none.")] = None,
    against: Annotated[str, typer.Option(help="The version to compare with: a commit, branch or tag.")] = "HEAD",
    db: Annotated[str | None, typer.Option(help="Which database of a tables.json.")] = None,
    form: Annotated[Format, typer.Option("--format", help="How the outcomes are written.")] = Format.TEXT,
    out: Annotated[Path | None, typer.Option(help="Write them to a file instead of the standard output.")] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(help="Verdicts that fail, with commas, or none. [default: different,invalid]"),
    ] = None,
    bound: Annotated[int, typer.Option(min=1, max=50, help="Rows per table to prove; more where cheap.")] = 5,
    semantics: Annotated[Semantics, typer.Option(help="How results are compared.")] = Semantics.BAG,
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds for one check.")] = 30.0,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None,
) -> None:
    """Tell whether the changed queries of a git work tree still mean what they meant.

    Each statement that changed in a .sql file is checked against the one it replaces, where the branch left the version
    given by --against. Results are compared with duplicates (--semantics bag). Exits with 1 when a verdict is among
    --fail-on, 0 when none is, 2 for wrong usage.

    Examples:

    \b
    spotit diff --against origin/main --schema schema.sql queries/
    spotit diff --against HEAD~1 --schema schema.sql --format junit \\
      --out spotit.xml --fail-on different,undecided
    """
    try:
        failing = verdict_words(fail_on or (), FAIL_ON)
        tables = finished("diff", lambda: schema_of(schema, db), timeout)
        found = finished("diff", lambda: list(changes(Path(), against, paths or [])), _READING)
        options = Options(bound=bound, semantics=semantics, timeout=timeout)
        outcomes = _checked([one for one in found if isinstance(one, ChangedQuery)], tables, options, jobs)
        skipped = [one for one in found if isinstance(one, NotCompared)]
        text = written(outcomes, skipped, form, failing)
        _tell(text, out)
    except SpotitError as error:
        say(f"spotit diff: {error}", error=True)
        raise typer.Exit(2) from None
    raise typer.Exit(int(any(one.verdict.verdict in failing for one in outcomes)))


def _checked(changed: list[ChangedQuery], schema: Schema, options: Options, jobs: int | None) -> list[PlacedVerdict]:
    """Return the verdicts in the order of the files."""
    pairs = [QueryPair(one.old, one.new, schema, place) for place, one in enumerate(changed)]
    verdicts = {pair.id: verdict for pair, verdict in check_many(pairs, options, jobs=jobs)} if pairs else {}
    return [PlacedVerdict(one.path, one.line, verdicts[place], one.old, one.new) for place, one in enumerate(changed)]


def _tell(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(visible(text), nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
