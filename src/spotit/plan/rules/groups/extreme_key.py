"""The least or greatest key of each group, as the row that has it."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Expr
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(aggregates=(AggCall(args=(Column() as key,), filter=None) as call,)):
            groups = [column for column in rel.keys if isinstance(column, Column)]
            shown = rel.grouped or (bool(rel.bare) and not place.seen.absence)
            if not shown or not call.function.extreme or not call.collation.is_identity or call.distinct:
                return None
            if len(groups) < len(rel.keys) or not _are_plain(rel, place):
                return None
            if not never_null(key, rel.input, place.facts) or is_open(rel.input, place):
                return None
            if not unique_on(rel.input, (key, *groups), place.facts):
                return None
            copy, columns = place.copied(rel.input)
            if not {key.id, *(column.id for column in groups)} <= set(columns):
                return None
            tests: list[Expr] = [Compare(CompareOp.IS, columns[column.id], column) for column in groups]
            rows = r.Filter(copy, conjunction(tests)) if tests else copy
            extreme = value_of(AggCall(call.func, (columns[key.id],), collation=call.collation), rows, place)
            found = r.Filter(rel.input, Compare(CompareOp.EQ, key, extreme, call.collation))
            return r.Project(found, (*rel.keys, key, *rel.bare), rel.columns)
    return None


def _are_plain(rel: r.Aggregate, place: RelationPlace) -> bool:
    """Tell whether equal keys of groups are identical."""
    pairs = zip(rel.keys, rel.columns, strict=False)
    return all(made.collation.is_identity and form_of(key, rel.input, place.facts) is not None for key, made in pairs)


EXTREME_KEY = RelationRule(
    "extreme key",
    "the least (or greatest) value in each group of a column that is never NULL and on which no two rows of a group "
    "agree is that of the row of the group that has it, and so are columns beside it, if equal keys of GROUP BY are "
    "identical; without GROUP BY beside a bare column, where no row is not told from a row of NULLs",
    (r.Aggregate,),
    _apply,
)
