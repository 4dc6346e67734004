"""An oracle that knows nothing of the checker: thousands of small random databases, and what two queries return.

It shares the schema and the engine with the checker, and neither its plans nor its pools nor its generator: values
are the literals of the two texts, their neighbours, some plain values of each type, and (if there is an example
database) real values. Every declared constraint is kept.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from literal_values import fits, typical, values_of

from spotit.database import Database, Row, Rows, Value
from spotit.dialect.tokens import Token, TokenKind
from spotit.dialect.wording import quote
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.protocol import Engine
from spotit.schema import DeclaredColumn, Kind, Schema, Table
from spotit.sql.syntax.tokens import scan

_WINDOW = 6
"""A literal may belong to a column named so many tokens before or behind it."""
_REPAIRS = 4

Base = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A database on which two queries differ."""

    database: Database
    left: tuple[Row, ...]
    right: tuple[Row, ...]

    @property
    def degenerate(self) -> bool:
        """No row against rows of NULLs."""
        values = [value for row in (*self.left, *self.right) for value in row]
        return (not self.left or not self.right) and not any(value is not None for value in values)

    @property
    def close(self) -> bool:
        """Equal but for rounding."""
        return all(_has_close(row, self.right) for row in self.left) and all(
            _has_close(row, self.left) for row in self.right
        )


def _has_close(row: Row, rows: Iterable[Row]) -> bool:
    return any(len(row) == len(other) and all(map(_close, row, other)) for other in rows)


def _close(left: Value, right: Value) -> bool:
    if left == right:
        return True
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    return numbers and abs(left - right) <= 1e-9 * max(abs(left), abs(right))  # type: ignore[operator,arg-type]


def differences(
    left: str, right: str, engine: Engine, values: dict[Base, list[Value]], databases: int, rows: int
) -> Iterator[Shown]:
    """Yield the databases, among so many random ones, on which the queries return different sets of rows."""
    world = _World((left, right), engine.schema, values, Random(f"{left}\n{right}"), rows)
    for _ in range(databases):
        database = world.database()
        try:
            engine.load(database)
            here, there = engine.run(left, budget=0.5).rows, engine.run(right, budget=0.5).rows
        except (ConstraintViolation, QueryError):
            continue
        if set(here) != set(there):
            yield Shown(database, here, there)


def real_values(path: Path, schema: Schema, count: int = 12) -> dict[Base, list[Value]]:
    """Return some values of each column of an example database, those of its declared type only."""
    found: dict[Base, list[Value]] = {}
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    for table in schema.tables:
        for column in table.columns:
            sql = f"SELECT DISTINCT {quote(column.name)} FROM {quote(table.name)} LIMIT {count}"
            values = [row[0] for row in connection.execute(sql)]
            found[table.name, column.name] = [value for value in values if fits(value, column.kind)]
    connection.close()
    return found


@dataclass(frozen=True, slots=True)
class _Link:
    """A foreign key by positions."""

    here: tuple[int, ...]
    target: str
    there: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where the values of a column come from."""

    kind: Kind
    nullable: bool
    idle: bool
    """Neither named in a query nor part of a key: one value will do."""
    close: list[Value]
    """The literals near the column's name in a query, and their neighbours."""
    plain: list[Value]


@dataclass(frozen=True, slots=True)
class _Plan:
    """One table: the columns that are filled, its keys and foreign keys by position."""

    name: str
    columns: tuple[str, ...]
    cells: tuple[_Cell, ...]
    keys: tuple[tuple[int, ...], ...]
    links: tuple[_Link, ...]

    @property
    def bound(self) -> frozenset[int]:
        """Positions that a foreign key binds."""
        return frozenset(place for link in self.links for place in link.here)


_Drawn = dict[str, list[list[Value]]]


class _World:
    """Draws databases for two queries."""

    def __init__(
        self, sqls: Sequence[str], schema: Schema, real: dict[Base, list[Value]], random: Random, rows: int
    ) -> None:
        self._random, self._rows = random, rows
        words, near, literals = _read(sqls)
        star = _has_star(sqls)
        columns = _filled(schema, words, star=star)
        tables = [table for name in columns if (table := schema.table(name))]

        def cell(table: Table, column: DeclaredColumn) -> _Cell:
            own = near.get(column.name.casefold(), [])
            plain = [*typical(column.kind), *values_of(literals, column.kind), *real.get((table.name, column.name), [])]
            bound = (*table.keys, *(key.columns for key in table.foreign_keys))
            keyed = any(column.name.casefold() == name.casefold() for names in bound for name in names)
            return _Cell(
                column.kind,
                not table.never_null(column.name),
                column.name.casefold() not in words and not keyed and not star,
                list(dict.fromkeys(values_of(own, column.kind))),
                list(dict.fromkeys(plain)),
            )

        self._plans = [
            _Plan(
                table.name,
                tuple(column.name for column in columns[table.name]),
                tuple(cell(table, column) for column in columns[table.name]),
                tuple(key for names in table.keys if (key := _positions(names, columns[table.name]))),
                tuple(_links(table, columns, schema)),
            )
            for table in tables
        ]

    def database(self) -> Database:
        """Return the next database."""
        draw = self._random
        nulls = draw.choice((0.0, 0.0, 0.15, 0.4))
        close = draw.choice((0.3, 0.6, 0.9, 0.97))
        few = {kind: [int(draw.random() * 1000) for _ in range(1 + int(draw.random() * 4))] for kind in Kind}
        rows: _Drawn = {}
        for plan in self._plans:
            rows[plan.name] = [self._row(plan, nulls, close, few) for _ in range(self._count())]
        for _ in range(_REPAIRS):
            if not self._point(rows):
                break
        self._prune(rows)
        return Database({p.name: Rows(p.columns, tuple(map(tuple, rows[p.name]))) for p in self._plans})

    def _count(self) -> int:
        draw = self._random.random
        return 0 if draw() < 0.06 else 1 + int(draw() * (1 + int(draw() * self._rows)))

    def _row(self, plan: _Plan, nulls: float, close: float, few: dict[Kind, list[int]]) -> list[Value]:
        draw, row = self._random.random, []
        for cell in plan.cells:
            value: Value
            if cell.idle:
                value = cell.plain[0]
            elif nulls and cell.nullable and draw() < nulls:
                value = None
            elif cell.close and draw() < close:
                value = cell.close[int(draw() * len(cell.close))]
            else:
                choices = few[cell.kind]
                value = cell.plain[choices[int(draw() * len(choices))] % len(cell.plain)]
            row.append(value)
        return row

    def _point(self, rows: _Drawn) -> bool:
        """Point foreign keys at rows that exist, where they do not already; tell whether any was moved."""
        moved = False
        for plan in self._plans:
            self._renew(plan, rows[plan.name])
            for link in plan.links:
                parents = [tuple([row[place] for place in link.there]) for row in rows[link.target]]
                parents = [values for values in parents if None not in values]
                for row in rows[plan.name]:
                    values = tuple([row[place] for place in link.here])
                    if None in values or values in parents:
                        continue
                    moved = True
                    chosen = parents[int(self._random.random() * len(parents))] if parents else None
                    for index, place in enumerate(link.here):
                        row[place] = chosen[index] if chosen else None
        return moved

    def _renew(self, plan: _Plan, rows: list[list[Value]]) -> None:
        """Give a row whose key is taken another one, if no foreign key stands against it."""
        for key in plan.keys:
            free = [place for place in key if place not in plan.bound]
            if not free:
                continue
            seen: set[Row] = set()
            for row in rows:
                part = tuple([row[place] for place in key])
                cell = plan.cells[free[0]]
                for value in (*cell.close, *cell.plain):
                    if part not in seen:
                        break
                    row[free[0]] = value
                    part = tuple([row[place] for place in key])
                seen.add(part)

    def _prune(self, rows: _Drawn) -> None:
        """Take away rows that break a key, a NOT NULL or a foreign key, until none does."""
        before = -1
        while before != (size := sum(map(len, rows.values()))):
            before = size
            for plan in self._plans:
                rows[plan.name] = _lawful(plan, rows)


def _lawful(plan: _Plan, rows: _Drawn) -> list[list[Value]]:
    kept: list[list[Value]] = []
    seen: list[set[Row]] = [set() for _ in plan.keys]
    parents = [{tuple([row[place] for place in link.there]) for row in rows[link.target]} for link in plan.links]
    for row in rows[plan.name]:
        parts = [tuple([row[place] for place in key]) for key in plan.keys]
        if any(value is None and not cell.nullable for value, cell in zip(row, plan.cells, strict=True)):
            continue
        if any(part in taken and None not in part for part, taken in zip(parts, seen, strict=True)):
            continue
        pointers = [tuple([row[place] for place in link.here]) for link in plan.links]
        if all(None in values or values in found for values, found in zip(pointers, parents, strict=True)):
            for part, taken in zip(parts, seen, strict=True):
                taken.add(part)
            kept.append(row)
    return kept


def _positions(names: Iterable[str], columns: list[DeclaredColumn]) -> tuple[int, ...] | None:
    place = {column.name.casefold(): index for index, column in enumerate(columns)}
    found = [place.get(name.casefold()) for name in names]
    return None if None in found else tuple(index for index in found if index is not None)


def _links(table: Table, columns: dict[str, list[DeclaredColumn]], schema: Schema) -> Iterator[_Link]:
    for key in table.foreign_keys:
        target = schema.table(key.target)
        if target is None or (here := _positions(key.columns, columns[table.name])) is None:
            continue
        there = _positions(key.target_columns, columns[target.name])
        assert there is not None, "what a foreign key refers to is filled"
        yield _Link(here, target.name, there)


def _read(sqls: Sequence[str]) -> tuple[set[str], dict[str, list[Token]], list[Token]]:
    """Return the names in the queries, the literals near each name, and all literals."""
    words: set[str] = set()
    near: defaultdict[str, list[Token]] = defaultdict(list)
    literals: list[Token] = []
    for sql in sqls:
        tokens = scan(sql)
        words |= {token.name.casefold() for token in tokens if token.kind not in (TokenKind.SYMBOL, TokenKind.NUMBER)}
        for index, token in enumerate(tokens):
            if token.kind in (TokenKind.STRING, TokenKind.NUMBER, TokenKind.QUOTED):
                literals.append(token)
                for other in tokens[max(0, index - _WINDOW) : index + _WINDOW]:
                    near[other.name.casefold()].append(token)
    return words, near, literals


def _has_star(sqls: Sequence[str]) -> bool:
    """Tell whether a query asks for all columns of a table."""
    tokens = [token for sql in sqls for token in scan(sql)]
    before = (".", "SELECT", "DISTINCT", ",")
    return any(star.key == "*" and token.key in before for token, star in pairwise(tokens))


def _filled(schema: Schema, words: set[str], *, star: bool) -> dict[str, list[DeclaredColumn]]:
    """Return the columns to fill by table: named in a query, never NULL, or referred to by those; parents first."""
    wanted: dict[str, set[str]] = {}
    order: dict[str, list[DeclaredColumn]] = {}

    def enter(table: Table, names: Iterable[str]) -> None:
        known = wanted.get(table.name)
        if known is None:
            needed = (c.name.casefold() for c in table.columns if table.never_null(c.name))
            known = wanted[table.name] = set(needed)
        elif known.issuperset(names):
            return
        known.update(names)
        for key in table.foreign_keys:
            if known.issuperset(name.casefold() for name in key.columns) and (target := schema.table(key.target)):
                enter(target, [name.casefold() for name in key.target_columns])
        order.setdefault(table.name, [])

    for table in schema.tables:
        if table.name.casefold() in words:
            columns = [column.name.casefold() for column in table.columns]
            enter(table, [name for name in columns if star or name in words])
    for name in order:
        declared = schema.table(name)
        assert declared is not None
        order[name] = [column for column in declared.columns if column.name.casefold() in wanted[name]]
    return order
