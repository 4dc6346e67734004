"""Who keeps each constraint in an SQLite database: SQLite itself, or the engine when it fills the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from spotit.constraints.check import Check
from spotit.constraints.constraint import Constraint
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.dialect.wording import quote
from spotit.frozen import frozen


@frozen
class ViolationQuery:
    """A query that returns a row when the constraint is broken, and what to say then."""

    sql: str
    complaint: str


def counts_rightly(key: Inclusion) -> bool:
    """Tell whether SQLite can be left alone with a deferred foreign key.

    It counts rows without a partner as rows come and go: a partner is looked for under the affinity of the target's
    column, but the rows that refer to a new or deleted target by an ordinary comparison. Where the one converts a
    number to text and the other does not, the count goes wrong, and nothing can be committed any more.
    """
    ends = zip(key.affinities, key.equality, strict=True)
    alike = all(here is there.affinity or there.affinity in NUMERIC_AFFINITIES for here, there in ends)
    return key.is_enforced and alike


def searches(constraints: Iterable[Constraint]) -> Iterator[ViolationQuery]:
    """Yield how to look for broken constraints that SQLite does not keep once they are declared."""
    for constraint in constraints:
        match constraint:
            case Inclusion() if not counts_rightly(constraint):
                yield ViolationQuery(_orphans(constraint), f"FOREIGN KEY constraint failed: {constraint}")
            case Dependency():
                yield ViolationQuery(_contradictions(constraint), f"dependency failed: {constraint}")
            case Inclusion() | Key() | Check():
                pass  # declared in the CREATE statement
            case NotNull():
                pass  # refused before the row is inserted, since SQLite lets primary keys be NULL
            case _:
                assert_never(constraint)


def _orphans(key: Inclusion) -> str:
    """Return the query for a row that refers to nothing.

    The unary plus takes the column's own affinity from the value, so that it gets that of the target's column.
    """
    present = " AND ".join(f"child.{quote(c)} IS NOT NULL" for c in key.columns)
    pairs = zip(key.target_columns, key.columns, strict=True)
    same = " AND ".join(f"parent.{quote(there)} = +child.{quote(here)}" for there, here in pairs)
    found = f"SELECT 1 FROM {quote(key.target)} AS parent WHERE {same}"
    return f"SELECT 1 FROM {quote(key.table)} AS child WHERE {present} AND NOT EXISTS ({found}) LIMIT 1"


def _contradictions(dependency: Dependency) -> str:
    """Return the query for a group of rows that agree on the columns and not on the one that these decide."""
    names, decided = ", ".join(map(quote, dependency.columns)), quote(dependency.determined)
    present = " AND ".join(f"{quote(c)} IS NOT NULL" for c in dependency.columns)
    some_null = f"count({decided}) BETWEEN 1 AND count(*) - 1"
    return (
        f"SELECT 1 FROM {quote(dependency.table)} WHERE {present} GROUP BY {names} "
        f"HAVING count(DISTINCT {decided}) > 1 OR {some_null} LIMIT 1"
    )
