"""Queries whose plans have one shape and equal parts return the same on every database."""

from __future__ import annotations

from dataclasses import replace

from spotit.assumption import Assumption
from spotit.frozen import frozen
from spotit.plan.facts.failures import values_may_fail
from spotit.plan.renumbered import after
from spotit.reason import EqualParts
from spotit.search.prove.matching.correspondence import placed
from spotit.search.prove.matching.equal_rows import EqualRows
from spotit.search.prove.matching.same_shape import SameShape
from spotit.search.prove.matching.single_rows import SingleRows
from spotit.search.prove.same_plan import NormalForms
from spotit.search.prove.setting import SampledValues
from spotit.symbolic.ledger import NULL_ROWS
from spotit.work import Allowance


@frozen
class Shown:
    """A proof that two plans return the same, and what it takes for granted."""

    proof: EqualParts
    assumptions: tuple[Assumption, ...]


def equal_parts(forms: NormalForms, samples: SampledValues, allowance: Allowance) -> Shown | None:
    """Return what shows that two plans have one shape and equal parts; None if nothing does.

    Expressions that may fail at run time are left to the comparison of plans as they are. Where no row against a row of
    NULLs does not count as a difference, plans that agree but for that are enough.
    """
    try:
        found = _matched(forms, samples, allowance)
        loose = forms.without_absence if found is None else None
        if loose is not None:
            found = _matched(loose, samples, allowance)
            return None if found is None else replace(found, assumptions=(*found.assumptions, NULL_ROWS))
    except RecursionError:  # a plan too deep to be walked
        return None
    return found


def _matched(forms: NormalForms, samples: SampledValues, allowance: Allowance) -> Shown | None:
    if forms.by_chance or any(values_may_fail(form.rel) for form in forms.both):
        return None
    left = forms.both[0].rel
    right = after(left, forms.both[1].rel)
    if len(left.columns) != len(right.columns):
        return None
    rows = SingleRows(forms.schema, forms.options, samples, allowance)
    shape = SameShape(forms.facts, EqualRows(left, forms.facts, rows))
    names = shape.relation(left, right, {}, forms.seen)
    if names is None or not placed(left, right, names):
        return None
    choices = forms.choices(left, *forms.rels)
    if choices and forms.merges(left, right):
        return None
    return Shown(EqualParts(choices, *forms.steps, tuple(rows.questions)), tuple(rows.assumptions))
