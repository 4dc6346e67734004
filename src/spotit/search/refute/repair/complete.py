"""Completes the database of a model: fills the columns and adds the rows that the constraints ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from spotit.constraints.check import Check
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.database import Database, Rows
from spotit.schema import Table
from spotit.search.pair import Pair
from spotit.search.refute.repair.filling import Filling
from spotit.search.refute.repair.inclusion import add_parents
from spotit.search.refute.repair.key import fill_primary_key
from spotit.search.refute.repair.not_null import fill_column


def complete(database: Database, pair: Pair) -> Database:
    """Return the database with every column that must not be NULL filled, and the parents its keys need added."""
    filling = Filling(pair, dict(database.tables))
    references: list[Inclusion] = []
    options = pair.options
    for constraint in pair.schema.constraints(null_keys=options.null_keys, foreign_keys=options.foreign_keys):
        match constraint:
            case NotNull():
                fill_column(filling, constraint.table, constraint.column)
            case Key():
                fill_primary_key(filling, constraint)
            case Inclusion():
                references.append(constraint)
            case Dependency():
                pass  # columns that are filled only because they must be are no part of a dependency that matters
            case Check():
                pass  # the values that columns are filled with are taken from those that it names
            case _:
                assert_never(constraint)
    filling.give_columns()
    while any([add_parents(filling, reference) for reference in references]):
        pass
    tables = filling.tables
    whole = {t.name: _declared_order(t, tables[t.name]) for t in pair.schema.tables if t.name in tables}
    return replace(database, tables=whole)


def _declared_order(table: Table, found: Rows) -> Rows:
    """Return the rows with their columns in the order in which the table declares them, a hidden rowid first."""
    declared = {column.name: place for place, column in enumerate(table.columns)}
    columns = tuple(sorted(found.columns, key=lambda name: declared.get(name, -1)))
    return Rows(columns, tuple(found.project(columns)))
