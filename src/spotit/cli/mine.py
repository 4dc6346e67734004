"""`spotit mine`: facts from an example database, or from a profile of one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from spotit.cli.console import open_console
from spotit.cli.limited import Seconds, finished
from spotit.cli.terminal import say
from spotit.errors import SpotitError, UsageError
from spotit.learned_facts import LearnedFacts
from spotit.mine.facts_file import facts_text
from spotit.mine.mine_database import mine
from spotit.mine.profile import facts_of_profile
from spotit.schemas.load import load_schema


def mine_command(
    database: Annotated[Path | None, typer.Argument(help="An SQLite file; it is only read.")] = None,
    profile: Annotated[Path | None, typer.Option(help="A profile (JSON) instead of a database.")] = None,
    schema: Annotated[
        Path | None, typer.Option(help="The schema of the profile's database, for facts about joined rows.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The facts file to write; default: standard output.")] = None,
    timeout: Seconds = 600.0,
) -> None:
    """Learn facts from an example database: what is never NULL, unique, ordered, copied, and what values look like.

    The file can be edited, and is what --constraints of `check` and `eval` reads.

    Example:

    \b
    spotit mine runs/atlas/databases/city_library.sqlite --out library.toml
    """
    errors = open_console(stderr=True)
    try:
        facts = finished("mine", lambda: _facts(database, profile, schema, errors), timeout)
        text = facts_text(facts)
        if out is None:
            typer.echo(text, nl=False)
        else:
            _write(out, text)
    except SpotitError as error:
        say(f"spotit mine: {error}", error=True)
        raise typer.Exit(2) from None
    errors.print(_summary(facts, out), markup=False, highlight=False, soft_wrap=True)


def _facts(database: Path | None, profile: Path | None, schema: Path | None, errors: Console) -> LearnedFacts:
    if (database is None) == (profile is None):
        raise UsageError("give a database, or --profile")
    if profile is not None:
        return facts_of_profile(profile, None if schema is None else load_schema(schema))
    if schema is not None:
        raise UsageError("--schema goes with --profile; a database has its own")
    assert database is not None
    columns = (TextColumn("mining"), BarColumn(bar_width=24), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(
        *columns, TextColumn("{task.description}"), console=errors, transient=True, disable=not errors.is_terminal
    )
    with bar:
        task = bar.add_task("", total=None)

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        return mine(database, tell=tell)


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None


def _summary(facts: LearnedFacts, out: Path | None) -> str:
    rules = Counter(fact.kind.value for fact in facts.rules)
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(rules.items()))
    typical = sum(not fact.is_rule for fact in facts.facts)
    written = f"wrote {out}: " if out is not None else ""
    return f"{written}{len(facts.tables)} tables, {rules.total()} rules ({listed or 'none'}), {typical} typical facts"
