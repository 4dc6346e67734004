"""EXISTS that asks for a row which the query around it already stands at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Case, Column, Compare, CompareOp, Exists, Expr, IsNull, Literal, Not, When
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of, equated_columns
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rules.block import JoinBlock, block_of, with_input
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    for number, condition in enumerate(block.conditions):
        rest = block.conditions[:number] + block.conditions[number + 1 :]

        def change(part: Expr, rest: Sequence[Expr] = rest) -> Expr | None:
            return _said(part, block, rest, place.facts) if isinstance(part, Exists) else None

        new = rewrite(condition, change)
        if new != condition:
            conditions = (*block.conditions[:number], new, *block.conditions[number + 1 :])
            return with_input(rel, replace(block, conditions=conditions).rel, {})
    return None


def _said(expr: Exists, block: JoinBlock, rest: Sequence[Expr], facts: Facts) -> Expr | None:
    """Return what an EXISTS asks of the row of a table that is there already; None if it may ask for another one."""
    match expr.rel:
        case r.Project(input=r.Filter(input=r.Scan() as scan) as rows):
            tests = conjuncts_of(rows.predicate)
            for columns in twins(scan, block):
                asked = [substitute(test, columns) for test in tests]
                if all(_holds(test, block, rest, facts) for test in asked):
                    return Literal(1)
                if _by_key(tests, scan, columns, facts):
                    return Case((When(conjunction([_given(test) for test in asked]), Literal(1)),), Literal(0))
    return None


def twins(scan: r.Scan, block: JoinBlock) -> Iterator[Mapping[int, Column]]:
    """Yield the columns of each scan of the same table in a block, by the ids of those that they stand for."""
    for other in block.scans:
        if other.table == scan.table and set(scan.fields) <= set(other.fields):
            named = dict(zip(other.fields, other.columns, strict=True))
            yield {column.id: named[name] for name, column in zip(scan.fields, scan.columns, strict=True)}


def _holds(test: Expr, block: JoinBlock, rest: Sequence[Expr], facts: Facts) -> bool:
    """Tell whether a condition on the row itself is true on every row for which the other conditions are."""
    match test:
        case Compare(op=CompareOp.IS, left=left, right=right) if left == right:
            return True
        case Compare(op=CompareOp.EQ, left=left, right=right) if left == right:
            tested = r.Filter(replace(block, conditions=()).rel, conjunction(list(rest)))
            return never_null(left, tested, facts)
    return test in rest


def _given(test: Expr) -> Expr:
    """Return a = a as the test that it is."""
    match test:
        case Compare(op=CompareOp.EQ, left=left, right=right) if left == right:
            return Not(IsNull(left))
    return test


def _by_key(tests: Sequence[Expr], scan: r.Scan, columns: Mapping[int, Column], facts: Facts) -> bool:
    """Tell whether the tests say that a key of both rows is equal, so that they are one row."""
    pairs = [{a.id, b.id} for pair in map(equated_columns, tests) if pair is not None for a, b in (pair,)]
    named = dict(zip(scan.fields, scan.columns, strict=True))
    for key in facts.keys(scan.table):
        found = [named[name] for name in key if name in named]
        if len(found) == len(key) and all({column.id, columns[column.id].id} in pairs for column in found):
            return True
    return False


EXISTS_OF_SAME_ROW = RelationRule(
    "EXISTS of the same row",
    "EXISTS (SELECT ... FROM t WHERE a) is true beside a row of t on which a holds, and says no more than that where a "
    "asks that both have the same key",
    (r.Project, r.Aggregate),
    _apply,
)
