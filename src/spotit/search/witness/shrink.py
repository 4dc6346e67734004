"""Simpler witnesses: a stated order, strictly decreasing, every step confirmed on the engine.

Simpler means, in this order: a stronger grade, fewer unnatural features, fewer of the user's wishes unfulfilled, fewer
rows, less that a reader misses (results that say something, texts that both queries ask for), fewer NULLs where they
matter, fewer negative numbers and fractions that no query names, plainer values, and rows in the order of their values.
A value is plainer the earlier it stands in its column's pool, which starts with the values that the queries themselves
name and goes on with small numbers, short words and ordinary dates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TypeVar

from spotit.constraints.constraint import without_broken
from spotit.database import Database, Row, Rows, Value
from spotit.dialect.instants import INSTANTS
from spotit.dialect.names import fold
from spotit.frozen import frozen
from spotit.preferences.wishes import RowsWanted
from spotit.schema import BaseColumn
from spotit.search.evidence import Candidate
from spotit.search.pair import Pair
from spotit.search.witness.grade import graded_if
from spotit.search.witness.plainness import Cost, Plainness, instant_place, row_order
from spotit.work import Allowance

_TRIES = 8
"""Plainer values tried in place of one."""
_COUNTED = (1, 2, 3)
"""Small numbers that are tried for all numbers of a column at once."""
_MOST_PAIRED = 8
"""Rows among which two at a time are dropped."""
_MOST_MATCHED = 20
"""Rows of a table among which two at a time are merged or change places."""
_MOST_COUNTED = 4
"""Numbers of one column that are replaced at once."""
Item = TypeVar("Item")
_TypedValue = tuple[type, Value]
"""A value with its type, so that 1 and 1.0 differ."""


@dataclass(slots=True)
class _Shrinking:
    """The simplest witness so far."""

    pair: Pair
    plainness: Plainness
    best: Candidate
    cost: Cost
    allowance: Allowance
    tried: set[str]
    """The databases that were run, in a form that tells 1 from 1.0. What was not simpler than the best one then is not
    simpler than a later best one either, so none is run twice."""
    needed: set[tuple[str, Row]] = field(default_factory=set)
    """Rows that could not be dropped when that was tried, by their table."""
    databases: int = 0

    def consider(self, database: Database) -> bool:
        """Keep the database if the queries differ on it and it is strictly simpler."""
        form = _form(database)
        if form in self.tried or self.allowance.over:
            return False
        self.tried.add(form)
        self.databases += 1
        results = self.pair.differing(database)
        if results is None:
            return False
        cost = self.plainness.cost(database, results)

        def is_simpler(found: Candidate) -> bool:
            return (found.rank, cost) < (self.best.rank, self.cost)

        found = graded_if(self.pair, database, results, is_simpler)
        if found is None or not is_simpler(found):
            return False
        self.best, self.cost = found, cost
        return True


@frozen
class Shrunk:
    """The simplest witness that was reached, and how many databases were tried on the way."""

    candidate: Candidate
    databases: int


def shrink(pair: Pair, candidate: Candidate, *, allowance: Allowance, keep_values: bool = False) -> Shrunk:
    """Return a witness that no single step makes simpler, or the simplest one when the allowance is spent.

    With `keep_values` rows are dropped, and nothing else is changed.
    """
    plainness = Plainness(pair, max(pair.options.bound, candidate.database.height))
    cost = plainness.cost(candidate.database, candidate.results)
    state = _Shrinking(pair, plainness, candidate, cost, allowance, {_form(candidate.database)})
    passes: tuple[Callable[[_Shrinking], Iterator[Database]], ...] = (
        _wished_values,
        _more_rows,
        _many_fewer_rows,
        _fewer_rows,
        _merged_rows,
        _fewer_row_pairs,
        _filled_nulls,
        _counted_numbers,
        _renamed_values,
        _plainer_cells,
        _sorted_rows,
        _exchanged_keys,
        _plainer_instants,
    )
    if keep_values:
        passes = (_many_fewer_rows, _fewer_rows, _fewer_row_pairs)
    improved = True
    while improved and not allowance.over:
        improved = False
        for simplify in passes:
            while _first_kept(state, simplify):
                improved = True
    return Shrunk(_without_empty(state.best), state.databases)


def _first_kept(state: _Shrinking, simplify: Callable[[_Shrinking], Iterator[Database]]) -> bool:
    """Run one pass over the present best; start over as soon as it got simpler."""
    return any(state.consider(database) for database in simplify(state))


def _form(database: Database) -> str:
    """Return what is the same for equal databases, and tells 1 from 1.0."""
    return repr((database.now, [(name, table.columns, table.rows) for name, table in database.tables.items()]))


def _places(database: Database) -> list[tuple[str, int]]:
    return [(name, index) for name, table in database.tables.items() for index in range(len(table.rows))]


def _without(pair: Pair, database: Database, gone: set[tuple[str, int]]) -> Database:
    """Return the database without these rows and without the rows that then refer to nothing."""
    kept = dict(database.tables)
    for name in {name for name, _ in gone}:
        table = kept[name]
        rows = tuple(row for index, row in enumerate(table.rows) if (name, index) not in gone)
        kept[name] = Rows(table.columns, rows)
    if pair.options.foreign_keys:
        kept = without_broken(kept, [key for name in kept for key in pair.schema.inclusions(name)])
    return Database(kept, database.now)


def _wished_values(state: _Shrinking) -> Iterator[Database]:
    """Put values that the user wishes for into a column: the same everywhere, each in turn, or into one cell."""
    examples = state.pair.preferences.examples if state.best.unmet else {}
    for (name, column), values in examples.items():
        table = state.best.database.tables.get(name)
        place = table.place(column) if table else None
        if table is None or place is None:
            continue
        for start in range(len(values)):
            rows = (_with(row, place, values[(start + at) % len(values)]) for at, row in enumerate(table.rows))
            yield _with_rows(state.best.database, name, tuple(rows))
        for value in values:
            yield _with_rows(state.best.database, name, tuple(_with(row, place, value) for row in table.rows))
            for at in range(len(table.rows)):
                yield _with_cell(state.best.database, name, at, place, value)


def _more_rows(state: _Shrinking) -> Iterator[Database]:
    """Add rows to tables of which the user wishes for more: copies of others with keys of their own."""
    if not state.best.unmet:
        return
    database = state.best.database
    for wish in state.pair.preferences.wishes:
        table = database.tables.get(wish.table) if isinstance(wish, RowsWanted) else None
        if not isinstance(wish, RowsWanted) or table is None or wish.holds(database):
            continue
        keys = [place for place, column in enumerate(table.columns) if _is_key_part(state.pair, wish.table, column)]
        for row in table.rows:
            for place in keys or [0]:
                pool = state.plainness.pool((wish.table, table.columns[place])) if keys else (row[0],)
                for value in pool:
                    yield _with_rows(database, wish.table, (*table.rows, _with(row, place, value)))


def _with(row: Row, place: int, value: Value) -> Row:
    return (*row[:place], value, *row[place + 1 :])


def _many_fewer_rows(state: _Shrinking) -> Iterator[Database]:
    """Drop a half, a quarter, ... of a table that has more rows than the bound."""
    database, bound = state.best.database, state.pair.options.bound
    for name, table in database.tables.items():
        part = len(table.rows) // 2 if len(table.rows) > bound else 0
        while part > 1:
            for start in range(0, len(table.rows), part):
                yield _without(state.pair, database, {(name, row) for row in range(start, start + part)})
            part //= 2


def _fewer_rows(state: _Shrinking) -> Iterator[Database]:
    """Drop one row: first those that have not been needed before, with other rows around them."""
    database = state.best.database
    places = [(place, (place[0], database.tables[place[0]].rows[place[1]])) for place in reversed(_places(database))]
    for place, row in sorted(places, key=lambda one: one[1] in state.needed):
        yield _without(state.pair, database, {place})
        state.needed.add(row)  # what was dropped would have ended the pass


def _fewer_row_pairs(state: _Shrinking) -> Iterator[Database]:
    """Drop two rows that may need each other; among many rows these are too many to try."""
    database = state.best.database
    if database.size <= _MOST_PAIRED:
        for pair in combinations(reversed(_places(database)), 2):
            yield _without(state.pair, database, set(pair))


def _merged_rows(state: _Shrinking) -> Iterator[Database]:
    """Drop a row after giving its values, wherever they are referred to, the values of another row."""
    pair, database = state.pair, state.best.database
    for name, table in database.tables.items():
        parts = [(place, (name, part)) for place, part in enumerate(table.columns) if _is_key_part(pair, name, part)]
        for gone, kept in _two_of(range(len(table.rows))):
            for drop, keep in ((kept, gone), (gone, kept)):
                values = ((base, table.rows[drop][place], table.rows[keep][place]) for place, base in parts)
                changes = [(base, old, new) for base, old, new in values if old != new]
                if any(_would_repeat(pair, database, *change) for change in changes):
                    continue
                changed = database
                for base, old, new in changes:
                    changed = _replaced(pair, changed, base, {_typed(old): new})
                yield _without(pair, changed, {(name, drop)})


def _would_repeat(pair: Pair, database: Database, base: BaseColumn, old: Value, new: Value) -> bool:
    """Tell whether a key of another table has both values, so that one cannot stand for the other."""
    class_id = pair.usage.class_of.get(base)
    if class_id is None or new is None:
        return False
    for name, column in pair.usage.classes[class_id].columns:
        table, declared = database.tables.get(name), pair.schema.table(name)
        if name == base[0] or table is None or declared is None or column not in table.columns:
            continue
        if declared.is_key((column,)):
            place = table.columns.index(column)
            values = {_typed(row[place]) for row in table.rows}
            if _typed(old) in values and _typed(new) in values:
                return True
    return False


def _two_of(rows: Sequence[Item]) -> Iterator[tuple[Item, Item]]:
    """Yield two rows of a table, unless there are too many to try."""
    return combinations(rows, 2) if len(rows) <= _MOST_MATCHED else iter(())


def _is_key_part(pair: Pair, name: str, column: str) -> bool:
    table = pair.schema.table(name)
    folded = fold(column)
    return table is not None and any(folded == fold(part) for key in table.keys for part in key)


def _replaced(pair: Pair, database: Database, base: BaseColumn, new: dict[_TypedValue, Value]) -> Database:
    """Return the database with values replaced by others in all columns of the class."""
    class_id = pair.usage.class_of.get(base)
    if class_id is None:
        return database
    members = set(pair.usage.classes[class_id].columns)
    tables = dict(database.tables)
    for name, table in database.tables.items():
        picks = [index for index, column in enumerate(table.columns) if (name, column) in members]
        if picks and table.rows:
            tables[name] = Rows(table.columns, tuple(_replaced_in(row, picks, new) for row in table.rows))
    return Database(tables, database.now)


def _replaced_in(row: Row, places: list[int], new: dict[_TypedValue, Value]) -> Row:
    changed = {place: new[_typed(row[place])] for place in places if _typed(row[place]) in new}
    return tuple(changed.get(place, value) for place, value in enumerate(row)) if changed else row


def _typed(value: Value) -> _TypedValue:
    return type(value), value


def _with_cell(database: Database, name: str, row: int, column: int, value: Value) -> Database:
    table = database.tables[name]
    changed = list(table.rows)
    cells = list(changed[row])
    cells[column] = value
    changed[row] = tuple(cells)
    return _with_rows(database, name, tuple(changed))


def _with_rows(database: Database, name: str, rows: tuple[Row, ...]) -> Database:
    table = Rows(database.tables[name].columns, rows)
    return Database({**database.tables, name: table}, database.now)


def _cells(database: Database) -> Iterator[tuple[str, int, int, Value]]:
    for name, table in database.tables.items():
        for row, cells in enumerate(table.rows):
            for column, value in enumerate(cells):
                yield name, row, column, value


def _filled_nulls(state: _Shrinking) -> Iterator[Database]:
    database = state.best.database
    for name, row, column, value in _cells(database):
        if value is None:
            base = (name, database.tables[name].columns[column])
            present = [cells[column] for cells in database.tables[name].rows if cells[column] is not None]
            for new in dict.fromkeys((*present, *list(state.plainness.pool(base))[:_TRIES])):
                yield _with_cell(database, name, row, column, new)


def _counted_numbers(state: _Shrinking) -> Iterator[Database]:
    """Replace the numbers of a column that has odd ones by small counts, all of them at once."""
    database = state.best.database
    for name, table in database.tables.items():
        for index, column in enumerate(table.columns):
            values = [row[index] for row in table.rows]
            if len(values) <= _MOST_COUNTED and any(state.plainness.is_odd((name, column), v) for v in values):
                for counts in product(_COUNTED, repeat=len(values)):
                    rows = ((*row[:index], new, *row[index + 1 :]) for row, new in zip(table.rows, counts, strict=True))
                    yield _with_rows(database, name, tuple(rows))


def _renamed_values(state: _Shrinking) -> Iterator[Database]:
    """Replace a value by a plainer one everywhere in its class, so that joins stay."""
    database, seen = state.best.database, set()
    for name, _, column, value in _cells(database):
        base = (name, database.tables[name].columns[column])
        mark = (state.pair.usage.class_of.get(base), type(value), value)
        if value is None or mark in seen:
            continue
        seen.add(mark)
        for new in _plainer(state, base, value):
            yield _replaced(state.pair, database, base, {_typed(value): new})


def _plainer_cells(state: _Shrinking) -> Iterator[Database]:
    database = state.best.database
    for name, row, column, value in _cells(database):
        if value is not None:
            base = (name, database.tables[name].columns[column])
            for new in _plainer(state, base, value):
                yield _with_cell(database, name, row, column, new)


def _exchanged_keys(state: _Shrinking) -> Iterator[Database]:
    """Let two rows change places by exchanging their keys, everywhere in the class."""
    database = state.best.database
    for name, table in database.tables.items():
        declared = state.pair.schema.table(name)
        for index, column in enumerate(table.columns):
            if declared is not None and declared.is_key((column,)):
                for one, other in _two_of(table.rows):
                    exchange = {_typed(one[index]): other[index], _typed(other[index]): one[index]}
                    yield _replaced(state.pair, database, (name, column), exchange)


def _plainer_instants(state: _Shrinking) -> Iterator[Database]:
    """Let the clock stand at a plainer instant."""
    for instant in INSTANTS[: instant_place(state.best.database)]:
        yield replace(state.best.database, now=instant)


def _sorted_rows(state: _Shrinking) -> Iterator[Database]:
    database = state.best.database
    for name, table in database.tables.items():
        rows = tuple(sorted(table.rows, key=row_order))
        if rows != table.rows:
            yield _with_rows(database, name, rows)


def _plainer(state: _Shrinking, base: BaseColumn, value: Value) -> list[Value]:
    """Return some values that stand before a value in its column's pool; all of the pool if it is not in there."""
    pool = state.plainness.pool(base)
    place = pool.get(value)
    return list(pool) if place is None else list(pool)[: min(place, _TRIES)]


def _without_empty(candidate: Candidate) -> Candidate:
    """Leave out the tables without rows: a table that is not listed is empty."""
    filled = {name: table for name, table in candidate.database.tables.items() if table.rows}
    return replace(candidate, database=replace(candidate.database, tables=filled))
