"""The closed type of constraints, and the check of any of them on rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from spotit.constraints.check import Check, Evaluate
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.database import Rows, Tables

Constraint = NotNull | Key | Inclusion | Check | Dependency


def broken_by(constraint: Constraint, tables: Tables, evaluate: Evaluate) -> list[int]:
    """Return the places of the rows, in the constraint's table, that break it."""
    match constraint:
        case NotNull() | Key() | Inclusion() | Dependency():
            return constraint.broken_by(tables)
        case Check():
            return constraint.broken_by(tables, evaluate)
        case _:
            assert_never(constraint)


def violations(constraints: Iterable[Constraint], tables: Tables, evaluate: Evaluate) -> Iterator[str]:
    """Yield in words which constraint is broken by which row."""
    for constraint in constraints:
        for place in broken_by(constraint, tables, evaluate):
            yield f"{constraint}: row {place + 1} of {constraint.table} breaks it"


def without_broken(tables: Tables, constraints: Sequence[Key | Inclusion]) -> dict[str, Rows]:
    """Return the tables without the rows that break a constraint, nor those that do so once others are gone."""
    kept = dict(tables)
    doubted = constraints
    while doubted:
        lessened = set()
        for constraint in doubted:
            broken = set(constraint.broken_by(kept))
            if broken:
                lessened.add(constraint.table)
                table = kept[constraint.table]
                rows = tuple(row for place, row in enumerate(table.rows) if place not in broken)
                kept[constraint.table] = Rows(table.columns, rows)
        # Where rows are gone, keys still hold; what referred to them does not.
        doubted = [one for one in constraints if isinstance(one, Inclusion) and one.target in lessened]
    return kept
