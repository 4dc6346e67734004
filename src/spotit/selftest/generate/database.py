"""Random small databases that keep every key, foreign key, NOT NULL and CHECK of a schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from spotit.database import Database, Row, Rows, Value
from spotit.frozen import frozen
from spotit.schema import ForeignKey, Kind, Schema, Table

from .schema import Pools


@frozen
class Shape:
    """How one database is drawn."""

    rows: int
    nulls: float
    empty: float
    spread: int
    """How many different values a column takes, at most: few of them make ties, matches and duplicates."""


def shape(random: Random, rows: int) -> Shape:
    """Return one of several manners of drawing a database."""
    return Shape(rows, random.choice((0.0, 0.1, 0.4)), random.choice((0.0, 0.0, 0.2)), random.choice((1, 2, 3, 5)))


class Databases:
    """Draws databases of a schema from its pools."""

    def __init__(self, schema: Schema, pools: Pools, *, hidden_rowids: bool = True) -> None:
        self.schema = schema
        self.pools = pools
        self.order = _parents_first(schema)
        self.hidden_rowids = hidden_rowids

    def draw(self, random: Random, rows: int) -> Database:
        """Return a database with at most `rows` rows per table."""
        drawn = _Drawn(self, random, shape(random, rows))
        for table in self.order:
            drawn.fill(table)
        drawn.settle()
        return Database({name: Rows(drawn.columns[name], tuple(r)) for name, r in drawn.rows.items()})


class _Drawn:
    """One database in the making."""

    def __init__(self, maker: Databases, random: Random, shape: Shape) -> None:
        self.maker = maker
        self.random = random
        self.shape = shape
        self.rows: dict[str, list[Row]] = {}
        self.columns: dict[str, tuple[str, ...]] = {}
        self.domains: dict[object, list[Value]] = {}

    def fill(self, table: Table) -> None:
        names = [c.name for c in table.columns if not c.computed]
        if self.maker.hidden_rowids and table.rowid_column is None and not table.without_rowid:
            names.append("rowid")
        self.columns[table.name] = tuple(names)
        rows: list[Row] = []
        self.rows[table.name] = rows
        wanted = 0 if self.random.random() < self.shape.empty else self.random.randint(1, self.shape.rows)
        for _ in range(wanted):
            if rows and self.random.random() < 0.2:
                row = list(self.random.choice(rows))
                if "rowid" in names:
                    row[-1] = self._value(table, "rowid")
            else:
                row = [self._value(table, name) for name in names]
            self._link(table, names, row)
            self._within_pools(table, names, row)
            if self._allowed(table, names, row, rows):
                rows.append(tuple(row))

    def settle(self) -> None:
        """Mend or drop rows until every foreign key holds."""
        for table in self.maker.schema.tables:
            for key in table.foreign_keys:
                if not any(table.never_null(n) for n in key.columns):
                    rows = self.rows[table.name]
                    for number, row in enumerate(rows):
                        rows[number] = self._mended(table, key, row)
        changed = True
        while changed:
            changed = False
            for table in self.maker.schema.tables:
                for key in table.foreign_keys:
                    rows = self.rows[table.name]
                    kept = [row for row in rows if self._satisfied(table, key, row)]
                    if len(kept) < len(rows):
                        self.rows[table.name] = kept
                        changed = True

    def _mended(self, table: Table, key: ForeignKey, row: Row) -> Row:
        """Point a foreign key that leads nowhere at an existing row, or at none."""
        if self._satisfied(table, key, row):
            return row
        target = self.maker.schema.table(key.target)
        assert target is not None
        there = [self._position(target, n) for n in key.target_columns]
        found = [tuple(r[p] for p in there) for r in self.rows[target.name]]
        chosen = self.random.choice(found) if found else (None,) * len(there)
        values = dict(zip((self._position(table, n) for n in key.columns), chosen, strict=True))
        mended = tuple(values.get(p, v) for p, v in enumerate(row))
        others = [r for r in self.rows[table.name] if r is not row]
        if self._allowed(table, list(self.columns[table.name]), list(mended), others):
            return mended
        return tuple(None if p in values else v for p, v in enumerate(row))

    def _value(self, table: Table, name: str) -> Value:
        nullable = name != "rowid" and not table.never_null(name)
        if nullable and self.random.random() < self.shape.nulls:
            return None
        kind = self.maker.pools.kind((table.name, name))
        in_key = any(name in key for key in table.keys) or name == "rowid"
        values: tuple[Value, ...] = self.maker.pools.values((table.name, name))  # type: ignore[assignment]
        if in_key or kind in (Kind.BLOB, Kind.BOOLEAN):
            return self.random.choice(values)
        domain_key = (kind, self.random.random() < 0.5 and (table.name, name))
        domain = self.domains.get(domain_key)
        if domain is None:
            domain = self.domains[domain_key] = [self.random.choice(values) for _ in range(self.shape.spread)]
            twins = _twins(values)
            if twins and self.random.random() < 0.25:
                domain[:] = self.random.choice(twins)
        fitting = [value for value in domain if value in values]
        return self.random.choice(fitting or values)

    def _link(self, table: Table, names: list[str], row: list[Value]) -> None:
        for key in table.foreign_keys:
            target = self.maker.schema.table(key.target)
            if target is None or target.name not in self.rows or self.random.random() < 0.1:
                continue
            there = [self._position(target, n) for n in key.target_columns]
            values = [tuple(r[p] for p in there) for r in self.rows[target.name]]
            values = [v for v in values if None not in v]
            here = [self._position(table, n) for n in key.columns]
            if values and None not in [row[p] for p in here]:
                for p, v in zip(here, self.random.choice(values), strict=True):
                    row[p] = v.swapcase() if isinstance(v, str) and self.random.random() < 0.2 else v
            elif not values and all(not table.never_null(n) for n in key.columns):
                for p in here:
                    row[p] = None

    def _within_pools(self, table: Table, names: list[str], row: list[Value]) -> None:
        for position, name in enumerate(names):
            value = row[position]
            if isinstance(value, str) and value not in self.maker.pools.values((table.name, name)):
                row[position] = value.swapcase()

    def _position(self, table: Table, name: str) -> int:
        return [c.casefold() for c in self.columns[table.name]].index(name.casefold())

    def _allowed(self, table: Table, names: list[str], row: list[Value], rows: list[Row]) -> bool:
        keys = [*table.keys, *([("rowid",)] if "rowid" in names else [])]
        for key in keys:
            at = [self._position(table, n) for n in key]
            part = self._folded(table, key, [row[p] for p in at])
            if None not in part and any(self._folded(table, key, [r[p] for p in at]) == part for r in rows):
                return False
        return not any(c == "n" and v is not None and v < 0 for c, v in zip(names, row, strict=True))  # type: ignore[operator]

    def _satisfied(self, table: Table, key: ForeignKey, row: Row) -> bool:
        target = self.maker.schema.table(key.target)
        assert target is not None
        names = key.target_columns
        part = self._folded(target, names, [row[self._position(table, n)] for n in key.columns])
        at = [self._position(target, n) for n in names]
        rows = self.rows[target.name]
        return None in part or any(self._folded(target, names, [r[p] for p in at]) == part for r in rows)

    def _folded(self, table: Table, names: Sequence[str], values: Sequence[Value]) -> tuple[Value, ...]:
        """Return the values of columns as their collations compare them: a key of the parent holds under its own."""
        folded: list[Value] = []
        for name, value in zip(names, values, strict=True):
            column = table.column(name)
            folded.append(column.collation.key(value) if column is not None and isinstance(value, str) else value)
        return tuple(folded)


@lru_cache(maxsize=256)
def _twins(values: tuple[Value, ...]) -> list[list[Value]]:
    """Return pairs of different texts that some collation calls equal."""
    texts = [value for value in values if isinstance(value, str)]
    others = [(text, other) for text in texts for other in (text.swapcase(), f"{text} ")]
    return [[text, other] for text, other in others if text != other and other in texts]


def _requires(table: Table, other: Table) -> bool:
    keys = (k for k in table.foreign_keys if k.target.casefold() == other.name.casefold())
    return any(table.never_null(name) for key in keys for name in key.columns)


def _parents_first(schema: Schema) -> list[Table]:
    order: list[Table] = []
    open_names: set[str] = set()

    def place(table: Table) -> None:
        if table in order or table.name in open_names:
            return
        open_names.add(table.name)
        for key in table.foreign_keys:
            target = schema.table(key.target)
            if target is not None and (not _requires(target, table) or table.never_null(key.columns[0])):
                place(target)
        order.append(table)

    for table in schema.tables:
        place(table)
    return order
