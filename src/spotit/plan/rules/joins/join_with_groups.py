"""A join with groups, each key of which is compared with a value from elsewhere, as subqueries."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, Exists, Expr
from spotit.plan.facts.conjuncts import conjunction, is_equality
from spotit.plan.facts.nullness import refuses
from spotit.plan.rules.block import JoinBlock, block_of, expressions_of, used_ids, with_input
from spotit.plan.rules.rows.first_by_key import is_settled
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import is_never_null, is_of_rows, value_of
from spotit.plan.walk import P, has_relation, rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    block = block_of(rel.input)
    if block is None or len(block.leaves) < 2 or block.outers:
        return None
    for leaf in block.leaves:
        if isinstance(leaf, r.Aggregate) and not leaf.bare and leaf.aggregates:
            found = _looked_up(leaf, block, place)
            if found is not None and not _reads_keys(leaf, found.rest, expressions_of(rel)):
                rest = [found.read(test) for test in found.rest]
                more = [] if found.is_implied else [Exists(r.Project(found.rows()[0], (), ()))]
                leaves = tuple(other for other in block.leaves if other is not leaf)
                joined = JoinBlock(leaves, (), (*rest, *more)).rel
                return replace(found.read(with_input(rel, r.ONE_ROW, {})), input=joined)
    return None


class _Lookup:
    """What a join with groups asks for: the groups with some keys, which come from elsewhere."""

    def __init__(self, groups: r.Aggregate, keys: dict[int, Compare], rest: list[Expr], place: RelationPlace) -> None:
        self._groups = groups
        self._keys = keys
        self._place = place
        self.rest = rest
        self._calls = dict(zip((c.id for c in groups.columns[len(groups.keys) :]), groups.aggregates, strict=True))

    @property
    def is_implied(self) -> bool:
        """Whether another condition is never true where the group has no row, or there is one group in any case."""
        if not self._groups.grouped:
            return True
        missing = [number for number, call in self._calls.items() if not is_never_null(call)]
        return any(refuses(test, {number}) for test in self.rest for number in missing)

    def rows(self) -> tuple[r.Rel, dict[int, Expr]]:
        """Return the rows of the group, copied, and their columns by the old ids."""
        copy, columns = self._place.copied(self._groups.input)
        made = {c.id: substitute(key, columns) for c, key in zip(self._groups.columns, self._groups.keys, strict=False)}
        return r.Filter(copy, conjunction([substitute(test, made) for test in self._keys.values()])), columns

    def read(self, part: P) -> P:
        """Return an expression with a subquery for each column of the groups."""

        def change(one: Expr) -> Expr | None:
            if isinstance(one, Column) and one.id in self._calls:
                rows, columns = self.rows()
                return value_of(substitute(self._calls[one.id], columns), rows, self._place)
            return None

        return rewrite(part, change)


def _looked_up(groups: r.Aggregate, block: JoinBlock, place: RelationPlace) -> _Lookup | None:
    here, keys = {column.id for column in groups.columns}, groups.columns[: len(groups.keys)]
    if not all(map(is_of_rows, groups.aggregates)) or any(map(has_relation, groups.keys)):
        return None
    if not is_settled(groups, place):
        return None
    fixed: dict[int, Compare] = {}
    for test in block.conditions:
        if isinstance(test, Compare) and is_equality(test):
            for one, other in ((test.left, test.right), (test.right, test.left)):
                plain = one in keys and not has_relation(other) and not here & used_ids([other])
                if plain and isinstance(one, Column) and one.collation.is_identity and one.id not in fixed:
                    fixed[one.id] = test
    if len(fixed) < len(keys):
        return None
    return _Lookup(groups, fixed, [test for test in block.conditions if test not in fixed.values()], place)


def _reads_keys(groups: r.Aggregate, rest: list[Expr], parts: tuple[object, ...]) -> bool:
    keys = {column.id for column in groups.columns[: len(groups.keys)]}
    return bool(keys & used_ids([*rest, *parts]))  # type: ignore[list-item]


JOIN_WITH_GROUPS = RelationRule(
    "join with groups",
    "a join with groups each key of which is compared with a value from elsewhere, and not read besides, asks that "
    "the group has a row, and its COUNT, MIN, MAX and AVG are subqueries about its rows; so are those of an aggregate "
    "without GROUP BY, which has one row",
    (r.Project, r.Aggregate),
    _apply,
)
