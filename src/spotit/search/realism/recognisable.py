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
from spotit.search.witness.grade import candidate_of, counts

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


def recognisable(pair: Pair, candidate: Candidate, meter: Meter) -> Candidate:
    """Return a difference of the same grade in which more of what the queries name is there, or the same one."""
    best = candidate
    for base, value in islice(_missing(pair, candidate.database), _NAMES):
        best = _first(pair, best, _with_name(pair, best.database, base, value), meter)
    return _first(pair, best, _without_repeats(best.database), meter)


def _first(pair: Pair, best: Candidate, databases: Iterator[Database | None], meter: Meter) -> Candidate:
    for database in databases:
        if database is None:
            continue
        meter.databases += 1
        found = candidate_of(pair, database)
        if found is not None and found.rank <= best.rank and counts(pair, found):
            return found
    return best


def _missing(pair: Pair, database: Database) -> Iterator[tuple[BaseColumn, str]]:
    """Yield the texts that a query looks for in a column whose table has rows, and none with the text."""
    for base in sorted(pair.usage.columns):
        table = database.tables.get(base[0])
        place = table.place(base[1]) if table is not None else None
        if table is None or place is None or not table.rows or base not in pair.usage.class_of:
            continue
        tests = (t for t in pair.usage.of(base).tests if t.column == base and not t.shape and t.op == "=")
        values = {row[place] for row in table.rows}
        for text in dict.fromkeys(test.value for test in tests):
            if isinstance(text, str) and text.strip() and text not in values:
                yield base, text


def _with_name(pair: Pair, database: Database, base: BaseColumn, value: Value) -> Iterator[Database | None]:
    """Yield the database with copies of rows, one of which has a value: also of what it refers to, and with others.

    A copy that returns what its original does is not seen in a set: then the columns returned have other values.
    """
    for varied in (False, True):
        for name in (base[0], *_parents(pair, database, base[0])):
            for row in database.tables[name].rows[:_COPIED]:
                copying = _Copying(pair, database, base, value, varied=varied)
                if copying.copy(name, row, {}) and copying.has_value:
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
    """The rows of a database while some of them are copied: those of one table with a value in one column."""

    def __init__(self, pair: Pair, database: Database, base: BaseColumn, value: Value, *, varied: bool) -> None:
        self._pair, self._database, self._base, self._value, self._varied = pair, database, base, value, varied
        self._columns = {name: table.columns for name, table in database.tables.items()}
        self._rows = {name: list(table.rows) for name, table in database.tables.items()}
        self.has_value = False

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
        if name == self._base[0]:
            given, self.has_value = {**given, self._base[1]: self._value}, True
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


def _without_repeats(database: Database) -> Iterator[Database]:
    """Yield the database with a date moved where a row is there twice."""
    for name, table in database.tables.items():
        for place, row in enumerate(table.rows):
            if row not in table.rows[:place]:
                continue
            for at, value in enumerate(row):
                if not isinstance(value, str) or not is_moment(value):
                    continue
                for step in _STEPS:
                    day = shift_date(value[:_DAY], step)
                    rows = list(table.rows)
                    rows[place] = (*row[:at], f"{day}{value[_DAY:]}", *row[at + 1 :])
                    yield replace(database, tables={**database.tables, name: Rows(table.columns, tuple(rows))})
