"""`spotit lint`: remarks on single queries."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from spotit.cli.inputs import query_text, schema_of
from spotit.cli.terminal import json_text, say
from spotit.depth import with_room
from spotit.dialect.statements import statements
from spotit.errors import InvalidSql, SpotitError
from spotit.lint.finding import Finding, Severity
from spotit.lint.lint_query import LINTS, lint
from spotit.schema import Schema


def lint_command(
    queries: Annotated[
        list[str] | None, typer.Argument(help="Queries, or files with queries separated by semicolons.")
    ] = None,
    schema: Annotated[str | None, typer.Option(help="DDL file or text, SQLite file, or tables.json.")] = None,
    db: Annotated[str | None, typer.Option(help="Which database of a tables.json.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per finding.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Say what the lints are and leave.")] = False,
) -> None:
    """Point out what is valid SQL but seldom meant.

    Exits with 1 when there are findings other than hints, 0 when there are none, 2 when a query does not parse.
    """
    if listed:
        _list()
        return
    try:
        if not queries or schema is None:
            raise typer.BadParameter("give --schema and at least one query")
        tables = schema_of(schema, db)
        code = max(_lint_all(query_text(given), tables, as_json=as_json) for given in queries)
    except SpotitError as error:
        say(f"spotit lint: {error}", error=True)
        raise typer.Exit(2) from None
    raise typer.Exit(code)


def _list() -> None:
    for each in LINTS:
        say(f"{each.name} ({each.severity}): {each.about}")


def _lint_all(text: str, schema: Schema, *, as_json: bool) -> int:
    """Lint each statement of a text; return the exit code."""
    code = 0
    for number, sql in enumerate((statement.text for statement in statements(text)), 1):
        try:
            found = with_room(partial(lint, sql, schema))
        except InvalidSql as error:
            say(f"spotit lint: statement {number}: {error}", error=True)
            code = 2
            continue
        for finding in found:
            say(_json(number, sql, finding) if as_json else _text(number, sql, finding))
        if code == 0 and any(f.severity is not Severity.HINT for f in found):
            code = 1
    return code


def _text(number: int, sql: str, finding: Finding) -> str:
    line, column = finding.span.line_column(sql)
    marked = "\n".join(f"    {part}" for part in finding.span.underline(sql).splitlines())
    return f"{number}:{line}:{column}: {finding.severity}: {finding.name}: {finding.message}\n{marked}"


def _json(number: int, sql: str, finding: Finding) -> str:
    return json_text(
        {
            "statement": number,
            "name": finding.name,
            "severity": finding.severity,
            "message": finding.message,
            "span": [finding.span.start, finding.span.end],
            "text": sql[finding.span.start : finding.span.end],
        }
    )
