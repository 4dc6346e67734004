"""How convincing a difference is: the grade of one database on which two queries differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spotit.database import Database, Rows
from spotit.engine.compare import close, degenerate
from spotit.search.pair import Pair, Results
from spotit.search.witness.tags import tags
from spotit.verdict import Grade


def _never(_pair: Pair, _database: Database) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Judge:
    """Decides what the engine cannot show: whether an answer hangs on a choice that SQL leaves open."""

    is_ambiguous: Callable[[Pair, Database], bool] = _never
    """Whether the answer of either query is not determined on the database."""
    permitted_equal: Callable[[Pair, Database], bool] = _never
    """Whether some permitted answers of the two queries agree on the database."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A database on which the queries differ on the engine, and how convincing that is."""

    database: Database
    results: Results
    grade: Grade
    tags: tuple[str, ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller is more convincing: the grade, then how much is unnatural."""
        return self.grade.rank, len(self.tags)


def grade_of(pair: Pair, database: Database, results: Results, judge: Judge) -> Grade:
    """Return the weakest grade that applies to this very database."""
    left, right = results.left, results.right
    if degenerate(left, right):
        return Grade.DEGENERATE
    if close(left, right, pair.options.semantics, ordered=pair.ordered):
        return Grade.ROUNDING
    ambiguous = judge.is_ambiguous(pair, database)
    if ambiguous and judge.permitted_equal(pair, database):
        return Grade.ORDER
    if (_void(left) and _void(right)) or (pair.usage.tables and not database.size):
        return Grade.EMPTY
    if has_nulls(pair, database):
        return Grade.NULLS
    return Grade.TIES if ambiguous else Grade.ORDINARY


def _void(rows: Rows) -> bool:
    """Tell whether a result looks like that of no qualifying row: no row, or nothing but NULL and 0."""
    return all(value is None or value == 0 for row in rows.rows for value in row)


def has_nulls(pair: Pair, database: Database) -> bool:
    """Tell whether a column that matters to the queries holds a NULL."""
    for table_name, column in pair.usage.columns:
        table, declared = database.tables.get(table_name), pair.schema.table(table_name)
        if table is None or not table.rows or declared is None or declared.column(column) is None:
            continue
        if column not in table.columns:
            return True
        index = table.columns.index(column)
        if any(row[index] is None for row in table.rows):
            return True
    return False


def candidate_of(pair: Pair, database: Database, judge: Judge) -> Candidate | None:
    """Run both queries; return the graded candidate when they differ, else None."""
    results = pair.differing(database)
    return None if results is None else graded(pair, database, results, judge)


def graded(pair: Pair, database: Database, results: Results, judge: Judge) -> Candidate:
    """Return the candidate for a database on which the queries were seen to differ."""
    return Candidate(database, results, grade_of(pair, database, results, judge), tags(pair, database))
