"""`spotit lint`: remarks on single queries."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from spotit.cli.inputs import STDIN, file_named, query_text, schema_of
from spotit.cli.limited import Seconds, finished
from spotit.cli.terminal import json_text, say
from spotit.depth import with_room
from spotit.dialect.statements import OTHER_STATEMENTS, Statement, statements
from spotit.errors import InvalidSql, Span, SpotitError, UsageError
from spotit.frozen import frozen
from spotit.lint.finding import Finding, Severity
from spotit.lint.lint_query import LINTS, lint
from spotit.schema import Schema


def lint_command(  # noqa: PLR0913 - one parameter per command line option
    queries: Annotated[
        list[str] | None, typer.Argument(help="Queries, or files with queries separated by semicolons; - for stdin.")
    ] = None,
    schema: Annotated[str | None, typer.Option(help="DDL file or text, SQLite file, or tables.json.")] = None,
    db: Annotated[str | None, typer.Option(help="Which database of a tables.json.")] = None,
    select: Annotated[list[str] | None, typer.Option(help="Only these lints. Repeatable, or with commas.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All but these lints. Repeatable, or with commas.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per finding.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Say what the lints are and leave.")] = False,
    timeout: Seconds = 60.0,
) -> None:
    """Point out what is valid SQL but seldom meant.

    Prints path:line:column for each finding. Exits with 1 when there are findings other than hints, 0 when there are
    none, 2 when a query does not parse.

    Examples:

    \b
    spotit lint --schema examples/shop.sql "SELECT name FROM customer WHERE city = NULL"
    spotit lint --schema examples/shop.sql --ignore null-comparison \\
      "SELECT name FROM customer WHERE city = NULL OR 10 < id < 17"
    """
    if listed:
        _list()
        return
    try:
        if not queries or schema is None:
            raise typer.BadParameter("give --schema and at least one query")
        wanted = _wanted(select, ignore)
        tables = finished("lint", partial(schema_of, schema, db), timeout)
        texts = [_Text(_label(given, place), query_text(given)) for place, given in enumerate(queries, 1)]
        code = max(_linted(text, tables, wanted, timeout, as_json=as_json) for text in texts)
    except SpotitError as error:
        say(f"spotit lint: {error}", error=True)
        raise typer.Exit(2) from None
    raise typer.Exit(code)


def _list() -> None:
    for each in LINTS:
        say(f"{each.name} ({each.severity}): {each.about}")


def _wanted(select: list[str] | None, ignore: list[str] | None) -> frozenset[str]:
    """Return the names of the lints that are asked for."""
    known = {each.name for each in LINTS}
    chosen, left_out = (_names(given, known) for given in (select, ignore))
    return frozenset((chosen or known) - left_out)


def _names(given: list[str] | None, known: set[str]) -> set[str]:
    names = {name.strip() for text in given or () for name in text.split(",") if name.strip()}
    if unknown := names - known:
        raise UsageError(f"there is no lint {', '.join(sorted(unknown))}; --list says which there are")
    return names


def _label(given: str, place: int) -> str:
    """Return the name of a text for people: its file, or which argument it is."""
    if given == STDIN:
        return "<stdin>"
    return given if file_named(given) is not None else f"<query {place}>"


@frozen
class _Text:
    name: str
    sql: str

    @property
    def is_file(self) -> bool:
        """Whether it comes from a file, and not from the command line itself."""
        return not self.name.startswith("<query")


@frozen
class _Remark:
    text: str
    is_error: bool = False


def _linted(text: _Text, schema: Schema, wanted: frozenset[str], seconds: float, *, as_json: bool) -> int:
    """Lint each statement of a text and say what is found; return the exit code."""
    remarks, code = finished("lint", lambda: _lint_all(text, schema, wanted, as_json=as_json), seconds)
    for remark in remarks:
        say(remark.text, error=remark.is_error)
    return code


def _lint_all(text: _Text, schema: Schema, wanted: frozenset[str], *, as_json: bool) -> tuple[list[_Remark], int]:
    """Return what is to be said about the statements of a text, and the exit code."""
    code = 0
    remarks: list[_Remark] = []
    for number, statement in enumerate(statements(text.sql), 1):
        if text.is_file and statement.words(1)[0] in OTHER_STATEMENTS:
            continue  # a file of queries may create views, too
        try:
            found = [f for f in with_room(partial(lint, statement.text, schema)) if f.name in wanted]
        except InvalidSql as error:
            span = error.span or Span(0, 0)
            remarks.append(_Remark(f"{_place(text, statement.start, span)}: error: {error}", is_error=True))
            code = 2
            continue
        worded = _json if as_json else _line
        remarks += [_Remark(worded(text, number, statement, finding)) for finding in found]
        if code == 0 and any(f.severity is not Severity.HINT for f in found):
            code = 1
    return remarks, code


def _place(text: _Text, start: int, span: Span) -> str:
    line, column = Span(start + span.start, start + span.end).line_column(text.sql)
    return f"{text.name}:{line}:{column}"


def _line(text: _Text, _number: int, statement: Statement, finding: Finding) -> str:
    marked = "\n".join(f"    {part}" for part in finding.span.underline(statement.text).splitlines())
    place = _place(text, statement.start, finding.span)
    return f"{place}: {finding.severity}: {finding.name}: {finding.message}\n{marked}"


def _json(text: _Text, number: int, statement: Statement, finding: Finding) -> str:
    line, column = Span(statement.start + finding.span.start, 0).line_column(text.sql)
    return json_text(
        {
            "path": text.name,
            "line": line,
            "column": column,
            "statement": number,
            "name": finding.name,
            "severity": finding.severity,
            "message": finding.message,
            "span": [finding.span.start, finding.span.end],
            "text": statement.text[finding.span.start : finding.span.end],
        }
    )
