"""`spotit verify-certificate`: decide a stored proof again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from spotit.cli.console import open_console
from spotit.cli.limited import Seconds, finished
from spotit.cli.terminal import json_text, say
from spotit.depth import with_room
from spotit.errors import SpotitError
from spotit.search.certificate import Checked, read_certificate, verify

_WORDS = {True: "holds", False: "DOES NOT HOLD", None: "not decided"}


def verify_certificate_command(
    folder: Annotated[Path, typer.Argument(help="A folder, as written by check --certificate.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    timeout: Seconds = 300.0,
) -> None:
    """Decide every step of a certificate again, and every question by each solver that is installed.

    Exits with 0 when all steps hold, 1 when one does not, 3 when one could not be decided, 2 without a certificate.

    Examples:

    \b
    spotit check --schema "CREATE TABLE item (name TEXT, price INTEGER)" --certificate proof \\
      --left "SELECT name FROM item WHERE price > 1" --right "SELECT name FROM item WHERE price >= 2"
    spotit verify-certificate proof
    """
    try:
        found = finished(
            "verify-certificate", lambda: with_room(lambda: list(verify(read_certificate(folder)))), timeout
        )
    except SpotitError as error:
        say(f"spotit verify-certificate: {error}", error=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json_text({"holds": _outcome(found) == 0, "steps": [_as_dict(step) for step in found]}))
    else:
        console = open_console(soft_wrap=True)
        for step in found:
            console.print(Text(f"{_WORDS[step.holds]}: {step.what}"))
    raise typer.Exit(_outcome(found))


def _as_dict(step: Checked) -> dict[str, object]:
    return {"what": step.what, "holds": step.holds}


def _outcome(found: list[Checked]) -> int:
    if any(step.holds is False for step in found):
        return 1
    return 3 if any(step.holds is None for step in found) else 0
