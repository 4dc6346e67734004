"""What is drawn for each table of a random database: its columns, their values, and the keys that bind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.database import Row, Value
from spotit.frozen import frozen
from spotit.options import Options
from spotit.plan.hints.usage import Usage
from spotit.schema import DeclaredColumn, Schema, Table, keys, not_nulls
from spotit.search.hints.back_references import back_references
from spotit.search.hints.check_demands import demanded_columns, made_of
from spotit.search.hints.column_values import Fill, fill_of


@frozen
class Link:
    """A foreign key: positions here, the target's place in the order, positions there."""

    here: tuple[int, ...]
    target: int
    there: tuple[int, ...]
    forward: bool
    """The target comes later in the order: foreign keys form a circle, and this one is set when all rows are there."""
    single: bool
    """The columns here hold a key, so that no two rows refer to the same target."""

    def pointer(self, row: Sequence[Value]) -> Row:
        """Return what the row refers to."""
        return tuple([row[position] for position in self.here])

    def targets(self, rows: Sequence[Row]) -> list[Row]:
        """Return what can be referred to."""
        found = [tuple([row[position] for position in self.there]) for row in rows]
        return [values for values in found if None not in values]

    def left(self, targets: list[Row], rows: Sequence[Row]) -> list[Row]:
        """Return which targets one more row can refer to, beside these rows."""
        if not self.single:
            return targets
        taken = {self.pointer(row) for row in rows}
        return [values for values in targets if values not in taken]


@frozen
class Implied:
    """That a value at one position says which text another position has: all of it, or from a character on."""

    position: int
    value: Value
    other: int
    text: str
    at: int
    values: tuple[Value, ...]
    """Values of the other column that have the text."""

    def holds(self, value: Value) -> bool:
        """Tell whether a value of the other column has the text."""
        return has_text(value, self.text, self.at)

    def forced(self, row: Sequence[Value]) -> Value:
        """Return the value that the row has there with the text put in."""
        old = row[self.other]
        at, text = self.at, self.text
        return old[:at] + text + old[at + len(text) :] if at and isinstance(old, str) else text


def has_text(value: Value, text: str, at: int) -> bool:
    """Tell whether a value has a text from a character on, or is the text if that is the first."""
    return isinstance(value, str) and (value[at : at + len(text)] == text if at else value == text)


@frozen
class TablePlan:
    """How the rows of one table are drawn."""

    name: str
    columns: tuple[str, ...]
    fills: tuple[Fill, ...]
    nullable: tuple[bool, ...]
    classes: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]
    links: tuple[Link, ...]
    linked: frozenset[int]
    """Positions that a foreign key binds."""
    free: tuple[int, ...]
    """Positions that matter to the queries and that no key and no foreign key binds."""
    drawn: tuple[int, ...]
    """Positions whose values are drawn; the others have the same value in every row."""
    holes: tuple[int, ...]
    """Positions that matter and may be NULL."""
    asked: tuple[int, ...]
    """Positions that only CHECKs ask for, and that may be NULL."""
    contents: tuple[Row, ...]
    """The rows that a look-up table has, NULL where they say nothing of a column; none for other tables."""
    template: Row
    """A row of the plainest values."""
    constraints: tuple[Inclusion | Key, ...]
    """The foreign keys and keys that bind drawn columns."""
    mirrors: tuple[tuple[int, ...], ...] = ()
    """Orders of the positions in which each row occurs once more."""
    years: tuple[tuple[int, int], ...] = ()
    """Positions of a year and of the date that it is the year of."""
    apart: tuple[tuple[int, int], ...] = ()
    """Positions that never hold the same value."""
    alike: tuple[tuple[int, int, int], ...] = ()
    """Positions of texts that begin alike, and with how many characters."""
    implied: tuple[Implied, ...] = ()
    """What values of a row say of others."""


def plan_tables(schema: Schema, usage: Usage, options: Options, rows: int) -> tuple[TablePlan, ...]:
    """Return the plans of the tables that the queries read and of those that these refer to, parents first.

    There are enough values for so many rows.
    """
    return _Planning(_without_back_references(schema), usage, options, rows).plans()


def _without_back_references(schema: Schema) -> Schema:
    back = {(key.table, key.columns, key.target) for key in back_references(schema)}
    if not back:
        return schema
    tables = [
        replace(
            table,
            foreign_keys=tuple(k for k in table.foreign_keys if (table.name, k.columns, k.target) not in back),
        )
        for table in schema.tables
    ]
    return replace(schema, tables=tuple(tables))


def _places(
    pairs: Mapping[str, Sequence[tuple[str, str]]], table: Table, index: Mapping[str, int]
) -> tuple[tuple[int, int], ...]:
    """Return the positions of the pairs of columns that are filled."""
    return tuple((index[a], index[b]) for a, b in pairs.get(table.name, ()) if a in index and b in index)


def _having(fill: Fill, text: str, at: int) -> tuple[Value, ...]:
    """Return the values of a column that have a text from a character on."""
    known = (*fill.pool, *(value for values in (*fill.shared, *fill.disputed) for value in values))
    return tuple(dict.fromkeys(value for value in known if has_text(value, text, at)))


def is_mirror(reference: Inclusion) -> bool:
    """Tell whether rows refer to rows of their own table that have their values in other columns."""
    columns = set(reference.columns)
    return reference.target == reference.table and len(columns) > 1 and columns == set(reference.target_columns)


def _order(mirror: Inclusion, index: Mapping[str, int]) -> tuple[int, ...]:
    """Return which position of a row each position of its mirror image is."""
    moved = {index[there]: index[here] for here, there in zip(mirror.columns, mirror.target_columns, strict=True)}
    return tuple(moved.get(position, position) for position in range(len(index)))


class _Planning:
    """The tables and columns of one schema that two queries need."""

    def __init__(self, schema: Schema, usage: Usage, options: Options, rows: int) -> None:
        self._schema = schema
        self._usage = usage
        self._options = options
        self._rows = rows
        self._required: dict[str, set[str]] = {}
        self._wanted = self._wanted_columns()
        order = schema.parents_first(table.name for table in schema.tables if table.name in self._wanted)
        self._place = {name: place for place, name in enumerate(order)}

    def plans(self) -> tuple[TablePlan, ...]:
        """Return the plans, those of parents first."""
        return tuple(self._plan(self._table(name)) for name in self._place)

    def _table(self, name: str) -> Table:
        table = self._schema.table(name)
        assert table is not None, name
        return table

    def _wanted_columns(self) -> dict[str, dict[str, None]]:
        """Return the columns to fill per table: those that matter, and what keys, NOT NULL and CHECKs require."""
        wanted: dict[str, dict[str, None]] = {}
        pending = list(self._usage.tables)
        while pending:
            table = self._table(pending.pop())
            known = wanted.setdefault(table.name, {})
            required = {constraint.column for constraint in not_nulls(table, null_keys=self._options.null_keys)}
            self._required[table.name] = required
            needed = required | demanded_columns(table)
            for column in table.columns:
                if column.name in needed or (table.name, column.name) in self._usage.columns:
                    known.setdefault(column.name)
            for inclusion in self._active(table.name, known):
                target = wanted.get(inclusion.target)
                if target is None or any(name not in target for name in inclusion.target_columns):
                    wanted.setdefault(inclusion.target, {}).update(dict.fromkeys(inclusion.target_columns))
                    pending.append(inclusion.target)
            for reference in self._computed(table.name):
                read = made_of(self._table(reference.target), reference.target_columns)
                if not read <= wanted.get(reference.target, {}).keys():
                    wanted.setdefault(reference.target, {}).update(dict.fromkeys(sorted(read)))
                    pending.append(reference.target)
        return wanted

    def _computed(self, table: str) -> list[Inclusion]:
        """Return the foreign keys with generated columns: whether rows find their targets is left to chance."""
        if not self._options.foreign_keys:
            return []
        given = self._schema.inclusions(table)
        return [reference for reference in self._schema.references(table) if reference not in given]

    def _active(self, table: str, columns: Mapping[str, object]) -> list[Inclusion]:
        """Return the foreign keys of a table whose columns are filled."""
        if not self._options.foreign_keys:
            return []
        return [i for i in self._schema.inclusions(table) if all(name in columns for name in i.columns)]

    def _plan(self, table: Table) -> TablePlan:
        columns = self._columns(table)
        index = {column.name: position for position, column in enumerate(columns)}
        active = self._active(table.name, index)
        references = [reference for reference in active if not is_mirror(reference)]
        own = [key for key in keys(table) if all(name in index for name in key.columns)]
        links = tuple(self._link(reference, index, own) for reference in references)
        linked = frozenset(position for link in links for position in link.here)
        bound = {index[name] for key in own for name in key.columns} | linked
        bases = [(table.name, column.name) for column in columns]
        fills = tuple(fill_of(table, column, self._usage, self._rows + 3) for column in columns)
        matter = [position for position, base in enumerate(bases) if base in self._usage.columns]
        nullable = tuple(column.name not in self._required[table.name] for column in columns)
        referred = self._referred(table)
        known = self._usage.known_rows.get(table.name)
        return TablePlan(
            name=table.name,
            columns=tuple(index),
            fills=fills,
            nullable=nullable,
            classes=tuple(self._usage.class_of[base] for base in bases),
            keys=tuple(tuple(index[name] for name in key.columns) for key in own),
            links=links,
            linked=linked,
            free=tuple(position for position in matter if position not in bound),
            drawn=tuple(sorted({*matter, *bound, *(index[name] for name in index.keys() & referred)})),
            holes=tuple(position for position in matter if nullable[position]),
            asked=tuple(p for p, free in enumerate(nullable) if free and p not in matter and p not in bound),
            contents=tuple(known.project(tuple(index))) if known is not None else (),
            template=tuple(fill.pool[0] for fill in fills),
            constraints=(*active, *own),
            mirrors=tuple(_order(reference, index) for reference in active if is_mirror(reference)),
            years=_places(self._usage.years, table, index),
            apart=_places(self._usage.apart, table, index),
            alike=tuple(
                (index[a], index[b], width)
                for a, b, width in self._usage.alike.get(table.name, ())
                if a in index and b in index
            ),
            implied=tuple(
                Implied(index[a], value, index[b], text, at, _having(fills[index[b]], text, at))
                for a, value, b, text, at in self._usage.implied.get(table.name, ())
                if a in index and b in index
            ),
        )

    def _columns(self, table: Table) -> list[DeclaredColumn]:
        return [column for column in table.columns if column.name in self._wanted[table.name]]

    def _referred(self, table: Table) -> set[str]:
        """Return the columns that foreign keys of any table refer to."""
        references = (i for other in self._schema.tables for i in self._schema.inclusions(other.name))
        return {name for i in references if i.target == table.name for name in i.target_columns}

    def _link(self, reference: Inclusion, index: Mapping[str, int], own: Sequence[Key]) -> Link:
        there = [column.name for column in self._columns(self._table(reference.target))]
        place = self._place[reference.target]
        return Link(
            tuple(index[name] for name in reference.columns),
            place,
            tuple(there.index(name) for name in reference.target_columns),
            place > self._place[reference.table],
            any(set(key.columns) <= set(reference.columns) for key in own),
        )
