"""Facts about rows of two tables: undeclared foreign keys, total participation, columns that are copied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from spotit.database import Row
from spotit.dialect.names import fold
from spotit.dialect.wording import quote
from spotit.frozen import frozen
from spotit.learned_facts import FactKind, LearnedFact, apart
from spotit.mine.column_facts import FEW_ROWS, LEAST_ROWS
from spotit.mine.key_columns import has_key_name
from spotit.mine.source import ExampleFile, MinedColumn, MinedTable

_JOINED = 500
"""Joined rows that copied columns are looked for in."""
ALMOST = 0.95
"""Share of the rows that are referred to from which on it is typical that a row is."""
_MOST_BESIDE = 2
"""Further columns of a table that joins two rows of another."""
_LEAST_EQUAL = 20
_LEAST_VALUES = 3
GENERIC = frozenset(("id", "name", "code", "type", "title", "date", "year", "description"))
"""Names that say nothing of which column is meant."""


@frozen
class Reference:
    """Columns of one table whose values are rows of another."""

    table: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    is_declared: bool = True


def references(source: ExampleFile, tables: Mapping[str, MinedTable]) -> list[Reference]:
    """Return the declared foreign keys, then those that the data and the names suggest."""
    declared = [
        Reference(key.table, key.columns, key.target, key.target_columns)
        for table in source.schema.tables
        for key in source.schema.references(table.name)
        if key.table in tables and key.target in tables
    ]
    known = {(key.table, key.columns) for key in declared}
    return [*declared, *(key for key in _suggested(source, tables) if (key.table, key.columns) not in known)]


def _suggested(source: ExampleFile, tables: Mapping[str, MinedTable]) -> Iterator[Reference]:
    for child in tables.values():
        for column in child.columns:
            if child.table.is_key((column.name,)) and has_key_name(column.name) and fold(column.name) in GENERIC:
                continue
            for parent in tables.values():
                there = _meant(child, column, parent)
                if there is not None and _missing(source, (child, (column.name,)), (parent, (there,))) == 0:
                    yield Reference(child.name, (column.name,), parent.name, (there,), is_declared=False)
                    break


def _meant(child: MinedTable, column: MinedColumn, parent: MinedTable) -> str | None:
    """Return the key of another table that the name of a column speaks of."""
    if parent.name == child.name or not column.present or not parent.rows:
        return None
    name = fold(column.name)
    for key in parent.table.keys:
        if len(key) == 1 and (there := parent.column(key[0])) is not None and there.types == column.types:
            same = name == fold(there.name) and name not in GENERIC
            if same or (fold(there.name) in GENERIC and is_named_after(column.name, parent.name)):
                return there.name
    return None


def is_named_after(column: str, table: str) -> bool:
    """Tell whether a column is called the id of a table.

    >>> is_named_after("shop_id", "Shops"), is_named_after("VoteTypeId", "votes"), is_named_after("valid", "val")
    (True, False, False)
    """
    if not has_key_name(column):
        return False
    stem = re.sub("[_ ]?(?:id|uuid|key|guid)$", "", fold(column))
    return bool(stem) and stem.rstrip("s") == fold(table).rstrip("s")


def reference_facts(
    source: ExampleFile, tables: Mapping[str, MinedTable], reference: Reference
) -> Iterator[LearnedFact]:
    """Yield what holds along a foreign key, and the key itself if it is not declared."""
    child, parent = tables[reference.table], tables[reference.target]
    if not child.rows or not parent.rows:
        return
    here, there = (child, reference.columns), (parent, reference.target_columns)
    if not reference.is_declared:
        present = _present(child, reference.columns)
        yield _reference(FactKind.INCLUSION, reference, present, present >= LEAST_ROWS)
    alone = _missing(source, there, here)
    if not alone or (parent.rows >= FEW_ROWS and alone <= (1 - ALMOST) * parent.rows):
        back = Reference(parent.name, reference.target_columns, child.name, reference.columns)
        yield _reference(FactKind.PARTICIPATION, back, parent.rows, not alone and parent.rows >= FEW_ROWS, alone)
    if child.name == parent.name:
        yield from _no_own_parent(source, child, reference)
    if parent.table.is_key(reference.target_columns):
        yield from _copies(source, child, parent, reference)


def _no_own_parent(source: ExampleFile, table: MinedTable, reference: Reference) -> Iterator[LearnedFact]:
    """Yield that no row refers to itself, where none does."""
    if len(reference.columns) != 1:
        return
    fact = own_parent(table.name, reference.columns[0], reference.target_columns[0])
    same, present = source.counts(table.name, [f"sum(({fact.condition}) IS FALSE)", f"sum(({fact.condition}) IS TRUE)"])
    if not same and isinstance(present, int) and present:
        yield replace(fact, rows=present, support=present, is_rule=present >= LEAST_ROWS, basis="")


def own_parent(table: str, column: str, key: str) -> LearnedFact:
    """Return that no row of a table refers to itself, of which nobody has counted anything."""
    basis = "a reference to the same table"
    return LearnedFact(FactKind.CONDITION, table, (column, key), 0, 0, False, apart(column, key), basis=basis)


def mirrored_facts(
    source: ExampleFile, tables: Mapping[str, MinedTable], keys: Sequence[Reference]
) -> Iterator[LearnedFact]:
    """Yield which tables that join two rows of one table have each pair in both directions."""
    for one, other in combinations(keys, 2):
        same = one.table == other.table and (one.target, one.target_columns) == (other.target, other.target_columns)
        table = tables[one.table]
        if not same or len(one.columns) != 1 or one.target == one.table or not table.rows:
            continue
        rest = [c.name for c in table.columns if c.name not in (one.columns[0], other.columns[0])]
        here, there = (*one.columns, *other.columns, *rest), (*other.columns, *one.columns, *rest)
        if len(rest) <= _MOST_BESIDE and _missing(source, (table, here), (table, there)) == 0:
            both, alone = mirrored(table.name, one.columns[0], other.columns[0], rest, table.rows)
            yield both
            if not source.number(f"SELECT count(*) FROM {table.sql} WHERE ({alone.condition}) IS FALSE"):
                yield alone


def mirrored(
    table: str, one: str, other: str, rest: Sequence[str], rows: int, basis: str = ""
) -> tuple[LearnedFact, LearnedFact]:
    """Return that a table which joins rows of one table has each pair in both directions, and no row with itself."""
    here, there = (one, other, *rest), (other, one, *rest)
    is_rule = rows >= LEAST_ROWS
    both = LearnedFact(
        FactKind.INCLUSION, table, here, rows, rows, is_rule, target=table, target_columns=there, basis=basis
    )
    names = (one, other)
    return both, LearnedFact(FactKind.CONDITION, table, names, rows, rows, is_rule, apart(*names), basis=basis)


def _reference(kind: FactKind, reference: Reference, rows: int, is_rule: bool, broken: int = 0) -> LearnedFact:
    return LearnedFact(
        kind,
        reference.table,
        reference.columns,
        rows,
        rows - broken,
        is_rule,
        target=reference.target,
        target_columns=reference.target_columns,
    )


def _present(table: MinedTable, columns: Sequence[str]) -> int:
    found = [column.present for name in columns if (column := table.column(name)) is not None]
    return min(found, default=0)


End = tuple[MinedTable, tuple[str, ...]]


def _missing(source: ExampleFile, here: End, there: End) -> int:
    """Return how many values of these columns are not among those of the others."""

    def values(end: End) -> str:
        names = [quote(name) for name in end[1]]
        present = " AND ".join(f"{name} IS NOT NULL" for name in names)
        return f"SELECT {', '.join(names)} FROM {end[0].sql} WHERE {present}"

    return source.number(f"SELECT count(*) FROM ({values(here)} EXCEPT {values(there)})")


def _copies(source: ExampleFile, child: MinedTable, parent: MinedTable, reference: Reference) -> Iterator[LearnedFact]:
    """Yield the columns of both tables that agree in all rows that join."""
    if child.name == parent.name:
        return
    key = {*reference.columns}
    here = [c for c in child.columns if c.name not in key and not child.table.is_key((c.name,)) and c.present]
    there = [c for c in parent.columns if c.name not in reference.target_columns and c.present]
    if not here or not there:
        return
    pairs = zip(reference.columns, reference.target_columns, strict=True)
    joined = " AND ".join(f"child.{quote(a)} = parent.{quote(b)}" for a, b in pairs)
    tables = f"FROM {child.sql} AS child JOIN {parent.sql} AS parent ON {joined}"
    names = [*(f"child.{c.sql}" for c in here), *(f"parent.{c.sql}" for c in there)]
    sample = source.rows(f"SELECT {', '.join(names)} {tables} LIMIT {_JOINED}")
    for place, column in enumerate(here):
        for at, other in enumerate(there):
            if _agree(column, other, [(row[place], row[len(here) + at]) for row in sample]):
                pair = f"child.{column.sql}, parent.{other.sql}"
                (counted,) = source.rows(
                    f"SELECT count(*), sum({pair.replace(', ', ' IS ')}) {tables} WHERE child.{column.sql} IS NOT NULL"
                )
                if counted[0] == counted[1] and isinstance(counted[0], int):
                    yield LearnedFact(
                        FactKind.COPY,
                        child.name,
                        (*reference.columns, column.name),
                        counted[0],
                        counted[0],
                        counted[0] >= LEAST_ROWS,
                        target=parent.name,
                        target_columns=(*reference.target_columns, other.name),
                    )


def _agree(column: MinedColumn, other: MinedColumn, pairs: list[Row]) -> bool:
    if column.types != other.types:
        return False
    filled = [pair for pair in pairs if pair[0] is not None]
    values = {a for a, _ in filled}
    enough = len(filled) >= _LEAST_EQUAL and (
        len(values) >= _LEAST_VALUES if fold(column.name) == fold(other.name) else len(values) >= 2 * _LEAST_VALUES
    )
    return enough and all(a == b for a, b in filled)
