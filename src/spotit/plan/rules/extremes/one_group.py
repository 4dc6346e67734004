"""EXISTS of the one group that some values single out."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, Exists, Expr
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of, is_equality
from spotit.plan.rules.block import used_ids
from spotit.plan.rules.rows.first_by_key import is_settled
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_of_rows, value_of
from spotit.plan.walk import has_relation, rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    tests = conjuncts_of(rel.predicate)
    made = [part for test in tests for part in _said(test, place)]
    return None if made == tests else r.Filter(rel.input, conjunction(made))


def _said(test: Expr, place: RelationPlace) -> list[Expr]:
    """Return that the group has a row, and what is asked of its aggregates as of those of its rows."""
    match test:
        case Exists(rel=r.Project(input=r.Filter(input=r.Aggregate(bare=()) as groups, predicate=asked))):
            keys = {column.id for column in groups.columns[: len(groups.keys)]}
            if keys & used_ids([asked]) or not _is_one(groups) or not is_settled(groups, place):
                return [test]
            if not all(map(is_of_rows, groups.aggregates)):
                return [test]
            copy, _ = place.copied(groups.input)
            some: list[Expr] = [Exists(r.Project(copy, (), ()))] if groups.grouped else []
            return [*some, _of_rows(asked, groups, place)]
    return [test]


def _of_rows(asked: Expr, groups: r.Aggregate, place: RelationPlace) -> Expr:
    calls = dict(zip((c.id for c in groups.columns[len(groups.keys) :]), groups.aggregates, strict=True))

    def change(part: Expr) -> Expr | None:
        if isinstance(part, Column) and part.id in calls:
            rows, columns = place.copied(groups.input)
            return value_of(substitute(calls[part.id], columns), rows, place)
        return None

    return rewrite(asked, change)


def _is_one(groups: r.Aggregate) -> bool:
    """Tell whether all rows have the same keys, since each is compared with a value from elsewhere."""
    tests = conjuncts_of(groups.input.predicate) if isinstance(groups.input, r.Filter) else []
    here = {column.id for column in groups.input.columns}
    fixed = {
        one
        for test in tests
        if isinstance(test, Compare) and is_equality(test)
        for one, other in ((test.left, test.right), (test.right, test.left))
        if not here & used_ids([other]) and not has_relation(other)
    }
    return all(key in fixed for key in groups.keys)


ONE_GROUP = RelationRule(
    "EXISTS of one group",
    "EXISTS (SELECT ... GROUP BY a HAVING c) is true where there is a row and c is true of the aggregates of all rows, "
    "as subqueries, if each key is compared with a value from elsewhere, so that there is one group at most",
    (r.Filter,),
    _apply,
)
