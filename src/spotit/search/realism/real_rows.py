"""Rows of the example database: those that two queries combine, with what they refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from spotit.constraints.inclusion import Inclusion
from spotit.database import Database, Row, Rows, Value
from spotit.dialect.wording import literal, quote
from spotit.engine.failures import QueryError
from spotit.engine.protocol import Reader
from spotit.schema import Table, not_nulls
from spotit.search.pair import Pair
from spotit.sql.from_rows import combined_rows

_TUPLES = 8
"""Combinations of rows that are read for each SELECT of a query."""
_NEAR = 4
"""Combinations that are read of those that miss a condition."""
_ROUNDS = 4
"""How far references are followed."""
_TOGETHER = (1, 2, 3)
"""Combinations of rows that make one database."""
_SPARE = 3
"""Rows that are read of a table which no combination has rows of."""

Place = tuple[str, int]
"""A row: its table and its rowid."""


@dataclass(slots=True)
class RealRows:
    """The rows that were read, in the columns that a witness needs."""

    pair: Pair
    reader: Reader
    columns: dict[str, tuple[str, ...]] = field(init=False)
    rows: dict[Place, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        reached = self.pair.schema.reached(self.pair.usage.tables)
        self.columns = {table.name: self._needed(table) for table in reached}

    def databases(self) -> Iterator[Database]:
        """Yield small databases of real rows, the smallest first."""
        groups = [self._closed(group) for group in self._combinations()]
        known = list(dict.fromkeys(group for group in groups if group))
        seen: set[frozenset[Place]] = set()
        for chosen in self._together(known):
            places = frozenset().union(*chosen)
            if places not in seen:
                seen.add(places)
                found = self.database(places)
                if found.height <= max(self.pair.options.bound, self._wanted):
                    yield found

    @property
    def _wanted(self) -> int:
        """Combinations that are read: as many as every LIMIT and count needs, as far as that goes."""
        return max(_TUPLES, min(self.pair.needed_rows + 1, self.pair.budget.looking.crowded_rows))

    def _together(self, known: list[frozenset[Place]]) -> Iterator[tuple[frozenset[Place], ...]]:
        if self.pair.needed_rows > self.pair.options.bound:
            yield tuple(known[: self._wanted])
        for width in _TOGETHER:
            yield from combinations(known, width)

    def database(self, places: Iterable[Place]) -> Database:
        """Return the database of these rows."""
        tables: dict[str, list[Row]] = {}
        for table, rowid in sorted(places):
            tables.setdefault(table, []).append(self.rows[table, rowid])
        return Database({name: Rows(self.columns[name], tuple(rows)) for name, rows in tables.items()})

    def values(self, table: str, column: str) -> list[Value]:
        """Return the different values that the rows read so far have in a column."""
        at = self.columns[table].index(column)
        return list(dict.fromkeys(row[at] for (name, _), row in self.rows.items() if name == table))

    def _needed(self, table: Table) -> tuple[str, ...]:
        schema, usage = self.pair.schema, self.pair.usage
        wanted = {name for name in (column.name for column in table.columns) if (table.name, name) in usage.columns}
        wanted |= {constraint.column for constraint in not_nulls(table, null_keys=self.pair.options.null_keys)}
        wanted |= set(table.primary_key)
        referred = [key for other in schema.tables for key in schema.inclusions(other.name) if key.target == table.name]
        wanted |= {name for key in referred if set(key.columns) & wanted for name in key.target_columns}
        return tuple(c.name for c in table.columns if c.name in wanted and not c.computed) or (table.columns[0].name,)

    def _combinations(self) -> Iterator[frozenset[Place]]:
        """Yield groups of rows that a FROM clause combines: those that pass the conditions first, by turns."""
        found: dict[bool, list[frozenset[Place]]] = {True: [], False: []}
        for sql in (self.pair.left_sql, self.pair.right_sql):
            for combined in combined_rows(sql, self.pair.schema):
                limit = self._wanted if combined.is_filtered else _NEAR
                for rowids in self._run(f"{combined.sql} LIMIT {limit}"):
                    places = zip(combined.tables, rowids, strict=True)
                    group = frozenset((table, rowid) for table, rowid in places if isinstance(rowid, int))
                    found[combined.is_filtered].append(group)
        passing, others = (list(dict.fromkeys(found[kind])) for kind in (True, False))
        missing = set(self.pair.usage.tables) - {table for group in (*passing, *others) for table, _ in group}
        spare = [group for name in sorted(missing) for group in self._some(name)]
        yield from (*passing[: 2 * self._wanted], *others[:_TUPLES], *spare[:_TUPLES])

    def _some(self, name: str) -> Iterator[frozenset[Place]]:
        rowid = self._rowid(name)
        if rowid is not None:
            for (found,) in self._run(f"SELECT {rowid} FROM {quote(name)} LIMIT {_SPARE}"):
                if isinstance(found, int):
                    yield frozenset(((name, found),))

    def _closed(self, group: frozenset[Place]) -> frozenset[Place]:
        """Return the rows with those that they refer to; none when a row cannot be read."""
        places = set(group)
        for _ in range(_ROUNDS):
            self._read(places)
            if not all(place in self.rows for place in places):
                return frozenset()
            missing = {place for name in self.columns for place in self._partners(name, places)} - places
            if not missing:
                return frozenset(places)
            places |= missing
        self._read(places)
        return frozenset(places) if all(place in self.rows for place in places) else frozenset()

    def _partners(self, name: str, places: Iterable[Place]) -> Iterator[Place]:
        """Yield a row of the target for each value by which rows of a table refer to it."""
        here = [self.rows[place] for place in places if place[0] == name and place in self.rows]
        for key in self.pair.schema.inclusions(name) if here and self.pair.options.foreign_keys else ():
            columns = self.columns.get(name, ())
            rowid = self._rowid(key.target)
            if rowid is None or key.target not in self.columns or not set(key.columns) <= set(columns):
                continue
            for values in {tuple(row[columns.index(c)] for c in key.columns) for row in here}:
                if None not in values:
                    found = self._run(f"SELECT {rowid} FROM {quote(key.target)} WHERE {_equal(key, values)} LIMIT 1")
                    yield from ((key.target, int(value)) for (value,) in found if isinstance(value, int))

    def _read(self, places: Iterable[Place]) -> None:
        wanted: dict[str, list[int]] = {}
        for table, number in places:
            if (table, number) not in self.rows:
                wanted.setdefault(table, []).append(number)
        for table, rowids in wanted.items():
            rowid = self._rowid(table)
            if table not in self.columns or rowid is None:
                continue
            names = ", ".join(map(quote, self.columns[table]))
            listed = ", ".join(map(str, rowids))
            for key, *row in self._run(f"SELECT {rowid}, {names} FROM {quote(table)} WHERE {rowid} IN ({listed})"):
                if isinstance(key, int):
                    self.rows[table, key] = tuple(row)

    def _rowid(self, name: str) -> str | None:
        table = self.pair.schema.table(name)
        found = None if table is None else table.rowid_column or table.hidden_rowid
        return None if found is None else quote(found)

    def _run(self, sql: str) -> Sequence[Row]:
        try:
            return self.reader.run(sql, max_rows=1000, steps=self.pair.budget.looking.example_steps).rows
        except QueryError:
            return ()


def _equal(key: Inclusion, values: Row) -> str:
    pairs = zip(key.target_columns, values, strict=True)
    return " AND ".join(f"{quote(name)} = {literal(value)}" for name, value in pairs)
