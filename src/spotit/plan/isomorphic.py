"""Whether two plans are the same up to the ids and names of their columns.

Both plans are walked side by side. A column is paired with its twin where both are produced, and a reference must then
name the twin. Names and affinities of columns mean nothing here: lowering has written out every conversion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import assert_never

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import Part, parts, produced


def isomorphic(left: r.Rel, right: r.Rel) -> bool:
    """Tell whether a one-to-one renaming of columns turns the one plan into the other, results in the same places."""
    pairing = _Pairing()
    return pairing.same(left, right) and pairing.placed(left, right)


def renaming(left: r.Rel, right: r.Rel, around: Iterable[int] = ()) -> Mapping[int, int] | None:
    """Return which id of the left plan each id of the right one stands for, if a renaming makes one of both, else None.

    Columns of the queries `around` both, by their ids, stand for themselves. Results may stand in other places.
    """
    pairing = _Pairing(around)
    return pairing.left_of if pairing.same(left, right) else None


class _Pairing:
    """The columns (and recursions) of both plans that have been found to correspond, by their ids."""

    def __init__(self, around: Iterable[int] = ()) -> None:
        self._right_of: dict[int, int] = {number: number for number in around}
        self.left_of: dict[int, int] = dict(self._right_of)

    def same(self, left: Part | None, right: Part | None) -> bool:
        """Tell whether two parts are the same, and pair the columns that they produce."""
        if left is None or right is None or type(left) is not type(right):
            return False
        if isinstance(left, e.Column):
            assert isinstance(right, e.Column)
            return self._right_of.get(left.id) == right.id
        if said_by(left) != said_by(right):
            return False
        if isinstance(left, r.Recursive):
            assert isinstance(right, r.Recursive)
            self._pair(left.name_id, right.name_id)
        if not all(self.same(a, b) for a, b in zip_longest(parts(left), parts(right))):
            return False
        if not all(self.placed(a, b) for a, b in zip(_by_place(left), _by_place(right), strict=True)):
            return False
        return not isinstance(left, r.Rel) or self._produce(left, right)

    def placed(self, left: r.Rel, right: r.Rel) -> bool:
        """Tell whether corresponding columns stand in the same places."""
        if len(left.columns) != len(right.columns):
            return False
        return all(self.same(a, b) for a, b in zip(left.columns, right.columns, strict=True))

    def _produce(self, left: r.Rel, right: Part) -> bool:
        """Pair the columns that two relations bring into being: those of a table by name, others by place."""
        mine, others = produced(left), produced(right)
        if isinstance(left, r.Scan):
            assert isinstance(right, r.Scan)
            named = dict(zip(right.fields, right.columns, strict=True))
            shared = [name for name in left.fields if name in named]
            mine = tuple(c for name, c in zip(left.fields, left.columns, strict=True) if name in named)
            others = tuple(named[name] for name in shared)
        if isinstance(left, r.Working):
            assert isinstance(right, r.Working)
            if self._right_of.get(left.name_id) != right.name_id:
                return False
        paired = [self._pair(column.id, other.id) for column, other in zip(mine, others, strict=False)]
        return len(mine) == len(others) and all(paired)

    def _pair(self, left: int, right: int) -> bool:
        """Pair two ids that are produced; False if one of them has been produced before."""
        if left in self._right_of or right in self.left_of:
            return False
        self._right_of[left] = right
        self.left_of[right] = left
        return True


def _by_place(part: Part) -> tuple[r.Rel, ...]:
    """Return the parts of a node whose columns it reads by their place."""
    match part:
        case r.SetOp():
            return part.left, part.right
        case r.Recursive():
            return part.initial, part.step
        case e.Scalar() | e.InRel():
            return (part.rel,)
    return ()


def said_by(part: Part) -> object:
    """Return all that a node says besides its parts and its columns' ids, names and affinities."""
    if isinstance(part, r.Rel):
        return _of_relation(r.any_rel(part))
    if isinstance(part, e.Expr):
        return _of_expression(e.any_expr(part))
    match part:
        case e.SortKey():
            return part.descending, part.nulls_first, part.collation
        case e.AggCall():
            return part.func, part.distinct, part.collation, len(part.args), len(part.order), part.filter is None
        case e.WindowCall():
            counts = len(part.args), len(part.partition), len(part.order)
            return part.func, part.collation, part.partition_collations, counts, part.filter is None
        case e.Frame():
            return part.unit, part.exclude
        case e.FrameBound():
            return part.kind, part.offset is None
        case _:
            assert_never(part)


def _of_relation(rel: r.AnyRel) -> object:  # noqa: C901 (one case a kind of relation)
    match rel:
        case r.Scan():
            return rel.table
        case r.Values():
            return len(rel.rows), len(rel.columns)
        case r.Filter():
            return None
        case r.Project():
            return len(rel.columns)
        case r.Join():
            return rel.kind, rel.on is None
        case r.Aggregate():
            keys = len(rel.keys)
            return rel.grouped, keys, len(rel.aggregates), len(rel.bare), _collations(rel.columns[:keys])
        case r.Distinct():
            return rel.on is None, _collations(rel.columns if rel.on is None else rel.on)
        case r.SetOp():
            return rel.kind, _collations(rel.columns)
        case r.OrderBy():
            return len(rel.keys)
        case r.Limit():
            return rel.limit is None, rel.offset is None
        case r.Window():
            return len(rel.calls)
        case r.Unnest():
            return rel.function, len(rel.args), rel.outer
        case r.Recursive():
            counts = len(rel.order), rel.limit is None, rel.offset is None
            return rel.distinct, _collations(rel.columns), counts
        case r.Working():
            return None
        case _:
            assert_never(rel)


def _collations(columns: tuple[e.Column, ...]) -> tuple[object, ...]:
    """Return the collations under which a relation compares the values of these columns."""
    return tuple(column.collation for column in columns)


def _of_expression(expr: e.AnyExpr) -> object:
    match expr:
        case e.Literal():
            return expr
        case e.Compare():
            return expr.op, expr.collation
        case e.Arith():
            return expr.op
        case e.Cast() | e.Affine():
            return expr.affinity
        case e.Call():
            return expr.name
        case e.InRel():
            return expr.collations
        case (
            e.Column() | e.Clock() | e.Negate() | e.BitNot() | e.And() | e.Or() | e.Not() | e.IsNull()
            | e.When() | e.Case() | e.Exists() | e.Scalar()
        ):  # fmt: skip
            return None
        case _:
            assert_never(expr)
