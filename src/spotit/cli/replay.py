"""`spotit replay`: run both queries of a stored witness again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from spotit.cli.console import open_console
from spotit.cli.limited import Seconds, finished
from spotit.cli.print_verdict import rows_table
from spotit.cli.terminal import json_text, say
from spotit.database import Failure
from spotit.errors import SpotitError
from spotit.files import read_text
from spotit.search.witness.replay import Replayed, read_witness, replay


def replay_command(
    witness: Annotated[Path, typer.Argument(help="A witness file, as written by eval or by check --save.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    timeout: Seconds = 60.0,
) -> None:
    """Run both queries on a stored witness and print the two results.

    Exits with 1 when the results differ, 0 when they agree, 2 when the file or a query is unusable.

    Examples:

    \b
    spotit check --schema "CREATE TABLE item (name TEXT, price INTEGER)" --save witness.sql \\
      --left "SELECT name FROM item" --right "SELECT name FROM item WHERE price > 0"
    spotit replay witness.sql
    """
    try:
        replayed = finished("replay", lambda: replay(read_witness(read_text(witness))), timeout)
    except SpotitError as error:
        say(f"spotit replay: {error}", error=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json_text(_as_dict(replayed)))
    else:
        _show(replayed)
    raise typer.Exit(0 if replayed.agree else 1)


def _as_dict(replayed: Replayed) -> dict[str, object]:
    return {
        "agree": replayed.agree,
        "left_result": replayed.left.as_dict(),
        "right_result": replayed.right.as_dict(),
    }


def _show(replayed: Replayed) -> None:
    console = open_console()
    for side, rows in (("left", replayed.left), ("right", replayed.right)):
        if isinstance(rows, Failure):
            console.print(Text(f"{side}: error: {rows.message}"))
            continue
        count = f"{len(rows.rows)} row{'' if len(rows.rows) == 1 else 's'}"
        console.print(f"{side}: {count}")
        console.print(rows_table(rows))
    console.print("The results agree." if replayed.agree else "The results differ.")
