"""Two queries as terms, at the bounds that a proof asks for."""

from __future__ import annotations

from dataclasses import replace

from spotit.assumption import EXACT_NUMBERS, Assumption
from spotit.budget import Proving
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.plan.rel import Query
from spotit.plan.rules.all_rules import BY_FOREIGN_KEYS
from spotit.reason import Choice
from spotit.search.evidence import Evidence
from spotit.search.meter import Meter
from spotit.search.prove.same_plan import NormalForms
from spotit.search.prove.setting import SampledValues, make_setting
from spotit.symbolic import ledger
from spotit.symbolic.encode import Encoding, Setting, encode
from spotit.symbolic.execution import GivenUp
from spotit.work import Allowance

_ANY = 1000
"""More rows than any bound has."""


@frozen
class RewrittenPlans:
    """Two plans in normal form, and what it takes for granted that they return what the queries do."""

    plans: tuple[Query, Query]
    setting: Setting
    taken: tuple[Assumption, ...]


def rewritten_plans(forms: NormalForms, samples: SampledValues, rows: int) -> RewrittenPlans | None:
    """Return the plans once rewritten, for a proof with so many rows; None where that is no help, or no proof.

    Queries that mean the same have more in common in normal form: joins that change nothing are gone, groups of a join
    are subqueries. Where something may fail by chance, the plans agree on databases on which nothing fails.
    """
    left, right = forms.both
    if all(len(form.steps) <= 1 for form in (left, right)):
        return None
    choices = set(forms.choices(left.rel, right.rel, *forms.rels))
    if choices and forms.merges(left.rel, right.rel):
        return None
    plans = replace(forms.plans[0], rel=left.rel), replace(forms.plans[1], rel=right.rel)
    options = replace(forms.options, bound=rows, semantics=forms.semantics)
    setting = make_setting(plans, samples, forms.schema, options)
    if setting.arrangements or forms.is_arranged:
        return None
    keys = any(step.rule in BY_FOREIGN_KEYS for side in forms.steps for step in side)
    taken = [ledger.FOREIGN_KEYS] if keys else []
    taken += [ledger.SUM_ORDER] if Choice.SUM in choices else []
    taken += [ledger.PERMITTED] if choices - {Choice.SUM} else []
    return RewrittenPlans(plans, setting, tuple(taken))


class Encodings:
    """Encodes two queries, at each bound once."""

    def __init__(self, plans: tuple[Query, Query], setting: Setting, budget: Proving, meter: Meter) -> None:
        self._plans = plans
        self._setting = setting
        self._budget = budget
        self._meter = meter
        self._kept: dict[int, Encoding] = {}
        self._too_large = _ANY
        """The least bound at which building the terms was given up."""

    def at(self, rows: int, evidence: Evidence, allowance: Allowance | None = None) -> tuple[Encoding | None, Evidence]:
        """Return the encoding at a bound, or None when there is none, and the evidence with the reason for it."""
        if rows in self._kept:
            return self._kept[rows], evidence
        if rows >= self._too_large:
            return None, evidence
        try:
            allowance = (allowance or self._meter.rest).part(self._budget.encoding_share)
            self._kept[rows] = encode(*self._plans, rows, self._setting, allowance=allowance)
            return self._kept[rows], replace(evidence, encoded=True)
        except UnsupportedSql as error:
            return None, replace(evidence, unsupported=error, encoded=False)
        except GivenUp as error:
            self._too_large = rows
            return None, replace(evidence, obstacle=error.obstacle, encoded=True)

    def over_doubles(self, rows: int, allowance: Allowance) -> Encoding | None:
        """Return the encoding in which arithmetic rounds and overflows, None if it cannot do without exact numbers."""
        terms = self._kept[rows].terms if rows in self._kept else None
        try:
            encoding = encode(*self._plans, rows, self._setting, allowance=allowance, doubles=True, terms=terms)
        except (UnsupportedSql, GivenUp):
            return None
        return encoding if EXACT_NUMBERS.isdisjoint(assumption.kind for assumption in encoding.assumptions) else None
