"""A verdict in a notebook: the claim, the witness and both results as small HTML tables.

All style stands beside what it is for, since a notebook may drop style sheets; colours work on light and dark ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from spotit.database import Failure, Outcome, Row, Rows
from spotit.dialect.wording import literal
from spotit.elsewhere.tried_sentence import tried_sentence
from spotit.engine.compare import first_difference
from spotit.errors import Span
from spotit.options import Semantics
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Invalid,
    Unsupported,
    Verdict,
    assumptions_of,
    claim,
)

MOST_ROWS = 60
"""Rows of one table that are shown."""
_LINE = "1px solid rgba(128, 128, 128, .45)"
_WRAPPED = "white-space: pre-wrap; text-align: left"
_CELL = f"border: {_LINE}; padding: .2em .6em; max-width: 32ch; overflow-wrap: break-word; {_WRAPPED}"
_TABLE = "border-collapse: collapse; font-size: 90%; margin: 0"
_CODE = f"margin: .2em 0; overflow-wrap: anywhere; background: none; color: inherit; {_WRAPPED}"
_ONLY = "background: rgba(220, 60, 80, .22)"
_MARK = "background: rgba(240, 180, 40, .35); color: inherit; text-decoration: underline wavy"
_GREEN, _RED, _AMBER = "rgb(20, 150, 90)", "rgb(220, 60, 80)", "rgb(215, 150, 20)"
_COLOURS = {Different: _RED, Invalid: _RED, Equivalent: _GREEN, EquivalentUpTo: _GREEN}


def verdict_html(verdict: Verdict) -> str:
    """Return a verdict as a piece of HTML in which nothing but our own tags acts."""
    edge = _COLOURS.get(type(verdict), _AMBER)
    style = f"border-left: 4px solid {edge}; padding: .1em 0 .1em .9em; margin: .4em 0; line-height: 1.45"
    return f'<div class="spotit" style="{style}">{"".join(_parts(verdict))}</div>'


def _parts(verdict: Verdict) -> Iterator[str]:
    yield _paragraph(f"<strong>{escape(claim(verdict))}</strong>")
    for side, sql in zip(("left", "right"), verdict.queries or (), strict=False):
        span = verdict.span if isinstance(verdict, Invalid | Unsupported) and verdict.side == side else None
        yield f'<pre style="{_CODE}">{side}:  {_pointed(sql, span)}</pre>'
    if isinstance(verdict, Different):
        yield from _difference(verdict)
    if assumed := assumptions_of(verdict):
        items = "".join(f"<li>{escape(assumption.text)}</li>" for assumption in assumed)
        yield f'{_paragraph("Assuming:")}<ul style="margin: .2em 0">{items}</ul>'
    words = f"{verdict.engine}, dialect {verdict.dialect}, {verdict.semantics} semantics"
    yield _paragraph(f'<small style="opacity: .7">{escape(words)}</small>')


def _difference(verdict: Different) -> Iterator[str]:
    if verdict.witness.explanation:
        yield f'<p style="margin: .5em 0; overflow-wrap: anywhere">{_with_code(verdict.witness.explanation)}</p>'
    if verdict.witness.origin is not None:
        yield _paragraph(escape(verdict.witness.origin.text))
    yield _beside([_table(name, rows) for name, rows in verdict.witness.database.tables.items()])
    only = first_difference(verdict.left, verdict.right, Semantics(verdict.semantics))
    sides = (("left", verdict.left), ("right", verdict.right))
    yield _beside([_result(side, result, only.row if only and only.side == side else None) for side, result in sides])
    if verdict.holds_on:
        yield _paragraph(escape(tried_sentence(verdict.holds_on)))


def _pointed(sql: str, span: Span | None) -> str:
    if span is None:
        return escape(sql.strip())
    parts = (sql[: span.start], sql[span.start : span.end] or " ", sql[span.end :])
    before, at, behind = map(escape, parts)
    return f'{before.lstrip()}<mark style="{_MARK}">{at}</mark>{behind.rstrip()}'


def _with_code(text: str) -> str:
    """Return a text whose parts between backticks are code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


def _paragraph(content: str) -> str:
    return f'<p style="margin: .4em 0">{content}</p>'


def _beside(parts: list[str]) -> str:
    style = "display: flex; flex-wrap: wrap; gap: .8em 1.5em; align-items: flex-start; margin: .6em 0"
    return f'<div style="{style}">{"".join(parts)}</div>'


def _result(side: str, result: Outcome, only: Row | None) -> str:
    if isinstance(result, Failure):
        return _paragraph(f"{side}: error: {escape(result.message)}")
    return _table(f"{side} returns", result, only)


def _table(title: str, rows: Rows, only: Row | None = None) -> str:
    head = "".join(f'<th style="{_CELL}">{escape(column)}</th>' for column in rows.columns)
    body = "".join(_row(row, row == only) for row in rows.rows[:MOST_ROWS])
    rest, wide = len(rows.rows) - MOST_ROWS, max(1, len(rows.columns))
    more = f'<tr><td colspan={wide} style="{_CELL}">and {rest} more</td></tr>' if rest > 0 else ""
    none = "" if rows.rows else f'<tr><td colspan={wide} style="{_CELL}"><em>no rows</em></td></tr>'
    caption = f'<div style="font-weight: 600; white-space: nowrap">{escape(title)}</div>'
    table = f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}{more}{none}</tbody></table>'
    return f'<div style="max-width: 100%; overflow-x: auto">{caption}{table}</div>'


def _row(row: Row, stands_out: bool) -> str:
    cells = "".join(f'<td style="{_CELL}">{escape(literal(value))}</td>' for value in row)
    return f'<tr style="{_ONLY}">{cells}</tr>' if stands_out else f"<tr>{cells}</tr>"
