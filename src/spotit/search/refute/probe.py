"""Concrete search: thousands of small databases on the engine, those without NULLs first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice

from spotit.database import Database
from spotit.engine.compare import degenerate
from spotit.plan.facts.needed_rows import NeededRows
from spotit.search.evidence import Candidate
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.refute.generate import Generator, Profile
from spotit.search.witness.grade import graded_if
from spotit.verdict import Grade

_CLEAN = (
    Profile(rows=3, passing=0.8, copies=0.2),
    Profile(rows=2, passing=0.6, copies=0.3),
    Profile(rows=5, passing=0.7, copies=0.3),
    Profile(rows=4, passing=0.4, copies=0.2, empty=0.1),
    Profile(rows=5, passing=0.9, copies=0.5),
    Profile(rows=1, passing=0.7),
)
_CROWDED = Profile(rows=5, passing=0.95, copies=0.3, least=4, spread=2)
"""Many rows of few values, most of which pass: for groups and counts. Rare at first, since its witnesses are large."""
_IN_STEP = tuple(Profile(rows=rows, passing=1.0, copies=0.0, least=rows, spread=12, in_step=True) for rows in (5, 3))
"""As many different joined rows as there can be: for limits that cut off few of them."""
_WITH_NULLS = (
    Profile(rows=3, passing=0.9, copies=0.2, hole=0.5),
    Profile(rows=5, passing=0.9, copies=0.3, hole=0.6, least=4, spread=2),
    Profile(rows=1, passing=0.9, hole=1.0),
    Profile(rows=3, passing=0.8, copies=0.2, nulls=0.15),
    Profile(rows=2, passing=0.6, copies=0.3, nulls=0.3),
    Profile(rows=5, passing=0.7, copies=0.3, nulls=0.1, empty=0.1),
    Profile(rows=1, passing=0.9, nulls=0.2, empty=0.2),
    Profile(rows=3, passing=0.5, copies=0.5, nulls=0.5),
)


class Probe:
    """A concrete search that can be taken up again where it stopped."""

    def __init__(
        self, pair: Pair, meter: Meter, needs: NeededRows | None = None, *, sought: Grade = Grade.ORDINARY
    ) -> None:
        """Look at databases as small as the bound, or at some that fulfil the needs of large counts."""
        self._pair = pair
        self._sought = sought
        self._meter = meter
        self._looking = pair.budget.looking
        self._within = pair.options.bound
        if needs is None:
            self._generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
            self._profiles = _profiles(0 if sought is Grade.NULLS else self._looking.clean)
            self._share = self._looking.share
        else:
            cap = self._looking.crowded_rows
            self._within = once = needs.once if needs.once <= cap else self._looking.crowded_blindly
            twice = needs.twice if once < needs.twice <= cap else 0
            most = min(max(2 * once, twice), cap)
            self._generator = Generator(pair.schema, pair.usage, pair.options, pair.instants, most)
            self._profiles = _large(once, min(2 * once, cap), twice)
            self._share = self._looking.crowded_share
        self.answered = False
        """Whether the queries have returned something, with no more rows than were asked for."""
        self._tried = 0
        self._best: Candidate | None = None

    def look(self, databases: int, best: Grade = Grade.ORDINARY) -> Candidate | None:
        """Try up to so many more databases, until a natural witness of the best grade turns up; return the best so far.

        No stronger grade than the `best` one, or than the one that is sought, is worth waiting for.
        """
        enough = max(best.rank, self._sought.rank)
        allowance = self._meter.within(self._share * self._meter.whole)
        last = most = self._tried + databases
        for profile in self._profiles:
            found = self._try(self._generator.database(profile))
            self._tried += 1
            if found is not None and self._is_better(found):
                self._best = found
                if found.rank <= (enough, 0, 0):
                    break
                last = min(most, max(self._looking.clean, self._tried + self._looking.patience))
            if self._tried >= last or allowance.over:
                break
        return self._best

    def _try(self, database: Database) -> Candidate | None:
        self._meter.databases += 1
        results = self._pair.results(database)
        if results is None:
            return None
        if not self.answered and database.height <= self._within:
            self.answered = self._pair.answers(results)
        if self._pair.agree(results):
            return None
        options = self._pair.options
        if not degenerate(results.left, results.right, options.semantics, options.matching):
            self._meter.saw_difference()
        return graded_if(self._pair, database, results, self._is_better)

    def _is_better(self, found: Candidate) -> bool:
        return self._best is None or found.rank < self._best.rank


def databases(pair: Pair) -> Iterator[Database]:
    """Yield small databases for a pair without end, without NULLs."""
    generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
    return (generator.database(profile) for profile in cycle((*_CLEAN, _CROWDED)))


def samples(pair: Pair) -> Iterator[Database]:
    """Yield a few small databases that satisfy the schema as far as the generator knows it."""
    generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
    for profile in _CLEAN:
        yield generator.database(profile)


def _large(least: int, most: int, in_two: int) -> Iterator[Profile]:
    """Yield profiles of databases with at least so many rows: all different, in few groups, under few parents.

    With rows for two groups that a condition on counts lets through, there are two such groups, and one on the edge.
    """
    large = Profile(rows=most, passing=0.95, copies=0.2, least=least)
    even = replace(large, spread=2, targets=2, passing=1.0, copies=0.0, rows=in_two, least=in_two, in_step=True)
    edge = replace(large, spread=1, targets=1, copies=0.0, rows=in_two // 2, least=in_two // 2 - 1)
    return cycle(
        (
            replace(large, spread=4 * most, copies=0.0),
            replace(large, spread=2, targets=1),
            replace(large, spread=1, targets=1, copies=0.0, rows=least),
            *((edge, even) if in_two else ()),
            large,
            replace(large, spread=2, targets=2, passing=0.7),
            replace(large, spread=1, targets=1, nulls=0.1),
            replace(large, spread=1, targets=1, copies=0.0, rows=least, hole=1.0),
            replace(large, spread=most, passing=0.5),
        )
    )


def _profiles(clean: int) -> Iterator[Profile]:
    first, later = cycle((*_CLEAN, *_CLEAN, _CROWDED)), cycle((*_CLEAN, _CROWDED))
    yield from islice(first, clean)
    yield from _IN_STEP
    for with_nulls in cycle(_WITH_NULLS):
        yield with_nulls
        yield next(later)
