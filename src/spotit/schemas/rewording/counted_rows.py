"""`COUNT(a, b)` and `COUNT(DISTINCT a, b)`: rows without a NULL, by a condition on the one value that is counted."""

from __future__ import annotations

from functools import reduce

from sqlglot import exp

from spotit.errors import UnsupportedSql
from spotit.schemas.rewording.fresh_names import FreshNames, from_below
from spotit.schemas.rewording.grouping_sets import form_of


def with_one_counted(tree: exp.Expr, _: FreshNames) -> exp.Expr:
    """Return a query in which COUNT has one argument."""
    return from_below(tree, lambda node: _counted(node) if isinstance(node, exp.Count) else node)


def _counted(count: exp.Count) -> exp.Expr:
    if isinstance(count.this, exp.Distinct):
        values = count.this.expressions
        if len(values) == 1:
            return count
        left = _not_constant(count, values)
        if len(left) > 1:
            raise UnsupportedSql("COUNT(DISTINCT ...) of several values")
        counted = left[0] if left else exp.Literal.number(1)
        return exp.Count(this=exp.Distinct(expressions=[_where_known(values, counted)]))
    values = [count.this, *count.expressions]
    return count if len(values) == 1 else exp.Count(this=_where_known(values, exp.Literal.number(1)))


def _where_known(values: list[exp.Expr], counted: exp.Expr) -> exp.Case:
    """Return a value where none of several is NULL."""
    known: list[exp.Expr] = [
        exp.Not(this=exp.Is(this=exp.Paren(this=one.copy()), expression=exp.null())) for one in values
    ]
    condition = reduce(lambda one, other: exp.And(this=one, expression=other), known)
    return exp.Case(ifs=[exp.If(this=condition, true=counted.copy())])


def _not_constant(count: exp.Count, values: list[exp.Expr]) -> list[exp.Expr]:
    """Return those of several values that are no keys of the group in which they are counted."""
    around = count.find_ancestor(exp.Select, exp.Window)
    group = around.args.get("group") if isinstance(around, exp.Select) else None
    keys = {form_of(key) for key in group.expressions} if group else set()
    return [one for one in values if form_of(one) not in keys]
