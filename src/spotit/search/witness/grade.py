"""How convincing a difference is: the grade of one database on which two queries differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spotit.database import Database, Failure, Rows
from spotit.engine.compare import close, degenerate, void
from spotit.engine.failures import TooManyOrders
from spotit.search.evidence import Candidate, Results
from spotit.search.pair import Pair
from spotit.search.witness.tags import tags
from spotit.verdict import Grade

_PLAIN = frozenset((Grade.ERROR, Grade.DEGENERATE, Grade.ROUNDING))
"""Grades that no choice among tied rows changes."""


def grade_of(pair: Pair, database: Database, results: Results) -> Grade:
    """Return the weakest grade that applies to this very database."""
    hoped = _hoped(pair, database, results)
    if hoped in _PLAIN or not _is_open(pair, database):
        return hoped
    return Grade.ORDER if _permits_equal(pair, database) else _tied(hoped)


def _hoped(pair: Pair, database: Database, results: Results) -> Grade:
    """Return the weakest grade that applies by what is plain to see: SQL may leave the results open besides."""
    left, right = results.left, results.right
    if isinstance(left, Failure) or isinstance(right, Failure):
        return Grade.ERROR
    if degenerate(left, right, pair.options.semantics, pair.options.matching):
        return Grade.DEGENERATE
    if _is_close(pair, left, right):
        return Grade.ROUNDING
    if (void(left, pair.cells[0]) and void(right, pair.cells[1])) or (pair.usage.tables and not database.size):
        return Grade.EMPTY
    if has_nulls(pair, database):
        return Grade.NULLS
    return Grade.ORDINARY


def _tied(hoped: Grade) -> Grade:
    """Return the grade where the results hang on a choice that SQL leaves open, and differ by every choice."""
    return Grade.TIES if hoped is Grade.ORDINARY else hoped


def _is_close(pair: Pair, left: Rows, right: Rows) -> bool:
    options = pair.options
    try:
        return close(left, right, options.semantics, ordered=pair.ordered, columns=options.columns)
    except TooManyOrders:
        return True


def has_nulls(pair: Pair, database: Database) -> bool:
    """Tell whether a column that matters to the queries holds a NULL for which not both of them ask."""
    for table_name, column in pair.usage.columns - pair.asked_for_null:
        table, declared = database.tables.get(table_name), pair.schema.table(table_name)
        if table is None or not table.rows or declared is None or declared.column(column) is None:
            continue
        if column not in table.columns:
            return True
        index = table.columns.index(column)
        if any(row[index] is None for row in table.rows):
            return True
    return False


def candidate_of(pair: Pair, database: Database) -> Candidate | None:
    """Run both queries; return the graded candidate when they differ, else None."""
    results = pair.differing(database)
    return None if results is None else graded(pair, database, results)


def graded(pair: Pair, database: Database, results: Results) -> Candidate:
    """Return the candidate for a database on which the queries were seen to differ."""
    unmet = pair.preferences.unmet(database, pair.usage.columns)
    return Candidate(database, results, grade_of(pair, database, results), tags(pair, database), unmet)


def graded_if(
    pair: Pair, database: Database, results: Results, wanted: Callable[[Candidate], bool]
) -> Candidate | None:
    """Return the candidate, unless it is not wanted even with the strongest grade that it may have: judging is dear."""
    unmet = pair.preferences.unmet(database, pair.usage.columns)
    hoped = Candidate(database, results, _hoped(pair, database, results), tags(pair, database), unmet)
    if not wanted(hoped):
        return None
    if hoped.grade in _PLAIN or not _is_open(pair, database):
        return hoped
    tied = replace(hoped, grade=_tied(hoped.grade))
    if not wanted(tied):
        return None
    return replace(tied, grade=Grade.ORDER) if _permits_equal(pair, database) else tied


def counts(pair: Pair, candidate: Candidate) -> bool:
    """Tell whether a difference counts: no row against a row of NULLs does so only if the options say it."""
    return candidate.grade is not Grade.DEGENERATE or pair.options.degenerate


def better(pair: Pair, *candidates: Candidate | None) -> Candidate | None:
    """Return the most convincing of the candidates that count, the first of several."""
    found = [one for one in candidates if one is not None and counts(pair, one)]
    return min(found, key=lambda one: one.rank, default=None)


def _is_open(pair: Pair, database: Database) -> bool:
    if pair.plans is not None and not pair.choosing:
        return False
    from spotit.search.witness.open_results import is_open  # most differences do without symbolic execution

    return is_open(pair, database)


def _permits_equal(pair: Pair, database: Database) -> bool:
    from spotit.search.witness.open_results import permits_equal

    return permits_equal(pair, database)
