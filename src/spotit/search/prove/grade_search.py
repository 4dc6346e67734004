"""The search for more convincing differences, and for smaller ones: what the solver says of grades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from spotit.assumption import is_fallible
from spotit.budget import Polishing
from spotit.errors import UnsupportedSql
from spotit.plan.facts.answers import cell_columns
from spotit.plan.facts.null_tests import common_null_tests
from spotit.schema import BaseColumn
from spotit.search.evidence import Candidate, Evidence
from spotit.search.prove import conditions
from spotit.search.prove.asking import UNCONFIRMED, Asking, Sought
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

    @cached_property
    def _cells(self) -> tuple[frozenset[int], frozenset[int]]:
        return cell_columns(self._plans[0].rel), cell_columns(self._plans[1].rel)

    def stronger(
        self, evidence: Evidence, polishing: Polishing, excluded: AbstractSet[Grade] = frozenset()
    ) -> Evidence:
        """Look for a witness of a stronger grade; note whether that there is no stronger one is settled.

        Of the `excluded` grades there is known to be none.
        Only the full bound settles it. Where that is a hard question, witnesses with few rows are looked for first.
        """
        bound = self._options.bound
        encoding, evidence = self._encodings.at(bound, evidence)
        hard = encoding is None or self._is_large(encoding)
        if hard:
            evidence = self._stronger_with_few(evidence, polishing.small_grade_work, excluded)
        found, is_known = self._stronger_at(bound, evidence, polishing.grade_work, excluded)
        if hard or is_known or found.candidate is not evidence.candidate:
            return found
        return self._stronger_with_few(found, polishing.small_grade_work, excluded)

    def _stronger_with_few(self, evidence: Evidence, work: float, excluded: AbstractSet[Grade]) -> Evidence:
        """Look for witnesses with one row a table, then with as many as the present one has."""
        assert evidence.candidate is not None
        most = min(max(self._budget.first_rows, evidence.candidate.database.height), self._options.bound - 1)
        for rows in sorted({1, most}):
            if rows < self._options.bound:
                evidence = replace(self._stronger_at(rows, evidence, work, excluded)[0], settled=False)
        return evidence

    def _stronger_at(
        self, rows: int, evidence: Evidence, work: float, excluded: AbstractSet[Grade]
    ) -> tuple[Evidence, bool]:
        """Look for a stronger witness at one bound; tell as well whether the solver had an answer to everything."""
        candidate, allowance = evidence.candidate, self._meter.within(work)
        encoding, evidence = self._encodings.at(rows, evidence, allowance)
        if encoding is None or candidate is None or candidate.grade is Grade.ORDINARY:
            return evidence, encoding is not None
        with encoding.terms:
            asked = [one for one in self._demands(encoding, candidate.grade) if one[0] not in excluded]
            return self._stronger(encoding, evidence, asked, allowance)

    def _demands(self, encoding: Encoding, grade: Grade) -> Iterator[tuple[Grade, list[Term]]]:
        """Yield the grades that are stronger than one, with what a witness of each must satisfy."""
        asked = list(conditions.demands(encoding, self._asked_for_null, self._cells))
        if grade is Grade.ERROR:
            asked.append((Grade.ORDER, []))  # any difference of rows is stronger than a failure
        yield from ((wanted, demanded) for wanted, demanded in asked if wanted.rank < grade.rank)

    def _stronger(
        self, encoding: Encoding, evidence: Evidence, asked: Sequence[tuple[Grade, list[Term]]], allowance: Allowance
    ) -> tuple[Evidence, bool]:
        assert evidence.candidate is not None
        session = self._session(encoding)
        settled, is_known = not is_fallible(encoding.assumptions), True
        for wanted, demanded in asked:
            seek = self._seek_tied if wanted is Grade.TIES else self._seek_once
            sought = seek(encoding, session, [self._rows_differ(encoding), *demanded], allowance)
            if (found := sought.candidate) is not None and found.grade.rank < evidence.candidate.grade.rank:
                return replace(evidence, candidate=found, settled=settled and found.grade is wanted), is_known
            settled &= isinstance(sought.answer, Unsat)
            is_known &= not isinstance(sought.answer, Unknown)
        return replace(evidence, settled=settled), is_known

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

    def no_smaller(self, evidence: Evidence, candidate: Candidate, least: int, work: float) -> tuple[bool, Evidence]:
        """Tell whether the solver proves that no witness of the grade has fewer rows in the tables that matter.

        A witness of the grade is known to have a row in at least so many tables.
        """
        if candidate.grade is Grade.ERROR:
            return False, evidence
        allowance = self._meter.within(work)
        # Fewer rows in all, and one in each of those tables: so many are left for any one table.
        bound = max(1, candidate.database.size - max(1, least))
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
            asked = conditions.demands(encoding, self._asked_for_null, self._cells)
            demanded = [condition for grade, terms in asked if grade is candidate.grade for condition in terms]
            wanted = [self._rows_differ(encoding), conditions.fewer_rows(encoding, rows), *demanded]
            return isinstance(self._ask(self._session(encoding), wanted, allowance), Unsat), evidence
