"""The search for a difference that people believe: on real rows, or on rows that keep the rules of the data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spotit.assumption import is_fallible
from spotit.schema import BaseColumn
from spotit.search import steps, when
from spotit.search.evidence import Belief, Candidate, Evidence
from spotit.search.inquiry import Inquiry
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.realism.from_data import from_data
from spotit.search.realism.on_example import differ_on
from spotit.search.realism.realism import Realism
from spotit.search.realism.strengthen import Rule
from spotit.verdict import Equivalent, Grade
from spotit.work import Allowance

_CONVINCING = (Grade.ORDINARY, Grade.TIES, Grade.NULLS)
"""The grades of differences that facts can make unlikely; of others one on real rows is shown if there is one."""
_TURNS = 4
"""How often rules that a difference breaks are added."""


def _solve_small(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Ask the solver for a difference with very few rows: with the rest the concrete search is as good."""
    return inquiry.small_prover.within(evidence, inquiry.pair.budget.polishing.believable_solving)


Look = tuple[Callable[[Inquiry, Evidence], bool], Callable[[Inquiry, Evidence], object]]
_GLANCE: tuple[Look, ...] = ((when.lacks_ordinary, steps.glance),)
"""Enough for most differences that keep the rules."""
_SAME: tuple[Look, ...] = ((when.is_planned, steps.compare_plans),)
"""Says at once of many that there is none."""
_FIRST: tuple[Look, ...] = (
    (when.lacks_ordinary, steps.look_first),
    (when.names_more_rows, steps.look_at_crowds),
)
"""The cheap ones of the other stages that look for a difference."""
_ALL: tuple[Look, ...] = (
    *_SAME,
    *_GLANCE,
    *_FIRST,
    (when.may_prove, _solve_small),
    (when.lacks_proof, steps.look_again),
    (when.may_be_stronger, steps.look_for_stronger),
)
"""The stages of a check that look for a difference, from cheap to dear, with when each is worth running."""


def look_at_example(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Run both queries on the example database; if they differ there, look for a difference on few of its rows."""
    realism = inquiry.realism
    assert realism is not None and realism.example.file is not None
    if not differ_on(realism.example, inquiry.pair):
        return evidence
    real = from_data(inquiry.pair, realism.example, Grade.ERROR, inquiry.meter)
    if real is None:
        return replace(evidence, refuting_example=realism.example.file.name)
    inquiry.note(inquiry.pair, real)
    return replace(evidence, candidate=real.candidate)


def look_for_believable(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Find a difference on real rows, else one that keeps the rules; if there is none, the difference is unlikely."""
    realism, seen = inquiry.realism, evidence.candidate
    assert realism is not None and seen is not None
    if seen.grade not in _CONVINCING:
        return _keeping(inquiry, _with_real_rows(inquiry, evidence, realism), realism)
    found, excluded = _Search(inquiry, evidence, realism).result()
    if found is not None:
        return _keeping(inquiry, found, realism)
    shown = _keeping(inquiry, _with_real_rows(inquiry, evidence, realism), realism)
    is_best = seen.grade is Grade.ORDINARY or evidence.settled
    return replace(shown, belief=Belief.UNLIKELY, settled=is_best and excluded)


def _keeping(inquiry: Inquiry, evidence: Evidence, realism: Realism) -> Evidence:
    """Return the evidence; a difference on invented rows is made simpler over the schema with all facts it keeps."""
    if evidence.candidate is None or inquiry.real is not None or realism.keeps_all(inquiry.shown_on):
        return evidence
    pair = realism.keeping(evidence.candidate.database)
    if pair is not None:
        inquiry.note(pair, None)
    return evidence


def _with_real_rows(inquiry: Inquiry, evidence: Evidence, realism: Realism) -> Evidence:
    """Return the evidence with a difference on real rows that breaks rules, if there is one of the same grade."""
    seen = evidence.candidate
    assert seen is not None
    real = from_data(inquiry.pair, realism.example, seen.grade, inquiry.meter)
    if real is None:
        return evidence
    inquiry.note(inquiry.pair, real)
    return replace(evidence, candidate=real.candidate)


class _Search:
    """The search for a difference that keeps the rules, from cheap to dear, over schemas with more and with fewer."""

    def __init__(self, inquiry: Inquiry, evidence: Evidence, realism: Realism) -> None:
        assert evidence.candidate is not None
        self._inquiry, self._evidence, self._realism = inquiry, evidence, realism
        self._seen = evidence.candidate
        self._allowance = inquiry.meter.within(inquiry.pair.budget.polishing.believable_work)
        self._known: dict[int, tuple[Inquiry, Evidence]] = {}
        """What has been found out about each pair, by its identity."""

    def result(self) -> tuple[Evidence | None, bool]:
        """Return the evidence with a difference that keeps the rules, if any; and whether there is none."""
        if self._seen.grade is Grade.NULLS and not self._may_hold_nulls():
            return None, True
        strict = self._realism.stronger_pair(typical=True)
        if strict is not None and (found := self._on_real_rows(strict) or self._invented(strict, _GLANCE)[0]):
            return found, False
        rules = self._realism.stronger_pair()
        if rules is None:
            return self._rule_by_rule()
        if self._invented(rules, _SAME)[1]:
            return None, True
        if strict is not None and (found := self._invented(strict, _FIRST)[0]):
            return found, False
        if found := self._on_real_rows(rules) or self._invented(rules, (*_GLANCE, *_FIRST))[0]:
            return found, False
        return self._rule_by_rule()

    def _may_hold_nulls(self) -> bool:
        """Tell whether a column that matters may be NULL: where none is, a difference by NULLs alone is none."""
        pair, facts = self._inquiry.pair, self._realism
        return any(not facts.is_never_null(base) for base in pair.usage.columns - pair.asked_for_null)

    def _on_real_rows(self, pair: Pair) -> Evidence | None:
        found = from_data(pair, self._realism.example, self._seen.grade, self._inquiry.meter)
        if found is None or not _is_believable(pair, self._realism, found.candidate):
            return None
        self._inquiry.note(pair, found)
        return replace(self._evidence, candidate=found.candidate, belief=Belief.BELIEVABLE)

    def _invented(self, pair: Pair, looks: tuple[Look, ...]) -> tuple[Evidence | None, bool]:
        """Return the evidence with a difference on invented rows of a pair, if any; and whether there is none."""
        meter = self._inquiry.meter
        looking, known = self._known.get(id(pair), (None, Evidence()))
        looking = looking or Inquiry(pair, (), _within(meter, self._allowance), sought=self._seen.grade)
        excluded = False
        for worth, look in looks:
            if not worth(looking, known):
                continue
            found = look(looking, known)
            if isinstance(found, Equivalent):
                excluded = True
                break
            assert isinstance(found, Evidence)
            known = found
            if known.candidate is not None and self._is_enough(known.candidate):
                break
        self._known[id(pair)] = looking, known
        meter.databases, looking.meter.databases = meter.databases + looking.meter.databases, 0
        meter.solver_calls, looking.meter.solver_calls = meter.solver_calls + looking.meter.solver_calls, 0
        candidate = known.candidate
        if candidate is None or not _is_believable(pair, self._realism, candidate):
            proved = candidate is None and looking.is_proved(known) and not is_fallible(known.assumptions)
            return None, excluded or proved
        self._inquiry.note(pair, None)
        return replace(self._evidence, candidate=candidate, belief=Belief.BELIEVABLE), False

    def _is_enough(self, candidate: Candidate) -> bool:
        return candidate.grade.rank <= self._seen.grade.rank and not candidate.tags

    def _rule_by_rule(self) -> tuple[Evidence | None, bool]:
        """Return the same, with no more rules in the schema than differences have been seen to break."""
        realism = self._realism
        found: Evidence | None = self._evidence
        rules: list[Rule] = []
        for _ in range(_TURNS):
            assert found is not None and found.candidate is not None
            broken = realism.broken(found.candidate.database)
            if not broken:
                return found, False
            rules += (rule for rule in broken if rule not in rules)
            pair = realism.pair_with(rules)
            if pair is None:
                return None, False
            found, excluded = self._invented(pair, _ALL)
            if found is None:
                return None, excluded
        return None, False


def _within(meter: Meter, allowance: Allowance) -> Meter:
    """Return a meter on the same account that ends with the allowance."""
    part = Meter(meter.seconds, meter.scale, allowance.end, meter.now)
    part.work = meter.work
    return part


def _is_believable(pair: Pair, realism: Realism, candidate: Candidate) -> bool:
    """Tell whether a difference that keeps the rules convinces: NULLs do where the data hold NULLs."""
    if candidate.grade in (Grade.ORDINARY, Grade.TIES):
        return True
    return candidate.grade is Grade.NULLS and all(realism.holds_nulls(base) for base in null_columns(pair, candidate))


def null_columns(pair: Pair, candidate: Candidate) -> set[BaseColumn]:
    """Return the columns that matter in which a difference has NULLs that not both queries ask for."""
    found = set()
    for table, column in pair.usage.columns - pair.asked_for_null:
        rows = candidate.database.tables.get(table)
        if rows is not None and rows.rows and any(value is None for (value,) in rows.project((column,))):
            found.add((table, column))
    return found
