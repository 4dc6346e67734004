"""A verdict in a notebook: the claim, the witness and both results as small HTML tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from spotit.database import Failure, Outcome, Rows
from spotit.dialect.wording import literal
from spotit.verdict import Different, Verdict, assumptions_of, claim

MOST_ROWS = 60
"""Rows of one table that are shown."""


def verdict_html(verdict: Verdict) -> str:
    """Return a verdict as a piece of HTML in which nothing but our own tags acts."""
    return f'<div class="spotit">{"".join(_parts(verdict))}</div>'


def _parts(verdict: Verdict) -> Iterator[str]:
    yield f"<p><strong>{escape(claim(verdict))}</strong></p>"
    for side, sql in zip(("left", "right"), verdict.queries or (), strict=False):
        yield f"<pre>{side}: {escape(sql.strip())}</pre>"
    if isinstance(verdict, Different):
        if verdict.witness.explanation:
            yield f"<p>{escape(verdict.witness.explanation)}</p>"
        tables = [_table(name, rows) for name, rows in verdict.witness.database.tables.items()]
        yield _beside(tables)
        yield _beside([_result("left", verdict.left), _result("right", verdict.right)])
    if assumed := assumptions_of(verdict):
        items = "".join(f"<li>{escape(assumption.text)}</li>" for assumption in assumed)
        yield f"<p>Assuming:</p><ul>{items}</ul>"
    yield f"<p><small>{escape(verdict.engine)}, {escape(verdict.semantics)} semantics</small></p>"


def _beside(parts: list[str]) -> str:
    return f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start">{"".join(parts)}</div>'


def _result(side: str, result: Outcome) -> str:
    if isinstance(result, Failure):
        return f"<p>{side}: error: {escape(result.message)}</p>"
    return _table(f"{side} returns", result)


def _table(title: str, rows: Rows) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in rows.columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(literal(value))}</td>' for value in row)}</tr>" for row in rows.rows[:MOST_ROWS]
    )
    rest = len(rows.rows) - MOST_ROWS
    more = f"<tr><td colspan={len(rows.columns)}>and {rest} more</td></tr>" if rest > 0 else ""
    none = "" if rows.rows else f"<tr><td colspan={max(1, len(rows.columns))}><em>no rows</em></td></tr>"
    caption = f"<caption>{escape(title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}{more}{none}</tbody></table>"
