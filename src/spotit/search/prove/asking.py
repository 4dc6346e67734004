"""What both searches of the solver have in common: encodings, questions, and models that are tried on the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from spotit.budget import Budget
from spotit.database import Database
from spotit.frozen import frozen
from spotit.plan.rel import Query
from spotit.reason import Obstacle, ObstacleKind
from spotit.search.evidence import Candidate, Evidence
from spotit.search.meter import Meter
from spotit.search.prove import conditions
from spotit.search.prove.encodings import Encodings
from spotit.smt.solve import cases
from spotit.smt.solve.solver import Answer, Effort, Sat, Session, Unsat
from spotit.smt.terms.term import FALSE, Term, size
from spotit.symbolic.database.assignment import database_of
from spotit.symbolic.encode import Encoding, Setting
from spotit.work import Allowance

UNCONFIRMED = Obstacle(ObstacleKind.UNCONFIRMED_MODELS)


class Bench(Protocol):
    """Where models are tried out: the engine, as the proving side sees it."""

    def complete(self, model: Database) -> Database:
        """Return the database with what the schema asks for beyond the columns that the model speaks of."""

    def candidate(self, database: Database) -> Candidate | None:
        """Return the candidate when the queries differ on the database in a way that counts."""

    def is_open(self, database: Database) -> bool:
        """Tell whether SQL leaves the result of a query on the database open."""

    def takes(self, database: Database) -> bool:
        """Tell whether the database breaks no constraint on the engine."""

    def samples(self) -> Iterator[Database]:
        """Yield a few databases; whether they satisfy the constraints is for the prover to see."""


@frozen
class Sought:
    """What came of asking for a model that the engine confirms."""

    answer: Answer
    """The solver's last answer."""
    candidate: Candidate | None = None
    spurious: tuple[Database, ...] = ()

    def added_to(self, evidence: Evidence) -> Evidence:
        """Return the evidence with the candidate, if there is one, and with the models that were wrong."""
        candidate = self.candidate or evidence.candidate
        return replace(evidence, candidate=candidate, spurious=(*evidence.spurious, *self.spurious))


class Asking:
    """Questions to the solver about one pair of plans."""

    def __init__(
        self, plans: tuple[Query, Query], setting: Setting, bench: Bench, meter: Meter, budget: Budget
    ) -> None:
        self._options = setting.options
        self._is_whole = setting.is_whole
        self._tabulate = setting.tabulate
        self._bench = bench
        self._meter = meter
        self._budget = budget.proving
        self._solving = budget.solving
        self._plans = plans
        self._setting = setting
        self._judging = budget.judging
        self._encodings = Encodings(plans, setting, budget.proving, meter)

    def _database(self, encoding: Encoding, answer: Sat) -> Database:
        return self._bench.complete(database_of(encoding.instance, answer.model))

    def _rows_differ(self, encoding: Encoding) -> Term:
        return conditions.rows_differ(encoding, degenerate=self._options.degenerate)

    def _is_large(self, encoding: Encoding) -> bool:
        """Tell whether the solver may well give up on the encoding."""
        with encoding.terms:
            return size(self._rows_differ(encoding)) > self._budget.large_terms

    def _session(self, encoding: Encoding) -> Session:
        return Session(list(encoding.constraints), memory_mb=self._options.memory_mb, solving=self._solving)

    def _ask(self, session: Session, extra: list[Term], allowance: Allowance) -> Answer:
        if any(condition is FALSE for condition in extra):
            return Unsat(Effort(0))
        self._meter.solver_calls += 1
        if allowance.left < self._budget.least_work:
            allowance = self._meter.work.allow(self._budget.least_work)
        return cases.check(session, extra, allowance=allowance)
