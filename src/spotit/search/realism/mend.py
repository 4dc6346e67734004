"""A difference that breaks facts of the data loses what it can do without: cells get values that the data hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.database import Database, Rows, Value
from spotit.schema import BaseColumn
from spotit.search.evidence import Candidate
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.realism.realism import Realism
from spotit.search.realism.strengthen import Rule
from spotit.search.witness.grade import candidate_of, counts

_VALUES = 5
"""Values that are tried in one cell."""
_TRIES = 120
"""Databases that are tried in all."""


def mended(realism: Realism, candidate: Candidate, meter: Meter) -> Candidate:
    """Return a difference of the same grade that breaks fewer facts, or the same one.

    A value is replaced wherever it meets others, so that rows which joined still join.
    """
    pair, tries = realism.seen_pair, _TRIES
    broken = realism.broken_rows(candidate.database)
    improved = True
    while broken and improved:
        improved = False
        for database in _changes(realism, candidate.database, list(broken)):
            if tries == 0:
                return candidate
            tries -= 1
            meter.databases += 1
            found = candidate_of(pair, database)
            if found is None or found.rank > candidate.rank or not counts(pair, found):
                continue
            left = realism.broken_rows(database)
            if sum(left.values()) < sum(broken.values()):
                candidate, broken, improved = found, left, True
                break
    return candidate


def _changes(realism: Realism, database: Database, broken: list[Rule]) -> Iterator[Database]:
    """Yield the database with one cell changed, of those columns that a broken fact speaks of."""
    typical = realism.values
    for rule in broken:
        if isinstance(rule.constraint, Inclusion):
            yield from _copied(database, rule.constraint)
        elif width := rule.fact.beginning:
            one, other = rule.fact.columns
            yield from _begun_alike(realism.pair, database, rule.constraint.table, one, other, width)
        elif rule.fact.is_year:
            yield from _dated(realism.pair, database, rule.constraint.table, *rule.fact.columns)
        else:
            yield from _moved(realism, database, rule)
            for base in sorted(rule.columns):
                values = typical.get(base, ())[:_VALUES]
                is_key = isinstance(rule.constraint, Key)
                yield from _with_values(realism.pair, database, base, values, everywhere=not is_key)


def _with_values(
    pair: Pair, database: Database, base: BaseColumn, values: tuple[Value, ...], *, everywhere: bool
) -> Iterator[Database]:
    table = database.tables.get(base[0])
    place = table.place(base[1]) if table is not None else None
    if table is None or place is None:
        return
    for at, row in enumerate(table.rows):
        for value in values:
            if row[place] != value:
                if everywhere and row[place] is not None:
                    yield _replaced(pair, database, base, row[place], value)
                yield _with_cell(database, base[0], at, place, value)


def _replaced(pair: Pair, database: Database, base: BaseColumn, old: Value, new: Value) -> Database:
    """Return the database with a value replaced in all columns that it meets."""
    meeting = {base, *(pair.usage.of(base).columns if base in pair.usage.class_of else ())}
    tables = {}
    for name, table in database.tables.items():
        places = {place for place, column in enumerate(table.columns) if (name, column) in meeting}
        rows = (tuple(new if p in places and v == old else v for p, v in enumerate(row)) for row in table.rows)
        tables[name] = Rows(table.columns, tuple(rows)) if places else table
    return replace(database, tables=tables)


def _copied(database: Database, copy: Inclusion) -> Iterator[Database]:
    """Yield the database with the last column of a row set to what the row that it refers to has there."""
    here, there = database.tables.get(copy.table), database.tables.get(copy.target)
    if here is None or there is None or len(copy.columns) < 2:
        return
    place = here.place(copy.columns[-1])
    known = {row[:-1]: row[-1] for row in there.project(copy.target_columns)}
    for at, row in enumerate(here.project(copy.columns)):
        if place is not None and row[:-1] in known and known[row[:-1]] != row[-1]:
            yield _with_cell(database, copy.table, at, place, known[row[:-1]])


def _begun_alike(pair: Pair, database: Database, name: str, one: str, other: str, width: int) -> Iterator[Database]:
    """Yield the database with the code of one column beginning as that of the other does, wherever it meets others."""
    table = database.tables.get(name)
    places = (table.place(one), table.place(other)) if table is not None else (None, None)
    if table is None or places[0] is None or places[1] is None:
        return
    for row in table.rows:
        here, there = row[places[0]], row[places[1]]
        if isinstance(here, str) and isinstance(there, str) and here[:width] != there[:width]:
            yield _replaced(pair, database, (name, one), here, there[:width] + here[width:])
            yield _replaced(pair, database, (name, other), there, here[:width] + there[width:])


def _dated(pair: Pair, database: Database, name: str, year: str, date: str) -> Iterator[Database]:
    """Yield the database with a year set to that of its date, or the date moved to the year."""
    table = database.tables.get(name)
    places = (table.place(year), table.place(date)) if table is not None else (None, None)
    if table is None or places[0] is None or places[1] is None:
        return
    for at, row in enumerate(table.rows):
        number, day = row[places[0]], row[places[1]]
        if isinstance(number, int) and isinstance(day, str):
            if "1000" <= day[:4] <= "9999" and day[:4].isdigit():
                yield _replaced(pair, database, (name, year), number, int(day[:4]))
            yield _with_cell(database, name, at, places[1], f"{number:04}{day[4:]}")


def _moved(realism: Realism, database: Database, rule: Rule) -> Iterator[Database]:
    """Yield the database with a typical date in place of one of which another column says the year, and that year."""
    said = [r.fact.columns for r in realism.rules if r.fact.is_year and r.constraint.table == rule.constraint.table]
    for year, date in said:
        base, name = (rule.constraint.table, date), rule.constraint.table
        table = database.tables.get(name)
        if table is None or base not in rule.columns or (place := table.place(date)) is None:
            continue
        for at, row in enumerate(table.rows):
            for day in realism.values.get(base, ())[:_VALUES]:
                number = row[table.columns.index(year)] if year in table.columns else None
                if isinstance(day, str) and day[:4].isdigit() and isinstance(number, int):
                    changed = _with_cell(database, name, at, place, day)
                    yield _replaced(realism.pair, changed, (name, year), number, int(day[:4]))


def _with_cell(database: Database, name: str, at: int, place: int, value: Value) -> Database:
    table = database.tables[name]
    rows = list(table.rows)
    rows[at] = (*rows[at][:place], value, *rows[at][place + 1 :])
    return replace(database, tables={**database.tables, name: Rows(table.columns, tuple(rows))})
