"""Why two queries differ on a witness, in plain words: the rows, and the part of the queries that decides."""

from __future__ import annotations

from spotit.database import Failure, Outcome, Row, Rows
from spotit.dialect.wording import literal
from spotit.engine.compare import first_difference, same
from spotit.engine.failures import ConstraintViolation, QueryError, TooManyOrders
from spotit.engine.outcome import outcome
from spotit.errors import Span
from spotit.search.evidence import Candidate, Results
from spotit.search.pair import Pair
from spotit.sql.clause_diff import Swap, clause_swaps
from spotit.verdict import Grade, Side

_SHOWN = 3
"""Rows and spans shown before the text says how many more there are."""
_WORDS = {
    "columns": "the columns that are returned",
    "tables": "the tables and joins",
    "condition": "the WHERE condition",
    "grouping": "the grouping",
    "group condition": "the HAVING condition",
    "windows": "the windows",
    "order": "the order",
    "limit": "the LIMIT",
}
_REMARKS = {
    Grade.ORDINARY: "",
    Grade.TIES: " Some rows tie here, but the results differ whichever way the ties fall.",
    Grade.NULLS: " It takes a NULL to see this.",
    Grade.EMPTY: " This shows only when no row qualifies.",
    Grade.ORDER: " SQL leaves the choice among tied rows open; another choice makes the results equal.",
    Grade.ROUNDING: " The results are equal up to floating-point rounding.",
    Grade.ERROR: " No other difference was found.",
    Grade.DEGENERATE: " One result has no row, the other only NULLs.",
}


def explain(pair: Pair, candidate: Candidate) -> str:
    """Return which rows only one side has and which part of the queries makes the difference, as a paragraph."""
    cause = _cause(pair, candidate)
    if cause is not None:
        reason = _cause_text(pair, cause)
    else:
        reason = "No single clause decides; the highlighted parts of the two queries do so together."
    rows = _rows_text(pair, candidate.results) + _orders_text(pair, candidate.results)
    return f"{rows} {reason}{_REMARKS[candidate.grade]}"


def _orders_text(pair: Pair, results: Results) -> str:
    """Return a sentence where the rows alone do not tell why columns in another order do not help."""
    left, right = results.left, results.right
    if pair.orders is None or not (isinstance(left, Rows) and isinstance(right, Rows) and left.rows and right.rows):
        return ""
    return " No order of the columns makes the results agree."


def _cause(pair: Pair, candidate: Candidate) -> Swap | None:
    """Return the smallest part of the right query that gives the left one the right result."""
    try:
        pair.engine.load(candidate.database)
    except ConstraintViolation:
        return None
    for swap in clause_swaps(pair.left_sql, pair.right_sql):
        try:
            steps = pair.budget.looking.query_steps
            seconds, endless = pair.budget.polishing.confirm_seconds, any(pair.endless)
            result = outcome(pair.engine, swap.sql, budget=seconds, steps=steps, endless=endless)
        except QueryError:
            continue
        if _agree(pair, result, candidate.results.right) and not _agree(pair, result, candidate.results.left):
            return swap
    return None


def _agree(pair: Pair, one: Outcome, other: Outcome) -> bool:
    try:
        return same(one, other, pair.options.semantics, ordered=pair.ordered, columns=pair.options.columns)
    except TooManyOrders:
        return False


def _cause_text(pair: Pair, swap: Swap) -> str:
    left = _source(pair.left_sql, swap.left_span)
    right = _source(pair.right_sql, swap.right_span)
    if swap.clause == "condition" and right is None and left is not None:
        return f"The condition {left}, which only the left query has, makes the difference."
    if swap.clause == "condition" and left is None and right is not None:
        return f"The condition {right}, which only the right query has, makes the difference."
    what = _WORDS[swap.clause]
    if left is None:
        return f"The difference comes from {what}: only the right query has {right}."
    if right is None:
        return f"The difference comes from {what}: only the left query has {left}."
    return f"The difference comes from {what}: {left} on the left, {right} on the right."


def _source(sql: str, span: Span | None) -> str | None:
    if span is None:
        return None
    text = " ".join(sql[span.start : span.end].split())
    return f"`{text if len(text) <= 160 else text[:157] + '...'}`"


def _rows_text(pair: Pair, results: Results) -> str:
    left, right = results.left, results.right
    if isinstance(left, Failure) or isinstance(right, Failure):
        return f"The left query {_done(left)}, the right query {_done(right)}."
    if not left.rows or not right.rows:
        empty, other = ("left", right) if not left.rows else ("right", left)
        name: Side = "right" if empty == "left" else "left"
        return f"The {empty} query returns no row, the {name} query returns {_listed(list(other.rows))}."
    only_left = [row for row in dict.fromkeys(left.rows) if row not in set(right.rows)]
    only_right = [row for row in dict.fromkeys(right.rows) if row not in set(left.rows)]
    if only_left and only_right:
        return f"Only the left query returns {_listed(only_left)}, only the right {_listed(only_right)}."
    if only_left or only_right:
        side, rows = ("left", only_left) if only_left else ("right", only_right)
        return f"Only the {side} query returns {_listed(rows)}."
    found = first_difference(left, right, pair.options.semantics)
    where = f", first seen at {_row(found.row)} on the {found.side}" if found else ""
    return f"Both return the same distinct rows, but not equally often or in the same order{where}."


def _done(result: Outcome) -> str:
    if isinstance(result, Failure):
        return f"fails ({result.message})"
    return f"returns {_listed(list(result.rows))}" if result.rows else "returns no row"


def _listed(rows: list[Row]) -> str:
    shown = ", ".join(_row(row) for row in rows[:_SHOWN])
    more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    return f"{'the row' if len(rows) == 1 else 'the rows'} {shown}{more}"


def _row(row: Row) -> str:
    return f"({', '.join(_shorted(literal(value)) for value in row)})"


def _shorted(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
