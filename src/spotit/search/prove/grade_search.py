"""The search for more convincing differences, and for smaller ones: what the solver says of grades."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from spotit.assumption import is_fallible
from spotit.budget import Polishing
from spotit.errors import UnsupportedSql
from spotit.plan.facts.null_tests import common_null_tests
from spotit.schema import BaseColumn
from spotit.search.evidence import Candidate, Evidence
from spotit.search.prove import conditions
from spotit.search.prove.asking import UNCONFIRMED, Asking, Sought
from spotit.search.prove.least_rows import least_rows
from spotit.search.prove.permitted_choice import Judge, on_model, under
from spotit.smt.solve.solver import Sat, Session, Unknown, Unsat
from spotit.smt.terms.term import Term
from spotit.symbolic.encode import Encoding
from spotit.symbolic.execution import GivenUp
from spotit.symbolic.open_choices import differ_by_choice
from spotit.verdict import Grade
from spotit.work import Allowance


class GradeSearch(Asking):
    """Asks for witnesses of a grade."""

    @cached_property
    def _asked_for_null(self) -> frozenset[BaseColumn]:
        return common_null_tests(self._plans[0].rel, self._plans[1].rel)

    def stronger(self, evidence: Evidence, polishing: Polishing) -> Evidence:
        """Look for a witness of a stronger grade; note whether that there is no stronger one is settled.

        Only the full bound settles it. Where that is a hard question, witnesses with few rows are looked for first.
        """
        bound = self._options.bound
        encoding, evidence = self._encodings.at(bound, evidence)
        hard = encoding is None or self._is_large(encoding)
        if hard:
            evidence = self._stronger_with_few(evidence, polishing.small_grade_work)
        before, evidence = evidence, self._stronger_at(bound, evidence, polishing.grade_work)
        if hard or evidence.settled or evidence.candidate is not before.candidate:
            return evidence
        return self._stronger_with_few(evidence, polishing.small_grade_work)

    def _stronger_with_few(self, evidence: Evidence, work: float) -> Evidence:
        """Look for witnesses with one row a table, then with as many as the present one has."""
        assert evidence.candidate is not None
        most = min(max(self._budget.first_rows, evidence.candidate.database.height), self._options.bound - 1)
        for rows in sorted({1, most}):
            if rows < self._options.bound:
                evidence = replace(self._stronger_at(rows, evidence, work), settled=False)
        return evidence

    def _stronger_at(self, rows: int, evidence: Evidence, work: float) -> Evidence:
        candidate, allowance = evidence.candidate, self._meter.within(work)
        encoding, evidence = self._encodings.at(rows, evidence, allowance)
        if encoding is None or candidate is None or candidate.grade is Grade.ORDINARY:
            return evidence
        with encoding.terms:
            return self._stronger(encoding, evidence, candidate.grade, allowance)

    def _stronger(self, encoding: Encoding, evidence: Evidence, grade: Grade, allowance: Allowance) -> Evidence:
        session = self._session(encoding)
        settled = not is_fallible(encoding.assumptions)
        asked = list(conditions.demands(encoding, self._asked_for_null))
        if grade is Grade.ERROR:
            asked.append((Grade.ORDER, []))  # any difference of rows is stronger than a failure
        for wanted, demanded in asked:
            if wanted.rank >= grade.rank:
                break
            seek = self._seek_tied if wanted is Grade.TIES else self._seek_once
            sought = seek(encoding, session, [self._rows_differ(encoding), *demanded], allowance)
            if (found := sought.candidate) is not None and found.grade.rank < grade.rank:
                return replace(evidence, candidate=found, settled=settled and found.grade is wanted)
            settled &= isinstance(sought.answer, Unsat)
        return replace(evidence, settled=settled)

    def _seek_once(self, encoding: Encoding, session: Session, wanted: list[Term], allowance: Allowance) -> Sought:
        """Ask for one model, and try it out."""
        answer = self._ask(session, wanted, allowance)
        found = self._bench.candidate(self._database(encoding, answer)) if isinstance(answer, Sat) else None
        return Sought(answer, found)

    def _seek_tied(self, encoding: Encoding, session: Session, wanted: list[Term], allowance: Allowance) -> Sought:
        """Ask for a database on which the results differ by every choice, one choice after the other."""
        try:
            chosen = differ_by_choice(*self._plans, encoding.instance, self._setting, allowance)
        except (UnsupportedSql, GivenUp):
            return self._seek_once(encoding, session, wanted, allowance)
        judge = Judge(self._judging, self._options.memory_mb, self._meter.work)
        until = allowance.part(self._budget.choices_share)
        for _ in range(self._budget.choices):
            answer = self._ask(session, wanted, until)
            if not isinstance(answer, Sat):
                return Sought(answer)
            equal = judge.equal_by(on_model(chosen, answer.model))
            if isinstance(equal, Unsat | Unknown):
                return Sought(answer, self._bench.candidate(self._database(encoding, answer)))
            wanted = [*wanted, under(chosen, equal)]
        return Sought(Unknown(UNCONFIRMED, answer.effort))

    def no_smaller(self, evidence: Evidence, candidate: Candidate, work: float) -> tuple[bool, Evidence]:
        """Tell whether the solver proves that no witness of the grade has fewer rows in the tables that matter."""
        if candidate.grade is Grade.ERROR:
            return False, evidence
        allowance = self._meter.within(work)
        # So many tables have a row in each database that shows a difference: none has more than the other rows.
        filled = least_rows(self._plans, self._setting.schema, self._options)
        bound = max(1, candidate.database.size - max(1, filled))
        if bound > self._options.bound:
            return False, evidence
        if candidate.grade is Grade.ROUNDING:
            encoding = self._encodings.over_doubles(bound, allowance)
        else:
            encoding, evidence = self._encodings.at(bound, evidence)
        if encoding is None:
            return False, evidence
        tables = candidate.database.tables
        rows = sum(len(tables[name].rows) for name in encoding.instance.sizes if name in tables)
        with encoding.terms:
            asked = conditions.demands(encoding, self._asked_for_null)
            demanded = [condition for grade, terms in asked if grade is candidate.grade for condition in terms]
            wanted = [self._rows_differ(encoding), conditions.fewer_rows(encoding, rows), *demanded]
            return isinstance(self._ask(self._session(encoding), wanted, allowance), Unsat), evidence
