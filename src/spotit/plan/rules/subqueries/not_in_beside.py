"""NOT IN beside a condition that its operand is not NULL, as NOT EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Column, Exists, Expr, InRel, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.nullness import never_null, refuses
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.in_as_exists import matching_rows


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Filter)
    tests = conjuncts_of(rel.predicate)
    made = [_as_exists(test, [other for other in tests if other is not test], rel.input, place) for test in tests]
    return None if made == tests else r.Filter(rel.input, conjunction(made))


def _as_exists(test: Expr, others: list[Expr], rows: r.Rel, place: RelationPlace) -> Expr:
    match test:
        case Not(arg=InRel(args=args, rel=rel) as membership):
            sure = all(never_null(column, rel, place.facts) for column in rel.columns)
            if sure and all(_is_given(arg, others, rows, place) for arg in args):
                return Not(Exists(r.Project(matching_rows(membership), (), ())))
    return test


def _is_given(arg: Expr, others: list[Expr], rows: r.Rel, place: RelationPlace) -> bool:
    """Tell whether an operand is not NULL on the rows for which the other conditions hold."""
    if never_null(arg, rows, place.facts):
        return True
    return isinstance(arg, Column) and any(refuses(other, {arg.id}) for other in others)


NOT_IN_BESIDE = RelationRule(
    "NOT IN beside a NULL test",
    "a NOT IN (SELECT b ...) is NOT EXISTS (SELECT ... WHERE b = a) beside a condition that is never true where a is "
    "NULL, if b is never NULL",
    (r.Filter,),
    _apply,
)
