"""Why two queries differ on a witness, in plain words: the rows, and the part of the queries that decides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from spotit.database import Failure, Outcome, Row, Rows
from spotit.dialect.wording import literal
from spotit.engine.compare import first_difference, same
from spotit.engine.failures import ConstraintViolation, QueryError, TooManyOrders
from spotit.engine.outcome import outcome
from spotit.errors import InvalidSql, Span, UnsupportedSql
from spotit.search.evidence import Candidate, Results
from spotit.search.pair import Pair
from spotit.search.prove.same_plan import NormalForms, same_plan
from spotit.sql.clause_diff import ClauseChange, ClauseDiff, clause_diff
from spotit.sql.lowering.query import lower_query
from spotit.verdict import Grade, Side

_SHOWN = 3
"""Rows and spans shown before the text says how many more there are."""
_MOST_CHANGES = 4
"""Parts of the right query that are put into the left one together."""
_TRIES = 60
"""Queries made of both that are run."""
_KEYWORDS = frozenset(("and", "or", "not", "between", "like", "in", "is", "null", "glob", "cast", "as", "strftime"))
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


class _Cause(NamedTuple):
    """The fewest parts of the right query with which the left one returns the right result on the witness."""

    changes: tuple[ClauseChange, ...]
    is_all: bool
    """With them the queries are proved to be equivalent."""


def explain(pair: Pair, candidate: Candidate) -> str:
    """Return which rows only one side has and which parts of the queries make the difference, as a paragraph."""
    diff = clause_diff(pair.left_sql, pair.right_sql)
    cause = None if diff is None else _cause(pair, candidate, diff)
    if cause is not None:
        reason = _cause_text(pair, cause, () if diff is None else diff.changes)
    elif diff is None:
        reason = "One of them is not a single plain SELECT, so that no clause of one can be tried in the other."
    elif not diff.changes:
        reason = "Clause by clause they read alike."
    else:
        reason = f"The queries differ in {_listed_words(diff.changes)}."
    rows = _rows_text(pair, candidate.results) + _orders_text(pair, candidate.results)
    kept = f" As required, {'; '.join(pair.preferences.texts)}." if pair.preferences.texts else ""
    return f"{rows} {reason}{_REMARKS[candidate.grade]}{kept}"


def _orders_text(pair: Pair, results: Results) -> str:
    """Return a sentence where the rows alone do not tell why columns in another order do not help."""
    left, right = results.left, results.right
    if pair.orders is None or not (isinstance(left, Rows) and isinstance(right, Rows) and left.rows and right.rows):
        return ""
    return " No order of the columns makes the results agree."


def _cause(pair: Pair, candidate: Candidate, diff: ClauseDiff) -> _Cause | None:
    """Return the smallest set of changes that gives the left query the right result; all smaller ones were tried."""
    try:
        pair.engine.load(candidate.database)
    except ConstraintViolation:
        return None
    tries = 0
    for size in range(1, min(len(diff.changes), _MOST_CHANGES) + 1):
        found = []
        for changes in combinations(diff.changes, size):
            tries += 1
            if tries > _TRIES:
                return None
            if _turns(pair, diff.applied(changes), candidate.results.right, candidate.results.left):
                found.append(changes)
        if found:
            return _best(pair, candidate, diff, found)
    return None


def _best(pair: Pair, candidate: Candidate, diff: ClauseDiff, found: list[tuple[ClauseChange, ...]]) -> _Cause:
    """Return of several sets one that leaves no other difference, else one that works the other way round too."""
    for changes in found:
        if _proved_equal(pair, diff.applied(changes)):
            return _Cause(changes, True)
    if len(found) > 1:
        back = clause_diff(pair.right_sql, pair.left_sql)
        pair.engine.load(candidate.database)
        for changes in found:
            returned = [change._replace(left_span=change.right_span, right_span=change.left_span) for change in changes]
            if back and _turns(pair, back.applied(returned), candidate.results.left, candidate.results.right):
                return _Cause(changes, False)
    return _Cause(found[0], False)


def _turns(pair: Pair, sql: str, wanted: Outcome, unwanted: Outcome) -> bool:
    """Tell whether a query returns the wanted result on the database that is loaded, and not the other."""
    try:
        steps, seconds = pair.budget.looking.query_steps, pair.budget.polishing.confirm_seconds
        result = outcome(pair.engine, sql, budget=seconds, steps=steps, endless=any(pair.endless))
    except QueryError:
        return False
    return _agree(pair, result, wanted) and not _agree(pair, result, unwanted)


def _proved_equal(pair: Pair, sql: str) -> bool:
    """Tell whether a query has the same plan as the right one, so that they are equal on every database."""
    if pair.right is None:
        return False
    try:
        plan = lower_query(sql, pair.schema, now=pair.options.now)
    except (InvalidSql, UnsupportedSql):
        return False
    found = same_plan(NormalForms((plan, pair.right), pair.schema, pair.options, notes=pair.notes))
    return found is not None and not found.open


def _agree(pair: Pair, one: Outcome, other: Outcome) -> bool:
    options = pair.options
    try:
        return same(one, other, options.semantics, ordered=pair.ordered, columns=options.columns)
    except TooManyOrders:
        return False


def _cause_text(pair: Pair, cause: _Cause, every: Sequence[ClauseChange]) -> str:
    rest = " Apart from that they are equivalent." if cause.is_all else ""
    changes = [change for change in cause.changes if not change.is_spelling] or list(cause.changes)
    if len(changes) > 1:
        parts = [f"{_WORDS[change.clause]} ({_sides(pair, change)})" for change in changes]
        *first, last = parts
        number = {2: "Two parts", 3: "Three parts", 4: "Four parts"}.get(len(parts), f"{len(parts)} parts")
        return f"{number} make the difference together: {', '.join(first)} and {last}.{rest}"
    (change,) = changes
    left, right = _source(pair.left_sql, change.left_span), _source(pair.right_sql, change.right_span)
    if change.clause == "condition" and (left is None or right is None):
        side = "right" if left is None else "left"
        beside = _beside(pair, change, every)
        return f"The condition {left or right}, which only the {side} query has, makes the difference{beside}.{rest}"
    return f"The difference comes from {_WORDS[change.clause]}: {_sides(pair, change)}.{rest}"


def _beside(pair: Pair, change: ClauseChange, every: Sequence[ClauseChange]) -> str:
    """Return what the other query has on the same columns, where that is paired with another condition."""
    is_left = change.left_span is not None
    here = _source(pair.left_sql, change.left_span) if is_left else _source(pair.right_sql, change.right_span)
    conditions = [other for other in every if other.clause == "condition"]
    spans = [other.right_span if is_left else other.left_span for other in conditions]
    others = [_source(pair.right_sql if is_left else pair.left_sql, span) for span in spans]
    found = [text for text in others if text and here and _names(text) & _names(here)]
    return f"; the {'right' if is_left else 'left'} query has {' and '.join(found)}" if found else ""


def _names(condition: str) -> set[str]:
    """Return the names of the columns in a condition, without their tables'."""
    words = re.findall(r"(?:[\w`\"]+\.)?[`\"\[]?([A-Za-z_]\w*)", re.sub("'[^']*'", "", condition))
    return {word.lower() for word in words} - _KEYWORDS


def _sides(pair: Pair, change: ClauseChange) -> str:
    left, right = _source(pair.left_sql, change.left_span), _source(pair.right_sql, change.right_span)
    if left is None:
        return f"only the right query has {right}"
    if right is None:
        return f"only the left query has {left}"
    return f"{left} on the left, {right} on the right"


def _listed_words(changes: Sequence[ClauseChange]) -> str:
    words = list(dict.fromkeys(_WORDS[change.clause] for change in changes))
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


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
