"""Expressions that agree on each single row of a relation, however many rows it has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.lineage import Lineage
from spotit.search.prove.matching.column_types import ColumnTypes
from spotit.search.prove.matching.single_rows import SingleRows

_FRESH = 10**9
"""Ids from here on are those of the columns of questions."""


class EqualRows:
    """Asks about the expressions of a left plan, and of a right one in the columns of the left."""

    def __init__(self, left: r.Rel, facts: Facts, rows: SingleRows) -> None:
        self._types = ColumnTypes(Lineage(left), facts.schema)
        self._rows = rows
        self._numbers = count(_FRESH)

    def same_truth(self, rows: r.Rel, ours: Sequence[e.Expr], theirs: Sequence[e.Expr]) -> bool:
        """Tell whether two conjunctions are true for the same rows."""
        if set(ours) == set(theirs):
            return True
        shared = set(ours) & set(theirs)
        if self._same_rows(rows, ours, theirs):
            return True
        here, there = ([part for part in side if part not in shared] for side in (ours, theirs))
        return bool(shared) and self._same_rows(rows, here, there)

    def _same_rows(self, rows: r.Rel, ours: Sequence[e.Expr], theirs: Sequence[e.Expr]) -> bool:
        left, right = (r.Filter(rows, conjunction(list(side))) if side else rows for side in (ours, theirs))
        return self.agree(self.shown(left, [e.Literal(1)]), self.shown(right, [e.Literal(1)]))

    def same_values(self, rows: r.Rel, pairs: Sequence[tuple[e.Expr, e.Expr]], *, forms: bool) -> bool:
        """Tell whether expressions have equal values on each row; with `forms`, 1 and 1.0 are not the same."""
        apart = [pair for pair in pairs if pair[0] != pair[1]]
        if not apart:
            return True
        left, right = (self.shown(rows, [pair[which] for pair in apart], forms=forms) for which in (0, 1))
        return self.agree(left, right)

    def twin(self, rows: r.Rel, expr: e.Expr, candidates: Sequence[e.Expr | None], *, forms: bool) -> int | None:
        """Return the place of an expression that is equal on each row; None is not one."""
        if expr in candidates:
            return list(candidates).index(expr)
        for place, candidate in enumerate(candidates):
            if candidate is not None and self.same_values(rows, [(candidate, expr)], forms=forms):
                return place
        return None

    def agree(self, left: r.Rel, right: r.Rel, *, copies: bool = True) -> bool:
        """Tell whether two relations over the same relations return the same for each single row of those."""
        return self._rows.agree(left, right, self._types, copies=copies)

    def shown(self, rows: r.Rel, exprs: Sequence[e.Expr], *, forms: bool = False) -> r.Rel:
        """Return what expressions are on each row; with `forms`, their storage classes too: 1 is not 1.0."""
        every = [*exprs, *(e.Call("typeof", (expr,)) for expr in exprs)] if forms else exprs
        return r.Project(rows, tuple(every), self.fresh(len(every)))

    def fresh(self, number: int) -> tuple[e.Column, ...]:
        """Return that many columns that occur nowhere else."""
        return tuple(e.Column(next(self._numbers), "value") for _ in range(number))
