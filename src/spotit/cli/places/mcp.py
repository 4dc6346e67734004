"""`spotit mcp`: a server for coding agents."""

from __future__ import annotations

from typing import Annotated

import typer

from spotit.cli.terminal import say


def mcp_command(
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None,
) -> None:
    """Serve the tools check, lint and replay by the Model Context Protocol on the standard input and output.

    Needs the extra `mcp`: pip install 'spotit[mcp]'.

    Example, as the command of an agent's configuration:

    \b
    spotit mcp --jobs 2
    """
    try:
        from spotit.integrations.mcp_server import server
    except ImportError:
        say("spotit mcp: the package mcp is missing: pip install 'spotit[mcp]'", error=True)
        raise typer.Exit(2) from None
    server(jobs).run("stdio")
