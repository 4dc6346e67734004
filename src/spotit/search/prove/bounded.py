"""Symbolic search at a bound: a proof that the queries agree, or a model that the engine confirms."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from spotit.assumption import Assumption, AssumptionKind
from spotit.errors import UnsupportedSql
from spotit.options import Semantics
from spotit.plan.rel import Query
from spotit.reason import Obstacle, ObstacleKind
from spotit.search.pair import Pair
from spotit.search.refute.probe import samples
from spotit.search.refute.repair.complete import complete
from spotit.search.witness.grade import Candidate, Judge, candidate_of
from spotit.smt.solve import cases
from spotit.smt.solve.solver import Effort, Sat, Session, Unknown, Unsat
from spotit.smt.solve.sweep import sweep
from spotit.smt.terms import term
from spotit.smt.terms.arithmetic import eq, floor_of, le, scale, to_real, total
from spotit.smt.terms.boolean import all_of, and_, any_of, not_
from spotit.smt.terms.interpret import Assignment, interpret
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic import ledger
from spotit.symbolic.database.assignment import assignment, database_of
from spotit.symbolic.difference import void
from spotit.symbolic.encode import Encoding, Setting, encode
from spotit.symbolic.execution import GivenUp
from spotit.verdict import Grade

ATTEMPTS = 6
"""Models that the engine does not confirm before the search gives up."""
OPEN_ATTEMPTS = 2
"""Models on which SQL leaves the result open before the search gives up on those."""
ENCODING_SHARE = 0.5
"""Share of the time left that building the terms of one bound may take."""
LARGE = 3000
"""Terms from which on the solver may well give up, so that a small bound is proved first."""
FIRST_ROWS = 2
"""That small bound."""
FIRST_SHARE = 0.2
"""Share of the time left that it may take."""
FULL_SHARE = 0.7
"""Share of the time left that the full bound may take before smaller bounds are tried."""
SMALLER_SHARE = 0.8
"""Share of the time left that smaller bounds may take; the rest is for one more look at concrete databases."""
UNSWEPT_SHARE = 0.5
"""Share of a bound's time after which conditions that mean the same are merged, and the solver is asked again."""
SWEEP_SHARE = 0.7
"""Share of the time left that merging may take."""
_NO_TIME = Obstacle(ObstacleKind.TIME_LIMIT)
_UNCONFIRMED = Obstacle(ObstacleKind.UNCONFIRMED_MODELS)


@dataclass(slots=True)
class Bounded:
    """What the symbolic search found out."""

    proved: int = 0
    """Rows per table up to which no difference exists."""
    assumptions: tuple[Assumption, ...] = ()
    candidate: Candidate | None = None
    reason: Obstacle = _NO_TIME
    """Why there is neither a proof nor a witness at the bound."""
    unsupported: UnsupportedSql | None = None
    encoded: bool | None = None
    solver_calls: int = 0
    databases: int = 0
    spurious: list[str] = field(default_factory=list)
    """Scripts of databases on which the engine contradicts the solver: bugs of ours."""


class BoundedSearch:
    """The search on one pair."""

    def __init__(self, pair: Pair, setting: Setting, judge: Judge, deadline: float) -> None:
        assert pair.left is not None and pair.right is not None
        self.pair = pair
        self.left: Query = pair.left
        self.right: Query = pair.right
        self.setting = setting
        self.judge = judge
        self.deadline = deadline
        self.found = Bounded()
        self._encoding: Encoding | None = None
        self._too_large = 1000
        """The least bound at which building the terms was given up."""

    def fold(self) -> bool:
        """Tell whether the queries fold to the same terms at the full bound: a proof without a solver."""
        encoding = self._encode(self.pair.options.bound)
        if encoding is None:
            return False
        with encoding.terms:
            return self._target(encoding) is FALSE and self._proved(encoding)

    def solve(self) -> None:
        """Ask the solver at the full bound; when it gives up there, prove what can be proved at smaller ones."""
        if self.found.unsupported is not None:
            return
        bound = self.pair.options.bound
        encoding = self._encode(bound)
        if encoding is not None and bound > FIRST_ROWS and self._is_large(encoding):
            self._at_smaller((FIRST_ROWS,), _part(FIRST_SHARE, self.deadline))
            if self.found.candidate is not None:
                return
            encoding = self._encode(bound)
        if encoding is not None and self._decide(encoding, _part(FULL_SHARE, self.deadline)):
            return
        reason = replace(self.found.reason, rows=bound)
        self._at_smaller(range(1, bound), _part(SMALLER_SHARE, self.deadline))
        self.found.reason = reason

    def _at_smaller(self, bounds: Iterable[int], deadline: float) -> None:
        """Settle one bound after the other, until one is not settled or a witness is found."""
        for rows in bounds:
            if self.found.candidate is not None or time.monotonic() > deadline:
                break
            encoding = self._encode(rows) if rows > self.found.proved else None
            if rows > self.found.proved and (encoding is None or not self._decide(encoding, deadline)):
                break

    def stronger(self, grade: Grade, budget: float) -> tuple[Candidate | None, bool]:
        """Return a witness of a stronger grade, if there is one; and whether the answer is settled."""
        encoding = self._encode(self.pair.options.bound)
        if encoding is None:
            return None, False
        deadline = min(self.deadline, time.monotonic() + budget)
        with encoding.terms:
            return self._stronger(encoding, grade, deadline)

    def _stronger(self, encoding: Encoding, grade: Grade, deadline: float) -> tuple[Candidate | None, bool]:
        session = self._session(encoding)
        settled = True
        for wanted, conditions in _demands(encoding):
            if wanted.rank >= grade.rank:
                break
            answer = self._ask(session, [self._target(encoding), *conditions], deadline)
            if isinstance(answer, Sat):
                candidate = self._candidate(encoding, answer)
                if candidate is not None and candidate.grade.rank < grade.rank:
                    return candidate, candidate.grade is wanted
            settled &= isinstance(answer, Unsat)
        return None, settled

    def no_smaller(self, candidate: Candidate, budget: float) -> bool:
        """Tell whether the solver proves that no witness of the grade has fewer rows in the tables that matter."""
        deadline = min(self.deadline, time.monotonic() + budget)
        rows = candidate.database.size
        bound = max(1, min(self.pair.options.bound, rows - 1))
        rounds = candidate.grade is Grade.ROUNDING
        encoding = self._doubles(bound, deadline) if rounds else self._encode(bound)
        if encoding is None:
            return False
        tables = candidate.database.tables
        rows = sum(len(tables[name].rows) for name in encoding.instance.sizes if name in tables)
        with encoding.terms:
            conditions = [c for wanted, demanded in _demands(encoding) if wanted is candidate.grade for c in demanded]
            fewer = le(total(encoding.instance.sizes.values(), Sort.INT), integer(rows - 1))
            answer = self._ask(self._session(encoding), [self._target(encoding), fewer, *conditions], deadline)
        return isinstance(answer, Unsat)

    def over_doubles(self, budget: float) -> bool:
        """Prove over doubles what was proved over exact numbers, or find a witness; tell whether that settled it."""
        deadline = min(self.deadline, time.monotonic() + budget)
        encoding = self._doubles(self.pair.options.bound, deadline)
        if encoding is None:
            return False
        if not encoding.free_results:
            return self._decide(encoding, deadline)
        opened = tuple(a for a in self.found.assumptions if a.kind is AssumptionKind.OPEN_RESULTS)
        with encoding.terms:
            target = self._target(encoding)
            wanted = [target, not_(encoding.ambiguous)] if opened else [target]
            answer = self._ask(self._session(encoding), wanted, deadline)
            return isinstance(answer, Unsat) and self._proved(encoding, *opened)

    def _doubles(self, rows: int, deadline: float) -> Encoding | None:
        """Return the encoding in which REAL arithmetic rounds, None if it cannot do without exact numbers."""
        if self._encoding is not None and self._encoding.rows != rows:
            self._encoding = None
        terms = self._encoding.terms if self._encoding is not None else None
        try:
            encoding = encode(self.left, self.right, rows, self.setting, deadline=deadline, doubles=True, terms=terms)
        except (UnsupportedSql, GivenUp):
            return None
        return None if ledger.REALS in encoding.assumptions else encoding

    def _encode(self, rows: int) -> Encoding | None:
        """Return the encoding at a bound, or None with the reason noted when there is none."""
        if self._encoding is not None and self._encoding.rows == rows:
            return self._encoding
        if rows >= self._too_large:
            return None
        self._encoding = None
        try:
            deadline = _part(ENCODING_SHARE, self.deadline)
            self._encoding = encode(self.left, self.right, rows, self.setting, deadline=deadline)
            self.found.encoded = True
        except UnsupportedSql as error:
            self.found.unsupported, self.found.encoded = error, False
        except GivenUp as error:
            self.found.reason, self.found.encoded = error.obstacle, True
            self._too_large = rows
        return self._encoding

    def _session(self, encoding: Encoding) -> Session:
        return Session(list(encoding.constraints), memory_mb=self.pair.options.memory_mb)

    def _target(self, encoding: Encoding) -> Term:
        """Return that the results differ in a way that counts."""
        if self.pair.options.degenerate:
            return encoding.differ
        return and_(encoding.differ, not_(encoding.degenerate))

    def _is_large(self, encoding: Encoding) -> bool:
        with encoding.terms:
            return term.size(self._target(encoding)) > LARGE

    def _decide(self, encoding: Encoding, deadline: float) -> bool:
        """Settle one bound; True when it is settled, by a proof or by a confirmed witness."""
        with encoding.terms:
            return self._settled(encoding, deadline)

    def _settled(self, encoding: Encoding, deadline: float) -> bool:
        target = self._target(encoding)
        if target is FALSE:
            return self._proved(encoding)
        session = self._session(encoding)
        answer = self._search_swept(encoding, session, and_(target, not_(encoding.ambiguous)), deadline)
        if isinstance(answer, Unsat) and encoding.ambiguous is not FALSE:
            answer = self._search(encoding, session, [target, encoding.ambiguous], OPEN_ATTEMPTS, deadline)
            if isinstance(answer, Sat) and self.found.candidate is None:
                return self._proved(encoding, ledger.OPEN_RESULTS)
        if self.found.candidate is not None:
            return True
        if isinstance(answer, Unsat):
            return self._proved(encoding)
        self.found.reason = answer.reason if isinstance(answer, Unknown) else _UNCONFIRMED
        return False

    def _search_swept(
        self, encoding: Encoding, session: Session, wanted: Term, deadline: float
    ) -> Sat | Unsat | Unknown:
        """Ask for a confirmed model; if that takes long, again after merging conditions that mean the same."""
        answer = self._search(encoding, session, [wanted], ATTEMPTS, _part(UNSWEPT_SHARE, deadline))
        if not isinstance(answer, Unknown) or answer.reason.kind is not ObstacleKind.TIMEOUT:
            return answer
        swept = sweep(wanted, session, list(self._assignments(encoding)), _part(SWEEP_SHARE, deadline))
        return self._search(encoding, session, [swept], ATTEMPTS, deadline)

    def _search(
        self, encoding: Encoding, session: Session, wanted: Sequence[Term], attempts: int, deadline: float
    ) -> Sat | Unsat | Unknown:
        """Ask for models until one is confirmed or there are none; what was not confirmed is blocked.

        The second time, real cells are held to quarters, which doubles hold exactly.
        """
        blocked: list[Term] = []
        answer = self._ask(session, list(wanted), deadline)
        for attempt in range(attempts):
            if not isinstance(answer, Sat):
                break
            if self._confirmed(encoding, answer):
                return answer
            blocked.append(_blocking(encoding, answer))
            plain = _plain_numbers(encoding) if attempt == 0 else []
            answer = self._ask(session, [*wanted, *blocked, *plain], deadline)
            if plain and not isinstance(answer, Sat):
                answer = self._ask(session, [*wanted, *blocked], deadline)
        # Databases were left out, so that no other exists proves nothing.
        return Unknown(_UNCONFIRMED, answer.effort) if blocked and isinstance(answer, Unsat) else answer

    def _proved(self, encoding: Encoding, *more: Assumption) -> bool:
        if not self._satisfiable(encoding):
            self.found.reason = Obstacle(ObstacleKind.VACUOUS)
            return False
        self.found.proved = encoding.rows
        ties = (ledger.TIES,) if encoding.ambiguous is not FALSE and not more else ()
        self.found.assumptions = tuple(dict.fromkeys((*encoding.assumptions, *ties, *more)))
        return True

    def _satisfiable(self, encoding: Encoding) -> bool:
        """Tell whether the constraints leave databases with rows: one that we make, or one that the solver finds."""
        if not encoding.constraints:
            return True
        if next(self._assignments(encoding), None) is not None:
            return True
        rows = [le(integer(1), size) for size in encoding.instance.sizes.values() if size.op == "var"]
        return isinstance(self._ask(self._session(encoding), rows, self.deadline), Sat)

    def _assignments(self, encoding: Encoding) -> Iterator[Assignment]:
        """Yield what satisfies the constraints among a few databases with rows."""
        for database in samples(self.pair):
            values = assignment(encoding.instance, database)
            if values is not None and database.size and all(interpret(encoding.constraints, values, default=True)):
                yield values

    def _ask(self, session: Session, extra: list[Term], deadline: float) -> Sat | Unsat | Unknown:
        if any(condition is FALSE for condition in extra):
            return Unsat(Effort(0.0, 0))
        self.found.solver_calls += 1
        return cases.check(session, extra, budget=max(0.01, deadline - time.monotonic()))

    def _candidate(self, encoding: Encoding, answer: Sat) -> Candidate | None:
        database = complete(database_of(encoding.instance, answer.model), self.pair)
        self.found.databases += 1
        found = candidate_of(self.pair, database, self.judge)
        if found is not None and (found.grade is not Grade.DEGENERATE or self.pair.options.degenerate):
            return found
        return None

    def _confirmed(self, encoding: Encoding, answer: Sat) -> bool:
        self.found.candidate = self._candidate(encoding, answer)
        if self.found.candidate is not None:
            return True
        database = complete(database_of(encoding.instance, answer.model), self.pair)
        permuted = self.pair.options.semantics is Semantics.SPIDER
        if not permuted and not encoding.free_results and not self.judge.is_ambiguous(self.pair, database):
            self.found.spurious.append(self.pair.engine.system.script(database, self.pair.schema))
        return False


def _part(share: float, deadline: float) -> float:
    """Return the moment when that share of the time until the deadline is over."""
    now = time.monotonic()
    return now + share * (deadline - now)


def _demands(encoding: Encoding) -> Iterator[tuple[Grade, list[Term]]]:
    """Yield the grades that can be asked for, strongest first, with what a witness of each must satisfy."""
    nulls = [cell.null for cells in encoding.instance.cells.values() for cell in cells]
    full = [not_(null) for null in nulls if null is not FALSE]
    sizes = encoding.instance.sizes.values()
    filled = any_of([le(integer(1), size) for size in sizes]) if sizes else TRUE
    something = and_(filled, not_(and_(void(encoding.left), void(encoding.right))))
    determined = not_(encoding.ambiguous)
    yield Grade.ORDINARY, [determined, something, *full]
    yield Grade.TIES, [encoding.ambiguous, something, *full]
    yield Grade.NULLS, [determined, something]
    yield Grade.EMPTY, [determined]


def _variables(encoding: Encoding) -> dict[str, Term]:
    roots = (encoding.differ, *encoding.constraints)
    return {str(t.value): t for t in term.subterms(*roots) if t.op == "var"}


def _blocking(encoding: Encoding, answer: Sat) -> Term:
    """Return that the database is another one than the model's."""
    variables = _variables(encoding)
    fixed = [_equals(variables[name], value) for name, value in answer.model.items() if name in variables]
    return not_(all_of(fixed))


def _equals(variable: Term, value: object) -> Term:
    if variable.sort is Sort.BOOL:
        return variable if value else not_(variable)
    return eq(variable, term.constant(value, variable.sort))  # type: ignore[arg-type]


def _plain_numbers(encoding: Encoding) -> list[Term]:
    """Return that real cells are quarters."""
    reals = [v for v in _variables(encoding).values() if v.sort is Sort.REAL]
    return [eq(to_real(floor_of(scale(4, v))), scale(4, v)) for v in reals]
