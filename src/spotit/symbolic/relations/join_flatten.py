"""Inner joins taken apart into leaves and conditions."""

from __future__ import annotations

from dataclasses import dataclass, field

from spotit.plan import rel as r
from spotit.plan.expr import Column, Compare, CompareOp, Expr
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.rules.joins.implied_equalities import implied_equalities
from spotit.plan.rules.joins.outer_as_inner import inner_where_refused


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
            new = inner_where_refused(leaf, self.conjuncts, self.defined) if isinstance(leaf, r.Join) else None
            if new is not None:
                del self.leaves[place]
                self.take(new)
                self.open_outer()
                return

    def close(self) -> None:
        """Add the equalities of columns that follow from others, so that equal joins look up by the same columns."""
        pairs = [pair for pair in map(self.equated, self.conjuncts) if pair is not None]
        self.conjuncts.extend(implied_equalities(pairs))

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
