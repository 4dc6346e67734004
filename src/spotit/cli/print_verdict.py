"""A verdict for people: the queries, one claim, the witness, both results, and a script to paste."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from spotit.cli.console import open_console
from spotit.database import Failure, Row, Rows
from spotit.dialect.statements import ended
from spotit.dialect.wording import literal
from spotit.elsewhere.tried_sentence import tried_sentence
from spotit.engine.compare import OnlyIn, first_difference
from spotit.errors import Span
from spotit.options import Options, QueryDialect, Semantics
from spotit.reason import ObstacleKind
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Invalid,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
    Witness,
    claim,
)

WIDTH = 100
"""Columns of a verdict as text, where no terminal says how many there are."""


def verdict_text(verdict: Verdict) -> str:
    """Return what the command line prints, without colours."""
    out = StringIO()
    left, right = verdict.queries or ("", "")
    show_verdict(verdict, left, right, open_console(file=out, soft_wrap=True, width=WIDTH))
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


def show_verdict(verdict: Verdict, left: str, right: str, console: Console) -> None:
    """Print a verdict."""
    if left or right:
        for title, sql in (("left", left), ("right", right)):
            console.print(Text(f"{title}:  ", style="bold").append(Text(sql.strip(), style="not bold")))
        console.print()
    console.print(Text(claim(verdict), style=_STYLES[type(verdict)]))
    if verdict.matched is not None and verdict.matched.text:
        console.print(Text(verdict.matched.text))
    match verdict:
        case Different():
            _show_difference(verdict, (left, right), console)
        case Equivalent() | EquivalentUpTo() | Unrefuted() | Undecided():
            if isinstance(verdict, Equivalent):
                _show_list("Proof", verdict.reason.steps, console)
            _show_list("Assuming", tuple(assumption.text for assumption in verdict.assumptions), console)
        case Invalid():
            _show_place(verdict.span, left if verdict.side == "left" else right, console)
        case Unsupported():
            _show_place(verdict.span, right if verdict.side == "right" else left, console)
    if isinstance(verdict, Undecided) and (advice := _ADVICE.get(verdict.reason.kind)):
        console.print(Text(f"What may help: {advice}."))
    _show_list("About the schema", verdict.notes, console)
    if verdict.stats.cut_short:
        console.print(Text("The time limit ended the check early: with more time the answer may be another.", "yellow"))
    compared = f"{verdict.semantics} semantics" + _columns(verdict)
    _show_elsewhere(verdict, console)
    words = f"{verdict.engine}, dialect {verdict.dialect}, {compared}"
    console.print(Text(f"{words}, {verdict.stats.seconds:.3f} s", style="dim"))


def _show_elsewhere(verdict: Verdict, console: Console) -> None:
    """Say by whose rules the queries were judged, and on which other systems the difference shows."""
    dialect = QueryDialect(verdict.dialect)
    if dialect is not QueryDialect.SQLITE:
        console.print(Text(f"The queries were translated from {dialect.label} and judged by SQLite's rules."))
    if isinstance(verdict, Different) and verdict.holds_on:
        console.print(Text(tried_sentence(verdict.holds_on)))


def _columns(verdict: Verdict) -> str:
    """Return how columns were matched, unless it goes without saying."""
    plain = Options(semantics=Semantics(verdict.semantics)).matching
    return "" if verdict.columns == plain else f", columns {verdict.columns}"


_STYLES = {
    Different: "bold red",
    Equivalent: "bold green",
    EquivalentUpTo: "bold green",
    Unrefuted: "bold yellow",
    Undecided: "bold yellow",
    Unsupported: "bold yellow",
    Invalid: "bold red",
}


_LESS = "a smaller --bound"
_ADVICE = {
    ObstacleKind.WORK_LIMIT: f"a larger --work, or {_LESS}",
    ObstacleKind.TIME_LIMIT: f"a longer --timeout, or {_LESS}",
    ObstacleKind.GAVE_UP: f"a larger --work, or {_LESS}",
    ObstacleKind.MEMORY: _LESS,
    ObstacleKind.TOO_LARGE: _LESS,
    ObstacleKind.VACUOUS: "a larger --bound, or a look at the constraints: rows may be impossible",
    ObstacleKind.WORKER_ENDED: _LESS,
}
"""What to try where something stood in the way of an answer."""


def _show_difference(verdict: Different, queries: tuple[str, str], console: Console) -> None:
    if verdict.witness.explanation:
        console.print(Text(verdict.witness.explanation))
    for broken in verdict.witness.breaks:
        console.print(Text(f"Breaks a rule of the example data: {broken}."))
    if verdict.witness.origin is not None:
        console.print(Text(verdict.witness.origin.text))
    if verdict.witness.tags:
        console.print(Text(f"Unnatural: {', '.join(verdict.witness.tags)}"))
    console.print()
    for name, rows in verdict.witness.database.tables.items():
        _show_rows(name, rows, console, cells=_changed_cells(verdict.witness, name))
    difference = first_difference(verdict.left, verdict.right, Semantics(verdict.semantics))
    only = difference.row if difference is not None else None
    for side, result in (("left", verdict.left), ("right", verdict.right)):
        marked = only if difference is not None and difference.side == side else None
        if isinstance(result, Failure):
            console.print(Text(f"{side}: error: {result.message}", style="bold red"))
        else:
            _show_rows(f"{side} returns", result, console, marked)
    if difference is not None:
        console.print(Text(_told(verdict, difference), style="bold"))
    console.print(f"\nTo see it in {verdict.engine.rpartition(' ')[0]}:\n", style="dim")
    console.print(Text(verdict.witness.script.rstrip("\n")))
    if verdict.witness.now is not None:
        console.print(f"\nWith the clock at {verdict.witness.now}, whenever it is run:\n", style="dim")
    if any(shown := verdict.witness.queries or queries):
        console.print(Text("\n".join(map(ended, shown)) + "\n"))


def _told(verdict: Different, difference: OnlyIn) -> str:
    other = verdict.right if difference.side == "left" else verdict.left
    row = f"({', '.join(map(literal, difference.row))})"
    if isinstance(other, Failure) or difference.row not in other.rows:
        return f"Only the {difference.side} query returns {row}."
    where = "at that place" if verdict.semantics == Semantics.LIST else "so often"
    return f"Only the {difference.side} query returns {row} {where}."


def _changed_cells(witness: Witness, table: str) -> frozenset[tuple[int, str]]:
    """Return the cells of a table, by row and column, that are not as in the example database."""
    changed = witness.origin.changed if witness.origin is not None else ()
    return frozenset((cell.row, cell.column) for cell in changed if cell.table == table)


def _show_rows(
    title: str,
    rows: Rows,
    console: Console,
    marked: Row | None = None,
    cells: frozenset[tuple[int, str]] = frozenset(),
) -> None:
    console.print(Text(title, style="bold"))
    console.print(rows_table(rows, marked, cells), soft_wrap=False)


def rows_table(rows: Rows, marked: Row | None = None, cells: frozenset[tuple[int, str]] = frozenset()) -> Table:
    """Return rows as a table whose cells wrap; rows equal to `marked`, and these cells with a star, stand out."""
    table = Table()
    for column in rows.columns:
        table.add_column(Text(column), overflow="fold")
    for place, row in enumerate(rows.rows):
        shown = [
            Text(f"{literal(value)} *", style="bold") if (place, name) in cells else Text(literal(value))
            for name, value in zip(rows.columns, row, strict=True)
        ]
        table.add_row(*shown, style="bold red" if row == marked else None)
    if not rows.rows:
        table.caption = "(no rows)"
    return table


def _show_place(span: Span | None, sql: str, console: Console) -> None:
    if span is not None:
        line, column = span.line_column(sql)
        console.print(Text(f"line {line}, column {column}:\n{span.underline(sql)}"))


def _show_list(title: str, items: tuple[str, ...], console: Console) -> None:
    if items:
        console.print(Text(f"{title}:"))
        for item in items:
            console.print(Text(f"  - {item}"))
