"""Witnesses from the example database: its rows as they are, then with one cell changed, then with two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from spotit.database import Database, Row, Rows, Value
from spotit.engine.open import system_of
from spotit.errors import SpotitError
from spotit.frozen import frozen
from spotit.learned_facts import LearnedFacts
from spotit.schema import BaseColumn
from spotit.search.evidence import Candidate
from spotit.search.hints.column_values import fill_of
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.realism.example import Example
from spotit.search.realism.real_rows import RealRows
from spotit.search.witness.grade import better, candidate_of, counts
from spotit.verdict import ChangedCell, Grade, Origin

_DRAWS = 5000
"""Pairs of cells that are drawn."""
_BASES = 20
"""Databases of real rows in which cells are changed."""


@frozen
class RealWitness:
    """A difference on real rows, and these rows as they are in the example database."""

    candidate: Candidate
    source: str
    rows: dict[str, tuple[tuple[str, ...], tuple[Row, ...]]]
    """Per table the columns and the rows that were read, each as often as it was."""

    def origin(self, database: Database) -> Origin:
        """Return where the rows of a database come from: each from another real row, which are the changed cells."""
        changed: list[ChangedCell] = []
        for name, table in database.tables.items():
            columns, known = self.rows[name]
            unused = list(known)
            places = {place: tuple(table.project(columns)[place]) for place in range(len(table.rows))}
            for place, row in list(places.items()):
                if (same := next((real for real in unused if _distance(real, row) == 0), None)) is not None:
                    unused.remove(same)
                    del places[place]
            for place, row in places.items():
                nearest = min(unused, key=lambda real: _distance(real, row))
                unused.remove(nearest)
                cells = zip(columns, row, nearest, strict=True)
                changed += [ChangedCell(name, place, column, old) for column, new, old in cells if not _alike(new, old)]
        return Origin(self.source, database.size, tuple(changed))


def _alike(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _distance(one: Row, other: Row) -> int:
    return sum(not _alike(a, b) for a, b in zip(one, other, strict=True))


def from_data(pair: Pair, example: Example, weakest: Grade, meter: Meter) -> RealWitness | None:
    """Return a difference on real rows with at most two cells changed that is no weaker than a grade; None if none."""
    if example.file is None:
        return None
    try:
        reader = system_of(pair.schema).open_file(example.file, now=pair.options.now)
    except (SpotitError, OSError):
        return None
    try:
        real = RealRows(pair, reader)
        found = _search(pair, real, example.facts, weakest, meter)
        if found is None:
            return None
        tables = {name for name, _ in real.rows}
        known = {
            name: (real.columns[name], tuple(row for (table, _), row in real.rows.items() if table == name))
            for name in tables
        }
        return RealWitness(found, example.file.name, known)
    finally:
        reader.close()


def _search(pair: Pair, real: RealRows, facts: LearnedFacts, weakest: Grade, meter: Meter) -> Candidate | None:
    looking = pair.budget.looking
    allowance = meter.within(looking.example_work)
    bases = list(islice(real.databases(), looking.example_bases))
    instants = pair.instants[:1] or (None,)
    bases = [replace(base, now=instants[0]) for base in bases]
    chosen = bases[:: max(1, len(bases) // _BASES)]
    values = _Values(pair, real, facts)
    best: Candidate | None = None
    ways = (
        iter(bases),
        islice(_one_changed(chosen, values), looking.example_cells),
        islice(_two_changed(chosen, values, Random(pair.options.seed)), looking.example_pairs),
    )
    for way in ways:
        for database in way:
            meter.databases += 1
            found = candidate_of(pair, database)
            if found is not None and counts(pair, found) and found.grade.rank <= weakest.rank:
                best = better(pair, best, found)
                if found.grade is Grade.ORDINARY and not found.tags:
                    return found
            if allowance.over:
                return best
        if best is not None:
            return best
    return best


class _Values:
    """What a cell may be changed to: a constant of the queries, another value of its column, NULL."""

    def __init__(self, pair: Pair, real: RealRows, facts: LearnedFacts) -> None:
        self._pair, self._real, self._facts = pair, real, facts
        self._known: dict[BaseColumn, tuple[Value, ...]] = {}

    def of(self, base: BaseColumn) -> tuple[Value, ...]:
        """Return the values for a column; none for one that does not matter."""
        if base not in self._known:
            self._known[base] = tuple(dict.fromkeys(self._values(base)))
        return self._known[base]

    def _values(self, base: BaseColumn) -> Iterator[Value]:
        table, column = self._pair.schema.table(base[0]), self._pair.schema.column(base)
        if table is None or column is None or base not in self._pair.usage.columns:
            return
        fill = fill_of(table, column, self._pair.usage, 0)
        named = [value for values in (*fill.shared, *fill.disputed) for value in values]
        yield from named[:6]
        yield from fill.near[:4]
        yield from self._real.values(*base)[:6]
        known = self._facts.column(base)
        yield from (known.values[:3] if known is not None else ())
        if not table.never_null(column.name, null_keys=self._pair.options.null_keys):
            yield None


_Cell = tuple[str, int, int]


def _cells(database: Database, values: _Values) -> list[tuple[_Cell, Value]]:
    """Return the cells with what they may be changed to."""
    return [
        ((name, place, at), new)
        for name, table in database.tables.items()
        for at, column in enumerate(table.columns)
        for new in values.of((name, column))
        for place, row in enumerate(table.rows)
        if not _alike(row[at], new)
    ]


def _changed(database: Database, cell: _Cell, value: Value) -> Database:
    name, place, at = cell
    table = database.tables[name]
    rows = list(table.rows)
    rows[place] = (*rows[place][:at], value, *rows[place][at + 1 :])
    return replace(database, tables={**database.tables, name: Rows(table.columns, tuple(rows))})


def _one_changed(bases: list[Database], values: _Values) -> Iterator[Database]:
    """Yield the databases with one cell changed: NULLs last."""
    for is_null in (False, True):
        for base in bases:
            for cell, new in _cells(base, values):
                if (new is None) is is_null:
                    yield _changed(base, cell, new)


def _two_changed(bases: list[Database], values: _Values, random: Random) -> Iterator[Database]:
    choices = [(base, [choice for choice in _cells(base, values) if choice[1] is not None]) for base in bases]
    choices = [(base, cells) for base, cells in choices if len(cells) > 1]
    for _ in range(_DRAWS if choices else 0):
        base, cells = random.choice(choices)
        (one, first), (other, second) = random.sample(cells, 2)
        if one != other:
            yield _changed(_changed(base, one, first), other, second)
