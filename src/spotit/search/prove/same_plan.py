"""Queries that are the same plan return the same on every database: a proof without a search."""

from __future__ import annotations

from dataclasses import replace

from spotit.arrangement import Arrangement
from spotit.options import Options
from spotit.plan.facts.chance import may_fail_by_chance
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.isomorphic import isomorphic
from spotit.plan.rel import Project, Query, Rel
from spotit.plan.rules.normal_form import normal_form
from spotit.plan.rules.rewriting import Rewriting
from spotit.plan.walk import walk
from spotit.reason import Choice, Rewritten, SamePlan
from spotit.schema import Schema
from spotit.sql.same_text import same_up_to_names


def same_plan(
    plans: tuple[Query, Query], schema: Schema, options: Options, arrangement: Arrangement | None = None
) -> SamePlan | None:
    """Return the reason that both queries have the same plan, as they are or once rewritten; None if they do not.

    With an arrangement the columns of the right query are taken in its order, and those that it leaves out are dropped.

    Names do not count. No choice counts as open where the texts are the same too: SQLite then chooses the same. Where
    they are not, and something may fail or not as SQLite evaluates it or not, one plan is no proof.
    """
    seen, facts = seen_by(options.comparison(plans[0].ordered)), Facts.of(schema, options)
    left, right = (query.rel for query in plans)
    if arrangement is not None and arrangement != tuple(range(len(right.columns))):
        if may_fail(right):
            return None
        right = _arranged(right, arrangement)

    def choices(*rels: Rel) -> tuple[Choice, ...]:
        """Return what plans that permit the same results leave open; nothing if one of them is decided."""
        return min((open_choices(rel, seen, facts) for rel in rels), key=len)

    try:
        if isomorphic(left, right) and right is plans[1].rel and same_up_to_names(plans[0].sql, plans[1].sql):
            return SamePlan()
        if may_fail_by_chance(left, schema) or may_fail_by_chance(right, schema):
            return None
        if isomorphic(left, right):
            return SamePlan(choices(left))
        forms = [normal_form(rel, seen, facts) for rel in (left, right)]
        if not isomorphic(forms[0].rel, forms[1].rel):
            return None
        return SamePlan(choices(forms[0].rel, left, right), *map(_steps, forms))
    except RecursionError:  # a plan too deep to be walked
        return None


def _arranged(rel: Rel, arrangement: Arrangement) -> Rel:
    """Return the relation with some of its columns, in another order."""
    taken = tuple(rel.columns[place] for place in arrangement)
    fresh = 1 + max(column.id for node in walk(rel) if isinstance(node, Rel) for column in node.columns)
    columns = tuple(replace(column, id=fresh + place) for place, column in enumerate(taken))
    return Project(rel, taken, columns)


def _steps(form: Rewriting) -> tuple[Rewritten, ...]:
    return tuple(Rewritten(step.rule, step.place) for step in form.steps)
