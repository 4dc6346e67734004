"""Inner joins taken apart into leaves and conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from spotit.plan import rel as r
from spotit.plan.expr import And, Column, Compare, CompareOp, Expr, Literal

_LARGEST_CLASS = 6


@dataclass(slots=True)
class Flat:
    """An inner join taken apart: leaves, conjuncts over all of them, and columns defined by expressions."""

    leaves: list[r.Rel] = field(default_factory=list)
    conjuncts: list[Expr] = field(default_factory=list)
    defined: dict[int, Expr] = field(default_factory=dict)

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
            case _:
                self.leaves.append(rel)

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
        if not isinstance(expr, Compare) or expr.op is not CompareOp.EQ or expr.collation != "BINARY":
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
