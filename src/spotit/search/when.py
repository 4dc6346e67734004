"""When each stage of a check is worth running."""

from __future__ import annotations

from spotit.assumption import EXACT_NUMBERS, AssumptionKind, is_fallible
from spotit.plan.facts.calendar_period import moves
from spotit.plan.facts.failures import may_fail
from spotit.reason import ObstacleKind
from spotit.search.evidence import Evidence
from spotit.search.inquiry import Inquiry
from spotit.verdict import Grade

_OF_ROWS = frozenset((Grade.ORDINARY, Grade.TIES, Grade.NULLS, Grade.EMPTY, Grade.ORDER, Grade.ROUNDING))
"""Grades of differences between rows."""


def is_planned(inquiry: Inquiry, _evidence: Evidence) -> bool:
    """Both queries have plans."""
    return inquiry.planned


def has_known(inquiry: Inquiry, _evidence: Evidence) -> bool:
    """The caller knows databases to try."""
    return bool(inquiry.known)


def lacks_ordinary(_inquiry: Inquiry, evidence: Evidence) -> bool:
    """No difference of the strongest grade has been seen."""
    return evidence.candidate is None or evidence.candidate.grade is not Grade.ORDINARY


def is_unsettled(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is neither a difference nor a proof at the full bound."""
    return evidence.candidate is None and not inquiry.is_proved(evidence)


def may_prove(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is neither, and the symbolic execution covers both queries as far as is known."""
    return is_unsettled(inquiry, evidence) and inquiry.planned and evidence.unsupported is None


def lacks_proof(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is neither, or a failure is all that was seen, and the queries have plans."""
    failed = evidence.candidate is not None and evidence.candidate.grade is Grade.ERROR
    return (failed or is_unsettled(inquiry, evidence)) and inquiry.planned


def may_be_told_by_nulls(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is neither, and nothing but NULLs can tell the queries apart."""
    return may_prove(inquiry, evidence) and inquiry.only_nulls_tell


def takes_numbers_to_be_exact(inquiry: Inquiry, evidence: Evidence) -> bool:
    """The proof at the full bound does not see rounding or overflow."""
    exact = any(assumption.kind in EXACT_NUMBERS for assumption in evidence.assumptions)
    return evidence.candidate is None and inquiry.is_proved(evidence) and exact


def may_free_functions(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is no proof, or one that rests on something that may fail, and there are plans to restate."""
    return may_prove(inquiry, evidence) or (inquiry.planned and rests_on_something_fallible(inquiry, evidence))


def computes_with_dates(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is neither, and a query moves dates so often that looking at every day is faster than solving."""
    if not may_prove(inquiry, evidence):
        return False
    most = inquiry.pair.budget.proving.moved_dates
    return any(moves(query.rel) > most for query in inquiry.pair.plans or ())


def takes_nothing_to_fail(inquiry: Inquiry, evidence: Evidence) -> bool:
    """The proof at the full bound does not see run-time failures."""
    blind = any(assumption.kind is AssumptionKind.FAILURES for assumption in evidence.assumptions)
    return evidence.candidate is None and inquiry.is_proved(evidence) and blind


def may_prove_over_doubles(inquiry: Inquiry, evidence: Evidence) -> bool:
    """So it is, or the engine refuses the differences that exact arithmetic shows."""
    refused = may_prove(inquiry, evidence) and evidence.obstacle.kind is ObstacleKind.UNCONFIRMED_MODELS
    return refused or takes_numbers_to_be_exact(inquiry, evidence)


def rests_on_something_fallible(inquiry: Inquiry, evidence: Evidence) -> bool:
    """The proof at the full bound takes something for granted that may fail."""
    return evidence.candidate is None and inquiry.is_proved(evidence) and is_fallible(evidence.assumptions)


def is_worth_attacking(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is such a proof, or none: where something is not covered, only queries that may fail are attacked."""
    if evidence.candidate is not None or inquiry.is_proved(evidence):
        return rests_on_something_fallible(inquiry, evidence)
    plans = inquiry.pair.plans or ()
    return any(may_fail(plan.rel) for plan in plans) or (bool(plans) and evidence.unsupported is None)


def names_more_rows(inquiry: Inquiry, evidence: Evidence) -> bool:
    """No difference of the strongest grade has been seen, and a LIMIT or a count needs more rows than the bound has."""
    return lacks_ordinary(inquiry, evidence) and inquiry.pair.needed_rows > inquiry.pair.options.bound


def is_proved_with_few_rows(inquiry: Inquiry, evidence: Evidence) -> bool:
    """The full bound is proved, and a LIMIT or a count needs more rows, of which a proof can be tried."""
    proved = evidence.candidate is None and inquiry.is_proved(evidence)
    return proved and evidence.proved < inquiry.pair.needed_rows <= inquiry.pair.budget.proving.raised_rows


def has_no_answer(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is a proof at the full bound, and no database has been seen on which the queries return something."""
    if evidence.candidate is not None or not inquiry.planned or not inquiry.is_proved(evidence):
        return False
    enough = inquiry.pair.needed_rows <= evidence.proved
    return enough and not inquiry.probe.answered and not _has_large_answer(inquiry)


def _has_large_answer(inquiry: Inquiry) -> bool:
    return inquiry.pair.needed_rows > inquiry.pair.options.bound and inquiry.crowded_probe.answered


def may_grow(inquiry: Inquiry, evidence: Evidence) -> bool:
    """There is a proof that rests on nothing fallible, and all that it lacks is more rows."""
    if evidence.candidate is not None or not inquiry.planned or not inquiry.is_proved(evidence):
        return False
    pair = inquiry.pair
    assumptions = (*pair.stated, *evidence.assumptions)
    return evidence.answered and pair.needed_rows <= evidence.proved and not is_fallible(assumptions)


def has_candidate(_inquiry: Inquiry, evidence: Evidence) -> bool:
    """A difference has been seen."""
    return evidence.candidate is not None


def has_example(inquiry: Inquiry, evidence: Evidence) -> bool:
    """No difference has been seen, and the example database is at hand."""
    realism = inquiry.realism
    return evidence.candidate is None and realism is not None and realism.example.file is not None


def may_be_doubted(inquiry: Inquiry, evidence: Evidence) -> bool:
    """A difference of rows has been seen of which facts of the data may say that it is unlikely."""
    found = evidence.candidate
    return inquiry.realism is not None and found is not None and found.grade in _OF_ROWS


def may_be_stronger(inquiry: Inquiry, evidence: Evidence) -> bool:
    """A difference has been seen, and a stronger one can be asked for."""
    return inquiry.planned and has_candidate(inquiry, evidence) and lacks_ordinary(inquiry, evidence)


def is_confirmed(_inquiry: Inquiry, evidence: Evidence) -> bool:
    """The engine has confirmed the difference."""
    return evidence.confirmed is not None


def has_same_plan(_inquiry: Inquiry, evidence: Evidence) -> bool:
    """Both queries have the same plan, and no difference has been seen by the choices that it leaves open."""
    return evidence.same_plan is not None and evidence.candidate is None


def has_other_order(inquiry: Inquiry, evidence: Evidence) -> bool:
    """No difference has been seen, and the databases since have shown that columns are to be arranged otherwise."""
    if inquiry.pair.orders is None or evidence.candidate is not None or evidence.same_plan is not None:
        return False
    return inquiry.arrangement != evidence.arrangement


def lacks_plan(inquiry: Inquiry, evidence: Evidence) -> bool:
    """Both queries have plans that are not the same, and no difference has been seen."""
    return inquiry.planned and evidence.same_plan is None and evidence.candidate is None
