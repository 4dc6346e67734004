"""The first row of each partition."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import is_rank, is_row_number, numbers_once
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.block import expressions_of, used_ids
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    match rel.input:
        case r.Filter(input=r.Window(calls=(call,), added=(number,)) as window):
            tests = conjuncts_of(rel.input.predicate)
            asked = [test for test in tests if _is_first(test, number)]
            rest = [test for test in tests if test not in asked]
            if not asked or number.id in used_ids([*expressions_of(rel), *rest]):
                return None
            first = _first(call, window.input, place)
            if first is not None:
                return replace(rel, input=r.Filter(window.input, conjunction([*rest, first])))
    return None


def _is_first(test: e.Expr, number: e.Column) -> bool:
    match test:
        case e.Compare(op=e.CompareOp.EQ | e.CompareOp.IS, left=left, right=right):
            return {left, right} == {number, e.Literal(1)}
        case e.Compare(op=e.CompareOp.LE, left=left, right=e.Literal(value=1)):
            return left == number
        case e.Compare(op=e.CompareOp.LT, left=left, right=e.Literal(value=2)):
            return left == number
    return False


def _first(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr | None:
    """Return that a row has the least value by which its partition is ordered, or the greatest one."""
    if not call.order or call.filter is not None or any(map(has_relation, call.partition)):
        return None
    key, *more = call.order
    value = key.expr
    if not isinstance(value, e.Column) or value not in rows.columns or not key.collation.is_identity:
        return None
    pairs = list(zip(call.partition, call.partition_collations, strict=True))
    if not numbers_once(call, rows, place.facts) and (more or not is_rank(call)):
        return None
    if not (is_rank(call) or is_row_number(call)) or not never_null(value, rows, place.facts) or is_open(rows, place):
        return None
    copy, columns = place.copied(rows)
    tests: list[e.Expr] = [e.Compare(e.CompareOp.IS, substitute(p, columns), p, collation) for p, collation in pairs]
    same = r.Filter(copy, conjunction(tests)) if tests else copy
    extreme = e.AggCall("max" if key.descending else "min", (columns[value.id],), collation=key.collation)
    return e.Compare(e.CompareOp.EQ, value, value_of(extreme, same, place), key.collation)


FIRST_OF_PARTITION = RelationRule(
    "first of a partition",
    "a row that has RANK() 1, and one that has ROW_NUMBER() 1 if no two rows of a partition agree on the column that "
    "it is ordered by, has the least (or greatest) value of that column in its partition, if it is never NULL",
    (r.Project, r.Aggregate),
    _apply,
)
