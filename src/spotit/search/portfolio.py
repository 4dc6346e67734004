"""The order of the search, cheap to dear, inside one budget: each stage may end it.

The efforts below come from measurements (BENCHMARKS.md): most differing pairs fall to the first hundred databases,
most equivalent pairs fold to "equal" without a solver, and only what is left is worth a long search and a solver.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from spotit.assumption import Standing, only_about_values
from spotit.database import Database
from spotit.reason import EnoughRows, Obstacle, ObstacleKind, SamePlan
from spotit.search.pair import Pair
from spotit.search.prove.bounded import Bounded, BoundedSearch
from spotit.search.prove.same_plan import same_plan
from spotit.search.prove.setting import make_setting
from spotit.search.prove.threshold import threshold
from spotit.search.refute.probe import Probe
from spotit.search.witness.cause import explain
from spotit.search.witness.confirm import confirm
from spotit.search.witness.grade import Candidate, Judge, candidate_of
from spotit.search.witness.open_results import make_judge
from spotit.search.witness.shrink import shrink
from spotit.symbolic.encode import Setting
from spotit.symbolic.ledger import REALS
from spotit.verdict import (
    Equivalent,
    EquivalentUpTo,
    Grade,
    Stats,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
)

FIRST_LOOK = 80
"""Databases tried before anything is proved."""
SECOND_LOOK = 240
"""Databases tried when the queries do not fold to the same terms."""
ROUNDING_LOOK = 160
"""Databases tried for a rounding difference where a proof takes real arithmetic to be exact."""
DOUBLES_SECONDS = 2.0
"""Spent on a proof that does not take real arithmetic to be exact."""
LONG_LOOK = 2500
"""Databases tried when the solver gave up too."""
GRADE_SECONDS = 3.0
"""Spent on a witness of a stronger grade."""
MINIMAL_SECONDS = 0.5
"""Spent on a proof that no witness has fewer rows."""
PROBE_SHARE = 0.3
"""Share of the time limit that concrete search may take."""
SHRINK_SECONDS = 1.0


@dataclass(slots=True)
class Clock:
    """The deadline of a check, and the seconds that each stage took."""

    start: float
    deadline: float
    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = self.stages.get(name, 0.0) + time.perf_counter() - begin

    @property
    def left(self) -> float:
        """The seconds left."""
        return max(0.0, self.deadline - time.monotonic())


class Search:
    """One check being run."""

    def __init__(self, pair: Pair, known: Sequence[Database], clock: Clock) -> None:
        self.pair = pair
        self.known = known
        self.clock = clock
        self.databases = 0
        self.bounded = Bounded()
        self.planned = pair.left is not None and pair.right is not None
        self._search: BoundedSearch | None = None
        self.judge = Judge(is_ambiguous=lambda _pair, _database: True)
        if pair.left is not None and pair.right is not None:
            self.judge = make_judge(lambda: self._setting)
        self.probe = Probe(pair, self.judge)

    @cached_property
    def _setting(self) -> Setting:
        """What the encoder needs to know; worked out when it is first needed, since most differences do without."""
        pair = self.pair
        assert pair.left is not None and pair.right is not None
        return make_setting(pair.usage, pair.schema, pair.options, (pair.left, pair.right))

    @property
    def search(self) -> BoundedSearch | None:
        """The symbolic search, if both queries have plans."""
        if self._search is None and self.planned:
            self._search = BoundedSearch(self.pair, self._setting, self.judge, self.clock.deadline)
            self.bounded = self._search.found
        return self._search

    def run(self) -> Verdict:
        """Go through the stages."""
        with self.clock.stage("canonical"):
            same = same_plan(self.pair)
        if same is not None and not same.open:
            return self._same(same)
        candidate = self._known()
        if candidate is None or candidate.grade is not Grade.ORDINARY:
            candidate = self._better(candidate, self._probe(FIRST_LOOK, "probe"))
        if candidate is None and same is not None:
            return self._same(same)
        if candidate is None:
            candidate = self._prove()
        if candidate is not None:
            return self._different(candidate)
        return self._without_witness()

    def _same(self, same: SamePlan) -> Verdict:
        """Return that the plans are the same; where a choice is open, no difference has been found on the engine."""
        self.bounded.encoded = True
        return self._stamped(Equivalent(same))

    def _known(self) -> Candidate | None:
        best: Candidate | None = None
        with self.clock.stage("known"):
            for database in self.known:
                self.databases += 1
                best = self._better(best, candidate_of(self.pair, database, self.judge))
        return best

    def _better(self, first: Candidate | None, second: Candidate | None) -> Candidate | None:
        found = [c for c in (first, second) if c is not None and self._counts(c)]
        return min(found, key=lambda c: c.rank, default=None)

    def _counts(self, candidate: Candidate) -> bool:
        return candidate.grade is not Grade.DEGENERATE or self.pair.options.degenerate

    def _probe(self, databases: int, stage: str) -> Candidate | None:
        with self.clock.stage(stage):
            budget = min(self.clock.left, PROBE_SHARE * self.pair.options.timeout)
            return self.probe.look(budget=budget, databases=databases)

    def _prove(self) -> Candidate | None:
        """Fold, else look again, else solve, else look long."""
        search = self.search
        if search is None:
            return self._better(None, self._probe(LONG_LOOK, "long probe"))
        with self.clock.stage("fold"):
            folded = search.fold()
        if folded:
            return self._rounding(search)
        candidate = self._better(None, self._probe(SECOND_LOOK, "second probe"))
        if candidate is not None:
            return candidate
        with self.clock.stage("bounded"):
            search.solve()
        if search.found.candidate is not None:
            self.probe.first = self.probe.first or time.perf_counter()
            return search.found.candidate
        if search.found.proved == self.pair.options.bound:
            return self._rounding(search)
        return self._better(None, self._probe(LONG_LOOK, "long probe"))

    def _rounding(self, search: BoundedSearch) -> Candidate | None:
        """A proof over exact numbers does not see rounding: prove it over doubles, or look for what shows it."""
        if REALS not in search.found.assumptions:
            return None
        with self.clock.stage("doubles"):
            settled = search.over_doubles(DOUBLES_SECONDS)
        if settled:
            return search.found.candidate
        return self._better(None, self._probe(ROUNDING_LOOK, "rounding"))

    def _different(self, candidate: Candidate) -> Verdict:
        settled = candidate.grade is Grade.ORDINARY
        if not settled and self.search is not None:
            with self.clock.stage("grade"):
                stronger, settled = self.search.stronger(candidate.grade, GRADE_SECONDS)
            candidate = stronger or candidate
        with self.clock.stage("shrink"):
            shrunk = shrink(self.pair, candidate, judge=self.judge, budget=min(SHRINK_SECONDS, self.clock.left))
        self.databases += shrunk.databases
        best = shrunk.candidate
        pair = self.pair
        with self.clock.stage("confirm"):
            verdict = confirm(
                pair.engine,
                pair.left_sql,
                pair.right_sql,
                best.database,
                ordered=pair.ordered,
                grade=best.grade,
            )
        if verdict is None and self.pair.unplanned:
            return self._without_witness()
        if verdict is None:
            return self._stamped(Undecided(Obstacle(ObstacleKind.UNCONFIRMED_WITNESS)))
        with self.clock.stage("explain"):
            text = explain(pair, best).text
        witness = replace(verdict.witness, tags=best.tags, explanation=text, minimal=self._is_minimal(best))
        settled = settled or best.grade is Grade.ORDINARY
        return self._stamped(replace(verdict, witness=witness, settled=settled))

    def _is_minimal(self, best: Candidate) -> bool:
        """Tell whether no witness has fewer rows: one row cannot be beaten by a query that needs a row."""
        if best.database.size == 0:
            return True
        if self.search is None:
            return False
        with self.clock.stage("minimal"):
            return self.search.no_smaller(best, MINIMAL_SECONDS)

    def _without_witness(self) -> Verdict:
        found = self.bounded
        if not self.planned:
            unplanned = self.pair.unplanned[0]
            found.encoded = False
            return self._stamped(Unsupported(unplanned.error.feature, unplanned.side, unplanned.error.span))
        if found.unsupported is not None:
            return self._stamped(Unsupported(found.unsupported.feature, None, found.unsupported.span))
        if found.proved < self.pair.options.bound:
            return self._stamped(Undecided(found.reason, found.proved, found.assumptions))
        complete = threshold(self.pair) if only_about_values(found.assumptions) else None
        fallible = any(assumption.standing is Standing.FALLIBLE for assumption in found.assumptions)
        if fallible:
            return self._stamped(Unrefuted(found.proved, found.assumptions))
        if complete is not None and complete <= found.proved:
            return self._stamped(Equivalent(EnoughRows(complete, found.proved), found.assumptions, complete))
        return self._stamped(EquivalentUpTo(found.proved, found.assumptions))

    def _stamped(self, verdict: Verdict) -> Verdict:
        stats = Stats(
            time.perf_counter() - self.clock.start,
            self.clock.stages,
            self.databases + self.probe.tried + self.bounded.databases,
            self.bounded.solver_calls,
            len(self.bounded.spurious),
            self.bounded.encoded if self.bounded.encoded is not None or self.planned else False,
            None if self.probe.first is None else self.probe.first - self.clock.start,
        )
        semantics, notes = self.pair.options.semantics.value, self.pair.schema.notes
        engine = self.pair.engine.system.title
        return replace(verdict, stats=stats, semantics=semantics, engine=engine, notes=notes)


__all__ = ["Clock", "Search"]
