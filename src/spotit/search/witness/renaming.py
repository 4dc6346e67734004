"""Real-looking values: what no query names is renamed, as long as the engine shows the same difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from spotit.database import Database, Rows, Value
from spotit.frozen import frozen
from spotit.search.evidence import Candidate
from spotit.search.pair import Pair
from spotit.search.witness.grade import candidate_of
from spotit.search.witness.name_choice import renamed_cells
from spotit.search.witness.value_groups import Cell, ValueGroup, groups
from spotit.vocabulary.lexicon import Lexicon

_WAYS = ((True, True), (False, True), (False, False))
"""Whether equal values in different rows get different names, and whether the order of values is kept."""


@dataclass(slots=True)
class _Renaming:
    pair: Pair
    lexicon: Lexicon
    best: Candidate
    databases: int = 0

    def accepts(self, changed: dict[Cell, Value]) -> bool:
        """Take over the new values if the queries still differ, in no weaker way and with nothing new to say of it."""
        if not changed:
            return False
        self.databases += 1
        found = candidate_of(self.pair, _with_cells(self.best.database, changed))
        if found is None or found.rank > self.best.rank or not set(found.tags) <= set(self.best.tags):
            return False
        self.best = found
        return True


@frozen
class Renamed:
    """The witness with other values, and how many databases were tried for it."""

    candidate: Candidate
    databases: int


def rename(pair: Pair, candidate: Candidate, lexicon: Lexicon) -> Renamed:
    """Return the witness with real-looking values in place of those that no query names.

    Rows stay rows, NULLs stay NULLs, and values that are equal along a join or a foreign key stay equal. All groups of
    columns are renamed at once; where that hides the difference, one after the other, as far as it stays.
    """
    state = _Renaming(pair, lexicon, candidate)
    found = [group for group in groups(pair, candidate.database) if group.fresh]
    for split, ordered in _WAYS[:2]:
        if state.accepts(_all_renamed(found, lexicon, split=split, ordered=ordered)):
            break
    else:
        for group in found:
            taken = _texts(state.best.database)
            any(
                state.accepts(renamed_cells(group, lexicon, taken, split=split, ordered=ordered))
                for split, ordered in _WAYS
            )
    return Renamed(state.best, state.databases)


def _all_renamed(found: Iterable[ValueGroup], lexicon: Lexicon, *, split: bool, ordered: bool) -> dict[Cell, Value]:
    new: dict[Cell, Value] = {}
    for group in found:
        taken = frozenset(new.values())
        new |= renamed_cells(group, lexicon, taken, split=split, ordered=ordered) or renamed_cells(
            group, lexicon, taken, split=split, ordered=False
        )
    return new


def _texts(database: Database) -> frozenset[Value]:
    rows = (row for table in database.tables.values() for row in table.rows)
    return frozenset(value for row in rows for value in row if isinstance(value, str))


def _with_cells(database: Database, changed: dict[Cell, Value]) -> Database:
    tables = {}
    for name, table in database.tables.items():
        rows = (
            tuple(changed.get((name, row, place), value) for place, value in enumerate(values))
            for row, values in enumerate(table.rows)
        )
        tables[name] = Rows(table.columns, tuple(rows))
    return replace(database, tables=tables)
