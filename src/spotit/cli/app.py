"""`spotit`: the commands."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import spotit
from spotit.cli.check import check_command
from spotit.cli.eval import eval_command, score_command
from spotit.cli.explain import explain_command
from spotit.cli.failure import tell_failure
from spotit.cli.lint import lint_command
from spotit.cli.replay import replay_command
from spotit.cli.report import report_command
from spotit.engine.open import system

app = typer.Typer(
    help="Finds out whether two SQL queries really mean the same.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"spotit {spotit.__version__} ({system().title})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Finds out whether two SQL queries really mean the same: a confirmed witness, or a proof."""


app.command("check")(check_command)
app.command("explain")(explain_command)
app.command("eval")(eval_command)
app.command("score")(score_command)
app.command("report")(report_command)
app.command("replay")(replay_command)
app.command("lint")(lint_command)


def main() -> None:
    """Run the command line."""
    try:
        app(prog_name="spotit")
    except Exception as error:
        sys.exit(tell_failure(error))
