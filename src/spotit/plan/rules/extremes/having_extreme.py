"""HAVING about the greatest or least value of a group, or about none or some of its rows, as WHERE."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Compare, CompareOp, Exists, Expr, IsNull, Literal, Not
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.seen import seen_below
from spotit.plan.rules.block import Head, expressions_of, used_ids
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.count_as_exists import said_of_count
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    match rel.input:
        case r.Filter(input=r.Aggregate(grouped=True, bare=(), aggregates=(call,)) as groups, predicate=asked):
            extreme = groups.columns[len(groups.keys)]
            tests = [test for test in conjuncts_of(asked) if extreme.id in used_ids([test])]
            rest = [test for test in conjuncts_of(asked) if test not in tests]
            if len(tests) != 1 or extreme.id in used_ids(expressions_of(rel)):
                return None
            said = _said(tests[0], call, extreme, groups, rel, place)
            if said is None:
                return None
            below = replace(
                groups, input=r.Filter(groups.input, said), aggregates=(), columns=groups.columns[: len(groups.keys)]
            )
            return replace(rel, input=r.Filter(below, conjunction(rest)) if rest else below)
    return None


def _said(
    test: Expr, call: AggCall, extreme: Column, groups: r.Aggregate, head: Head, place: RelationPlace
) -> Expr | None:
    """Return the condition on the rows of the groups for which a condition on their extreme value holds."""
    if call.func == "count" and isinstance(test, Compare):
        return _counted(test, call, extreme, groups, head, place)
    if not call.function.extreme or call.filter is not None or not isinstance(test, Compare):
        return None
    match test:
        case Compare(op=CompareOp.LT | CompareOp.LE, left=Literal(value=limit), right=right) if right == extreme:
            is_some = call.func == "max"
        case Compare(op=CompareOp.LT | CompareOp.LE, left=left, right=Literal(value=limit)) if left == extreme:
            is_some = call.func == "min"
        case _:
            return None
    if limit is None or call.collation is not test.collation or has_relation(call.args[0]):
        return None
    beyond = substitute(test, {extreme.id: call.args[0]})
    if is_some:
        return beyond if _are_identical(groups, head, place) else None
    if not never_null(call.args[0], groups.input, place.facts):
        return None
    return _none_beside(Not(beyond), groups, place)


def _counted(
    test: Compare, call: AggCall, number: Column, groups: r.Aggregate, head: Head, place: RelationPlace
) -> Expr | None:
    """Return the condition on the rows of the groups of which some row, or none, is counted."""
    tests = [*(Not(IsNull(arg)) for arg in call.args), *conjuncts_of(call.filter)]
    some = said_of_count(test, number)
    if some is None or not tests or any(map(has_relation, tests)):
        return None
    if not some:
        return _none_beside(conjunction(tests), groups, place)
    return conjunction(tests) if _are_identical(groups, head, place) else None


def _none_beside(condition: Expr, groups: r.Aggregate, place: RelationPlace) -> Expr | None:
    """Return that a condition is true for no row of the group in which a row is."""
    if is_open(groups.input, place):
        return None
    copy, columns = place.copied(groups.input)
    pairs = zip(groups.keys, groups.columns, strict=False)
    same = [Compare(CompareOp.IS, substitute(key, columns), key, made.collation) for key, made in pairs]
    return Not(Exists(r.Project(r.Filter(copy, conjunction([*same, substitute(condition, columns)])), (), ())))


def _are_identical(groups: r.Aggregate, head: Head, place: RelationPlace) -> bool:
    """Tell whether the rows of a group have the same keys as far as that is seen, so that any of them may go."""
    assert isinstance(head.input, r.Filter)
    forms = seen_below(head.input, seen_below(head, place.seen)["input"])["input"].forms
    pairs = zip(groups.keys, groups.columns, strict=False)
    return all(
        made.collation.is_identity and (not forms or form_of(key, groups.input, place.facts) is not None)
        for key, made in pairs
    )


HAVING_EXTREME = RelationRule(
    "HAVING of an extreme",
    "groups with MAX(a) above a constant, of which only keys are read, are the groups of the rows with a above it if "
    "the keys of a group are identical (not 'a' and 'A', not 1 and 1.0), and those with MIN(a) above it the groups of "
    "the rows beside which no row of the group has another a, if that is never NULL; the same for below; "
    "groups with some row that COUNT counts are the groups of those rows under the same condition on keys, and those "
    "with none the groups of the rows beside which there is none",
    (r.Project, r.Aggregate),
    _apply,
)
