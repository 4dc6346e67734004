"""A witness that readers of the question recognise: what the queries name is there, and no row is there twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from spotit.constraints.inclusion import Inclusion
from spotit.database import Database, Row, Rows, Value
from spotit.dialect.date_layouts import is_moment
from spotit.plan.hints.preimage import shift_date
from spotit.schema import BaseColumn, Table
from spotit.search.evidence import Candidate
from spotit.search.hints.back_references import back_references
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.realism.mend import mended
from spotit.search.realism.realism import Realism
from spotit.search.witness.grade import candidate_of, counts

Named = tuple[str, dict[str, str]]
"""A table, and what is looked for in its columns."""
_NAMES = 4
"""Names that are looked for."""
_COPIED = 2
"""Rows of a table that are copied for a name, one after the other."""
_STEPS = (30, 7, 1, -30)
"""Days by which a date is moved."""
_DAY = 10
"""The characters of a day."""
_DEPTH = 2
"""How far rows that refer to a copied row are copied too."""


def made_recognisable(realism: Realism, pair: Pair, best: Candidate, meter: Meter) -> tuple[Pair, Candidate]:
    """Return a difference with fewer broken facts and more of what the queries name, and the pair that keeps the rest.

    What the queries name is worth more than a typical fact: that one is given up if it is in the way.
    """
    if not realism.keeps_all(pair):
        best = mended(realism, best, meter)
        pair = realism.keeping(best.database) or pair
    best = recognisable(pair, best, meter)
    rules = realism.stronger_pair() if _lacks_names(pair, best.database) and not realism.broken(best.database) else None
    if rules is None or rules is pair:
        return pair, best
    found = recognisable(rules, best, meter)
    return (pair, best) if found is best else (realism.keeping(found.database) or rules, found)


def recognisable(pair: Pair, candidate: Candidate, meter: Meter) -> Candidate:
    """Return a difference of the same grade in which more of what the queries name is there, or the same one."""
    best = candidate
    for named in islice(_missing(pair, candidate.database), _NAMES):
        if named not in list(_missing(pair, best.database)):
            continue
        best = _first(pair, best, _with_name(pair, best.database, named), meter)
    return _first(pair, best, _without_repeats(pair, best.database), meter)


def _lacks_names(pair: Pair, database: Database) -> bool:
    """Tell whether something that the queries name is not there."""
    return next(_missing(pair, database), None) is not None


def _first(pair: Pair, best: Candidate, databases: Iterator[Database | None], meter: Meter) -> Candidate:
    for database in databases:
        if database is None:
            continue
        meter.databases += 1
        found = candidate_of(pair, database)
        if found is not None and found.rank <= best.rank and counts(pair, found):
            return found
    return best


def _missing(pair: Pair, database: Database) -> Iterator[Named]:
    """Yield what a query looks for in the columns of a table that has rows, and none such.

    Where it looks for one text in each of several columns, one row has all of them; where for several texts in each,
    nobody knows which belong together.
    """
    for name, table in sorted(database.tables.items()):
        if not table.rows:
            continue
        asked = {column: _looked_for(pair, (name, column)) for column in table.columns}
        single = {column: values[0] for column, values in asked.items() if len(values) == 1}
        several = [column for column, values in asked.items() if len(values) > 1]
        for column, values in asked.items() if len(several) <= 1 else ():
            for value in values:
                wanted = {**single, column: value}
                known = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
                if not any(all(row[each] == text for each, text in wanted.items()) for row in known):
                    yield name, wanted


def _looked_for(pair: Pair, base: BaseColumn) -> list[str]:
    """Return the texts that queries look for in a column."""
    if base not in pair.usage.class_of:
        return []
    tests = (test for test in pair.usage.of(base).tests if test.column == base and not test.shape and test.op == "=")
    return list(dict.fromkeys(t.value for t in tests if isinstance(t.value, str) and t.value.strip()))


def _with_name(pair: Pair, database: Database, named: Named) -> Iterator[Database | None]:
    """Yield the database with copies of rows, one of which has the values: also of what it refers to, and with others.

    A copy that returns what its original does is not seen in a set: then the columns returned have other values.
    """
    for varied in (False, True):
        for name in (named[0], *_parents(pair, database, named[0])):
            for row in database.tables[name].rows[:_COPIED]:
                copying = _Copying(pair, database, named, varied=varied)
                if copying.copy(name, row, {}) and copying.has_name:
                    yield copying.database


def _parents(pair: Pair, database: Database, name: str) -> list[str]:
    """Return the tables of the witness that rows of a table refer to."""
    targets = dict.fromkeys(key.target for key in _references(pair, name) if key.target != name)
    return [target for target in targets if target in database.tables]


def _references(pair: Pair, name: str) -> list[Inclusion]:
    """Return the foreign keys of a table, without those that say that its rows are referred to."""
    back = back_references(pair.schema)
    return [key for key in pair.schema.inclusions(name) if key not in back]


class _Copying:
    """The rows of a database while some of them are copied: those of one table with the values that are named."""

    def __init__(self, pair: Pair, database: Database, named: Named, *, varied: bool) -> None:
        self._pair, self._database, self._named, self._varied = pair, database, named, varied
        self._columns = {name: table.columns for name, table in database.tables.items()}
        self._rows = {name: list(table.rows) for name, table in database.tables.items()}
        self.has_name = False

    @property
    def database(self) -> Database:
        """The database with the copies."""
        tables = {name: Rows(columns, tuple(self._rows[name])) for name, columns in self._columns.items()}
        return replace(self._database, tables=tables)

    def copy(self, name: str, row: Row, given: Mapping[str, Value], depth: int = _DEPTH) -> bool:
        """Add a copy of a row with the given values and keys of its own; tell whether that could be."""
        table, columns = self._pair.schema.table(name), self._columns[name]
        if table is None:
            return False
        if name == self._named[0]:
            given, self.has_name = {**given, **self._named[1]}, True
        new = [given.get(column, value) for column, value in zip(columns, row, strict=True)]
        if self._varied:
            self._vary(table, new, given)
        if not self._renew_keys(table, new, given):
            return False
        self._rows[name].append(tuple(new))
        return depth == 0 or all(self._copy_children(key, row, new, depth) for key in self._references_to(name))

    def _vary(self, table: Table, row: list[Value], given: Mapping[str, Value]) -> None:
        """Give columns that no query tests other values, as the data hold them."""
        usage, columns = self._pair.usage, self._columns[table.name]
        bound = {name for key in _references(self._pair, table.name) for name in key.columns}
        bound |= {name for key in table.keys for name in key}
        for place, name in enumerate(columns):
            base = (table.name, name)
            if base not in usage.columns or name in given or name in bound or base not in usage.class_of:
                continue
            if not any(test.column == base for test in usage.of(base).tests):
                others = (value for value in usage.typical.get(base, ()) if value != row[place] and value != 0)
                row[place] = next(others, row[place])

    def _references_to(self, name: str) -> list[Inclusion]:
        """Return the foreign keys by which rows of other tables of the witness refer to a table."""
        others = (other for other in self._columns if other != name)
        return [key for other in others for key in _references(self._pair, other) if key.target == name]

    def _copy_children(self, key: Inclusion, old: Row, new: list[Value], depth: int) -> bool:
        here, there = self._columns[key.table], self._columns[key.target]
        if not set(key.columns) <= set(here) or not set(key.target_columns) <= set(there):
            return True
        wanted = tuple(old[there.index(column)] for column in key.target_columns)
        values = [new[there.index(column)] for column in key.target_columns]
        if tuple(values) == wanted:
            return True
        given = dict(zip(key.columns, values, strict=True))
        for row in list(self._rows[key.table]):
            refers = tuple(row[here.index(column)] for column in key.columns) == wanted
            if refers and not self.copy(key.table, row, given, depth - 1):
                return False
        return True

    def _renew_keys(self, table: Table, row: list[Value], given: Mapping[str, Value]) -> bool:
        """Give a row keys that no other has, in columns that refer to nothing."""
        columns, rows = self._columns[table.name], self._rows[table.name]
        bound = {column for key in _references(self._pair, table.name) for column in key.columns}
        for key in table.keys:
            if not set(key) <= set(columns):
                continue
            places = [columns.index(column) for column in key]
            taken = {tuple(other[place] for place in places) for other in rows}
            if tuple(row[place] for place in places) not in taken:
                continue
            free = [place for place in places if columns[place] not in bound and columns[place] not in given]
            if not free:
                return False
            row[free[0]] = self._other((table.name, columns[free[0]]), {other[free[0]] for other in rows})
        return True

    def _other(self, base: BaseColumn, taken: set[Value]) -> Value:
        """Return a value for a column that none of its rows has."""
        numbers = [value for value in taken if isinstance(value, int)]
        if numbers and len(numbers) == len(taken):
            return max(numbers) + 1
        known = self._pair.usage.typical.get(base, ())
        texts = (value for value in known if value not in taken and isinstance(value, str))
        return next(texts, None) or f"{max(str(value) for value in taken)}2"


def _without_repeats(pair: Pair, database: Database) -> Iterator[Database]:
    """Yield the database with a date moved where a row is there twice but for the keys."""
    for name, table in database.tables.items():
        declared = pair.schema.table(name)
        keys = {column for key in (declared.keys if declared else ()) if len(key) == 1 for column in key}
        places = [at for at, column in enumerate(table.columns) if column not in keys]
        for place, row in enumerate(table.rows):
            others = [[other[at] for at in places] for other in table.rows[:place]]
            for at in places if [row[at] for at in places] in others else ():
                yield from (_with_day(database, name, place, at, step) for step in _STEPS if _is_dated(row[at]))


def _is_dated(value: Value) -> bool:
    return isinstance(value, str) and is_moment(value)


def _with_day(database: Database, name: str, place: int, at: int, step: int) -> Database:
    """Return the database with the date in one cell so many days later."""
    table = database.tables[name]
    row, text = table.rows[place], str(table.rows[place][at])
    moved = (*row[:at], f"{shift_date(text[:_DAY], step)}{text[_DAY:]}", *row[at + 1 :])
    rows = (*table.rows[:place], moved, *table.rows[place + 1 :])
    return replace(database, tables={**database.tables, name: Rows(table.columns, rows)})
