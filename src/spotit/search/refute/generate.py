"""Small random databases that keep every declared constraint, biased towards what the two queries test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from spotit.database import Database, Row, Rows, Value
from spotit.dialect.names import fold
from spotit.options import Options
from spotit.plan.hints.usage import Usage
from spotit.schema import ForeignKey, Schema, Table
from spotit.search.hints.column_values import Fill, fill_of


@dataclass(frozen=True, slots=True)
class Profile:
    """How one database is drawn."""

    rows: int
    """Rows per table, at most."""
    nulls: float = 0.0
    """Probability of NULL in a nullable column that matters."""
    hole: float = 0.0
    """Probability of NULL in one nullable column that matters, another one in each database."""
    empty: float = 0.0
    """Probability that a table is empty."""
    passing: float = 0.6
    """Probability that a row passes the tests that both queries make."""
    copies: float = 0.25
    """Probability that a row repeats another but for one column."""
    least: int = 1
    """Rows per table, at least, before those that break a key are left out."""
    spread: int = 0
    """Values that columns of one class have in common, at most; 0 leaves it to chance."""


@dataclass(frozen=True, slots=True)
class _Link:
    """A foreign key: positions here, the target's place in the order, positions there."""

    here: tuple[int, ...]
    target: int
    there: tuple[int, ...]
    forward: bool
    """The target comes later in the order: foreign keys form a circle, and this one is set when all rows are there."""

    def pointer(self, row: Sequence[Value]) -> Row:
        """Return what the row refers to."""
        return tuple([row[position] for position in self.here])

    def targets(self, rows: Sequence[Row]) -> list[Row]:
        """Return what can be referred to."""
        found = [tuple([row[position] for position in self.there]) for row in rows]
        return [values for values in found if None not in values]


@dataclass(frozen=True, slots=True)
class _TablePlan:
    name: str
    columns: tuple[str, ...]
    fills: tuple[Fill, ...]
    nullable: tuple[bool, ...]
    classes: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]
    links: tuple[_Link, ...]
    linked: frozenset[int]
    """Positions that a foreign key binds."""
    free: tuple[int, ...]
    """Positions that matter to the queries and that no key and no foreign key binds."""
    drawn: tuple[int, ...]
    """Positions whose values are drawn; the others have the same value in every row."""
    holes: tuple[int, ...]
    """Positions that matter and may be NULL."""
    template: Row
    """A row of the plainest values."""


class Generator:
    """Draws databases for two queries; deterministic under the seed of the options."""

    def __init__(self, schema: Schema, usage: Usage, options: Options) -> None:
        self._random = Random(options.seed)
        self._bound = options.bound
        self._plans = _plan_tables(schema, usage, options)
        self._holes = [(plan.name, position) for plan in self._plans for position in plan.holes]
        self._turn = 0
        self._circular = any(link.forward for plan in self._plans for link in plan.links)

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns that are filled, per table."""
        return {plan.name: plan.columns for plan in self._plans}

    def database(self, profile: Profile) -> Database:
        """Return the next database."""
        hole = self._next_hole() if profile.hole and self._holes else None
        drawn = _Drawing(self._random, profile, min(profile.rows, self._bound), hole)
        contents: list[list[Row]] = []
        for plan in self._plans:
            contents.append(drawn.rows(plan, contents))
        if self._circular:
            drawn.close_circles(self._plans, contents)
        plans = zip(self._plans, contents, strict=True)
        return Database({plan.name: Rows(plan.columns, tuple(rows)) for plan, rows in plans})

    def _next_hole(self) -> tuple[str, int]:
        """Return the next column in turn; each round begins one later, so that it meets another profile."""
        count, turn = len(self._holes), self._turn
        self._turn += 1
        return self._holes[(turn + turn // count) % count]


class _Drawing:
    """One database while it is drawn; columns of one class share a small domain of values."""

    def __init__(self, random: Random, profile: Profile, rows: int, hole: tuple[str, int] | None) -> None:
        self._random = random.random
        self._profile = profile
        self._most = rows
        self._hole_table, self._hole = hole or ("", 0)
        self._domains: dict[tuple[int, int, Value], list[Value]] = {}
        self._spread = profile.spread or 2 + int(random.random() * 4)

    def rows(self, plan: _TablePlan, contents: list[list[Row]]) -> list[Row]:
        """Return the rows of one table; the tables before it are in `contents`."""
        rows: list[Row] = []
        if self._random() < self._profile.empty:
            return rows
        seen: list[set[Row]] = [set() for _ in plan.keys]
        least = min(self._profile.least, self._most)
        for _ in range(least + int(self._random() * (1 + self._most - least))):
            row = self._row(plan, rows, contents)
            if row is not None and self._distinct(plan, row, seen):
                rows.append(tuple(row))
        return rows

    def _row(self, plan: _TablePlan, rows: list[Row], contents: list[list[Row]]) -> list[Value] | None:
        profile, random = self._profile, self._random
        if rows and plan.free and random() < profile.copies:
            row = list(rows[int(random() * len(rows))])
            position = plan.free[int(random() * len(plan.free))]
            row[position] = self._loose(plan, position)
            return row
        choose: Callable[[_TablePlan, int], Value]
        choose = self._passing if random() < profile.passing else self._loose
        row = list(plan.template)
        for position in plan.drawn:
            row[position] = choose(plan, position)
        if choose == self._passing and plan.free and random() < 0.35:
            position = plan.free[int(random() * len(plan.free))]
            row[position] = self._loose(plan, position)
        if profile.nulls:
            for position, nullable in enumerate(plan.nullable):
                if nullable and random() < profile.nulls:
                    row[position] = None
        if plan.name == self._hole_table and random() < profile.hole:
            row[self._hole] = None
        return row if self._linked(plan, row, rows, contents) else None

    def _linked(self, plan: _TablePlan, row: list[Value], rows: list[Row], contents: list[list[Row]]) -> bool:
        """Point the row's foreign keys at existing rows; False when that cannot be."""
        for link in plan.links:
            if link.forward or any(row[position] is None for position in link.here):
                continue
            own = link.target == len(contents)
            targets = [*rows, tuple(row)] if own else contents[link.target]
            if not self._point(plan, link, row, link.targets(targets)):
                return False
        return True

    def _point(self, plan: _TablePlan, link: _Link, row: list[Value], values: list[Row]) -> bool:
        """Let the row refer to one of the values, which it may do already; False when that cannot be."""
        if link.pointer(row) in values and self._random() < 0.5:
            return True
        if values:
            chosen = values[int(self._random() * len(values))]
            for position, value in zip(link.here, chosen, strict=True):
                row[position] = value
        elif all(plan.nullable[position] for position in link.here):
            for position in link.here:
                row[position] = None
        else:
            return False
        return True

    def close_circles(self, plans: Sequence[_TablePlan], contents: list[list[Row]]) -> None:
        """Set the foreign keys that point forward, then leave out rows until every key holds."""
        for place, plan in enumerate(plans):
            links = [(link, link.targets(contents[link.target])) for link in plan.links if link.forward]
            kept: list[Row] = []
            for row in map(list, contents[place]):
                if all(None in link.pointer(row) or self._point(plan, link, row, found) for link, found in links):
                    kept.append(tuple(row))
            contents[place] = kept
        before = -1
        while before != (size := sum(map(len, contents))):
            before = size
            for place, plan in enumerate(plans):
                contents[place] = list(_lawful(plan, contents, contents[place]))

    def _distinct(self, plan: _TablePlan, row: list[Value], seen: list[set[Row]]) -> bool:
        """Make the row differ from all others on every key; False when that cannot be."""
        parts: list[Row] = []
        for key, taken in zip(plan.keys, seen, strict=True):
            part = tuple([row[position] for position in key])
            if part in taken and None not in part:
                renewed = self._renewed(plan, row, key, taken)
                if renewed is None:
                    return False
                part = renewed
            parts.append(part)
        if len(parts) > 1:  # renewing one key may have changed another that overlaps it
            parts = [tuple([row[position] for position in key]) for key in plan.keys]
            if any(part in taken and None not in part for part, taken in zip(parts, seen, strict=True)):
                return False
        for part, taken in zip(parts, seen, strict=True):
            taken.add(part)
        return True

    def _renewed(self, plan: _TablePlan, row: list[Value], key: tuple[int, ...], taken: set[Row]) -> Row | None:
        for position in key:
            if position in plan.linked:
                continue
            for value in plan.fills[position].pool:
                row[position] = value
                part = tuple([row[index] for index in key])
                if part not in taken:
                    return part
        return None

    def _passing(self, plan: _TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        if fill.shared:
            values = fill.shared[int(random() * len(fill.shared))]
            return values[int(random() * len(values))]
        if fill.disputed and random() < 0.7:
            values = fill.disputed[int(random() * len(fill.disputed))]
            return values[int(random() * len(values))]
        return self._any(plan, position)

    def _loose(self, plan: _TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        if fill.near and random() < 0.5:
            return fill.near[int(random() * len(fill.near))]
        return self._any(plan, position)

    def _any(self, plan: _TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        key = (plan.classes[position], len(fill.pool), fill.pool[0])
        domain = self._domains.get(key)
        if domain is None:
            pool = fill.pool
            size = len(pool)
            domain = self._domains[key] = [pool[int(random() * size)] for _ in range(self._spread)]
        return domain[int(random() * len(domain))]


def _lawful(plan: _TablePlan, contents: list[list[Row]], rows: list[Row]) -> Iterator[Row]:
    """Yield the rows that repeat no key and whose foreign keys hold."""
    links = [(link, set(link.targets(contents[link.target]))) for link in plan.links]
    seen: set[tuple[int, Row]] = set()
    for row in rows:
        parts = {(place, tuple([row[p] for p in key])) for place, key in enumerate(plan.keys)}
        parts = {part for part in parts if None not in part[1]}
        pointers = [(link.pointer(row), found) for link, found in links]
        if seen.isdisjoint(parts) and all(None in value or value in found for value, found in pointers):
            seen |= parts
            yield row


def _plan_tables(schema: Schema, usage: Usage, options: Options) -> tuple[_TablePlan, ...]:
    wanted = _wanted_columns(schema, usage, options)
    order = _dependency_order(schema, wanted)
    place = {table.name: index for index, table in enumerate(order)}
    return tuple(_plan_table(table, wanted, place, schema, usage, options) for table in order)


def _wanted_columns(schema: Schema, usage: Usage, options: Options) -> dict[str, dict[str, None]]:
    """Return the columns to fill per table: those that matter, and what keys and NOT NULL require."""
    wanted: dict[str, dict[str, None]] = {}
    pending = [table for name in usage.tables if (table := schema.table(name))]
    while pending:
        table = pending.pop()
        known = wanted.setdefault(table.name, {})
        for column in table.columns:
            required = table.never_null(column.name, null_keys=options.null_keys)
            if required or (table.name, column.name) in usage.columns:
                known.setdefault(column.name)
        for key in _active(table, known, options):
            target = schema.table(key.target)
            if target is None:
                continue
            there = wanted.get(target.name)
            names = [found.name for name in key.target_columns if (found := target.column(name))]
            if there is None or any(name not in there for name in names):
                wanted.setdefault(target.name, {}).update(dict.fromkeys(names))
                pending.append(target)
    return wanted


def _active(table: Table, columns: dict[str, None], options: Options) -> list[ForeignKey]:
    folded = {fold(name) for name in columns}
    if not options.foreign_keys:
        return []
    return [key for key in table.foreign_keys if all(fold(name) in folded for name in key.columns)]


def _dependency_order(schema: Schema, wanted: dict[str, dict[str, None]]) -> list[Table]:
    """Return the tables with those first that others refer to; cycles are cut anywhere."""
    order: list[Table] = []
    entered: set[str] = set()

    def enter(table: Table) -> None:
        if table.name in entered or table.name not in wanted:
            return
        entered.add(table.name)
        for key in table.foreign_keys:
            target = schema.table(key.target)
            if target is not None:
                enter(target)
        order.append(table)

    for table in schema.tables:
        enter(table)
    return order


def _plan_table(
    table: Table,
    wanted: dict[str, dict[str, None]],
    place: dict[str, int],
    schema: Schema,
    usage: Usage,
    options: Options,
) -> _TablePlan:
    known = wanted[table.name]
    columns = [column for column in table.columns if column.name in known]
    index = {fold(column.name): position for position, column in enumerate(columns)}
    links = [
        _link(key, target, place[table.name], index, wanted, place)
        for key in _active(table, known, options)
        if (target := schema.table(key.target))
    ]
    keys = [tuple(index[fold(name)] for name in key) for key in table.keys if all(fold(name) in index for name in key)]
    linked = frozenset(position for link in links for position in link.here)
    bound = {position for key in keys for position in key} | linked
    bases = [(table.name, column.name) for column in columns]
    fills = [fill_of(table, column, usage, options.bound + 3) for column in columns]
    referred = _referred(table, schema)
    matter = [position for position, base in enumerate(bases) if base in usage.columns]
    nullable = tuple(not table.never_null(column.name, null_keys=options.null_keys) for column in columns)
    drawn = {*matter, *bound} | {p for p, column in enumerate(columns) if fold(column.name) in referred}
    return _TablePlan(
        table.name,
        tuple(column.name for column in columns),
        tuple(fills),
        nullable,
        tuple(usage.class_of[base] for base in bases),
        tuple(keys),
        tuple(links),
        linked,
        tuple(position for position in matter if position not in bound),
        tuple(sorted(drawn)),
        tuple(position for position in matter if nullable[position]),
        tuple(fill.pool[0] for fill in fills),
    )


def _referred(table: Table, schema: Schema) -> set[str]:
    """Return the columns that foreign keys of any table refer to, in lower case."""
    keys = (key for other in schema.tables for key in other.foreign_keys)
    return {fold(n) for key in keys if schema.table(key.target) is table for n in key.target_columns}


def _link(
    key: ForeignKey,
    target: Table,
    own: int,
    index: dict[str, int],
    wanted: dict[str, dict[str, None]],
    place: dict[str, int],
) -> _Link:
    there = [fold(column.name) for column in target.columns if column.name in wanted[target.name]]
    return _Link(
        tuple(index[fold(name)] for name in key.columns),
        place[target.name],
        tuple(there.index(fold(name)) for name in key.target_columns),
        place[target.name] > own,
    )
