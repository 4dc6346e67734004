"""The first row by a key."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Literal
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.seen import Seen
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.reason import Choice


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Project(
            input=r.Limit(
                input=r.OrderBy(input=below, keys=(first, *_)), limit=Literal(value=1), offset=None | Literal(value=0)
            )
        ) if isinstance(first.expr, Column) and first.collation.is_identity:
            key, facts = first.expr, place.facts
            if rel.exprs == (key,) and not place.seen.absence:
                return None  # it is an extreme value
            if not never_null(key, below, facts) or not unique_on(below, (key,), facts) or is_open(below, place):
                return None
            copy, columns = place.copied(below)
            if key.id not in columns:
                return None
            extreme = AggCall("max" if first.descending else "min", (columns[key.id],), collation=first.collation)
            found = Compare(CompareOp.EQ, key, value_of(extreme, copy, place), first.collation)
            return replace(rel, input=r.Filter(below, found))
    return None


def is_open(rel: r.Rel, place: RelationPlace) -> bool:
    """Tell whether a relation that is evaluated twice may come out differently."""
    return bool(open_choices(rel, Seen(order=False), place.facts))


def is_settled(groups: r.Aggregate, place: RelationPlace) -> bool:
    """Tell whether groups that are evaluated twice come out the same, but for the order in which numbers are added."""
    return not is_open(groups.input, place) and set(open_choices(groups, Seen(order=False), place.facts)) <= _ADDED


_ADDED = {Choice.SUM}

FIRST_BY_KEY = RelationRule(
    "first by key",
    "the first row by a column that is never NULL and that no two rows agree on is the row with its least value, or "
    "with its greatest one",
    (r.Project,),
    _apply,
)
