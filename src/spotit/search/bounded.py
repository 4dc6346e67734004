"""Symbolic search: for growing bounds, a proof that the queries agree, or a model that the engine confirms."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from spotit.errors import UnsupportedSql
from spotit.plan.rel import Query
from spotit.search.complete import complete
from spotit.search.grade import Candidate, Judge, candidate_of
from spotit.search.pair import Pair
from spotit.smt import term
from spotit.smt.arithmetic import eq, floor_of, scale, to_real
from spotit.smt.boolean import all_of, and_, not_
from spotit.smt.interpret import interpret
from spotit.smt.solver import Sat, Session, Unknown, Unsat
from spotit.smt.term import FALSE, Sort, Term
from spotit.symbolic import assumptions as ledger
from spotit.symbolic.assign import database_of
from spotit.symbolic.encode import Encoding, Setting, encode
from spotit.symbolic.relational import TooLarge
from spotit.verdict import Grade

_ATTEMPTS = 6
"""Unconfirmed models after which the search gives up on a bound."""


@dataclass(slots=True)
class Bounded:
    """What the symbolic search found out."""

    proved: int = 0
    """Rows per table up to which no difference exists."""
    assumptions: tuple[str, ...] = ()
    candidate: Candidate | None = None
    reason: str = ""
    """Why it stopped short of the bound; empty when it did not."""
    unsupported: UnsupportedSql | None = None
    encoded: bool | None = None
    solver_calls: int = 0
    databases: int = 0
    spurious: list[str] = field(default_factory=list)
    settled: frozenset[Grade] = frozenset()
    """Grades of which no witness exists within the bound: proved."""


def ladder(bound: int) -> Iterator[int]:
    """Yield the bounds to try: small ones first, since a small witness is the better one."""
    yield from sorted({1, min(2, bound), bound})


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

    def folds(self) -> bool:
        """Tell whether the queries fold to the same terms at the full bound: a proof without a solver."""
        try:
            encoding = self._encode(self.pair.options.bound)
        except UnsupportedSql as error:
            self.found.unsupported, self.found.encoded = error, False
            return False
        except TooLarge:
            self.found.encoded = True
            return False
        self.found.encoded = True
        return self._target(encoding) is FALSE and self._proved(encoding)

    def run(self) -> Bounded:
        """Prove or refute bound after bound, until a witness, the bound, or the end of the budget."""
        found = self.found
        if found.unsupported is not None:
            return found
        for rows in ladder(self.pair.options.bound):
            if time.monotonic() > self.deadline:
                found.reason = "time limit"
                break
            try:
                encoding = self._encode(rows)
            except UnsupportedSql as error:
                found.unsupported, found.encoded = error, False
                break
            except TooLarge as error:
                found.reason, found.encoded = str(error), True
                break
            found.encoded = True
            if not self._decide(encoding):
                break
        return found

    def _encode(self, rows: int) -> Encoding:
        term.reset()
        return encode(self.left, self.right, rows, self.setting)

    def _target(self, encoding: Encoding) -> Term:
        """Return that the results differ in a way that counts."""
        if self.pair.options.degenerate:
            return encoding.differ
        return and_(encoding.differ, not_(encoding.degenerate))

    def _decide(self, encoding: Encoding) -> bool:
        """Settle one bound; True when no difference exists there, so that the next bound is worth trying."""
        target = self._target(encoding)
        if target is FALSE:
            return self._proved(encoding)
        session = Session(list(encoding.constraints), memory_mb=self.pair.options.memory_mb)
        answer = self._ask(session, [target])
        attempts = 0
        while isinstance(answer, Sat) and attempts < _ATTEMPTS:
            attempts += 1
            if self._confirm(encoding, answer):
                return False
            session.add([_blocking(encoding, answer)])
            extra = [target, *_plain_numbers(encoding)] if attempts == 1 else [target]
            answer = self._ask(session, extra)
            if isinstance(answer, Unsat) and attempts == 1 and len(extra) > 1:
                answer = self._ask(session, [target])
        if isinstance(answer, Unsat) and attempts == 0:
            return self._proved(encoding)
        if isinstance(answer, Unknown):
            self.found.reason = answer.reason
            return False
        return self._only_open(encoding, session, target)

    def _only_open(self, encoding: Encoding, session: Session, target: Term) -> bool:
        """The models found were not confirmed: prove that results which SQL determines never differ, if so."""
        answer = self._ask(session, [target, not_(encoding.ambiguous)])
        if isinstance(answer, Unsat) and not self.found.spurious and encoding.ambiguous is not FALSE:
            return self._proved(encoding, ledger.OPEN_RESULTS)
        self.found.reason = "the engine did not confirm the solver's models"
        return False

    def _proved(self, encoding: Encoding, *more: str) -> bool:
        self.found.proved = encoding.rows
        ties = (ledger.TIES,) if encoding.ambiguous is not FALSE and not more else ()
        self.found.assumptions = tuple(dict.fromkeys((*encoding.assumptions, *ties, *more)))
        return True

    def _ask(self, session: Session, extra: list[Term]) -> Sat | Unsat | Unknown:
        self.found.solver_calls += 1
        return session.check(extra, budget=max(0.01, self.deadline - time.monotonic()))

    def _confirm(self, encoding: Encoding, answer: Sat) -> bool:
        database = complete(database_of(encoding.instance, answer.model), self.pair)
        self.found.databases += 1
        candidate = candidate_of(self.pair, database, self.judge)
        if candidate is not None and (candidate.grade is not Grade.DEGENERATE or self.pair.options.degenerate):
            self.found.candidate = candidate
            return True
        if not interpret([encoding.ambiguous], answer.model, default=True)[0]:
            self.found.spurious.append(database.script(self.pair.schema))
        return False


def _blocking(encoding: Encoding, answer: Sat) -> Term:
    """Return that the database is another one than the model's, as far as its variables show."""
    variables = _variables(encoding)
    fixed = [_equals(variables[name], value) for name, value in answer.model.items() if name in variables]
    return not_(all_of(fixed))


def _variables(encoding: Encoding) -> dict[str, Term]:
    roots = (encoding.differ, *encoding.constraints)
    return {str(t.value): t for t in term.subterms(*roots) if t.op == "var"}


def _equals(variable: Term, value: object) -> Term:
    if variable.sort is Sort.BOOL:
        return variable if value else not_(variable)
    return eq(variable, term.constant(value, variable.sort))  # type: ignore[arg-type]


def _plain_numbers(encoding: Encoding) -> list[Term]:
    """Return that real cells are quarters, which doubles hold exactly: a model that rounding cannot spoil."""
    reals = [v for v in _variables(encoding).values() if v.sort is Sort.REAL]
    return [eq(to_real(floor_of(scale(4, v))), scale(4, v)) for v in reals]


__all__ = ["Bounded", "BoundedSearch", "ladder"]
