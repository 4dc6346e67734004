"""Queries that are the same plan return the same on every database: a proof without a search."""

from __future__ import annotations

from spotit.options import Options
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.isomorphic import isomorphic
from spotit.plan.rel import Query
from spotit.reason import SamePlan
from spotit.schema import Schema
from spotit.sql.same_text import same_up_to_names
from spotit.symbolic.encode import semantics_of


def same_plan(plans: tuple[Query, Query], schema: Schema, options: Options) -> SamePlan | None:
    """Return the reason that both queries have the same plan, up to the names of their columns; None if they do not.

    No choice counts as open where the texts are the same too: SQLite then chooses the same.
    """
    left, right = plans
    if not isomorphic(left.rel, right.rel):
        return None
    if same_up_to_names(left.sql, right.sql):
        return SamePlan()
    seen = seen_by(semantics_of(left, options))
    return SamePlan(open_choices(left.rel, seen, Facts.of(schema, options)))
