"""Queries that are the same plan return the same on every database: a proof without a search."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from spotit.arrangement import Arrangement
from spotit.options import Options, Semantics
from spotit.plan.facts.chance import may_fail_by_chance
from spotit.plan.facts.choices import chooses, count_choices, open_choices
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, seen_by
from spotit.plan.isomorphic import isomorphic
from spotit.plan.notes import Notes
from spotit.plan.rel import Aggregate, Distinct, Filter, Limit, OrderBy, Project, Query, Rel, SetOp, Values
from spotit.plan.rules.normal_form import normal_form
from spotit.plan.rules.rewriting import Rewriting
from spotit.plan.walk import walk
from spotit.reason import Choice, Rewritten, SamePlan
from spotit.schema import Schema
from spotit.sql.same_text import same_up_to_names


@dataclass(frozen=True)
class NormalForms:
    """Two plans, and what they are once rewritten.

    With an arrangement the columns of the right query are taken in its order, and those that it leaves out are dropped.
    """

    plans: tuple[Query, Query]
    schema: Schema
    options: Options
    arrangement: Arrangement | None = None
    absence: bool = True
    """Whether no row is told from a row of NULLs."""
    notes: Notes = field(default_factory=Notes)
    """What is known of plans over this schema, perhaps from other comparisons."""

    @property
    def is_arranged(self) -> bool:
        """Whether the columns of the right query are not taken as they are."""
        whole = tuple(range(len(self.plans[1].rel.columns)))
        return self.arrangement is not None and self.arrangement != whole

    @cached_property
    def rels(self) -> tuple[Rel, Rel]:
        """Both plans before they are rewritten."""
        left, right = (query.rel for query in self.plans)
        if self.arrangement is None or not self.is_arranged:
            return left, right
        return left, _arranged(right, self.arrangement)

    @cached_property
    def semantics(self) -> Semantics:
        """How the results are compared: those that never hold a row twice are the same bag if they are the same set."""
        asked = self.options.comparison(self.plans[0].ordered)
        if asked is not Semantics.BAG or not any(map(_drops_copies, self.rels)):
            return asked
        if all(unique_on(rel, rel.columns, self.facts) for rel in self.rels):
            return Semantics.SET
        return asked

    @cached_property
    def seen(self) -> Seen:
        """What the comparison sees of the results."""
        return replace(seen_by(self.semantics), absence=self.absence)

    @cached_property
    def without_absence(self) -> NormalForms | None:
        """The same plans where no row is not told from a row of NULLs, if the options say so and it makes a change."""
        if self.options.degenerate or not self.absence or not any(map(_has_one_row, self.rels)):
            return None
        return replace(self, absence=False)

    @cached_property
    def facts(self) -> Facts:
        """What the schema promises."""
        return Facts.of(self.schema, self.options)

    @cached_property
    def by_chance(self) -> bool:
        """Whether something may fail or not as SQLite evaluates it or not: then no rewriting is a proof.

        A column that is dropped is evaluated nevertheless.
        """
        if self.is_arranged and may_fail(self.plans[1].rel):
            return True
        return any(may_fail_by_chance(rel, self.schema) for rel in self.rels)

    @cached_property
    def both(self) -> tuple[Rewriting, Rewriting]:
        """The rewritten plans."""
        left, right = map(self._form, self.rels)
        return left, right

    def _form(self, rel: Rel) -> Rewriting:
        return self.notes.once(("normal form", self.seen), rel, lambda: normal_form(rel, self.seen, self.facts))

    @property
    def steps(self) -> tuple[tuple[Rewritten, ...], tuple[Rewritten, ...]]:
        """How the left and the right plan were rewritten."""
        left, right = (tuple(Rewritten(step.rule, step.place) for step in form.steps) for form in self.both)
        return left, right

    def choices(self, *rels: Rel) -> tuple[Choice, ...]:
        """Return what plans that permit the same results leave open; nothing if one of them is decided."""
        return min((open_choices(rel, self.seen, self.facts) for rel in rels), key=len)

    def merges(self, *forms: Rel) -> bool:
        """Tell whether rewriting may have taken choices for one that a query makes in several places.

        A query that makes the same choice twice may choose differently each time.
        """
        counts = {count_choices(rel, self.seen, self.facts) for rel in (*self.rels, *forms)}
        return len(counts) > 1 and any(map(self._repeats_choice, self.rels))

    def _repeats_choice(self, rel: Rel) -> bool:
        sites = [node for node in walk(rel) if isinstance(node, Rel) and chooses(node, self.seen, self.facts)]
        return any(isomorphic(one, other) for one, other in combinations(sites, 2))


def same_plan(forms: NormalForms) -> SamePlan | None:
    """Return the reason that both queries have the same plan, as they are or once rewritten; None if they do not.

    Names do not count. No choice counts as open where the texts are the same too: SQLite then chooses the same. Where
    they are not, and something may fail or not as SQLite evaluates it or not, one plan is no proof.
    """
    (left, right), texts = forms.rels, [query.sql for query in forms.plans]
    try:
        if isomorphic(left, right) and not forms.is_arranged and same_up_to_names(*texts):
            return SamePlan()
        if forms.by_chance:
            return None
        if isomorphic(left, right):
            return SamePlan(forms.choices(left))
        if not isomorphic(forms.both[0].rel, forms.both[1].rel):
            return None
        choices = forms.choices(forms.both[0].rel, left, right)
        if choices and forms.merges(forms.both[0].rel):
            return None
        return SamePlan(choices, *forms.steps)
    except RecursionError:  # a plan too deep to be walked
        return None


def _drops_copies(rel: Rel) -> bool:
    """Tell whether a query drops copies at the top, so that there is something to gain from not seeing them."""
    while isinstance(rel, Project | OrderBy):
        rel = rel.input
    return isinstance(rel, Distinct | SetOp)


def _has_one_row(rel: Rel) -> bool:
    """Tell whether a result may be one row for which another query has none."""
    while isinstance(rel, Project | OrderBy | Filter):
        rel = rel.input
    return isinstance(rel, Limit | Values) or (isinstance(rel, Aggregate) and not rel.grouped)


def _arranged(rel: Rel, arrangement: Arrangement) -> Rel:
    """Return the relation with some of its columns, in another order."""
    taken = tuple(rel.columns[place] for place in arrangement)
    fresh = 1 + max(column.id for node in walk(rel) if isinstance(node, Rel) for column in node.columns)
    columns = tuple(replace(column, id=fresh + place) for place, column in enumerate(taken))
    return Project(rel, taken, columns)
