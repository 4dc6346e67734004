"""Concrete search: thousands of small databases on the engine, those without NULLs first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice

from spotit.database import Database
from spotit.engine.compare import degenerate
from spotit.search.pair import Pair
from spotit.search.refute.generate import Generator, Profile
from spotit.search.witness.grade import Candidate, Judge, graded
from spotit.verdict import Grade

CLEAN_DATABASES = 80
"""Databases without NULLs that are tried before any with NULLs."""
PATIENCE = 240
"""Databases tried after a weaker witness in the hope of an ordinary one."""

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


@dataclass(frozen=True, slots=True)
class Probed:
    """The strongest witness found, if any, and how many databases were tried."""

    candidate: Candidate | None
    databases: int


class Probe:
    """A concrete search that can be taken up again where it stopped."""

    def __init__(self, pair: Pair, judge: Judge) -> None:
        self._pair = pair
        self._judge = judge
        self._generator = Generator(pair.schema, pair.usage, pair.options)
        self._profiles = _profiles()
        self.tried = 0
        self.best: Candidate | None = None
        self.first: float | None = None
        """When the queries were first seen to differ, on the performance counter."""

    def look(self, *, budget: float, databases: int) -> Candidate | None:
        """Try up to so many more databases, until an ordinary, natural witness turns up; return the best so far."""
        deadline = time.monotonic() + budget
        last = self.tried + databases
        most = last
        for profile in self._profiles:
            found = self._try(self._generator.database(profile))
            self.tried += 1
            if found is not None and (self.best is None or found.rank < self.best.rank):
                self.best = found
                if found.grade is Grade.ORDINARY and not found.tags:
                    break
                last = min(most, max(CLEAN_DATABASES, self.tried + PATIENCE))
            if self.tried >= last or time.monotonic() > deadline:
                break
        return self.best

    def _try(self, database: Database) -> Candidate | None:
        results = self._pair.differing(database)
        if results is None:
            return None
        if self.first is None and not degenerate(results.left, results.right):
            self.first = time.perf_counter()
        return graded(self._pair, database, results, self._judge)


def samples(pair: Pair) -> Iterator[Database]:
    """Yield a few small databases that satisfy the schema as far as the generator knows it."""
    generator = Generator(pair.schema, pair.usage, pair.options)
    for profile in _CLEAN:
        yield generator.database(profile)


def probe(pair: Pair, *, judge: Judge, budget: float, databases: int) -> Probed:
    """Try databases from the start; return the best witness."""
    search = Probe(pair, judge)
    return Probed(search.look(budget=budget, databases=databases), search.tried)


def _profiles() -> Iterator[Profile]:
    first, later = cycle((*_CLEAN, *_CLEAN, _CROWDED)), cycle((*_CLEAN, _CROWDED))
    yield from islice(first, CLEAN_DATABASES)
    for with_nulls in cycle(_WITH_NULLS):
        yield with_nulls
        yield next(later)
