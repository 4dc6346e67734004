"""Fills the columns and tables that a model says nothing of, so that the database satisfies the schema."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from spotit.database import Database, Row, Rows, Value, as_parent_key
from spotit.dialect.names import fold
from spotit.schema import ForeignKey, Kind, Table
from spotit.search.hints.column_values import fill_of
from spotit.search.pair import Pair


def complete(database: Database, pair: Pair) -> Database:
    """Return the database with every column that must not be NULL filled, and the parents its keys need added."""
    filling = _Filling(pair, database)
    for table in pair.schema.tables:
        if table.name in database.tables:
            filling.columns(table)
    if pair.options.foreign_keys:
        filling.parents()
    return Database(
        {t.name: _declared_order(t, *filling.tables[t.name]) for t in pair.schema.tables if t.name in filling.tables}
    )


def _declared_order(table: Table, columns: list[str], rows: list[Row]) -> Rows:
    """Return the rows with their columns in the order in which the table declares them, a hidden rowid first."""
    declared = {column.name: place for place, column in enumerate(table.columns)}
    places = sorted(range(len(columns)), key=lambda place: declared.get(columns[place], -1))
    return Rows(tuple(columns[p] for p in places), tuple(tuple(row[p] for p in places) for row in rows))


class _Filling:
    """The tables being filled: per table its columns and rows."""

    def __init__(self, pair: Pair, database: Database) -> None:
        self.pair = pair
        self.schema = pair.schema
        self.null_keys = pair.options.null_keys
        self.tables: dict[str, tuple[list[str], list[Row]]] = {
            name: (list(rows.columns), list(rows.rows)) for name, rows in database.tables.items()
        }

    def columns(self, table: Table) -> None:
        """Give the missing columns that cannot be NULL, or that belong to a key, values that are all different."""
        names, rows = self.tables[table.name]
        keyed = {fold(name) for key in table.keys for name in key}
        present = {fold(name) for name in names}
        for column in table.columns:
            if fold(column.name) in present:
                continue
            needed = table.never_null(column.name, null_keys=self.null_keys)
            if not needed and not (fold(column.name) in keyed and column.name in table.primary_key):
                continue
            names.append(column.name)
            fresh = self._values(table, column.name, column.kind)
            rows[:] = [(*row, value) for row, value in zip(rows, fresh, strict=False)]
        if not names:
            # A row needs a column to be inserted with, even when only its being there matters.
            names.append(table.columns[0].name)
            rows[:] = [(None,)] * len(rows)

    def _values(self, table: Table, name: str, kind: Kind) -> list[Value]:
        """Return one value per row: the target's own keys where the column refers to a filled table."""
        _, rows = self.tables[table.name]
        for key in table.foreign_keys:
            if fold(name) in [fold(part) for part in key.columns]:
                found = self._targets(key, name)
                if found:
                    return [found[index % len(found)] for index in range(len(rows))]
        return [self._plain(table, name, kind, index) for index in range(1, len(rows) + 1)]

    def _plain(self, table: Table, name: str, kind: Kind, number: int) -> Value:
        """Return a plain value; where a CHECK speaks of the column, one of those that it names."""
        column = table.column(name)
        if column is not None and any(fold(name) in fold(check) for check in table.checks):
            pool = fill_of(table, column, self.pair.usage, self.pair.options.bound).pool
            if pool:
                return pool[(number - 1) % len(pool)] if self._keyed(table, name) else pool[0]
        return filler(kind, number)

    @staticmethod
    def _keyed(table: Table, name: str) -> bool:
        return any(fold(name) == fold(part) for key in table.keys for part in key)

    def _targets(self, key: ForeignKey, name: str) -> list[Value]:
        target = self.schema.table(key.target)
        if target is None or target.name not in self.tables:
            return []
        at = [fold(part) for part in key.columns].index(fold(name))
        names, rows = self.tables[target.name]
        folded = [fold(n) for n in names]
        wanted = fold(key.target_columns[at])
        if wanted not in folded:
            return []
        return [row[folded.index(wanted)] for row in rows if row[folded.index(wanted)] is not None]

    def parents(self) -> None:
        """Add the rows that foreign keys point at and that do not exist yet, parents of parents included."""
        changed = True
        while changed:
            changed = False
            for table in self.schema.tables:
                if table.name in self.tables:
                    changed |= any([self._add_parents(table, key) for key in table.foreign_keys])

    def _add_parents(self, table: Table, key: ForeignKey) -> bool:
        target = self.schema.table(key.target)
        if target is None:
            return False
        there = [_declared(target, name) for name in key.target_columns]
        names, rows = self.tables.get(target.name, ([], []))
        at = [_index(names, name) for name in there]
        columns = [target.column(name) if self.schema.enforceable(key) else None for name in there]

        def compared(values: Iterable[Value]) -> Row:
            return tuple(as_parent_key(value, column) for value, column in zip(values, columns, strict=True))

        known = {compared(row[i] if i is not None else None for i in at) for row in rows}
        wanted = {compared(values): values for values in self._pointers(table, key)}
        missing = [values for seen, values in wanted.items() if seen not in known]
        if not missing:
            return False
        self._append(target, there, missing)
        return True

    def _pointers(self, table: Table, key: ForeignKey) -> list[Row]:
        names, rows = self.tables[table.name]
        at = [_index(names, name) for name in key.columns]
        if any(index is None for index in at):
            return []
        values = [tuple(row[i] for i in at if i is not None) for row in rows]
        return [value for value in values if None not in value]

    def _append(self, table: Table, names: list[str], values: list[Row]) -> None:
        columns, rows = self.tables.setdefault(table.name, ([], []))
        for name in names:
            if name not in columns:
                columns.append(name)
                rows[:] = [(*row, None) for row in rows]
        start = len(rows)
        for value in values:
            given = dict(zip(names, value, strict=True))
            rows.append(tuple(given.get(column) for column in columns))
        self._fill_new(table, columns, rows, start)

    def _fill_new(self, table: Table, columns: list[str], rows: list[Row], start: int) -> None:
        fresh = count(1000)
        for column in table.columns:
            if not table.never_null(column.name, null_keys=self.null_keys):
                continue
            if column.name not in columns:
                columns.append(column.name)
                rows[:] = [(*row, None) for row in rows]
            at = columns.index(column.name)
            for index in range(len(rows)):
                if rows[index][at] is None:
                    value = self._plain(table, column.name, column.kind, next(fresh))
                    rows[index] = (*rows[index][:at], value, *rows[index][at + 1 :])


def _declared(table: Table, name: str) -> str:
    column = table.column(name)
    return column.name if column is not None else name


def _index(names: list[str], name: str) -> int | None:
    folded = [fold(n) for n in names]
    return folded.index(fold(name)) if fold(name) in folded else None


def filler(kind: Kind, number: int) -> Value:
    """Return the number-th plain value of a kind."""
    match kind:
        case Kind.REAL:
            return float(number)
        case Kind.TEXT:
            return f"v{number}"
        case Kind.DATE | Kind.DATETIME | Kind.TIME:
            return plain_date(kind, number)
        case Kind.BOOLEAN:
            return number % 2
        case Kind.BLOB:
            return bytes([number % 256])
        case _:
            return number


def plain_date(kind: Kind, number: int) -> str:
    """Return the number-th date, datetime or time; they ascend with the number."""
    if kind is Kind.TIME:
        return f"{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    day = f"{2000 + number // 336:04d}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}"
    return day if kind is Kind.DATE else f"{day} 00:00:00"
