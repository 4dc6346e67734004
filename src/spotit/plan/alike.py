"""Functions of one column that are the same under other names: where two plans differ by them, one is written for both.

`DATE(d, 'start of month') = d` says of every date what `strftime('%d', d) = '01'` says. Which functions are the same is
for the caller to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.lineage import Lineage
from spotit.plan.one_column import of_column, only_column
from spotit.plan.walk import Part, parts, rewrite
from spotit.schema import BaseColumn

SUBJECT = e.Column(-3, "value")
"""Stands for the column."""
_MOST = 6
"""Pairs of functions that are looked at."""


@frozen
class OneColumn:
    """A function of one base column."""

    column: BaseColumn
    expr: e.Expr
    """In which `SUBJECT` stands for the column."""


Same = Callable[[OneColumn, OneColumn], bool]
"""Tells whether two functions of the same column are the same for every value."""


def with_common(left: r.Rel, right: r.Rel, wanted: Callable[[BaseColumn], bool], same: Same) -> r.Rel:
    """Return the right plan with the functions of wanted columns that the left plan computes in other words."""
    theirs, ours = (_Functions(plan, wanted) for plan in (left, right))
    known, others = theirs.largest(), ours.largest()
    pairs = [
        (mine, other)
        for mine in others
        for other in known
        if mine not in known and other not in others and mine.column == other.column
    ]
    found: dict[OneColumn, OneColumn] = {}
    for mine, other in pairs[:_MOST]:
        if mine not in found and same(other, mine):
            found[mine] = other
    return ours.replaced(found) if found else right


Constant = Callable[[OneColumn], e.Expr | None]
"""Returns a plain expression of `SUBJECT` for a function with one value for all values but NULL; None for others."""


def with_constants(root: r.Rel, other: r.Rel, wanted: Callable[[BaseColumn], bool], constant: Constant) -> r.Rel:
    """Return a plan with constants for functions of wanted columns which the other plan does not compute."""
    ours, known = _Functions(root, wanted), _Functions(other, wanted).largest()
    mine = [function for function in ours.largest() if function not in known]
    plain = {function: expr for function in mine[:_MOST] if (expr := constant(function)) is not None}
    found = {function: OneColumn(function.column, expr) for function, expr in plain.items()}
    return ours.replaced(found) if found else root


class _Functions:
    """One plan and the largest functions of one column in it."""

    def __init__(self, root: r.Rel, wanted: Callable[[BaseColumn], bool]) -> None:
        self._root = rewrite(root, self._gathered)
        self._lineage = Lineage(self._root)
        self._wanted = wanted

    def largest(self) -> list[OneColumn]:
        """Return them, each once."""
        return list(dict.fromkeys(self._within(self._root)))

    def replaced(self, new: dict[OneColumn, OneColumn]) -> r.Rel:
        """Return the plan with some of them replaced by others."""

        def change(expr: e.Expr) -> e.Expr | None:
            found = self._function(expr)
            if found is None or found not in new:
                return None
            column = only_column(expr)
            assert column is not None
            return of_column(new[found].expr, SUBJECT, column)

        return rewrite(self._root, change)

    def _within(self, node: Part) -> Iterator[OneColumn]:
        found = self._function(node)
        if found is not None:
            yield found
        else:
            for part in parts(node):
                yield from self._within(part)

    def _function(self, node: Part) -> OneColumn | None:
        if not isinstance(node, e.Expr) or isinstance(node, e.Column | e.Literal | e.When):
            return None
        column = only_column(node)
        base = None if column is None else self._lineage.bases.get(column.id)
        if column is None or base is None or not self._wanted(base):
            return None
        return OneColumn(base, of_column(node, column, SUBJECT))

    def _gathered(self, expr: e.Expr) -> e.Expr | None:
        """Return a conjunction or disjunction with those parts together that read the same column."""
        if not isinstance(expr, e.And | e.Or):
            return None
        groups: dict[e.Column | e.Expr, list[e.Expr]] = {}
        for arg in (rewrite(arg, self._gathered) for arg in expr.args):
            groups.setdefault(only_column(arg) or arg, []).append(arg)
        if len(groups) in (1, len(expr.args)):
            return type(expr)(tuple(arg for group in groups.values() for arg in group))
        return type(expr)(tuple(g[0] if len(g) == 1 else type(expr)(tuple(g)) for g in groups.values()))
