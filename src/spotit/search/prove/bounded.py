"""Symbolic search at a bound: a proof that the queries agree, or a model that the engine confirms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from spotit.assumption import EXACT_NUMBERS, Assumption, AssumptionKind, is_fallible
from spotit.budget import Budget
from spotit.database import Database
from spotit.errors import UnsupportedSql
from spotit.plan.facts.chance import may_fail_by_chance, values_can_fail
from spotit.plan.rel import Query
from spotit.reason import Obstacle, ObstacleKind
from spotit.search.evidence import Evidence
from spotit.search.meter import Meter
from spotit.search.prove import conditions
from spotit.search.prove.asking import UNCONFIRMED, Bench, Sought
from spotit.search.prove.encodings import RewrittenPlans
from spotit.search.prove.grade_search import GradeSearch
from spotit.search.prove.restated import Restated
from spotit.smt.solve.solver import Sat, Session, Unknown, Unsat
from spotit.smt.solve.sweep import sweep
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.interpret import Assignment, interpret
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic import ledger
from spotit.symbolic.database.assignment import assignment, database_of
from spotit.symbolic.encode import Encoding, Setting, encode, with_free_choices
from spotit.symbolic.execution import GivenUp
from spotit.symbolic.operators.rounding import consistent, measured
from spotit.symbolic.row_pairs import differ_without_pairs
from spotit.work import Allowance


def _no_other_plans() -> RewrittenPlans | None:
    return None


class Prover(GradeSearch):
    """The symbolic search on one pair of plans: each method takes the evidence and returns more of it.

    What is hard to prove of the plans as they are may be easy to prove of what `rewritten` returns.
    """

    def __init__(
        self,
        plans: tuple[Query, Query],
        setting: Setting,
        bench: Bench,
        meter: Meter,
        budget: Budget,
        rewritten: Callable[[], RewrittenPlans | None] = _no_other_plans,
    ) -> None:
        super().__init__(plans, setting, bench, meter, budget)
        self._rewritten = rewritten
        self._whole_budget = budget

    @cached_property
    def _by_chance(self) -> bool:
        """Whether something may fail where SQLite may or may not evaluate it."""
        return any(may_fail_by_chance(query.rel, self._setting.schema) for query in self._plans)

    @cached_property
    def _other(self) -> RewrittenProver | None:
        """The search on the plans once rewritten."""
        found = self._rewritten()
        if found is None:
            return None
        return RewrittenProver(found, self._bench, self._meter, self._whole_budget, by_chance=self._by_chance)

    def fold(self, evidence: Evidence) -> Evidence:
        """Prove the full bound without a solver, if the queries fold to the same terms there."""
        encoding, evidence = self._encodings.at(self._options.bound, evidence)
        if encoding is None:
            return evidence
        with encoding.terms:
            return self._proved(encoding, evidence) if self._target(encoding) is FALSE else evidence

    def solve(self, evidence: Evidence) -> Evidence:
        """Ask the solver at the full bound; when it gives up there, prove what can be proved at smaller ones."""
        bound, budget, meter = self._options.bound, self._budget, self._meter
        encoding, evidence = self._encodings.at(bound, evidence)
        if encoding is not None and bound > budget.first_rows and self._is_large(encoding):
            evidence = self._at_smaller((budget.first_rows,), evidence, meter.part(budget.first_share))
            if evidence.candidate is not None:
                return evidence
            encoding, evidence = self._encodings.at(bound, evidence)
        evidence = self._decide(bound, encoding, evidence, meter.part(budget.full_share))
        if _is_settled(evidence, bound):
            return evidence
        obstacle = replace(evidence.obstacle, rows=bound)
        evidence = self._at_smaller(range(1, bound), evidence, meter.part(budget.smaller_share))
        return replace(evidence, obstacle=obstacle)

    def within(self, evidence: Evidence, work: float) -> Evidence:
        """Settle the full bound for so much work; the evidence is as it was if that fails."""
        allowance = self._meter.within(work)
        encoding, _ = self._encodings.at(self._options.bound, evidence, allowance)
        found = self._decide(self._options.bound, encoding, evidence, allowance)
        return found if _is_settled(found, self._options.bound) else evidence

    def beyond(self, evidence: Evidence, work: float) -> Evidence | None:
        """Settle the full bound for so much work, with a proof that rests on nothing fallible; None if that fails."""
        found = self.within(evidence, work)
        if any(assumption.kind in EXACT_NUMBERS for assumption in found.assumptions):
            found = self.over_doubles(found)
        if not _is_settled(found, self._options.bound):
            return None
        return found if found.candidate is not None or not is_fallible(found.assumptions) else None

    def answers(self, evidence: Evidence, work: float, *, replies: bool) -> bool | None:
        """Tell whether the queries return something with few rows, or with as many as are proved; None if unknown."""
        allowance = self._meter.within(work)
        found: bool | None = None
        for rows in sorted({min(self._budget.first_rows, evidence.proved), evidence.proved}):
            encoding, _ = self._encodings.at(rows, evidence, allowance)
            if encoding is None:
                return None
            with encoding.terms:
                wanted = conditions.answers(encoding, replies=replies)
                answer = self._ask(self._session(encoding), [wanted], allowance)
            if isinstance(answer, Sat):
                return True
            exact = not encoding.free_results and not is_fallible(encoding.assumptions)
            found = False if isinstance(answer, Unsat) and exact else None
        return found

    def over_doubles(self, evidence: Evidence) -> Evidence:
        """Prove over doubles what was proved over exact numbers, or find a witness."""
        found = self._over_doubles(evidence, self._meter.within(self._budget.doubles_work))
        if self._other is None or found.candidate is not None or is_free_of(EXACT_NUMBERS, found):
            return found
        return self._other.over_doubles(found)

    def _over_doubles(self, evidence: Evidence, allowance: Allowance) -> Evidence:
        encoding = self._encodings.over_doubles(self._options.bound, allowance)
        if encoding is None:
            return evidence
        if not encoding.free_results:
            with encoding.terms:
                return self._settle(encoding, evidence, allowance)
        return self._proved_freely(encoding, evidence, allowance)

    def over_functions(self, evidence: Evidence, restated: Restated) -> Evidence:
        """Prove with functions of columns as columns of their own what was proved for sample values, if at all.

        A column does not fail, so nothing is proved in this way of functions that may.
        """
        if any(values_can_fail(query.rel, self._setting.schema) for query in self._plans):
            return evidence
        allowance = self._meter.within(self._budget.functions_work)
        for doubles in (False, True):
            try:
                rows = self._options.bound
                encoding = encode(*restated.plans, rows, restated.setting, allowance=allowance, doubles=doubles)
            except (UnsupportedSql, GivenUp):
                return evidence
            found = self._proved_freely(encoding, replace(evidence, proved=0), allowance)
            if found.proved == rows and not is_fallible(found.assumptions):
                return replace(found, assumptions=tuple(dict.fromkeys((*restated.assumptions, *found.assumptions))))
            if not any(assumption.kind in EXACT_NUMBERS for assumption in encoding.assumptions):
                break
        return evidence

    def _proved_freely(self, encoding: Encoding, evidence: Evidence, allowance: Allowance) -> Evidence:
        """Prove what holds whatever the free variables are; that it fails for some says nothing."""
        opened = tuple(a for a in evidence.assumptions if a.kind is AssumptionKind.OPEN_RESULTS)
        with encoding.terms:
            target = self._target(encoding)
            wanted = [target, not_(encoding.ambiguous)] if opened else [target]
            sought = self._seek_rounded(encoding, wanted, allowance)
            if isinstance(sought.answer, Unsat):
                return self._proved(encoding, evidence, *opened)
            return sought.added_to(evidence)

    def _seek_rounded(self, encoding: Encoding, wanted: Sequence[Term], allowance: Allowance) -> Sought:
        """Ask for models of free results until one is confirmed or there are none; each teaches some true results."""
        session = self._session(encoding)
        known: list[Term] = []
        answer = self._ask(session, list(wanted), allowance)
        for attempt in range(self._budget.rounded_models):
            if not isinstance(answer, Sat) or not encoding.rounded:
                break
            candidate = self._bench.candidate(self._database(encoding, answer))
            if candidate is not None:
                return Sought(answer, candidate)
            learnt = list(measured(encoding.rounded, answer.model, self._tabulate))
            known += learnt if attempt else [*consistent(encoding.rounded), *learnt]
            if not learnt and attempt:
                break
            answer = self._ask(session, [*wanted, *known], allowance)
        return Sought(answer)

    def failing(self, evidence: Evidence) -> Evidence:
        """Look for a database on which one query fails, after a proof that takes none to fail."""
        encoding, evidence = self._encodings.at(self._options.bound, evidence)
        if encoding is None:
            return evidence
        with encoding.terms:
            allowance = self._meter.within(self._budget.failing_work)
            wanted = [any_of(encoding.fails)]
            sought = self._seek(encoding, self._session(encoding), wanted, self._budget.models, allowance)
        return replace(evidence, candidate=sought.candidate)

    def _at_smaller(self, bounds: Iterable[int], evidence: Evidence, allowance: Allowance) -> Evidence:
        """Settle one bound after the other, until one is not settled or a witness is found."""
        for rows in bounds:
            if evidence.candidate is not None or allowance.over:
                break
            if rows > evidence.proved:
                encoding, evidence = self._encodings.at(rows, evidence)
                evidence = self._decide(rows, encoding, evidence, allowance)
                if not _is_settled(evidence, rows):
                    break
        return evidence

    def _decide(self, rows: int, encoding: Encoding | None, evidence: Evidence, allowance: Allowance) -> Evidence:
        """Settle one bound by a proof or by a confirmed witness, or note what stood in the way.

        The plans once rewritten are asked about first, for little work, since the difference may well fold there.
        """
        if self._other is not None:
            evidence = self._other.settled(rows, evidence, allowance.part(self._budget.rewritten_share))
        if encoding is None or _is_settled(evidence, rows):
            return evidence
        with encoding.terms:
            return self._settle(encoding, evidence, allowance)

    def _settle(self, encoding: Encoding, evidence: Evidence, allowance: Allowance) -> Evidence:
        target = self._target(encoding)
        if target is FALSE:
            return self._proved(encoding, evidence)
        if encoding.days and self._holds_without_calendar(encoding, target, allowance):
            return self._proved(encoding, evidence)
        session = self._session(encoding)
        sought = self._seek_paired(encoding, session, allowance)
        evidence = sought.added_to(evidence)
        if isinstance(sought.answer, Unsat) and encoding.ambiguous is not FALSE:
            sought = self._seek(encoding, session, [target, encoding.ambiguous], self._budget.open_models, allowance)
            evidence = sought.added_to(evidence)
            if isinstance(sought.answer, Sat) and sought.candidate is None:
                return self._proved(encoding, evidence, ledger.OPEN_RESULTS)
        if sought.candidate is not None:
            return evidence
        match sought.answer:
            case Unsat():
                return self._proved(encoding, evidence)
            case Unknown(reason=obstacle):
                return replace(evidence, obstacle=obstacle)
            case Sat():
                return replace(evidence, obstacle=UNCONFIRMED)

    def _holds_without_calendar(self, encoding: Encoding, target: Term, allowance: Allowance) -> bool:
        """Tell whether there is no difference even if day numbers had nothing to do with years, months and days."""
        session = self._session_without_calendar(encoding)
        answer = self._ask(session, [target], allowance.part(self._budget.calendar_share))
        return isinstance(answer, Unsat)

    def _session_without_calendar(self, encoding: Encoding) -> Session:
        kept = [constraint for constraint in encoding.constraints if constraint not in encoding.days]
        return Session(kept, memory_mb=self._options.memory_mb, solving=self._solving)

    def _seek_paired(self, encoding: Encoding, session: Session, allowance: Allowance) -> Sought:
        """Ask for a confirmed model where nothing is left open; if that takes long, again without the rows that agree.

        That rows agree is shown where it matters: where no query fails, and nothing is left open.
        """
        wanted = and_(self._target(encoding), not_(encoding.ambiguous))
        first = self._seek(
            encoding, session, [wanted], self._budget.models, allowance.part(self._budget.unpaired_share)
        )
        if not isinstance(first.answer, Unknown) or first.answer.reason.kind is not ObstacleKind.WORK_LIMIT:
            return first
        fewer = self._without_pairs(encoding, session, allowance.part(self._budget.pairing_share))
        if fewer is not None:
            wanted = and_(self._target(replace(encoding, differ=fewer)), not_(encoding.ambiguous))
        second = self._seek_swept(encoding, session, wanted, allowance)
        return replace(second, spurious=(*first.spurious, *second.spurious))

    def _without_pairs(self, encoding: Encoding, session: Session, allowance: Allowance) -> Term | None:
        """Return when the results differ, by the rows that are not shown to be the same row on both sides."""
        given = [not_(encoding.ambiguous), *map(not_, encoding.fails)]

        def refuted(condition: Term) -> Assignment | bool:
            if allowance.over:
                return False
            answer = session.check([*given, condition], allowance=allowance.within(self._budget.pair_work))
            return answer.model if isinstance(answer, Sat) else isinstance(answer, Unsat)

        setting = self._setting
        semantics = self._options.comparison(encoding.queries[0].ordered)
        samples = list(self._assignments(encoding))
        tables = encoding.left, encoding.right
        return differ_without_pairs(*tables, semantics, setting.arrangements, samples, refuted)

    def _seek_swept(self, encoding: Encoding, session: Session, wanted: Term, allowance: Allowance) -> Sought:
        """Ask for a confirmed model; if that takes long, again after merging conditions that mean the same."""
        budget = self._budget
        first = self._seek(encoding, session, [wanted], budget.models, allowance.part(budget.unswept_share))
        if not isinstance(first.answer, Unknown) or first.answer.reason.kind is not ObstacleKind.WORK_LIMIT:
            return first
        samples = list(self._assignments(encoding))
        swept = sweep(wanted, session, samples, allowance.part(budget.sweep_share))
        second = self._seek(encoding, session, [swept], budget.models, allowance)
        return replace(second, spurious=(*first.spurious, *second.spurious))

    def _seek(
        self, encoding: Encoding, session: Session, wanted: Sequence[Term], models: int, allowance: Allowance
    ) -> Sought:
        """Ask for models until one is confirmed or there are none; what was not confirmed is blocked.

        The second time, real cells are held to quarters, which doubles hold exactly.
        """
        blocked: list[Term] = []
        spurious: list[Database] = []
        answer = self._ask(session, list(wanted), allowance)
        for attempt in range(models):
            if not isinstance(answer, Sat):
                break
            database = self._database(encoding, answer)
            candidate = self._bench.candidate(database)
            if candidate is not None:
                return Sought(answer, candidate, tuple(spurious))
            if conditions.holds_doubles(encoding, answer) and self._is_spurious(encoding, database):
                spurious.append(database)
            blocked.append(conditions.other_database(encoding, answer))
            plain = conditions.plain_numbers(encoding) if attempt == 0 else []
            answer = self._ask(session, [*wanted, *blocked, *plain], allowance)
            if plain and not isinstance(answer, Sat):
                answer = self._ask(session, [*wanted, *blocked], allowance)
        if blocked and isinstance(answer, Unsat):
            # Databases were left out, so that no other exists proves nothing.
            answer = Unknown(UNCONFIRMED, answer.effort)
        return Sought(answer, None, tuple(spurious))

    def _proved(self, encoding: Encoding, evidence: Evidence, *more: Assumption) -> Evidence:
        """Return the evidence with the bound proved, unless there is no database to which that applies."""
        if len(self._setting.arrangements) > 1:
            return replace(evidence, obstacle=Obstacle(ObstacleKind.NO_ONE_ORDER))
        if not self._is_satisfiable(encoding):
            return replace(evidence, obstacle=Obstacle(ObstacleKind.VACUOUS))
        is_open = encoding.ambiguous is not FALSE
        ties = self._about_choices(encoding, more or (ledger.TIES,)) if is_open else more
        failures = (ledger.FAILURES,) if self._by_chance else ()
        nulls = (ledger.NULL_ROWS,) if self._leaves_out_null_rows(encoding) else ()
        assumptions = tuple(dict.fromkeys((*encoding.assumptions, *nulls, *ties, *failures)))
        arrangement = next(iter(self._setting.arrangements), None)
        return replace(evidence, proved=encoding.rows, assumptions=assumptions, arrangement=arrangement)

    def _about_choices(self, encoding: Encoding, weaker: tuple[Assumption, ...]) -> tuple[Assumption, ...]:
        """Return what a proof says of results that SQL leaves open: nothing if there are none, or how alike they are.

        If the queries agree whatever both of them choose alike, each permits what the other does.
        """
        if encoding.rows < self._options.bound:
            return weaker
        allowance = self._meter.part(self._budget.permitted_share)
        if isinstance(self._ask(self._session(encoding), [encoding.ambiguous], allowance), Unsat):
            return ()
        try:
            freed = with_free_choices(encoding, allowance)
        except (UnsupportedSql, GivenUp):
            return weaker
        with freed.terms:
            differ = [or_(self._target(freed), freed.ambiguous), *consistent(freed.rounded)]
            answer = self._ask(self._session(freed), differ, allowance)
        return (ledger.PERMITTED, *freed.assumptions) if isinstance(answer, Unsat) else weaker

    def _leaves_out_null_rows(self, encoding: Encoding) -> bool:
        """Tell whether there may be a database on which one query returns no row and the other a row of NULLs."""
        if self._options.degenerate or FALSE in (encoding.differ, encoding.degenerate):
            return False
        asked = [encoding.differ, encoding.degenerate]
        allowance = self._meter.part(self._budget.null_rows_share)
        return not isinstance(self._ask(self._session(encoding), asked, allowance), Unsat)

    def _is_satisfiable(self, encoding: Encoding) -> bool:
        """Tell whether the constraints leave databases with rows: a sample, or one that the solver finds."""
        if not encoding.constraints or next(self._assignments(encoding), None) is not None:
            return True
        rows = conditions.has_rows(encoding)
        if encoding.days and self._fits_without_calendar(encoding, rows):
            return True
        return isinstance(self._ask(self._session(encoding), rows, self._meter.rest), Sat)

    def _fits_without_calendar(self, encoding: Encoding, rows: list[Term]) -> bool:
        """Tell whether a model in which day numbers are any numbers is a database that satisfies the constraints."""
        answer = self._ask(self._session_without_calendar(encoding), rows, self._meter.rest)
        if not isinstance(answer, Sat):
            return False
        return self._fitting(encoding, database_of(encoding.instance, answer.model)) is not None

    def _assignments(self, encoding: Encoding) -> Iterator[Assignment]:
        """Yield what satisfies the constraints among a few databases with rows."""
        for database in self._bench.samples():
            values = self._fitting(encoding, database)
            if values is not None:
                yield values

    def _fitting(self, encoding: Encoding, database: Database) -> Assignment | None:
        """Return the assignment of a database with rows that satisfies the constraints, None for any other."""
        values = assignment(encoding.instance, database)
        fits = values is not None and all(interpret(encoding.constraints, values, default=True))
        return values if fits and database.size else None

    def _is_spurious(self, encoding: Encoding, database: Database) -> bool:
        """Tell whether a model that the engine does not confirm is an error of ours: nothing in it was left open."""
        is_whole = self._is_whole and not encoding.instance.unsaid
        if not is_whole and not self._bench.takes(database):
            return False
        exact = any(assumption.kind in EXACT_NUMBERS for assumption in encoding.assumptions)
        return not (self._setting.other_arrangements or exact or encoding.free_results or self._bench.is_open(database))

    def _target(self, encoding: Encoding) -> Term:
        """Return when the queries differ; where a failure cannot be foreseen, only rows are compared."""
        if all(condition is FALSE for condition in encoding.fails) or self._by_chance:
            return self._rows_differ(encoding)
        return conditions.outcomes_differ(encoding, degenerate=self._options.degenerate)


class RewrittenProver(Prover):
    """The search on two plans once rewritten: what it proves holds of the queries, whose results are those permitted.

    It claims nothing where a choice among rows is left open, and looks for no other witnesses than the engine confirms.
    """

    def __init__(self, found: RewrittenPlans, bench: Bench, meter: Meter, budget: Budget, *, by_chance: bool) -> None:
        super().__init__(found.plans, found.setting, bench, meter, budget)
        self._taken = found.taken
        self._may_fail_by_chance = by_chance

    @property
    def _by_chance(self) -> bool:
        return self._may_fail_by_chance

    def settled(self, rows: int, evidence: Evidence, allowance: Allowance) -> Evidence:
        """Settle one bound for so much work; the evidence is as it was if that fails."""
        encoding, _ = self._encodings.at(rows, evidence, allowance)
        if encoding is None or encoding.ambiguous is not FALSE:
            return evidence
        with encoding.terms:
            found = self._settle(encoding, replace(evidence, spurious=()), allowance)
        return replace(found, spurious=evidence.spurious) if _is_settled(found, rows) else evidence

    def over_doubles(self, evidence: Evidence) -> Evidence:
        """Prove over doubles what was proved over exact numbers."""
        allowance = self._meter.within(self._budget.doubles_work)
        encoding = self._encodings.over_doubles(self._options.bound, allowance)
        if encoding is None or encoding.ambiguous is not FALSE:
            return evidence
        found = self._proved_freely(encoding, evidence, allowance)
        return found if is_free_of(EXACT_NUMBERS, found) else evidence

    def _target(self, encoding: Encoding) -> Term:
        """Return when the results differ; where failures cannot be foreseen, even if something fails here."""
        if not self._by_chance:
            return super()._target(encoding)
        return self._rows_differ(replace(encoding, fails=(FALSE, FALSE)))

    def _proved(self, encoding: Encoding, evidence: Evidence, *more: Assumption) -> Evidence:
        found = super()._proved(encoding, evidence, *more)
        if found.proved < encoding.rows or found is evidence:
            return found
        return replace(found, assumptions=tuple(dict.fromkeys((*found.assumptions, *self._taken))))


def is_free_of(kinds: AbstractSet[AssumptionKind], evidence: Evidence) -> bool:
    """Tell whether the evidence takes nothing of these kinds for granted."""
    return kinds.isdisjoint(assumption.kind for assumption in evidence.assumptions)


def _is_settled(evidence: Evidence, rows: int) -> bool:
    """Tell whether a bound is settled: proved, or refuted by a witness."""
    return evidence.candidate is not None or evidence.proved >= rows
