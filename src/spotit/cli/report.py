"""`spotit report`: a run as a page and as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spotit.cli.terminal import say
from spotit.errors import SpotitError
from spotit.evaluate.store import load_run
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
) -> None:
    """Turn a run into one self-contained HTML file, and into tables for papers."""
    try:
        report = analyse(load_run(run))
        files = {html or run / "report.html": render(report)}
        if markdown_file:
            files[markdown_file] = markdown(report)
        if latex_file:
            files[latex_file] = latex(report)
        if csv:
            csv.mkdir(parents=True, exist_ok=True)
            files |= {csv / name: text for name, text in csv_files(report).items()}
        for path, text in files.items():
            # a spreadsheet takes UTF-8 for what it is only with a mark
            encoding = "utf-8-sig" if path.suffix == ".csv" else "utf-8"
            path.write_text(text, encoding=encoding, errors="replace", newline="")
            say(f"wrote {path}")
    except (SpotitError, OSError) as error:
        say(f"spotit report: {error}", error=True)
        raise typer.Exit(2) from None
