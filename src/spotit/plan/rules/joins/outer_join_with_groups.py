"""A left join with groups, each key of which is compared with a value of the kept side, as subqueries."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Case, Column, Compare, Exists, Expr, IsNull, Literal, Not, When
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of, is_equality
from spotit.plan.rules.block import Head, JoinBlock, Outer, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.rows.first_by_key import is_settled
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_never_null, is_of_rows, value_of
from spotit.plan.walk import P, has_relation, rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None:
        return None
    for outer in block.outers:
        if _is_looked_up(outer, block, rel, place):
            assert isinstance(outer.optional, r.Aggregate)
            partners = _Partners(outer.optional, conjuncts_of(outer.on), place)
            rest = replace(
                block,
                outers=tuple(other for other in block.outers if other is not outer),
                conditions=tuple(map(partners.read, block.conditions)),
            )
            return replace(partners.read(with_input(rel, r.ONE_ROW, {})), input=rest.rel)
    return None


def _is_looked_up(outer: Outer, block: JoinBlock, head: Head, place: RelationPlace) -> bool:
    """Tell whether a row has one partner at most, the group with its keys, of which only aggregates are read."""
    groups = outer.optional
    if not isinstance(groups, r.Aggregate) or groups.bare or not groups.grouped or not groups.aggregates:
        return False
    here, keys = {column.id for column in groups.columns}, groups.columns[: len(groups.keys)]
    compared = [_key(test, here) for test in conjuncts_of(outer.on)]
    if None in compared or sorted(key.id for key in compared if key) != sorted(key.id for key in keys):
        return False
    if any(not key.collation.is_identity for key in keys) or any(map(has_relation, groups.keys)):
        return False
    others = [other.on for other in block.outers if other is not outer and other.on is not None]
    if here & used_ids(others) or {key.id for key in keys} & used_ids([*expressions_of(head), *block.conditions]):
        return False
    return all(map(is_of_rows, groups.aggregates)) and is_settled(groups, place)


def _key(test: Expr, here: set[int]) -> Column | None:
    """Return the column of the groups that a condition says is equal to a value from elsewhere."""
    if isinstance(test, Compare) and is_equality(test) and not has_relation(test):
        for one, other in ((test.left, test.right), (test.right, test.left)):
            if isinstance(one, Column) and one.id in here and not here & used_ids([other]):
                return one
    return None


class _Partners:
    """The rows of the group that a row of the kept side is joined with."""

    def __init__(self, groups: r.Aggregate, tests: list[Expr], place: RelationPlace) -> None:
        self._groups = groups
        self._tests = tests
        self._place = place
        self._calls = dict(zip((c.id for c in groups.columns[len(groups.keys) :]), groups.aggregates, strict=True))

    def _rows(self) -> tuple[r.Rel, dict[int, Expr]]:
        copy, columns = self._place.copied(self._groups.input)
        made = {c.id: substitute(key, columns) for c, key in zip(self._groups.columns, self._groups.keys, strict=False)}
        return r.Filter(copy, conjunction([substitute(test, made) for test in self._tests])), columns

    def read(self, part: P) -> P:
        """Return an expression or a query with a subquery for each column of the groups."""
        return rewrite(part, self._changed)

    def _changed(self, part: Expr) -> Expr | None:
        match part:
            case Case(whens=(When(condition=Not(arg=IsNull(arg=Column() as one)), result=other),), default=default):
                counts = (
                    default == Literal(0)
                    and one == other
                    and one.id in self._calls
                    and self._calls[one.id].function.counts
                )
                return self._value(self._calls[one.id]) if counts else None
            case IsNull(arg=Column(id=number)) if number in self._calls and self._calls[number].function.counts:
                return Not(self._some())
            case Column(id=number) if number in self._calls:
                call = self._calls[number]
                value = self._value(call)
                return Case((When(self._some(), value),), Literal(None)) if is_never_null(call) else value
        return None

    def _value(self, call: AggCall) -> Expr:
        rows, columns = self._rows()
        return value_of(substitute(call, columns), rows, self._place)

    def _some(self) -> Expr:
        return Exists(r.Project(self._rows()[0], (), ()))


OUTER_JOIN_WITH_GROUPS = RelationRule(
    "outer join with groups",
    "the MIN, MAX and AVG of a left join with groups each key of which is compared with a value of the kept side, and "
    "not read besides, are subqueries about the rows of the group, and its COUNT is one where there is such a row, "
    "NULL elsewhere",
    (r.Project, r.Aggregate),
    _apply,
)
