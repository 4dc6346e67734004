"""Which column of a left plan each column of a right plan stands for, and who can extend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen
from spotit.plan.isomorphic import renaming
from spotit.plan.walk import outer_columns, substitute
from spotit.search.prove.matching.equal_rows import EqualRows

Names = dict[int, e.Column]
"""The left column that each right column stands for, by the id of the right one."""


class Matcher(Protocol):
    """What the matching of one kind of relation needs of the matching of all."""

    @property
    def facts(self) -> Facts:
        """What the schema promises."""

    @property
    def rows(self) -> EqualRows:
        """The questions about single rows."""

    def relation(self, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
        """Return `names` with the columns of two relations of equal rows, as far as `seen`; None if unknown."""

    def read(self, expr: e.Expr, ours: Sequence[e.Expr], names: Names) -> e.Expr:
        """Return an expression of the right plan in the columns and subqueries of the left one, as far as it goes."""


def placed(left: r.Rel, right: r.Rel, names: Names) -> bool:
    """Tell whether corresponding columns stand in the same places."""
    twins = [names.get(column.id) for column in right.columns]
    return [twin and twin.id for twin in twins] == [column.id for column in left.columns]


def beside(left: r.Rel, right: r.Rel, names: Names) -> Names:
    """Return the names with the columns of two relations, place by place."""
    return {**names, **{theirs.id: ours for theirs, ours in zip(right.columns, left.columns, strict=True)}}


def same(left: r.Rel, right: r.Rel, names: Names) -> Names | None:
    """Return the names if both relations are the same but for those."""
    renamed = substitute(right, names)
    found = renaming(left, renamed, (column.id for column in outer_columns(left)))
    if found is None:
        return None
    columns = {column.id: column for column in left.columns}
    twins = {column.id: found.get(column.id) for column in right.columns}
    return {**names, **{number: columns[twin] for number, twin in twins.items() if twin in columns}}
