"""Fewer rows that still show a flaw."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.database import Database, Rows


def fewer_rows(database: Database, shows: Callable[[Database], bool]) -> Database:
    """Return the database without each row that it can do without."""
    while (smaller := next(filter(shows, _without_one(database)), None)) is not None:
        database = smaller
    return database


def _without_one(database: Database) -> Iterator[Database]:
    for name, rows in database.tables.items():
        for place in range(len(rows.rows)):
            kept = Rows(rows.columns, rows.rows[:place] + rows.rows[place + 1 :])
            yield Database({**database.tables, name: kept}, database.now)
