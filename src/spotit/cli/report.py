"""`spotit report`: a run as a page and as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spotit.cli.limited import Seconds, finished
from spotit.cli.terminal import say
from spotit.depth import with_room
from spotit.errors import SpotitError
from spotit.evaluate.store import load_run
from spotit.files import open_to_write
from spotit.report.build import analyse
from spotit.report.page import render
from spotit.report.tables import csv_files, latex, markdown


def report_command(
    run: Annotated[Path, typer.Argument(help="A run directory.")],
    html: Annotated[
        Path | None, typer.Option(help="Where to write the page. Default: report.html in the run directory.")
    ] = None,
    markdown_file: Annotated[Path | None, typer.Option("--markdown", help="Also write the tables as Markdown.")] = None,
    latex_file: Annotated[Path | None, typer.Option("--latex", help="Also write the tables as LaTeX.")] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Also write the tables and all outcomes as CSV files into this folder.")
    ] = None,
    live: Annotated[
        bool,
        typer.Option("--live", help="Put SQLite (sql.js, 0.5 MB) into the page, to run and change witnesses there."),
    ] = False,
    timeout: Seconds = 600.0,
) -> None:
    """Turn a run into one self-contained HTML file, and into tables for papers.

    Example:

    \b
    spotit report runs/atlas --html atlas.html --latex tables.tex
    """

    def files() -> dict[Path, str]:
        report = analyse(load_run(run))
        made = {html or run / "report.html": render(report, live=live)}
        if markdown_file:
            made[markdown_file] = markdown(report)
        if latex_file:
            made[latex_file] = latex(report)
        if csv:
            made |= {csv / name: text for name, text in csv_files(report).items()}
        return made

    try:
        made = finished("report", lambda: with_room(files), timeout)
        if csv:
            csv.mkdir(parents=True, exist_ok=True)
        for path, text in made.items():
            _write(path, text, inside=html is None and path.parent == run)
            say(f"wrote {path}")
    except (SpotitError, OSError) as error:
        say(f"spotit report: {error}", error=True)
        raise typer.Exit(2) from None


def _write(path: Path, text: str, *, inside: bool) -> None:
    """Write a file; what the run directory itself has under its name is never followed elsewhere."""
    # a spreadsheet takes UTF-8 for what it is only with a mark
    encoding = "utf-8-sig" if path.suffix == ".csv" else "utf-8"
    opener = open_to_write if inside else None
    with open(path, "w", encoding=encoding, errors="replace", newline="", opener=opener) as file:
        file.write(text)
