"""The normal form of a plan: rewritten by all rules, then in canonical order."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.plan import rel as r
from spotit.plan.facts.failures import count_failing, values_may_fail
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen
from spotit.plan.rules.all_rules import RULES
from spotit.plan.rules.canonical_order import canonical_order
from spotit.plan.rules.rewriting import Rewriting, RewritingStep, rewritten
from spotit.plan.rules.rule import Rule


def normal_form(rel: r.Rel, seen: Seen, facts: Facts, rules: Iterable[Rule] = RULES) -> Rewriting:
    """Return the normal form of a plan of whose result no more than `seen` is seen.

    A plan with an expression that may fail at run time stays as it is, since rules move and drop expressions; so does
    one of which a sum that may overflow would be dropped.
    """
    if values_may_fail(rel):
        return Rewriting(rel, ())
    found = rewritten(rel, rules, seen, facts)
    if count_failing(found.rel) < count_failing(rel):
        return Rewriting(rel, ())
    ordered = canonical_order(found.rel, seen)
    return Rewriting(ordered, (*found.steps, RewritingStep("canonical order", "", found.rel, ordered)))
