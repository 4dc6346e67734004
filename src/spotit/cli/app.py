"""`spotit`: the commands. Each is imported when it is called, so that `--version` and `check` start fast."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.core import TyperGroup

import spotit
from spotit.cli.failure import tell_failure
from spotit.cli.terminal import say
from spotit.errors import SpotitError

COMMANDS = {
    "check": "spotit.cli.check:check_command",
    "explain": "spotit.cli.explain:explain_command",
    "eval": "spotit.cli.eval:eval_command",
    "score": "spotit.cli.eval:score_command",
    "report": "spotit.cli.report:report_command",
    "replay": "spotit.cli.replay:replay_command",
    "verify-certificate": "spotit.cli.places.verify_certificate:verify_certificate_command",
    "mine": "spotit.cli.mine:mine_command",
    "lint": "spotit.cli.lint:lint_command",
    "selftest": "spotit.cli.selftest:selftest_command",
    "diff": "spotit.cli.places.diff:diff_command",
    "grade": "spotit.cli.places.classroom:grade_command",
    "mcp": "spotit.cli.places.mcp:mcp_command",
}
"""The commands in the order of `--help`, and the function behind each."""
_SETTINGS = {"help_option_names": ["-h", "--help"]}
_STDERR = 2
"""The last of the standard descriptors."""


def command(name: str) -> Callable[..., None]:
    """Return the function behind a command."""
    module, function = COMMANDS[name].split(":")
    found: Callable[..., None] = getattr(import_module(module), function)
    gc.freeze()  # what is imported stays: to look for garbage among it takes a tenth of the time of a small check
    gc.enable()
    return found


class _Commands(TyperGroup):
    """The commands, each imported when it is asked for; the types are click's or typer's own, by typer's version."""

    def list_commands(self, ctx):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return list(COMMANDS)

    def get_command(self, ctx, cmd_name):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if cmd_name not in COMMANDS:
            return None
        single = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, add_completion=False)
        single.command(cmd_name, context_settings=_SETTINGS)(command(cmd_name))
        return typer.main.get_command(single)


app = typer.Typer(
    cls=_Commands,
    help="Finds out whether two SQL queries really mean the same.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        from spotit.engine.open import system

        typer.echo(f"spotit {spotit.__version__} ({system().title})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Finds out whether two SQL queries really mean the same: a confirmed witness, or a proof."""


def _open_descriptors() -> None:
    """Let the three standard descriptors be open: the next file would take the place of one that is not."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        os.set_inheritable(number, True)
    os.close(number)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as this process


def main() -> None:
    """Run the command line."""
    gc.disable()  # until the command is imported
    _open_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")  # a terminal of another alphabet shows escapes
    try:
        app(prog_name="spotit")
    except (SpotitError, OSError) as error:
        # what the system refuses, such as a name that is too long, is no failure of ours
        say(f"spotit: {error}", error=True)
        sys.exit(2)
    except Exception as error:
        sys.exit(tell_failure(error))
