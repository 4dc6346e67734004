"""`spotit lint`: remarks on single queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from spotit.cli.inputs import query_text, schema_of
from spotit.cli.limited import Seconds, finished
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
    timeout: Seconds = 60.0,
) -> None:
    """Point out what is valid SQL but seldom meant.

    Exits with 1 when there are findings other than hints, 0 when there are none, 2 when a query does not parse.

    Example:

      spotit lint --schema shop.sql queries.sql "SELECT name FROM item WHERE price = NULL"
    """
    if listed:
        _list()
        return
    try:
        if not queries or schema is None:
            raise typer.BadParameter("give --schema and at least one query")
        tables = finished("lint", partial(schema_of, schema, db), timeout)
        code = max(_linted(query_text(given), tables, timeout, as_json=as_json) for given in queries)
    except SpotitError as error:
        say(f"spotit lint: {error}", error=True)
        raise typer.Exit(2) from None
    raise typer.Exit(code)


def _list() -> None:
    for each in LINTS:
        say(f"{each.name} ({each.severity}): {each.about}")


def _linted(text: str, schema: Schema, seconds: float, *, as_json: bool) -> int:
    """Lint each statement of a text and say what is found; return the exit code."""
    remarks, code = finished("lint", lambda: _lint_all(text, schema, as_json=as_json), seconds)
    for remark in remarks:
        say(remark.text, error=remark.is_error)
    return code


@dataclass(frozen=True, slots=True)
class _Remark:
    text: str
    is_error: bool = False


def _lint_all(text: str, schema: Schema, *, as_json: bool) -> tuple[list[_Remark], int]:
    """Return what is to be said about the statements of a text, and the exit code."""
    code = 0
    remarks: list[_Remark] = []
    for number, sql in enumerate((statement.text for statement in statements(text)), 1):
        try:
            found = with_room(partial(lint, sql, schema))
        except InvalidSql as error:
            remarks.append(_Remark(f"spotit lint: statement {number}: {error}", is_error=True))
            code = 2
            continue
        worded = _json if as_json else _text
        remarks += [_Remark(worded(number, sql, finding)) for finding in found]
        if code == 0 and any(f.severity is not Severity.HINT for f in found):
            code = 1
    return remarks, code


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
