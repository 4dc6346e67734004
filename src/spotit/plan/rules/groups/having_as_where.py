"""HAVING on the keys of GROUP BY as WHERE."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.seen import takes_equals_alike
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, outer_columns, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Filter(input=r.Aggregate(grouped=True) as groups) if not may_fail(groups):
            conditions = conjuncts_of(rel.predicate)
            moved = [condition for condition in conditions if _is_of_keys(condition, groups, place)]
            if not moved:
                return None
            values = {column.id: key for column, key in zip(groups.columns, groups.keys, strict=False)}
            tested = r.Filter(groups.input, substitute(conjunction(moved), values))
            below = replace(groups, input=tested)
            left = [condition for condition in conditions if condition not in moved]
            return r.Filter(below, conjunction(left)) if left else below
    return None


def _is_of_keys(condition: Expr, groups: r.Aggregate, place: RelationPlace) -> bool:
    """Tell whether a condition is the same for all rows of a group."""
    if has_relation(condition):
        return False
    keys = {column.id: key for column, key in zip(groups.columns, groups.keys, strict=False)}
    read = [column for column in outer_columns(condition) if column in groups.columns]
    if not read or any(column.id not in keys or not column.collation.is_identity for column in read):
        return False
    alike = takes_equals_alike(condition)
    return alike or all(form_of(keys[column.id], groups.input, place.facts) is not None for column in read)


HAVING_AS_WHERE = RelationRule(
    "HAVING as WHERE",
    "a condition on keys of GROUP BY that equal values do not change (not 'a' and 'A', not 1 and 1.0) may be tested "
    "before the rows are grouped",
    (r.Filter,),
    _apply,
)
