"""Pairs of columns that statistics suggest to be unique: the ends of a table that relates rows, and full names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from spotit.dialect.date_layouts import looks_dated
from spotit.dialect.names import fold
from spotit.dialect.types import MOMENT_KINDS
from spotit.learned_facts import FactKind, LearnedFact
from spotit.mine.column_facts import LEAST_ROWS
from spotit.mine.key_columns import words
from spotit.mine.statistics import ProfileColumn, ProfileTable
from spotit.schema import Schema, Table

_GIVEN = frozenset(("first", "given", "forename"))
_FAMILY = frozenset(("last", "family", "surname"))
_NAMES, _YEARS = frozenset(("name", "title")), frozenset(("year", "season", "edition"))
_SPARSE = 2
"""How many times more pairs there could be than there are rows."""


def pairs_once(table: ProfileTable, schema: Schema) -> Iterator[LearnedFact]:
    """Yield that a table which only relates rows of others relates no two of them twice.

    Such a table refers to two others, nothing refers to it, and it has no date that would tell two rows of one pair
    apart: results, standings, members of groups; votes and payments have dates. Languages count as such a table.
    """
    declared = schema.table(table.name)
    if declared is None or table.row_count < LEAST_ROWS or _is_dated(table, declared) or _is_parent(schema, declared):
        return
    keys = [key for key in schema.references(declared.name) if len(key.columns) == 1]
    ends = [(key.target, column) for key in keys if (column := table.column(key.columns[0])) is not None]
    # Whoever translates does so once into each language: it is as if there were a table of languages.
    ends += [("", column) for column in table.columns if "language" in words(column.name)]
    pairs = [
        (one[1], other[1]) for one, other in combinations(ends, 2) if one[0] != other[0] and one[1] is not other[1]
    ]
    if not pairs:
        return
    pair = max(pairs, key=_possible)
    names = (pair[0].name, pair[1].name)
    longer = any(set(names) < set(key) for key in declared.keys)
    least = table.row_count if "" in (one[0] for one in ends) else _SPARSE * table.row_count
    if not longer and not declared.is_key(names) and _possible(pair) >= least:
        basis = "the table relates the two, and has no date that would tell two rows of one pair apart"
        rows = table.row_count
        yield LearnedFact(FactKind.UNIQUE, declared.name, names, rows, rows, basis=basis)


def full_names(table: ProfileTable) -> Iterator[LearnedFact]:
    """Yield that no two people of a table have one full name, where so many names make that likely."""
    given, family = (
        [c for c in table.columns if not words(c.name).isdisjoint(part) and c.texts and not _looks_dated(c)]
        for part in (_GIVEN, _FAMILY)
    )
    if len(given) != 1 or len(family) != 1 or table.row_count < LEAST_ROWS:
        return
    pair = (given[0], family[0])
    counted = any(column.unique_count == table.row_count for column in pair)
    if counted or table.row_count**2 < 2 * _possible(pair):
        rows = table.row_count
        basis = f"{given[0].unique_count} and {family[0].unique_count} different names of {rows} rows"
        names = (given[0].name, family[0].name)
        yield LearnedFact(FactKind.UNIQUE, table.name, names, rows, rows, basis=basis)


def yearly_names(table: ProfileTable) -> Iterator[LearnedFact]:
    """Yield that what has a name and a year is there once a year, where so many names and years allow it."""
    named, years = (
        [c for c in table.columns if fold(c.name) in called and (c.unique_count or 0) > 1]
        for called in (_NAMES, _YEARS)
    )
    if len(named) != 1 or len(years) != 1 or table.row_count < LEAST_ROWS or not named[0].texts:
        return
    pair = (named[0], years[0])
    if all((c.unique_count or 0) < table.row_count for c in pair) and _possible(pair) >= _SPARSE * table.row_count:
        rows, names = table.row_count, (named[0].name, years[0].name)
        basis = f"{named[0].unique_count} names and {years[0].unique_count} years of {rows} rows"
        yield LearnedFact(FactKind.UNIQUE, table.name, names, rows, rows, basis=basis)


def _possible(pair: tuple[ProfileColumn, ProfileColumn]) -> int:
    """Return how many pairs of their values there are."""
    return (pair[0].unique_count or 0) * (pair[1].unique_count or 0)


def _is_dated(table: ProfileTable, declared: Table) -> bool:
    kinds = (column.kind for column in declared.columns)
    return any(kind in MOMENT_KINDS for kind in kinds) or any(map(_looks_dated, table.columns))


def _looks_dated(column: ProfileColumn) -> bool:
    return bool(column.texts) and all(map(looks_dated, column.texts))


def _is_parent(schema: Schema, declared: Table) -> bool:
    return any(key.target == declared.name for other in schema.tables for key in schema.references(other.name))
