"""Inner joins taken apart into leaves and conditions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from spotit.plan import rel as r
from spotit.plan.expr import (
    Affine,
    And,
    Arith,
    Call,
    Cast,
    Column,
    Compare,
    CompareOp,
    Expr,
    InRel,
    IsNull,
    Literal,
    Negate,
    Not,
    Or,
)

_LARGEST_CLASS = 6


@dataclass(slots=True)
class Flat:
    """An inner join taken apart: leaves, conjuncts over all of them, and columns defined by expressions."""

    leaves: list[r.Rel] = field(default_factory=list)
    conjuncts: list[Expr] = field(default_factory=list)
    defined: dict[int, Expr] = field(default_factory=dict)
    names: list[Column] = field(default_factory=list)
    """The defined columns."""

    def take(self, rel: r.Rel) -> None:
        """Add a relation: what is below an inner join, a filter or a plain projection is taken apart further."""
        match rel:
            case r.Join(kind=r.JoinKind.INNER):
                self.take(rel.left)
                self.take(rel.right)
                if rel.on is not None:
                    self.conjuncts.extend(conjuncts_of(rel.on))
            case r.Filter():
                self.take(rel.input)
                self.conjuncts.extend(conjuncts_of(rel.predicate))
            case r.Project() if transparent(rel.input):
                self.take(rel.input)
                for column, expr in zip(rel.columns, rel.exprs, strict=True):
                    self.defined[column.id] = expr
                    self.names.append(column)
            case _:
                self.leaves.append(rel)

    def open_outer(self) -> None:
        """Take an outer join apart as an inner one where a condition refuses the rows that found no partner."""
        for place, leaf in enumerate(self.leaves):
            if isinstance(leaf, r.Join) and leaf.kind in (r.JoinKind.LEFT, r.JoinKind.RIGHT):
                optional = leaf.right if leaf.kind is r.JoinKind.LEFT else leaf.left
                missing = frozenset(column.id for column in optional.columns)
                if any(self._refuses(conjunct, missing) for conjunct in self.conjuncts):
                    del self.leaves[place]
                    self.take(replace(leaf, kind=r.JoinKind.INNER))
                    self.open_outer()
                    return

    def _refuses(self, expr: Expr, missing: frozenset[int]) -> bool:
        """Tell whether a condition is never true where all these columns are NULL."""
        match expr:
            case And(args=args):
                return any(self._refuses(arg, missing) for arg in args)
            case Or(args=args):
                return all(self._refuses(arg, missing) for arg in args)
            case Not(arg=IsNull(arg=arg)) | Not(arg=arg):
                return self._is_null(arg, missing)
            case InRel(args=args):
                return any(self._is_null(arg, missing) for arg in args)
        return self._is_null(expr, missing)

    def _is_null(self, expr: Expr, missing: frozenset[int]) -> bool:
        """Tell whether an expression is surely NULL where all these columns are."""
        match expr:
            case Column(id=number):
                defined = self.defined.get(number)
                return number in missing or (defined is not None and self._is_null(defined, missing))
            case Compare(op=CompareOp.IS) | Compare(op=CompareOp.IS_NOT):
                return False
            case Compare(left=left, right=right) | Arith(left=left, right=right):
                return self._is_null(left, missing) or self._is_null(right, missing)
            case Negate(arg=arg) | Cast(arg=arg) | Affine(arg=arg) | Not(arg=arg):
                return self._is_null(arg, missing)
            case And(args=args) | Or(args=args):
                return all(self._is_null(arg, missing) for arg in args)
            case Call(args=args) if expr.function.strict:
                return any(self._is_null(arg, missing) for arg in args)
        return False

    def close(self) -> None:
        """Add the equalities of columns that follow from others, so that equal joins look up by the same columns."""
        groups: list[list[Column]] = []
        for conjunct in self.conjuncts:
            pair = self.equated(conjunct)
            if pair is None:
                continue
            touched = [group for group in groups if any(column in group for column in pair)]
            groups = [group for group in groups if group not in touched]
            groups.append(list(dict.fromkeys([*(c for group in touched for c in group), *pair])))
        known = {frozenset(pair) for pair in map(self.equated, self.conjuncts) if pair is not None}
        for group in groups:
            if 2 < len(group) <= _LARGEST_CLASS:
                for left, right in combinations(group, 2):
                    if frozenset((left, right)) not in known:
                        self.conjuncts.append(Compare(CompareOp.EQ, left, right))

    def equated(self, expr: Expr) -> tuple[Column, Column] | None:
        """Return the two columns that a conjunct says are the same."""
        if not isinstance(expr, Compare) or expr.op is not CompareOp.EQ or not expr.collation.is_identity:
            return None
        left, right = self.resolved(expr.left), self.resolved(expr.right)
        return (left, right) if isinstance(left, Column) and isinstance(right, Column) else None

    def resolved(self, expr: Expr) -> Expr:
        """Return what a column is defined as, if it is just another name."""
        while isinstance(expr, Column) and expr.id in self.defined:
            expr = self.defined[expr.id]
        return expr


def transparent(rel: r.Rel) -> bool:
    """Tell whether a projection over the relation can be computed after a join instead of before it."""
    match rel:
        case r.Scan():
            return True
        case r.Filter(input=inner) | r.Project(input=inner):
            return transparent(inner)
        case r.Join(kind=r.JoinKind.INNER):
            return transparent(rel.left) and transparent(rel.right)
    return False


def conjuncts_of(expr: Expr) -> list[Expr]:
    """Return the parts of a conjunction."""
    if isinstance(expr, And):
        return [part for arg in expr.args for part in conjuncts_of(arg)]
    return [] if expr == Literal(1) else [expr]
