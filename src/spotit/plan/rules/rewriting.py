"""Rewrites a plan by rules until none applies, innermost nodes first, and says which steps were taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import same_orders
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, SeenValue, seen_below, seen_by_subquery
from spotit.plan.renumbered import first_free
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule, RelationPlace, RelationRule, Rule
from spotit.plan.walk import Part, walk, with_parts

STEPS_PER_NODE = 20
"""A plan that is not done after so many steps is left as it then is: each step is sound by itself."""


_FRESH = 10**8
"""Columns that rules make have ids from here on: rules that only shift an id stay below."""


@frozen
class RewritingStep:
    """One application of a rule: at which place, to which node, with which result."""

    rule: str
    place: str
    """The names of the fields that lead to the node, from the root."""
    before: Part
    after: Part


@frozen
class Rewriting:
    """A rewritten plan and how it came about."""

    rel: r.Rel
    steps: tuple[RewritingStep, ...]


def rewritten(
    rel: r.Rel,
    rules: Iterable[Rule],
    seen: Seen,
    facts: Facts,
    *,
    entered: tuple[type[r.Rel], ...] | None = None,
    most_steps: int | None = None,
) -> Rewriting:
    """Return the plan after applying the rules wherever they apply; no more than `seen` is seen of its result.

    With `entered`, only the relations directly below relations of these kinds are rewritten, not what is elsewhere.
    """
    most = STEPS_PER_NODE * sum(1 for _ in walk(rel)) if most_steps is None else most_steps
    run = _Run(rules, facts, entered, most, count(max(_FRESH, first_free(rel))))
    return Rewriting(run.relation(rel, seen, ()), tuple(run.steps))


_TESTS = {
    (r.Filter, "predicate"),
    (r.Join, "on"),
    (e.AggCall, "filter"),
    (e.WindowCall, "filter"),
    (e.When, "condition"),
}
"""Where only the truth of an expression is seen."""

Path = tuple[str, ...]


class _RuleTable:
    """Rules by the kinds of nodes that they may apply to."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._for_relations: dict[type, list[RelationRule]] = {}
        self.for_expressions: dict[type, list[ExpressionRule]] = {}
        self._applicable: dict[tuple[type, Seen], list[RelationRule]] = {}
        for rule in rules:
            for kind in rule.kinds:
                if isinstance(rule, RelationRule):
                    self._for_relations.setdefault(kind, []).append(rule)
                else:
                    self.for_expressions.setdefault(kind, []).append(rule)

    def for_relation(self, kind: type, seen: Seen) -> list[RelationRule]:
        """Return the rules on a kind of relation that lose nothing which is seen."""
        known = self._applicable.get((kind, seen))
        if known is None:
            rules = self._for_relations.get(kind, ())
            known = [rule for rule in rules if not any(loss.is_seen(seen) for loss in rule.loses)]
            self._applicable[kind, seen] = known
        return known


@lru_cache(maxsize=8)
def _table_of(rules: tuple[Rule, ...]) -> _RuleTable:
    return _RuleTable(rules)


class _Run:
    def __init__(
        self,
        rules: Iterable[Rule],
        facts: Facts,
        entered: tuple[type[r.Rel], ...] | None,
        most_steps: int,
        numbers: Iterator[int],
    ) -> None:
        self._numbers = numbers
        self.steps: list[RewritingStep] = []
        self._entered = entered
        self._most_steps = most_steps
        self._facts = facts
        self._rules = _table_of(tuple(rules))
        self._done: dict[tuple[int, Seen], r.Rel] = {}
        """Relations to which no rule applies any more, by identity."""

    def relation(self, rel: r.Rel, seen: Seen, path: Path) -> r.Rel:
        while (id(rel), seen) not in self._done:
            rel = self._with_parts(rel, seen, path)
            new = self._relation_step(rel, seen, path)
            if new is None:
                self._done[id(rel), seen] = rel
                break
            rel = new
        return rel

    def _with_parts(self, rel: r.Rel, seen: Seen, path: Path) -> r.Rel:
        entered = self._entered
        if entered is not None and not isinstance(rel, entered):
            return rel
        below = seen_below(r.any_rel(rel), seen)
        over = _rows_of(rel)

        def changed(name: str, part: Part) -> Part:
            if isinstance(part, r.Rel):
                return self.relation(part, below[name], (*path, name))
            if entered is not None:
                return part
            return self._part(part, _seen_in_field(rel, name, SeenValue.VALUE), over, (*path, name))

        return with_parts(rel, changed)

    def _relation_step(self, rel: r.Rel, seen: Seen, path: Path) -> r.Rel | None:
        if len(self.steps) >= self._most_steps:
            return None
        place = RelationPlace(self._facts, seen, self._numbers)
        for rule in self._rules.for_relation(type(rel), seen):
            new = rule.apply(rel, place)
            if new is not None and (not seen.order or same_orders(rel, new, self._facts)):
                self.steps.append(RewritingStep(rule.name, ".".join(path), rel, new))
                return new
        return None

    def _part(self, part: Part, truth: SeenValue, over: r.Rel | None, path: Path) -> Part:
        """Rewrite an expression, or a node that holds expressions."""
        while True:

            def changed(name: str, inner: Part, node: Part = part) -> Part:
                if isinstance(inner, r.Rel):
                    assert isinstance(node, e.Exists | e.Scalar | e.InRel)
                    return self.relation(inner, seen_by_subquery(node), (*path, name))
                return self._part(inner, _seen_in_field(node, name, truth), over, (*path, name))

            part = with_parts(part, changed)
            new = self._expression_step(part, truth, over, path) if isinstance(part, e.Expr) else None
            if new is None:
                return part
            part = new

    def _expression_step(self, expr: e.Expr, truth: SeenValue, over: r.Rel | None, path: Path) -> e.Expr | None:
        rules = self._rules.for_expressions.get(type(expr))
        if rules is None or len(self.steps) >= self._most_steps:
            return None
        place = ExpressionPlace(self._facts, truth, over)
        for rule in rules:
            if truth > rule.keeps:
                continue
            new = rule.apply(expr, place)
            if new is not None:
                self.steps.append(RewritingStep(rule.name, ".".join(path), expr, new))
                return new
        return None


def _seen_in_field(node: Part, name: str, truth: SeenValue) -> SeenValue:
    """Return how much is seen of an expression in a field of a node of which `truth` is seen."""
    if (type(node), name) in _TESTS:
        return SeenValue.TRUE
    match node:
        case e.And() | e.Or():
            return min(truth, SeenValue.LOGIC)
        case e.Not():
            return SeenValue.LOGIC
        case e.Case() | e.When():
            return truth
    return SeenValue.VALUE


def _rows_of(rel: r.Rel) -> r.Rel | None:
    """Return the relation over whose rows the expressions of a node are evaluated."""
    match rel:
        case r.Join():
            return r.Join(r.JoinKind.INNER, rel.left, rel.right)
        case r.Filter() | r.Project() | r.Aggregate() | r.OrderBy() | r.Window() | r.Unnest():
            return rel.input
    return None
