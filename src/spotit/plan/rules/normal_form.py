"""The normal form of a plan: rewritten by all rules, then in canonical order."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.failures import fails, values_may_fail
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen
from spotit.plan.facts.sizes import Sizes
from spotit.plan.lineage import Lineage
from spotit.plan.rules.all_rules import RULES
from spotit.plan.rules.canonical_order import canonical_order
from spotit.plan.rules.rewriting import Rewriting, RewritingStep, rewritten
from spotit.plan.rules.rule import RelationRule, Rule
from spotit.plan.walk import Part, walk


def normal_form(rel: r.Rel, seen: Seen, facts: Facts, rules: Iterable[Rule] = RULES) -> Rewriting:
    """Return the normal form of a plan of whose result no more than `seen` is seen.

    A plan with an expression that may fail at run time stays as it is, since rules move and drop expressions; so does
    one of which a sum that may overflow would be dropped.
    """
    if values_may_fail(rel):
        return Rewriting(rel, ())
    found = _in_turn(rel, seen, facts, tuple(rules))
    overflowing = _overflowing(rel, facts)
    if overflowing and _overflowing(found.rel, facts) < overflowing:
        return Rewriting(rel, ())
    ordered = canonical_order(found.rel, seen)
    return Rewriting(ordered, (*found.steps, RewritingStep("canonical order", "", found.rel, ordered)))


def _in_turn(rel: r.Rel, seen: Seen, facts: Facts, rules: tuple[Rule, ...]) -> Rewriting:
    """Return the plan rewritten by the rules that are not late, then by all."""
    early = [rule for rule in rules if not isinstance(rule, RelationRule) or not rule.is_late]
    first = rewritten(rel, early, seen, facts)
    if not any(isinstance(node, r.Window) for node in walk(first.rel)):
        return first
    second = rewritten(first.rel, rules, seen, facts)
    return Rewriting(second.rel, (*first.steps, *second.steps))


def _overflowing(rel: r.Rel, facts: Facts) -> int:
    """Return how many sums there are that may leave 64 bits; one of small numbers or of counts does not."""
    failing = [node for node in walk(rel) if fails(node)]
    if not failing:
        return 0
    sizes = Sizes(Lineage(rel), facts.schema)

    def is_sure(node: Part) -> bool:
        return isinstance(node, e.AggCall | e.WindowCall) and node.func == "sum" and sizes.sum_fits(node.args[0])

    return sum(not is_sure(node) for node in failing)
